"""What lies on a Belote table: small questions about its words, and a new deal."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import BEATS, MUST_BEAT, SUITS, TRUMPS
from croupier.kernel.bits import bit


def clear_deal(words: vec[i64], first_words: vec[i64]) -> None:
    """Make the words of a deal what they are before it; dealer, scores and target stay."""
    for i in range(i64(w.MODE), i64(w.N_RESULTS)):
        words[i] = first_words[i]
    for i in range(i64(w.HAND), i64(w.POINTS)):
        words[i] = first_words[i]
    for i in range(i64(w.BID), i64(w.PLAYS)):
        words[i] = first_words[i]
    for i in range(i64(w.LATER), i64(w.END)):
        words[i] = first_words[i]
    words[w.LEADER] = (words[w.DEALER] + 1) & 3


def collect(cards: vec[i64], at: i64, n: i64) -> i64:
    """The set of n cards of a deck from place `at` on; after the last comes the first."""
    found: i64 = 0
    for i in range(n):
        found |= bit(cards[(at + i) & 31])
    return found


def unseen_by(words: vec[i64], seat: i64) -> i64:
    """The cards that `seat` has neither held nor seen in this deal."""
    cards: i64 = c.FULL_DECK & ~words[w.HAND + seat]
    for i in range(words[w.N_PLAYED]):
        cards &= ~bit(words[w.PLAYS + i])
    return cards


def bid_at(words: vec[i64], number: i64) -> i64:
    """The move id of an action of the bidding."""
    word: i64 = words[w.ACTIONS + number // c.ACTIONS_PER_WORD]
    return c.M_ACCEPT + ((word >> (number % c.ACTIONS_PER_WORD * 5)) & 31)


def hand_size(words: vec[i64], seat: i64) -> i64:
    """How many cards `seat` holds while tricks are played; from what is public."""
    played: i64 = words[w.N_PLAYED] >> 2
    in_trick: i64 = words[w.IN_TRICK]
    if in_trick > 0 and ((seat - words[w.LEADER]) & 3) < in_trick:
        played += 1
    return 8 - played


def resume_trick(words: vec[i64]) -> None:
    """Work out what follows from the mode, the suit that was led and the best card."""
    mode: i64 = words[w.MODE]
    if mode >= 0:
        words[w.BETTER] = BEATS[mode * 32 + words[w.BEST]]
        words[w.SUIT] = SUITS[words[w.LED]]
        words[w.MUST_BEAT] = MUST_BEAT[mode * 4 + words[w.LED]]
        words[w.TRUMPS] = TRUMPS[mode]
