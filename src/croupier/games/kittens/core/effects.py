"""What the cards and combos of Exploding Kittens do once no Nope stops them (RULES.md, sections 3 and 4)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.belief import note_avoidance, note_look
from croupier.games.kittens.core.table import (
    after,
    card_of_hand,
    card_of_pile,
    drop,
    expect_no_defuse,
    forget_pile,
    gain,
    has,
    lift,
    settle,
)
from croupier.games.kittens.core.turns import ask_for_turn, end_turn, next_turn
from croupier.kernel.bits import bit
from croupier.kernel.event_bits import pack
from croupier.kernel.layout import append_words
from croupier.kernel.rng import purpose
from croupier.kernel.state import State

SHUFFLED: Final = purpose("kittens: a Shuffle")
STOLEN: Final = purpose("kittens: a stolen card")


def take_effect(
    state: State, words: vec[i64], order: vec[i64], seat: i64, pending: i64, target: i64, named: i64
) -> None:
    """Do what was pending, unless it was a Favor, see `give`. `order` is room for a pile that is shuffled."""
    if pending == c.SKIP:
        note_avoidance(words, seat)
        end_turn(state, words)
    elif pending == c.ATTACK:
        _attack(state, words, seat)
    elif pending == c.SHUFFLE:
        _shuffle(state, words, order, seat)
    elif pending == c.FUTURE:
        _look(state, words, seat)
    elif pending == c.PAIR:
        _steal(state, words, seat, target)
    elif pending == c.TRIPLE:
        _take(state, words, seat, target, named)
    elif pending == c.FIVE:
        _recover(state, words, seat, named)


def _attack(state: State, words: vec[i64], seat: i64) -> None:
    """Rule 3.2."""
    note_avoidance(words, seat)
    turns: i64 = 2
    if words[w.PRINTED_ATTACKS] == 0:
        turns = 1 + words[w.OWED]
    elif words[w.ATTACKED] != 0:
        turns = 2 + words[w.OWED]
    next_turn(state, words, seat, after(words, seat), turns, 1)


def _shuffle(state: State, words: vec[i64], order: vec[i64], seat: i64) -> None:
    """Rule 3.4."""
    n: i64 = words[w.PILE_SIZE]
    append_words(order, 0, words, w.PILE, n)
    state.shuffled(order, n, SHUFFLED, words[w.SHUFFLES])
    append_words(words, w.PILE, order, 0, n)
    words[w.SHUFFLES] += 1
    forget_pile(words)
    state.emit_public(c.E_SHUFFLED, seat, 0, 0)


def _look(state: State, words: vec[i64], seat: i64) -> None:
    """Rule 3.5."""
    n: i64 = words[w.PILE_SIZE]
    if n > 3:
        n = 3
    cards: i64 = 0xFFF & ~(bit(4 * n) - 1)  # NO_CARD where there is none
    for i in range(n):
        at: i64 = words[w.PILE_SIZE] - 1 - i
        words[w.PILE + at] |= bit(4 + seat)
        cards |= card_of_pile(words, at) << (4 * i)
    note_look(words, seat, n)
    if state.watching:
        state.emit(pack(c.E_PEEKED, seat, n, 0, cards & 255, cards >> 8, bit(seat), words[w.EVERYONE]))


# Cards that change hands.


def give(state: State, words: vec[i64], seat: i64, card: i64) -> None:
    """Rule 3.3: the card that pays a Favor."""
    taker = words[w.TURN]
    both: i64 = bit(seat) | bit(taker)
    _move(words, seat, taker, card, both)
    if state.watching:
        state.emit(pack(c.E_GAVE, seat, 0, taker + 1, card, -1, both, words[w.EVERYONE]))
    settle(words)
    ask_for_turn(state, words)


def _move(words: vec[i64], giver: i64, taker: i64, card: i64, witnesses: i64) -> None:
    drop(words, giver, card, witnesses)
    gain(words, taker, card, witnesses)


def _steal(state: State, words: vec[i64], seat: i64, target: i64) -> None:
    """Rule 4.2."""
    size = words[w.HAND_SIZE + target]
    if size == 0:
        return
    chance = state.chance
    chance.start(state.seed, STOLEN, words[w.STEALS])
    words[w.STEALS] += 1
    card = card_of_hand(words[w.HAND + target], chance.below(size))
    both: i64 = bit(seat) | bit(target)
    _move(words, target, seat, card, both)
    if state.watching:
        state.emit(pack(c.E_STOLE, seat, 0, target + 1, card, -1, both, words[w.EVERYONE]))


def _take(state: State, words: vec[i64], seat: i64, target: i64, named: i64) -> None:
    """Rules 4.3 and 8.5: a type that was asked for in vain is not there."""
    if named == c.KITTEN:
        state.emit_public(c.E_TOOK, seat, 0, target + 1)
    elif has(words[w.HAND + target], named) != 0:
        _move(words, target, seat, named, words[w.EVERYONE])
        state.emit_public(c.E_TOOK, seat, named + 1, target + 1)
    else:
        words[w.LACKS + target] |= bit(named)
        if named == c.DEFUSE:
            expect_no_defuse(words, target)
        state.emit_public(c.E_TOOK, seat, 0, target + 1)


def _recover(state: State, words: vec[i64], seat: i64, named: i64) -> None:
    """Rule 4.4."""
    if named == c.KITTEN:
        state.emit_public(c.E_PICKED, seat, 0, 0)
        return
    lift(words, named, words[w.BEFORE_FIVE])
    gain(words, seat, named, words[w.EVERYONE])
    state.emit_public(c.E_PICKED, seat, named + 1, 0)
