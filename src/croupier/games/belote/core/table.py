"""What lies on a Belote table: small questions about its words, and a new deal."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import LAID, RANKED, TRUMPS
from croupier.kernel.bits import bit
from croupier.kernel.layout import copy_words


def clear_deal(words: vec[i64], first_words: vec[i64]) -> None:
    """Make the words of a deal what they are before it; dealer, scores and target stay."""
    deal: i64 = words[w.DEAL]
    dealer: i64 = words[w.DEALER]
    target: i64 = words[w.TARGET]
    n_results: i64 = words[w.N_RESULTS]
    first: i64 = words[w.POINTS]
    second: i64 = words[w.POINTS + 1]
    copy_words(words, first_words, w.END)
    words[w.POINTS] = first
    words[w.POINTS + 1] = second
    words[w.N_RESULTS] = n_results
    words[w.TARGET] = target
    words[w.DEALER] = dealer
    words[w.DEAL] = deal
    words[w.LEADER] = (dealer + 1) & 3


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
    if ((seat - words[w.LEADER]) & 3) < words[w.N_PLAYED] & 3:
        played += 1
    return 8 - played


def resume_trick(words: vec[i64]) -> None:
    """Work out what follows from the mode and the best card."""
    mode: i64 = words[w.MODE]
    if mode >= 0:
        words[w.BEST_ROW] = LAID[mode * 32 + words[w.BEST]]
        words[w.TRUMPS] = TRUMPS[mode]
        words[w.RANKED] = RANKED[mode]
