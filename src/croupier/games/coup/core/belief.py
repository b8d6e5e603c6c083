"""Who has what in Coup, by counting cards and by what the rivals said: for the heuristic, and for searches.

`odds` counts cards: how likely a rival has a character, all deals being equal. `belief` weighs that by what the rival
claims and how its challenged claims ended; `weight` judges a whole imagined world, with what each claim is worth. Both
are a matter of play, never a part of `imagine`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.core import codes as c
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.table import all_known_elsewhere, holds, known_elsewhere, open_of

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
            for places in range(1, c.DECK + 1):
                missing = 1000
                for i in range(influence):
                    missing = missing * (places - left - i) // (places - i) if places - i > left else 0
                chances[influence * _BY_INFLUENCE + left * _BY_LEFT + places] = 1000 - missing
    return chances


CHANCES: Final = vec[i64](_chances())


def odds(words: vec[i64], viewer: i64, seat: i64, character: i64) -> i64:
    """The chance, of 1000, that a rival has the character, every deal that fits what `viewer` knows being as likely."""
    left: i64 = 3 - open_of(words, character) - known_elsewhere(words, viewer, character, seat)
    places: i64 = words[w.COURT_SIZE] + words[w.INFLUENCES] - words[w.HIDDEN + viewer]
    places -= all_known_elsewhere(words, viewer, seat)
    if words[w.HAND + 2 * viewer] == character:
        left -= 1
    if words[w.HAND + 2 * viewer + 1] == character:
        left -= 1
    if left <= 0 or words[w.HIDDEN + seat] == 0:
        return 0
    if places <= left:
        return 1000
    return CHANCES[words[w.HIDDEN + seat] * _BY_INFLUENCE + left * _BY_LEFT + places]


def belief(words: vec[i64], viewer: i64, seat: i64, character: i64) -> i64:
    """The chance, of 1000, that a rival has a character that it claims, by cards and by its record."""
    has: i64 = odds(words, viewer, seat, character)
    if has == 0 or has == 1000:
        return has
    return 1000 * has * TRUTH // (has * TRUTH + (1000 - has) * _lies(words, seat, character))


def _lies(words: vec[i64], seat: i64, character: i64) -> i64:
    """How readily, of 1000, a seat claims what it has not: by its record, and less the more often it does."""
    lies: i64 = _record(words, seat)
    again: i64 = (words[w.SINCE + seat] >> (8 * character)) & 255
    if again > 1:
        lies = lies * 2 // (again + 1)
    return lies


def _record(words: vec[i64], seat: i64) -> i64:
    """The share of lies, of 1000, among the claims of a seat: a quarter to begin with, then by what became of them."""
    record: i64 = words[w.RECORD + seat]
    if record >> 16 == 0:
        return 250  # nothing was challenged yet
    shown: i64 = (record >> 16) & 0xFFFF
    failed: i64 = record >> 32
    return 1000 * (3 * failed + 1) // (3 * failed + 2 * shown + 4)


def weight(words: vec[i64], viewer: i64) -> i64:
    """How well the hands of an imagined world explain claims and exchanges, 1000 if there were none (State.weight).

    Claims since the hand last changed speak for the character, by what it is and by the record of the one who made
    them. A seat that exchanged chose two cards of four, so it rather has good ones.
    """
    total: i64 = PLAUSIBLE
    said: bool = False
    for seat in range(words[w.SEATS]):
        if seat == viewer or words[w.HIDDEN + seat] == 0:
            continue
        recent: i64 = words[w.SINCE + seat]
        if recent != 0:
            said = True
            for character in range(i64(c.CHARACTERS)):
                again: i64 = (recent >> (8 * character)) & 255
                if again != 0 and not holds(words, seat, character):
                    total = total * _unlikely(words, seat, character, again) // 1000
        claims: i64 = words[w.CLAIMS + seat * c.CHARACTERS + c.AMBASSADOR]
        if (claims & 0xFFFF) > (claims >> 32) and (recent >> (8 * c.AMBASSADOR)) & 255 == 0:
            said = True
            for i in range(i64(2)):
                card: i64 = words[w.HAND + 2 * seat + i]
                if card >= 0:
                    total = total * (40 + worth(words, card)) // 100
    if not said:
        return 1000
    return total if total > 0 else i64(1)


def _unlikely(words: vec[i64], seat: i64, character: i64, again: i64) -> i64:
    """How much likelier, in thousandths, a seat claims a character so often without it than with it."""
    ratio: i64 = 4 * _record(words, seat)
    if ratio < 500:
        ratio = 500
    if words[w.BLOCKER] == seat and words[w.BLOCK] == character:
        again -= 1
        ratio = ratio * (BLOCKS_WITHOUT[character] if words[w.HIDDEN + seat] > 1 else LAST_BLOCKS[character]) // 1000
    if again > 6:
        again = 6
    while again > 0:
        ratio = ratio * CLAIMS_WITHOUT[character] // 1000
        again -= 1
    return ratio


def worth(words: vec[i64], character: i64) -> i64:
    if character < 0:
        return 0
    return WORTH_OF_TWO[character] if words[w.ALIVE] == 2 else WORTH[character]
