"""Turns of Exploding Kittens: drawing, kittens, how a turn ends and a seat goes out (RULES.md, sections 2 and 6)."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.belief import note_draw
from croupier.games.kittens.core.table import (
    after,
    card_of_pile,
    clear_hand,
    discard,
    gain,
    has,
    insert_kitten,
    lay,
    settle,
)
from croupier.kernel.bits import bit, count, lowest_of_few
from croupier.kernel.event_bits import pack
from croupier.kernel.state import State


def draw(state: State, words: vec[i64], seat: i64) -> None:
    """Rules 2.2 and 6.2."""
    at: i64 = words[w.PILE_SIZE] - 1
    card = card_of_pile(words, at)
    witnesses: i64 = (words[w.PILE + at] >> 4) | bit(seat)
    words[w.PILE_SIZE] = at
    note_draw(words)
    if card == c.KITTEN:
        state.emit_public(c.E_KITTEN, seat, 0, 0)
        state.to_act = seat
        if has(words[w.HAND + seat], c.DEFUSE) == 0:
            state.question = c.Q_LAST_WORDS
            return
        discard(words, seat, c.DEFUSE)
        state.emit_public(c.E_DEFUSED, seat, 0, 0)
        state.question = c.Q_DEFUSE
        return
    gain(words, seat, card, witnesses)
    words[w.LACKS + seat] = 0
    if state.watching:
        state.emit(pack(c.E_DREW, seat, 0, 0, card, -1, witnesses, words[w.EVERYONE]))
    end_turn(state, words)


def put_back(state: State, words: vec[i64], seat: i64, depth: i64) -> None:
    """Rule 6.2: no other seat learns where the kitten is."""
    insert_kitten(words, depth, seat)
    if state.watching:
        state.emit(pack(c.E_INSERTED, seat, words[w.PILE_SIZE], 0, depth, -1, bit(seat), words[w.EVERYONE]))
    end_turn(state, words)


def end_turn(state: State, words: vec[i64]) -> None:
    """One turn is over; the same seat goes on if it owes more."""
    seat = words[w.TURN]
    if words[w.OWED] > 1:
        next_turn(state, words, seat, seat, words[w.OWED] - 1, words[w.ATTACKED])
    else:
        next_turn(state, words, seat, after(words, seat), 1, 0)


def next_turn(state: State, words: vec[i64], before: i64, seat: i64, turns: i64, attacked: i64) -> None:
    """The turn of `seat`, which owes so many; `before` is the seat whose turn ended, or -1."""
    words[w.TURN] = seat
    words[w.LAST] = seat
    words[w.OWED] = turns
    words[w.ATTACKED] = attacked
    words[w.ACTIONS] = 0
    ask_for_turn(state, words)
    state.emit_public(c.E_TURN, seat, turns, before + 1)


def ask_for_turn(state: State, words: vec[i64]) -> None:
    """The seat whose turn it is goes on with it."""
    state.to_act = words[w.TURN]
    state.question = c.Q_TURN


def leave(state: State, words: vec[i64], seat: i64, why: i64) -> None:
    """Rules 6.2 and 6.3: the hand goes to the discard pile, and the next seat begins with one turn."""
    place = count(words[w.ALIVE])
    words[w.PLACE + seat] = place
    words[w.ALIVE] &= ~bit(seat)
    state.emit_public(c.E_OUT, seat, why, place)
    _discard_hand(state, words, seat)
    if place == 2:
        winner = lowest_of_few(words[w.ALIVE])
        words[w.PLACE + winner] = 1
        state.to_act = -1
        state.ending = c.END_ALIVE if why == c.EXPLODED else c.END_EXPELLED
        state.emit_public(c.E_ENDED, winner, state.ending, 0)
    elif seat == words[w.TURN]:
        settle(words)
        next_turn(state, words, -1, after(words, seat), 1, 0)
    elif state.question == c.Q_GIVE and words[w.TARGET] == seat:
        settle(words)
        ask_for_turn(state, words)


def _discard_hand(state: State, words: vec[i64], seat: i64) -> None:
    hand = words[w.HAND + seat]
    cards: i64 = 0
    n: i64 = 0
    for card in range(i64(c.HAND_TYPES)):
        for _copy in range(has(hand, card)):
            lay(words, card)
            cards |= card << (4 * n)
            n += 1
            if n == 4:
                state.emit_public(c.E_DISCARDED, seat, cards & 255, cards >> 8)
                cards = 0
                n = 0
    if n > 0:
        cards |= 0xFFFF & ~(bit(4 * n) - 1)
        state.emit_public(c.E_DISCARDED, seat, cards & 255, cards >> 8)
    clear_hand(words, seat)
