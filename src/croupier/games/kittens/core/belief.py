"""What a seat may guess from what it saw the others do: where a kitten lies, and who still has a Defuse.

The facts are words of the state, and all but the last are open to everybody:
- LOOKS, two bits for each seat: how many of the next cards it has seen by See the Future;
- RETURNED: how many cards lie on the kitten that was put back last, if RETURNER left it to the next player; -1 if none
  was, or it was drawn, or the pile was shuffled since;
- AVOIDED: whether a seat that had seen the next card ended its turn without drawing it;
- LIKELY, five bits for each other seat: the Defuses that a seat has seen there and not seen leave. Unlike KNOWN it does
  not fade when some card is stolen out of its sight.

Counted in 3,000 matches of the heuristic, the kitten was where the first three say in every case. Others may play
otherwise, so `believe` leaves room for doubt.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.table import card_of_hand, card_of_pile, has, knows_card, one, total
from croupier.kernel.bits import bit
from croupier.kernel.rng import Chance

DOUBT: Final = 16  # one in so many worlds does not believe in a kitten
LOSS: Final = 8  # and one in so many takes a Defuse to be among the cards that went out of sight
_LOW_BITS: Final = 0x55555


def note_look(words: vec[i64], seat: i64, n: i64) -> None:
    """A seat saw the next n cards."""
    words[w.LOOKS] = (words[w.LOOKS] & ~(3 * bit(2 * seat))) | (n << (2 * seat))


def note_draw(words: vec[i64]) -> None:
    """The next card left the pile."""
    words[w.LOOKS] -= (words[w.LOOKS] | (words[w.LOOKS] >> 1)) & _LOW_BITS
    if words[w.RETURNED] >= 0:
        words[w.RETURNED] -= 1
    words[w.AVOIDED] = 0


def note_avoidance(words: vec[i64], seat: i64) -> None:
    """A seat ends its turn without a draw."""
    if (words[w.LOOKS] >> (2 * seat)) & 3 != 0:
        words[w.AVOIDED] = 1


def restore_looks(words: vec[i64]) -> None:
    """Let the others know in imagined worlds, too, what they have seen of the pile."""
    for seat in range(words[w.SEATS]):
        n: i64 = (words[w.LOOKS] >> (2 * seat)) & 3
        while n > 0:
            words[w.PILE + words[w.PILE_SIZE] - n] |= bit(4 + seat)
            n -= 1


def believe(words: vec[i64], viewer: i64, chance: Chance) -> None:
    """Make an imagined world likelier (State.believe)."""
    if words[w.AVOIDED] != 0:
        _expect_kitten(words, viewer, words[w.PILE_SIZE] - 1, chance)
    if words[w.RETURNED] >= 0 and words[w.RETURNER] != viewer:
        at: i64 = words[w.PILE_SIZE] - 1 - words[w.RETURNED]
        _expect_kitten(words, viewer, at, chance)
        if at >= 0 and card_of_pile(words, at) == c.KITTEN:
            words[w.PILE + at] |= bit(4 + words[w.RETURNER])
    likely = words[w.LIKELY + viewer]
    seat: i64 = 0
    while likely != 0:
        if likely & 31 > has(words[w.HAND + seat], c.DEFUSE) and seat != viewer and chance.below(LOSS) > 0:
            _expect_defuse(words, viewer, seat, chance)
        likely >>= 5
        seat += 1


def _hidden(words: vec[i64], viewer: i64, card: i64) -> i64:
    """How many cards of a type lie in the part of the pile that the viewer does not know."""
    n: i64 = 0
    for i in range(words[w.PILE_SIZE]):
        if card_of_pile(words, i) == card and not knows_card(words, i, viewer):
            n += 1
    return n


def _replace_hidden(words: vec[i64], viewer: i64, card: i64, skip: i64, other: i64) -> None:
    """Put another type in the place of such a card, but for `skip` of them."""
    for i in range(words[w.PILE_SIZE]):
        if card_of_pile(words, i) == card and not knows_card(words, i, viewer):
            if skip == 0:
                words[w.PILE + i] += other - card
                return
            skip -= 1


def _expect_kitten(words: vec[i64], viewer: i64, at: i64, chance: Chance) -> None:
    """Put a kitten there from anywhere else in the part of the pile that the viewer does not know."""
    if at < 0 or card_of_pile(words, at) == c.KITTEN or knows_card(words, at, viewer) or chance.below(DOUBT) == 0:
        return
    kittens = _hidden(words, viewer, c.KITTEN)
    if kittens == 0:
        return
    here = card_of_pile(words, at)
    _replace_hidden(words, viewer, c.KITTEN, chance.below(kittens), here)
    words[w.PILE + at] += c.KITTEN - here


def _expect_defuse(words: vec[i64], viewer: i64, seat: i64, chance: Chance) -> None:
    """Exchange a card of this hand for a Defuse that lies where it is not expected, if there is one."""
    spare = _hidden(words, viewer, c.DEFUSE)
    for other in range(words[w.SEATS]):
        spare += _spare_defuses(words, viewer, other)
    card = _unknown_card(words, viewer, seat, chance)
    if spare == 0 or card < 0:
        return
    swap: i64 = one(c.DEFUSE) - one(card)
    skip: i64 = chance.below(spare)
    for other in range(words[w.SEATS]):
        here = _spare_defuses(words, viewer, other)
        if skip < here:
            if (words[w.LACKS + other] >> card) & 1 == 0:
                words[w.HAND + other] -= swap
                words[w.HAND + seat] += swap
            return
        skip -= here
    _replace_hidden(words, viewer, c.DEFUSE, skip, card)
    words[w.HAND + seat] += swap


def _spare_defuses(words: vec[i64], viewer: i64, seat: i64) -> i64:
    """How many more a hand holds than the viewer has reason to expect there."""
    if seat == viewer:
        return 0
    held = has(words[w.HAND + seat], c.DEFUSE)
    expected: i64 = (words[w.LIKELY + viewer] >> (5 * seat)) & 31
    return held - expected if held > expected else i64(0)


def _unknown_card(words: vec[i64], viewer: i64, seat: i64, chance: Chance) -> i64:
    """A random card of a hand that is no Defuse and that the viewer does not know of; -1 if there is none."""
    unknown: i64 = words[w.HAND + seat] - words[w.KNOWN + viewer * words[w.SEATS] + seat]
    unknown -= has(unknown, c.DEFUSE) * one(c.DEFUSE)
    n = total(unknown)
    return -1 if n == 0 else card_of_hand(unknown, chance.below(n))
