"""The game's heuristic: what a sensible player does with what the seat to act may know.

It bids by an estimate of its team's card points from five cards, and plays the card with the best expected points,
counting what was played and what the others have shown not to hold. It never looks at another hand.
"""

from math import erf
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.codes import (
    ACCEPT_DOUBLES,
    ACTIONS_PER_NUMBER,
    ALL_TRUMPS,
    B_ACTIONS,
    B_ANNOUNCED,
    B_COUNT,
    B_CURRENT,
    B_DOUBLED,
    B_REDOUBLED,
    CLUBS,
    FULL_DECK,
    M_ACCEPT,
    M_ANNOUNCE,
    M_CARD,
    M_DOUBLE,
    M_REDOUBLE,
    NO_TRUMPS,
    Q_BID,
    Q_CUT,
    SPADES,
)
from croupier.games.belote.ranks import BEATS, SUITS, TRUMPS, VALUES
from croupier.games.belote.table import HAND, MAY, PLAYS, POINTS, Table
from croupier.kernel.bits import bit, count, lowest


def choose(table: Table, question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The move to play among the n legal `moves`; `r` is a random word, which decides between equals."""
    if n == 1 or question == Q_CUT:
        return moves[0]
    best: i64 = moves[0]
    best_worth: i64 = -0x10000000
    if question == Q_BID:
        for i in range(n):
            worth: i64 = _bid_worth(table, seat, moves[i])
            if worth > best_worth:
                best = moves[i]
                best_worth = worth
        return best
    zones = table.zones
    unseen: i64 = FULL_DECK & ~zones[HAND + seat]
    for i in range(table.n_played):
        unseen &= ~bit(zones[PLAYS + i])
    first: i64 = r % n
    for i in range(n):
        move: i64 = moves[(first + i) % n]
        worth = _card_worth(table, seat, unseen, move - M_CARD)
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


def _card_worth(table: Table, seat: i64, unseen: i64, card: i64) -> i64:
    """Hundredths of card points: what the trick brings, less what the card would have brought later."""
    mode = table.mode
    offset: i64 = mode * 32
    value: i64 = VALUES[offset + card]
    stake: i64 = table.trick_points + value + LATER_POINTS * (3 - table.in_trick)
    if table.n_played >= 28:
        stake += 10
    if table.in_trick == 0:
        worth: i64 = stake * _our_chance(table, seat, unseen, card, seat, card >> 3)
    elif (BEATS[offset + table.best] >> card) & 1 != 0:
        worth = stake * _our_chance(table, seat, unseen, card, seat, table.led)
    else:
        worth = stake * _our_chance(table, seat, unseen, table.best, table.best_seat, table.led)
    trumps: i64 = TRUMPS[mode]
    if BEATS[offset + card] & SUITS[card >> 3] & unseen == 0:
        worth -= (value + KEEP_MASTER) * 100
    else:
        worth -= value * 50
    if (trumps >> card) & 1 != 0:
        worth -= KEEP_TRUMP * 100
        if table.in_trick == 0 and (table.announcer ^ seat) & 1 == 0:
            zones = table.zones
            if trumps & unseen & (zones[MAY + ((seat + 1) & 3)] | zones[MAY + ((seat + 3) & 3)]) != 0:
                worth += (KEEP_TRUMP + DRAW_TRUMPS) * 100
    return worth


def _our_chance(table: Table, seat: i64, unseen: i64, best: i64, owner: i64, led: i64) -> i64:
    """-100 to 100: how likely the seat's team wins the trick when `best` of `owner` is on top and the rest follow."""
    mode = table.mode
    zones = table.zones
    ours: bool = (owner ^ seat) & 1 == 0
    left: i64 = 3 - table.in_trick
    better: i64 = BEATS[mode * 32 + best] & unseen
    if left == 0 or better == 0:
        return 100 if ours else -100
    trumps: i64 = TRUMPS[mode] & ~SUITS[led]
    against: i64 = 0  # the chance that somebody of the other side than the owner beats it, in percent
    for step in range(left):
        other: i64 = (seat + 1 + step) & 3
        if (other ^ owner) & 1 == 0:
            continue
        may: i64 = zones[MAY + other]
        cards: i64 = better & may
        ruffs: i64 = cards & trumps
        cards &= ~trumps
        if ruffs != 0:
            follows: i64 = count(unseen & may & SUITS[led])
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

# How sure a lead of so many tenths of the spread is: the chance to win less the chance to lose, in thousandths.
_SURENESS: Final = vec[i64]([int(1000 * erf(tenths / 10 / 2**0.5)) for tenths in range(31)])


def _kind(mode: i64) -> i64:
    """0 for a Colour, 1 for NoTrumps, 2 for AllTrumps."""
    return mode - SPADES if mode > SPADES else i64(0)


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
    if mode == ALL_TRUMPS or is_trump:
        weights = _ALL_TRUMPS_CARDS if mode == ALL_TRUMPS else _TRUMP_CARDS
        if cards & _NINE != 0:
            if cards & _JACK != 0:
                lead = _PAIR[kind]
            elif cards != _NINE:
                lead = _GUARDED[kind]
    elif mode == NO_TRUMPS:
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


def _bid_worth(table: Table, seat: i64, move: i64) -> i64:
    """Thousandths of match points that the seat's team can expect if the bidding ends with this."""
    bidding = table.bidding
    us: i64 = seat & 1
    doubled: i64 = bidding[B_DOUBLED]
    redoubled: i64 = bidding[B_REDOUBLED]
    mode: i64 = bidding[B_CURRENT]
    if move >= M_REDOUBLE:
        redoubled |= bit(move - M_REDOUBLE)
    elif move >= M_DOUBLE:
        doubled |= bit(move - M_DOUBLE)
    elif move >= M_ANNOUNCE:
        mode = move - M_ANNOUNCE
    if bit(mode) & ACCEPT_DOUBLES != 0:
        doubled |= bit(mode)  # by the accept of an opponent, sooner or later
    multiplier: i64 = 1
    if doubled != 0:
        mode = lowest(doubled)
        multiplier = 4 if (redoubled >> mode) & 1 != 0 else 2
    ours: bool = move == M_ANNOUNCE + mode or (bidding[B_ANNOUNCED + us] >> mode) & 1 != 0
    lead: i64 = _lead(table.zones[HAND + seat], mode)
    if (bidding[B_ANNOUNCED + us] >> mode) & 1 != 0:
        lead += BID_SHOWS
    elif not ours:
        lead -= BID_SHOWS
    worth: i64 = _worth(mode, multiplier, ours, lead)
    return worth - ANNOUNCE_RISK if move >= M_ANNOUNCE and move < M_DOUBLE else worth


def _worth(mode: i64, multiplier: i64, ours: bool, lead: i64) -> i64:
    stake: i64 = 16
    if mode == ALL_TRUMPS:
        stake = 26
    elif mode == NO_TRUMPS:
        stake = 52
    elif mode == CLUBS:
        stake = 32
    size: i64 = lead if lead >= 0 else -lead
    size = size * 10 // _SPREAD[_kind(mode)]
    sure: i64 = _SURENESS[size if size < 31 else i64(30)]
    if lead < 0:
        sure = -sure
    if mode == ALL_TRUMPS and multiplier == 1:
        # Split when the announcers win, all for the defenders when they lose (rule 5.3).
        won: i64 = _ALL_TRUMPS_WON * (1000 + sure) - 26 * (1000 - sure)
        lost: i64 = 26 * (1000 + sure) - _ALL_TRUMPS_WON * (1000 - sure)
        return won // 2 if ours else lost // 2
    return stake * multiplier * sure


# Belief: what the bidding tells about the hands.

# In thousandths, how much likelier an action is with a lead of so much than with any hand, in steps of 60 from -240 to
# 480: counted and printed by bench/belote_bids.py over deals that this heuristic bid. The rows are a Colour, NoTrumps
# and AllTrumps announced, NoTrumps not announced, AllTrumps doubled; first by the five cards of the bidding, then by
# all eight, when nobody can tell any more which five those were.
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
_TELLS: Final = vec[i64]([share for row in _SHARES for share in row])
_MOST: Final = 1000000000000


def weight(table: Table, viewer: i64) -> i64:
    """How well the hands of this world explain what the others bid, as `viewer` saw it; 1000 if that tells nothing."""
    bidding = table.bidding
    eight: i64 = _ROWS if table.mode >= 0 else 0
    current: i64 = -1
    total: i64 = 1000
    for number in range(bidding[B_COUNT]):
        seat: i64 = (table.dealer + 1 + number) & 3
        actions: i64 = bidding[B_ACTIONS + number // ACTIONS_PER_NUMBER]
        move: i64 = M_ACCEPT + ((actions >> (number % ACTIONS_PER_NUMBER * 5)) & 31)
        mode: i64 = -1
        row: i64 = 0
        if move == M_ACCEPT:
            if current < NO_TRUMPS and bidding[B_DOUBLED] == 0:
                mode = NO_TRUMPS
                row = _NOT_NO_TRUMPS
        elif move < M_DOUBLE:
            mode = move - M_ANNOUNCE
            current = mode
            row = mode - SPADES if mode >= NO_TRUMPS else 0
        elif move < M_REDOUBLE:
            mode = move - M_DOUBLE
            row = _DOUBLED_ALL_TRUMPS if mode == ALL_TRUMPS else (1 if mode == NO_TRUMPS else 0)
        if mode < 0 or seat == viewer:
            continue
        step: i64 = (_lead(_dealt(table, seat), mode) + 4 * _STEP) // _STEP
        if step < 0:
            step = 0
        elif step >= _STEPS:
            step = _STEPS - 1
        total = total * _TELLS[(eight + row) * _STEPS + step] // 1000
        if total > _MOST:
            total = _MOST
    return total if total > 0 else 1


def _dealt(table: Table, seat: i64) -> i64:
    """All cards that the seat has had in this deal, as far as they were dealt."""
    zones = table.zones
    cards: i64 = zones[HAND + seat]
    tricks: i64 = table.n_played >> 2
    for i in range(table.n_played):
        trick: i64 = i >> 2
        leader: i64 = (table.leaders >> (trick * 2)) & 3 if trick < tricks else table.leader
        if (leader + i) & 3 == seat:
            cards |= bit(zones[PLAYS + i])
    return cards


def outlook(table: Table, team: i64, deals: i64) -> i64:
    """The chance, of 1000, that a team wins a match that stands between two deals.

    Where points decide, a lead as large as the target is a win and half of it is three wins in four: close to what the
    heuristic makes of leads against itself. Where `deals` are counted a lead weighs the more the fewer are left.
    """
    points = table.zones
    lead: i64 = points[POINTS + team] - points[POINTS + 1 - team]
    span: i64 = table.target
    if deals > 0:
        span = 80 + 20 * (deals - table.n_results)
    chance: i64 = 500 + lead * 500 // span
    if chance < 20:
        return 20
    return i64(980) if chance > 980 else chance
