"""What one-offs and Jacks do to the table: cards that leave it, change sides or go back to a hand.

Events are emitted only where the state is watched: from here `emit_public` is a virtual call.
"""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle.core import codes as c
from croupier.games.cuttle.core import layout as w
from croupier.games.cuttle.core.table import (
    add_points,
    jack_height,
    jack_lies_on,
    jacks_on,
    lift_permanent,
    pick_up,
    points_holder,
    remove_jack,
    remove_points,
)
from croupier.kernel.bits import bit, lowest
from croupier.kernel.event_bits import pack
from croupier.kernel.state import State


def take_effect(state: State, words: vec[i64], rank: i64, target: i64) -> None:
    """Resolve an Ace, a Two, a Six or a Nine, which ask for no further choice (rules 4.5, 4.6, 4.10 and 4.12)."""
    if rank == c.ACE:
        _scrap_all_points(state, words)
    elif rank == c.TWO:
        to_scrap(state, words, target, _lift(state, words, target))
    elif rank == c.SIX:
        _scrap_all_permanents(state, words)
    else:
        _return_to_hand(state, words, target)


def look(state: State, words: vec[i64], seat: i64) -> None:
    """Show the hand of `seat` to the other's glasses (rule 7.1)."""
    hand: i64 = words[w.HAND + seat]
    if state.watching:
        new: i64 = hand & ~words[w.KNOWN]
        while new != 0:
            state.emit(pack(c.E_SHOWN, seat, 0, 0, lowest(new), -1, 3, 3))
            new &= new - 1
    words[w.KNOWN] |= hand


def to_scrap(state: State, words: vec[i64], card: i64, had: i64) -> None:
    """Put a card of `had` on the scrap pile."""
    words[w.SCRAP] |= bit(card)
    if state.watching:
        state.emit_public(c.E_SCRAPPED, had, card, 0)


def change_sides(state: State, words: vec[i64], point_card: i64) -> None:
    """Give a point card to the other seat."""
    giver = points_holder(words, point_card)
    remove_points(words, giver, point_card)
    add_points(words, 1 - giver, point_card)
    if state.watching:
        state.emit_public(c.E_CONTROL, 1 - giver, point_card, 0)


def _lift(state: State, words: vec[i64], permanent: i64) -> i64:
    """Take a permanent off the table; under a Jack the point card changes sides. Who had the permanent."""
    if permanent >> 2 != c.JACK:
        return lift_permanent(words, permanent)
    under = jack_lies_on(words, permanent - 40)
    had = points_holder(words, under)
    remove_jack(words, permanent - 40)
    change_sides(state, words, under)
    return had


def scrap_points(state: State, words: vec[i64], card: i64) -> None:
    """Scrap a point card with every Jack on it."""
    seat = points_holder(words, card)
    remove_points(words, seat, card)
    to_scrap(state, words, card, seat)
    _scrap_jacks_on(state, words, card, seat)


def _scrap_jacks_on(state: State, words: vec[i64], point_card: i64, seat: i64) -> None:
    """Scrap the Jacks on a point card of `seat`: the top one is his, below it owners alternate."""
    if words[w.JACKS] == 0:
        return
    n = jacks_on(words, point_card)
    for suit in range(i64(4)):
        if jack_lies_on(words, suit) == point_card:
            above: i64 = n - 1 - jack_height(words, suit)
            remove_jack(words, suit)
            to_scrap(state, words, 40 + suit, seat if above & 1 == 0 else 1 - seat)


def _scrap_all_points(state: State, words: vec[i64]) -> None:
    for seat in range(i64(2)):
        cards: i64 = words[w.POINTS + seat]
        while cards != 0:
            scrap_points(state, words, lowest(cards))
            cards &= cards - 1


def _scrap_all_permanents(state: State, words: vec[i64]) -> None:
    if words[w.JACKS] != 0:
        for step in range(i64(4)):  # from the top of each stack down: a card under n Jacks changes sides n times
            for suit in range(i64(4)):
                if jack_lies_on(words, suit) >= 0 and jack_height(words, suit) == 3 - step:
                    to_scrap(state, words, 40 + suit, _lift(state, words, 40 + suit))
    for seat in range(i64(2)):
        cards: i64 = words[w.PERMANENTS + seat]
        words[w.PERMANENTS + seat] = 0
        while cards != 0:
            to_scrap(state, words, lowest(cards), seat)
            cards &= cards - 1


def _return_to_hand(state: State, words: vec[i64], target: i64) -> None:
    """Send the target of a Nine back to a hand (rule 4.12)."""
    owner: i64
    if ((words[w.POINTS] | words[w.POINTS + 1]) >> target) & 1 != 0:
        owner = points_holder(words, target)
        remove_points(words, owner, target)
        _scrap_jacks_on(state, words, target, owner)
    else:
        owner = _lift(state, words, target)
    pick_up(words, owner, target)
    if words[w.NINE_FREEZES] != 0:
        if owner == words[w.TURN]:
            words[w.CHILLED] |= bit(target)
        else:
            words[w.FROZEN] |= bit(target)
    if state.watching:
        state.emit_public(c.E_RETURNED, owner, target, 0)
