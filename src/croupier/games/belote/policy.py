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
from croupier.games.belote.table import BEATS, HAND, MAY, PLAYS, POINTS, SUITS, TRUMPS, VALUES, Table
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


# Bids. The numbers are tenths of card points, fitted to deals that this heuristic played: see bench/belote_bids.py.

# By rank, 7 8 9 10 J Q K A.
_ALL_TRUMPS_CARDS: Final = vec[i64]([0, 0, 47, 2, 229, -13, -8, 5])
_NO_TRUMPS_CARDS: Final = vec[i64]([0, 0, 0, 26, -5, -5, 11, 119])
_TRUMP_CARDS: Final = vec[i64]([70, 70, 94, 66, 241, 60, 60, 90])
_PLAIN_CARDS: Final = vec[i64]([0, 0, 0, 30, 0, 0, 5, 103])
_NINE: Final = 0b00000100
_TEN: Final = 0b00001000
_JACK: Final = 0b00010000
_ACE: Final = 0b10000000

BID_SHOWS: Final = 130  # what it tells about a mode that somebody announced it
ANNOUNCE_RISK: Final = 2000  # thousandths of match points: the others may double, or bid more

# How sure a lead of so many tenths of the spread is: the chance to win less the chance to lose, in thousandths.
_SURENESS: Final = vec[i64]([int(1000 * erf(tenths / 10 / 2**0.5)) for tenths in range(31)])


def _lead(hand: i64, mode: i64) -> i64:
    """How many points above one half these five cards let expect in a mode."""
    if mode == ALL_TRUMPS:
        lead: i64 = -190
    elif mode == NO_TRUMPS:
        lead = -99
    else:
        lead = -186
    for suit in range(i64(4)):
        lead += _suit_lead((hand >> (suit * 8)) & 255, mode, mode == suit)
    return lead


def _suit_lead(cards: i64, mode: i64, is_trump: bool) -> i64:
    """What the cards of one suit add."""
    lead: i64 = 0
    weights = _PLAIN_CARDS
    if mode == ALL_TRUMPS or is_trump:
        weights = _ALL_TRUMPS_CARDS if mode == ALL_TRUMPS else _TRUMP_CARDS
        if cards & _NINE != 0:
            if cards & _JACK != 0:
                lead = 64 if mode == ALL_TRUMPS else 40
            elif cards != _NINE:
                lead = 50 if mode == ALL_TRUMPS else 43
    else:
        if mode == NO_TRUMPS:
            weights = _NO_TRUMPS_CARDS
        if cards & _TEN != 0:
            if cards & _ACE != 0:
                lead = 35 if mode == NO_TRUMPS else 14
            elif cards != _TEN and mode == NO_TRUMPS:
                lead = 24
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
    spread: i64 = 330
    if mode == ALL_TRUMPS:
        stake = 26
        spread = 530
    elif mode == NO_TRUMPS:
        stake = 52
        spread = 270
    elif mode == CLUBS:
        stake = 32
    size: i64 = lead if lead >= 0 else -lead
    size = size * 10 // spread
    sure: i64 = _SURENESS[size if size < 31 else 30]
    if lead < 0:
        sure = -sure
    if mode == ALL_TRUMPS and multiplier == 1:
        # Split when the announcers win, all for the defenders when they lose (rule 5.3).
        return (9 * (1000 + sure) - 26 * (1000 - sure)) // 2 if ours else (26 * (1000 + sure) - 9 * (1000 - sure)) // 2
    return stake * multiplier * sure


# Belief: what the bidding tells about the hands.

# In thousandths, how much likelier an action is with a lead of so much than with any hand, in steps of 60 from -240 to
# 480: counted by bench/belote_bids.py over deals that this heuristic bid, and smoothed. The rows are a Colour, NoTrumps
# and AllTrumps announced, NoTrumps not announced, AllTrumps doubled; first by the five cards of the bidding, then by
# all eight, when nobody can tell any more which five those were.
_STEP: Final = 60
_STEPS: Final = 13
_NOT_NO_TRUMPS: Final = 3
_DOUBLED_ALL_TRUMPS: Final = 4
_ROWS: Final = 5
_SHARES: Final = (
    (50, 70, 180, 580, 1030, 1670, 2600, 3200, 3200, 3200, 3200, 3200, 3200),
    (50, 50, 50, 120, 1080, 2480, 2840, 2910, 3390, 3880, 4000, 4000, 4000),
    (660, 730, 890, 1000, 1000, 1120, 1290, 1500, 1500, 1650, 1650, 2000, 2000),
    (1640, 1640, 1640, 1890, 630, 50, 50, 50, 50, 50, 50, 50, 50),
    (50, 50, 50, 50, 50, 50, 50, 50, 1000, 7000, 9000, 9000, 9000),
    (50, 50, 80, 280, 480, 690, 1050, 1670, 1980, 2190, 2300, 2300, 2300),
    (50, 50, 50, 50, 490, 1100, 1560, 2170, 2650, 3260, 3570, 4000, 4400),
    (670, 800, 800, 900, 900, 1000, 1000, 1150, 1150, 1250, 1300, 1400, 1500),
    (1200, 1200, 1200, 1490, 1090, 1080, 800, 440, 400, 290, 100, 50, 50),
    (50, 50, 50, 50, 50, 50, 50, 50, 500, 2600, 4200, 6900, 6900),
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
    return 980 if chance > 980 else chance
