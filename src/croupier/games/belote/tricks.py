"""A card on the table: what it changes, and what everybody learns from it about the hand it came from."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.codes import DECK_SIZE
from croupier.games.belote.ranks import BEATS, MUST_BEAT, SUITS, VALUES
from croupier.games.belote.table import CARD_POINTS, HAND, MAY, PLAYS, TRICKS, Table
from croupier.kernel.bits import bit

LAST_TRICK: Final = 10


def lay_card(table: Table, zones: vec[i64], seat: i64, card: i64) -> i64:
    """Rules 4.1 to 4.7; how many cards lie in the trick then. `zones` are the table's."""
    zones[HAND + seat] ^= bit(card)
    played: i64 = table.n_played
    zones[PLAYS + played] = card
    table.n_played = played + 1
    index: i64 = (table.mode << 5) + card
    points: i64 = VALUES[index]
    before: i64 = table.in_trick
    table.in_trick = before + 1
    if before == 0:
        led: i64 = card >> 3
        table.led = led
        table.suit = SUITS[led]
        table.must_beat = MUST_BEAT[(table.mode << 2) + led]
        table.trick_points = points
    else:
        table.trick_points += points
        better: i64 = table.better
        if (better >> card) & 1 == 0:
            zones[MAY + seat] &= ~_missed(table, seat, card, better)
            return before + 1
        if (table.suit >> card) & 1 == 0:
            zones[MAY + seat] &= ~table.suit
    table.best = card
    table.best_seat = seat
    table.better = BEATS[index]
    return before + 1


def _missed(table: Table, seat: i64, card: i64, better: i64) -> i64:
    """What `seat` cannot hold, having played a card to a trick that does not win it (rule 6.2)."""
    suit: i64 = table.suit
    if (suit >> card) & 1 != 0:
        return better & table.must_beat
    trumps: i64 = table.trumps
    if trumps == 0 or (table.best_seat == seat ^ 2 and (trumps >> table.best) & 1 == 0):
        return suit
    if (trumps >> card) & 1 == 0:
        return suit | trumps
    return suit | (better & trumps)


def take_trick(table: Table, zones: vec[i64]) -> i64:
    """Rules 4.7 and 4.8: the best card takes the trick; for how many points."""
    winner: i64 = table.best_seat
    points: i64 = table.trick_points
    played: i64 = table.n_played
    if played == DECK_SIZE:
        points += LAST_TRICK
    zones[CARD_POINTS + (winner & 1)] += points
    zones[TRICKS + (winner & 1)] += 1
    table.leaders |= table.leader << ((played >> 1) - 2)
    table.leader = winner
    table.in_trick = 0
    table.trick_points = 0
    return points
