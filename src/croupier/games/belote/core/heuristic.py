"""The game's heuristic: what a sensible player does with what the seat to act may know.

It bids by an estimate of its team's card points from five cards, and plays the card with the best expected points,
counting what was played and what the others have shown not to hold. It never looks at another hand.
"""

from math import erf
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import BEATS, TRUMPS, VALUES, card_of, suit_cards
from croupier.games.belote.core.scoring import STAKES
from croupier.games.belote.core.table import bid_at, unseen_by
from croupier.kernel.bits import bit, count, lowest


def choose(words: vec[i64], question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The move to play among the n legal `moves`; `r` is a random word, which decides between equals."""
    if n == 1 or question == c.Q_CUT:
        return moves[0]
    best: i64 = moves[0]
    best_worth: i64 = -0x10000000
    if question == c.Q_BID:
        for i in range(n):
            worth: i64 = _bid_worth(words, seat, moves[i])
            if worth > best_worth:
                best = moves[i]
                best_worth = worth
        return best
    unseen: i64 = unseen_by(words, seat)
    first: i64 = r % n
    for i in range(n):
        move: i64 = moves[(first + i) % n]
        worth = _card_worth(words, seat, unseen, move - c.M_CARD)
        if worth > best_worth:
            best = move
            best_worth = worth
    return best


# Cards.

# Card points, chosen by hand, of the size of what a card is worth: no deal shows any of them by itself.
LATER_POINTS: Final = 6  # what a card still to be played to the trick is worth on average
KEEP_MASTER: Final = 10
KEEP_TRUMP: Final = 8
DRAW_TRUMPS: Final = 10


def _card_worth(words: vec[i64], seat: i64, unseen: i64, card: i64) -> i64:
    """Hundredths of card points: what the trick brings, less what the card would have brought later."""
    mode = words[w.MODE]
    in_trick: i64 = words[w.N_PLAYED] & 3
    best: i64 = words[w.BEST_ROW]
    offset: i64 = mode * 32
    value: i64 = VALUES[offset + card]
    stake: i64 = words[w.TRICK_POINTS] + value + LATER_POINTS * (3 - in_trick)
    if words[w.N_PLAYED] >= 28:
        stake += 10
    if in_trick == 0:
        worth: i64 = stake * _our_chance(words, seat, unseen, card, seat, card >> 3)
    elif (best >> card) & 1 != 0:
        worth = stake * _our_chance(words, seat, unseen, card, seat, words[w.LED])
    else:
        worth = stake * _our_chance(words, seat, unseen, card_of(best), words[w.BEST_SEAT], words[w.LED])
    trumps: i64 = TRUMPS[mode]
    if BEATS[offset + card] & suit_cards(card >> 3) & unseen == 0:
        worth -= (value + KEEP_MASTER) * 100
    else:
        worth -= value * 50
    if (trumps >> card) & 1 != 0:
        worth -= KEEP_TRUMP * 100
        if in_trick == 0 and (words[w.ANNOUNCER] ^ seat) & 1 == 0:
            opponents: i64 = words[w.MAY + ((seat + 1) & 3)] | words[w.MAY + ((seat + 3) & 3)]
            if trumps & unseen & opponents != 0:
                worth += (KEEP_TRUMP + DRAW_TRUMPS) * 100
    return worth


def _our_chance(words: vec[i64], seat: i64, unseen: i64, best: i64, owner: i64, led: i64) -> i64:
    """-100 to 100: how likely the seat's team wins the trick when `best` of `owner` is on top and the rest follow."""
    mode = words[w.MODE]
    ours: bool = (owner ^ seat) & 1 == 0
    left: i64 = 3 - (words[w.N_PLAYED] & 3)
    better: i64 = BEATS[mode * 32 + best] & unseen
    if left == 0 or better == 0:
        return 100 if ours else -100
    trumps: i64 = TRUMPS[mode] & ~suit_cards(led)
    against: i64 = 0  # the chance that the other side than the owner beats it, in percent
    for step in range(left):
        other: i64 = (seat + 1 + step) & 3
        if (other ^ owner) & 1 == 0:
            continue
        may: i64 = words[w.MAY + other]
        cards: i64 = better & may
        ruffs: i64 = cards & trumps
        cards &= ~trumps
        if ruffs != 0:
            follows: i64 = count(unseen & may & suit_cards(led))
            risk: i64 = count(ruffs) * 33
            if risk > 90:
                risk = 90
            if follows > 0:
                risk = risk // (1 + follows)
            against += risk
        against += count(cards) * 33
    if against > 90:
        against = 90
    return 100 - 2 * against if ours else 2 * against - 100


# Bids, in tenths of card points. What bench/belote_bids.py prints stands here as it prints it: it fits the weights to
# deals that this heuristic played.

# By rank, 7 8 9 10 J Q K A.
_ALL_TRUMPS_CARDS: Final = vec[i64]([0, 0, 55, -2, 205, -7, -7, 23])
_NO_TRUMPS_CARDS: Final = vec[i64]([0, 0, 1, 28, -3, 1, 16, 104])
_TRUMP_CARDS: Final = vec[i64]([87, 90, 90, 78, 240, 68, 67, 102])
_PLAIN_CARDS: Final = vec[i64]([0, 0, 3, 33, 1, 3, 10, 100])
# By kind of mode: a Colour, NoTrumps, AllTrumps.
_ONE_HALF: Final = vec[i64]([-219, -128, -197])  # what a hand without all that follows lacks
_PAIR: Final = vec[i64]([70, 78, 159])  # J with 9 where they are the best two of a suit, else A with 10
_GUARDED: Final = vec[i64]([44, 17, 40])  # the second best with another card of its suit, but not the best
_PLAIN_PAIR: Final = 2  # A with 10 beside the trumps of a Colour
_SPREAD: Final = vec[i64]([329, 272, 534])  # how far the points of a deal lie from what the weights say, on average
_ALL_TRUMPS_WON: Final = 11  # match points by which the announcers of AllTrumps win a deal that they win
# Chosen by hand, because they change the bidding that they would be counted in: how much better for a mode the hand of
# somebody who announced it is than any, for which the script prints what comes of it; and, in thousandths of match
# points, what an announcement may cost because the others double, or bid more.
BID_SHOWS: Final = 130
ANNOUNCE_RISK: Final = 2000

_NINE: Final = 0b00000100
_TEN: Final = 0b00001000
_JACK: Final = 0b00010000
_ACE: Final = 0b10000000

# By the lead in tenths of the spread, how sure it is: the chance to win less the chance to lose, in thousandths.
_SURENESS: Final = vec[i64]([int(1000 * erf(tenths / 10 / 2**0.5)) for tenths in range(31)])


def _kind(mode: i64) -> i64:
    """0 for a Colour, 1 for NoTrumps, 2 for AllTrumps."""
    return mode - c.SPADES if mode > c.SPADES else i64(0)


def _lead(hand: i64, mode: i64) -> i64:
    """How many points above one half these five cards let expect in a mode."""
    lead: i64 = _ONE_HALF[_kind(mode)]
    for suit in range(i64(4)):
        lead += _suit_lead((hand >> (suit * 8)) & 255, mode, mode == suit)
    return lead


def _suit_lead(cards: i64, mode: i64, is_trump: bool) -> i64:
    """What the cards of one suit add."""
    kind: i64 = _kind(mode)
    lead: i64 = 0
    weights = _PLAIN_CARDS
    if mode == c.ALL_TRUMPS or is_trump:
        weights = _ALL_TRUMPS_CARDS if mode == c.ALL_TRUMPS else _TRUMP_CARDS
        if cards & _NINE != 0:
            if cards & _JACK != 0:
                lead = _PAIR[kind]
            elif cards != _NINE:
                lead = _GUARDED[kind]
    elif mode == c.NO_TRUMPS:
        weights = _NO_TRUMPS_CARDS
        if cards & _TEN != 0:
            if cards & _ACE != 0:
                lead = _PAIR[kind]
            elif cards != _TEN:
                lead = _GUARDED[kind]
    elif cards & _TEN != 0 and cards & _ACE != 0:
        lead = _PLAIN_PAIR
    while cards != 0:
        lead += weights[lowest(cards)]
        cards &= cards - 1
    return lead


def _bid_worth(words: vec[i64], seat: i64, move: i64) -> i64:
    """Thousandths of match points that the seat's team can expect if the bidding ends with this."""
    us: i64 = seat & 1
    doubled: i64 = words[w.DOUBLED]
    redoubled: i64 = words[w.REDOUBLED]
    mode: i64 = words[w.BID]
    if move >= c.M_REDOUBLE:
        redoubled |= bit(move - c.M_REDOUBLE)
    elif move >= c.M_DOUBLE:
        doubled |= bit(move - c.M_DOUBLE)
    elif move >= c.M_ANNOUNCE:
        mode = move - c.M_ANNOUNCE
    if bit(mode) & c.ACCEPT_DOUBLES != 0:
        doubled |= bit(mode)  # by the accept of an opponent, sooner or later
    multiplier: i64 = 1
    if doubled != 0:
        mode = lowest(doubled)
        multiplier = 4 if (redoubled >> mode) & 1 != 0 else 2
    ours: bool = move == c.M_ANNOUNCE + mode or (words[w.ANNOUNCED + us] >> mode) & 1 != 0
    lead: i64 = _lead(words[w.HAND + seat], mode)
    if (words[w.ANNOUNCED + us] >> mode) & 1 != 0:
        lead += BID_SHOWS
    elif not ours:
        lead -= BID_SHOWS
    worth: i64 = _worth(mode, multiplier, ours, lead)
    return worth - ANNOUNCE_RISK if move >= c.M_ANNOUNCE and move < c.M_DOUBLE else worth


def _worth(mode: i64, multiplier: i64, ours: bool, lead: i64) -> i64:
    size: i64 = lead if lead >= 0 else -lead
    size = size * 10 // _SPREAD[_kind(mode)]
    sure: i64 = _SURENESS[size if size < 31 else i64(30)]
    if lead < 0:
        sure = -sure
    if mode == c.ALL_TRUMPS and multiplier == 1:
        # Split when the announcers win, all for the defenders when they lose (rule 5.3).
        won: i64 = _ALL_TRUMPS_WON * (1000 + sure) - 26 * (1000 - sure)
        lost: i64 = 26 * (1000 + sure) - _ALL_TRUMPS_WON * (1000 - sure)
        return won // 2 if ours else lost // 2
    return STAKES[mode] * multiplier * sure


# Belief: what the bidding shows of the hands.

# In thousandths, how much likelier an action is with a lead of so much than with any hand, in steps of 60 from -240 to
# 480: counted and printed by bench/belote_bids.py over deals that this heuristic bid. The rows are a Colour, NoTrumps
# and AllTrumps announced, NoTrumps not announced, AllTrumps doubled; first by the five cards of the bidding, then by
# all eight, when it is no longer known which five those were.
_STEP: Final = 60
_STEPS: Final = 13
_NOT_NO_TRUMPS: Final = 3
_DOUBLED_ALL_TRUMPS: Final = 4
_ROWS: Final = 5
_SHARES: Final = (
    (50, 90, 160, 640, 1380, 2060, 2630, 3110, 3390, 2700, 2750, 2750, 2750),
    (50, 50, 50, 660, 1560, 3370, 3510, 3790, 3950, 3950, 3950, 3950, 3950),
    (800, 560, 790, 1140, 840, 1230, 1010, 1500, 1330, 1840, 2310, 2080, 2340),
    (1100, 1100, 1530, 1130, 670, 50, 50, 50, 50, 50, 50, 50, 50),
    (50, 50, 50, 50, 50, 50, 50, 50, 3770, 9000, 9000, 9000, 9000),
    (50, 50, 80, 260, 460, 770, 1190, 1630, 1980, 2190, 2520, 2630, 2480),
    (50, 50, 50, 220, 650, 1460, 1820, 2530, 3110, 3430, 3910, 3910, 3910),
    (800, 630, 690, 950, 750, 1040, 760, 1180, 1030, 1190, 1520, 1320, 1630),
    (850, 850, 1140, 1240, 1140, 910, 840, 570, 400, 260, 90, 90, 90),
    (50, 50, 50, 50, 50, 50, 50, 50, 690, 2830, 3780, 3720, 8110),
)
_LIKELIER: Final = vec[i64]([share for row in _SHARES for share in row])
_MOST: Final = 1000000000000


def weight(words: vec[i64], viewer: i64) -> i64:
    """How well the hands of this world explain what the others bid, as `viewer` saw it; 1000 if it shows nothing."""
    eight: i64 = _ROWS if words[w.MODE] >= 0 else 0
    current: i64 = -1
    total: i64 = 1000
    for number in range(words[w.N_ACTIONS]):
        seat: i64 = (words[w.DEALER] + 1 + number) & 3
        move: i64 = bid_at(words, number)
        mode: i64 = -1
        row: i64 = 0
        if move == c.M_ACCEPT:
            if current < c.NO_TRUMPS and words[w.DOUBLED] == 0:
                mode = c.NO_TRUMPS
                row = _NOT_NO_TRUMPS
        elif move < c.M_DOUBLE:
            mode = move - c.M_ANNOUNCE
            current = mode
            row = mode - c.SPADES if mode >= c.NO_TRUMPS else 0
        elif move < c.M_REDOUBLE:
            mode = move - c.M_DOUBLE
            row = _DOUBLED_ALL_TRUMPS if mode == c.ALL_TRUMPS else (1 if mode == c.NO_TRUMPS else 0)
        if mode < 0 or seat == viewer:
            continue
        step: i64 = (_lead(_dealt(words, seat), mode) + 4 * _STEP) // _STEP
        if step < 0:
            step = 0
        elif step >= _STEPS:
            step = _STEPS - 1
        total = total * _LIKELIER[(eight + row) * _STEPS + step] // 1000
        if total > _MOST:
            total = _MOST
    return total if total > 0 else 1


def _dealt(words: vec[i64], seat: i64) -> i64:
    """All cards that the seat has had in this deal, as far as they were dealt."""
    cards: i64 = words[w.HAND + seat]
    tricks: i64 = words[w.N_PLAYED] >> 2
    for i in range(words[w.N_PLAYED]):
        trick: i64 = i >> 2
        leader: i64 = (words[w.LEADERS] >> (trick * 2)) & 3 if trick < tricks else words[w.LEADER]
        if (leader + i) & 3 == seat:
            cards |= bit(words[w.PLAYS + i])
    return cards


def outlook(words: vec[i64], team: i64) -> i64:
    """The chance, of 1000, that a team wins a match that stands between two deals.

    Where points decide, a lead as large as the target is a win and half of it is three wins in four: close to what the
    heuristic makes of leads against itself. Where deals are counted a lead weighs the more the fewer are left.
    """
    lead: i64 = words[w.POINTS + team] - words[w.POINTS + 1 - team]
    span: i64 = words[w.TARGET]
    if words[w.DEALS] > 0:
        span = 80 + 20 * (words[w.DEALS] - words[w.N_RESULTS])
    chance: i64 = 500 + lead * 500 // span
    if chance < 20:
        return 20
    return i64(980) if chance > 980 else chance
