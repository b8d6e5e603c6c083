"""Who has what in Coup, by counting cards and by what the rivals said: for the heuristic, and for searches.

`odds` counts cards: how likely a rival has a character, all deals being equal. `belief` weighs that by what the rival
claims and how its challenged claims ended; `weight` judges a whole imagined world, with what each claim is worth. Both
are a matter of play, never a part of `imagine`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.codes import AMBASSADOR, CHARACTERS, DECK
from croupier.games.coup.table import CLAIMS, HAND, HIDDEN, RECORD, SINCE, Table

# What a character is worth in a hand, for 2 players and for more.
WORTH_OF_TWO: Final = vec[i64]([60, 20, 80, 70, 50])
WORTH: Final = vec[i64]([75, 25, 55, 80, 60])

# How readily, of 1000, a character that is held is claimed.
TRUTH: Final = 900

# How much likelier, in thousandths, a character is claimed by one who has it not than by one who has it: for an action,
# for a block, and for a block with the last influence. Counted in matches of the heuristic: nobody exchanges without an
# Ambassador, a thief mostly is one, nearly everybody says Duke, and four of five Captains that block are none.
CLAIMS_WITHOUT: Final = vec[i64]([420, 60, 250, 800, 800])
BLOCKS_WITHOUT: Final = vec[i64]([1000, 60, 1200, 150, 600])
LAST_BLOCKS: Final = vec[i64]([1000, 60, 3500, 1000, 2000])
PLAUSIBLE: Final = 1000000  # the weight of a world in which all claims are true


_BY_LEFT: Final = 16
_BY_INFLUENCE: Final = 64


def _chances() -> list[int]:
    """At [influence][left][places], of 1000: that one of so many cards is a certain one, `left` being in `places`."""
    chances = [0] * (3 * _BY_INFLUENCE)
    for influence in (1, 2):
        for left in (1, 2, 3):
            for places in range(1, DECK + 1):
                missing = 1000
                for i in range(influence):
                    missing = missing * (places - left - i) // (places - i) if places - i > left else 0
                chances[influence * _BY_INFLUENCE + left * _BY_LEFT + places] = 1000 - missing
    return chances


CHANCES: Final = vec[i64](_chances())


def odds(table: Table, viewer: i64, seat: i64, character: i64) -> i64:
    """The chance, of 1000, that a rival has the character, every deal that fits what `viewer` knows being as likely."""
    zones = table.zones
    left: i64 = 3 - table.open_of(character) - table.known_elsewhere(viewer, character, seat)
    places: i64 = table.court_size + table.influences - zones[HIDDEN + viewer]
    places -= table.all_known_elsewhere(viewer, seat)
    if zones[HAND + 2 * viewer] == character:
        left -= 1
    if zones[HAND + 2 * viewer + 1] == character:
        left -= 1
    if left <= 0 or zones[HIDDEN + seat] == 0:
        return 0
    if places <= left:
        return 1000
    return CHANCES[zones[HIDDEN + seat] * _BY_INFLUENCE + left * _BY_LEFT + places]


def belief(table: Table, viewer: i64, seat: i64, character: i64) -> i64:
    """The chance, of 1000, that a rival has a character that it claims, by cards and by its record."""
    has: i64 = odds(table, viewer, seat, character)
    if has == 0 or has == 1000:
        return has
    return 1000 * has * TRUTH // (has * TRUTH + (1000 - has) * _lies(table, seat, character))


def _lies(table: Table, seat: i64, character: i64) -> i64:
    """How readily, of 1000, a seat claims what it has not: by its record, and less the more often it does."""
    lies: i64 = _record(table, seat)
    again: i64 = (table.zones[SINCE + seat] >> (8 * character)) & 255
    if again > 1:
        lies = lies * 2 // (again + 1)
    return lies


def _record(table: Table, seat: i64) -> i64:
    """The share of lies, of 1000, among the claims of a seat: a quarter to begin with, then by what became of them."""
    record: i64 = table.zones[RECORD + seat]
    if record >> 16 == 0:
        return 250  # nothing was challenged yet
    shown: i64 = (record >> 16) & 0xFFFF
    failed: i64 = record >> 32
    return 1000 * (3 * failed + 1) // (3 * failed + 2 * shown + 4)


def weight(table: Table, viewer: i64) -> i64:
    """How well the hands of an imagined world explain claims and exchanges, 1000 if there were none (State.weight).

    Claims since the hand last changed speak for the character, by what it is and by the record of the one who made
    them. Whoever exchanged chose two cards of four, so it rather has good ones.
    """
    zones = table.zones
    total: i64 = PLAUSIBLE
    said: bool = False
    for seat in range(table.seats):
        if seat == viewer or zones[HIDDEN + seat] == 0:
            continue
        recent: i64 = zones[SINCE + seat]
        if recent != 0:
            said = True
            for character in range(i64(CHARACTERS)):
                again: i64 = (recent >> (8 * character)) & 255
                if again != 0 and not table.holds(seat, character):
                    total = total * _unlikely(table, seat, character, again) // 1000
        claims: i64 = zones[CLAIMS + seat * CHARACTERS + AMBASSADOR]
        if (claims & 0xFFFF) > (claims >> 32) and (recent >> (8 * AMBASSADOR)) & 255 == 0:
            said = True
            for i in range(i64(2)):
                card: i64 = zones[HAND + 2 * seat + i]
                if card >= 0:
                    total = total * (40 + worth(table, card)) // 100
    if not said:
        return 1000
    return total if total > 0 else i64(1)


def _unlikely(table: Table, seat: i64, character: i64, again: i64) -> i64:
    """How much likelier, in thousandths, a seat claims a character so often without it than with it."""
    ratio: i64 = 4 * _record(table, seat)
    if ratio < 500:
        ratio = 500
    if table.blocker == seat and table.block == character:
        again -= 1
        ratio = (
            ratio * (BLOCKS_WITHOUT[character] if table.zones[HIDDEN + seat] > 1 else LAST_BLOCKS[character]) // 1000
        )
    if again > 6:
        again = 6
    while again > 0:
        ratio = ratio * CLAIMS_WITHOUT[character] // 1000
        again -= 1
    return ratio


def worth(table: Table, character: i64) -> i64:
    if character < 0:
        return 0
    return WORTH_OF_TWO[character] if table.alive == 2 else WORTH[character]
