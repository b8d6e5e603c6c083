"""Matches of Liar for the tests: with chosen hands, played by notation, or at random."""

import random
from collections.abc import Iterator
from typing import Any

import liar
from frames.positions import legal_moves
from liar import GAME, LiarState, codes
from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.cards import Card
from croupier.kernel.event_bits import DEALER, redact

# The rest of the deck follows in order.
HANDS = ("10c Qc Kc", "10d Jd Kd", "10h Jh Qh", "10s Js Qs")
TABLES = [(3, False), (4, False), (4, True)]


class Stacked(LiarState):
    """A match in which the cards of the first deal are chosen."""

    order: tuple[int, ...] = ()

    def shuffled(self, cards: vec[i64], n: int, stream: int, index: int) -> None:
        super().shuffled(cards, n, stream, index)
        if self.order and index == 0:
            for i, card in enumerate(self.order):
                cards[i] = card


def stacked(order: tuple[int, ...], seats: int, seed: int = 1, **options: Any) -> LiarState:
    settings = liar.LiarSettings(**options)
    state = Stacked(seats, settings.deals, settings.lives, settings.teams)
    state.order = order
    state.start(seed)
    return state


def dealt(*hands: str, seed: int = 1, **options: Any) -> LiarState:
    """A match that begins with these hands."""
    cards = [Card(text).index - 36 for hand in hands for text in hand.split()]
    rest = [card for card in range(codes.DECK) if card not in cards]
    return stacked(tuple(cards + rest), len(hands), seed, **options)


def play(state: LiarState, *moves: str) -> list[str]:
    """Play moves by their notation; what happened in the last one."""
    for text in moves:
        state.apply(next(m for m in legal_moves(state) if str(GAME.moves[m]) == text))
    return happened(state)


def happened(state: LiarState, seat: int = DEALER) -> list[str]:
    names = [f"p{s}" for s in range(state.seats)]
    shown = [redact(state.events[i], seat, state.seats) for i in range(state.n_events)]
    return [GAME.events[event].text(names) for event in shown if event]


def random_games(n: int, seats: int, teams: bool = False) -> Iterator[tuple[LiarState, random.Random]]:
    """Every state of n random matches, the generator beside it; a seat is expelled now and then."""
    state = GAME.new_state(liar.LiarSettings(teams=teams), seats)
    assert isinstance(state, LiarState)
    for seed in range(n):
        rng = random.Random(seed)
        state.start(seed)
        yield state, rng
        while state.to_act >= 0:
            if rng.random() < 0.01:
                state.expel(rng.randrange(seats))
            else:
                state.apply(rng.choice(legal_moves(state)))
            yield state, rng
