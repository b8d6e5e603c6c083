"""What a seat of Coup knows of the table, as integers, and the way back from them; view.py gives them words."""

from mypy_extensions import i64

from croupier.games.coup.codes import CHARACTERS
from croupier.games.coup.table import (
    ANSWER,
    CLAIMS,
    COINS,
    HAND,
    HIDDEN,
    KNOWN,
    OPEN_CARDS,
    PLACE,
    RECORD,
    SINCE,
    Table,
)
from croupier.kernel.events import DEALER


def snapshot(table: Table, seat: i64) -> list[int]:
    """What `seat` knows, in the order of view.py; for DEALER what all know, and the court behind it."""
    zones = table.zones
    n = table.seats
    mine: bool = seat == DEALER or seat == table.turn
    ints: list[int] = [
        table.court_size,
        table.shuffles,
        table.alive,
        table.turn,
        table.turns,
        table.action,
        table.target,
        table.contest,
        table.challenger,
        table.blocker,
        table.block,
        table.then,
        table.drawn_a if mine else -1,
        table.drawn_b if mine else -1,
    ]
    for i in range(i64(COINS), i64(COINS) + n):
        ints.append(zones[i])
    for i in range(i64(HIDDEN), i64(HIDDEN) + n):
        ints.append(zones[i])
    for i in range(i64(PLACE), i64(PLACE) + n):
        ints.append(zones[i])
    for i in range(n):
        ints.append(zones[ANSWER + i] if i == seat or seat == DEALER else 0)
    for i in range(2 * n):
        ints.append(zones[HAND + i] if i >> 1 == seat or seat == DEALER else -1)
    for i in range(i64(OPEN_CARDS), i64(OPEN_CARDS) + 2 * n):
        ints.append(zones[i])
    for i in range(i64(CLAIMS), i64(CLAIMS) + CHARACTERS * n):
        ints.append(zones[i])
    for i in range(i64(SINCE), i64(SINCE) + n):
        ints.append(zones[i])
    if seat >= 0:
        for i in range(i64(CHARACTERS)):
            ints.append(zones[KNOWN + seat * CHARACTERS + i])
    elif seat == DEALER:
        for i in range(CHARACTERS * n):
            ints.append(zones[KNOWN + i])
        court = table.court
        for i in range(table.court_size):
            ints.append(court[i])
    return ints


def restore(table: Table, seat: i64, ints: tuple[int, ...]) -> None:
    """Take over a snapshot."""
    zones = table.zones
    n = table.seats
    table.clear()
    table.court_size = ints[0]
    table.shuffles = ints[1]
    table.alive = ints[2]
    table.turn = ints[3]
    table.turns = ints[4]
    table.action = ints[5]
    table.target = ints[6]
    table.contest = ints[7]
    table.challenger = ints[8]
    table.blocker = ints[9]
    table.block = ints[10]
    table.then = ints[11]
    table.drawn_a = ints[12]
    table.drawn_b = ints[13]
    at: i64 = 14
    for i in range(n):
        zones[COINS + i] = ints[at + i]
        hidden: i64 = ints[at + n + i]
        zones[HIDDEN + i] = hidden
        table.influences += hidden
        zones[PLACE + i] = ints[at + 2 * n + i]
        zones[ANSWER + i] = ints[at + 3 * n + i]
    at += 4 * n
    for i in range(2 * n):
        zones[HAND + i] = ints[at + i]
        card: i64 = ints[at + 2 * n + i]
        if card >= 0:
            table.lay_open(i >> 1, card)
    at += 4 * n
    for i in range(CHARACTERS * n):
        claims: i64 = ints[at + i]
        zones[CLAIMS + i] = claims
        zones[RECORD + i // CHARACTERS] += claims
    at += CHARACTERS * n
    for i in range(n):
        zones[SINCE + i] = ints[at + i]
    at += n
    if seat >= 0:
        for i in range(i64(CHARACTERS)):
            zones[KNOWN + seat * CHARACTERS + i] = ints[at + i]
    elif seat == DEALER:
        for i in range(CHARACTERS * n):
            zones[KNOWN + i] = ints[at + i]
        at += CHARACTERS * n
        court = table.court
        for i in range(table.court_size):
            court[i] = ints[at + i]
