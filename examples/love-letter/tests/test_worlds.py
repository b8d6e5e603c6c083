"""Late in a round the worlds can be listed: those imagined are exactly the ones that fit what was seen, equally often.

What a seat has seen is worked out here from its events alone, and not from the words of the state.
"""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import love_letter
import pytest
from love_letter import KINDS, face
from love_letter.core import codes as c
from love_letter.core import layout as w

from croupier.match.match import Match

COPIES = Counter(dict(zip(KINDS, (2, 6, 2, 2, 2, 2, 2, 1, 1, 1), strict=True)))
MOST_WORLDS = 120
DRAWS_PER_WORLD = 30


class Witness:
    """What seat `me` knows of the round, by its events."""

    def __init__(self, me: int, match: Match) -> None:
        self.me, self.match, self.seats = me, match, int(match.state.seats)
        self.round = -1

    def start_round(self) -> None:
        self.open: Counter[str] = Counter()
        self.deck: list[str | None] = [None] * 20  # from the bottom on
        self.aside = 1
        self.known: list[str | None] = [None] * self.seats
        self.lacks: list[set[str]] = [set() for _ in range(self.seats)]
        self.tied: set[frozenset[int]] = set()
        self.seen: str | None = None
        self.dealt = 0

    def untie(self, seat: int) -> None:
        self.tied = {pair for pair in self.tied if seat not in pair}

    def draw(self) -> str | None:
        if self.deck:
            return self.deck.pop()
        self.aside = 0
        return None

    def see(self, event: Any, following: list[Any]) -> None:
        match event:
            case face.RoundBegan():
                self.start_round()
            case face.LaidOpen(card):
                self.open[card] += 1
                self.draw()
            case face.Drew(seat):
                self.seen = self.draw()
                self.dealt += 1
                if self.redraws == seat:
                    self.known[seat], self.redraws = self.seen, -1
            case face.Played(seat, card):
                self.play(seat, card)
            case face.Guessed(_, card, target) if not is_out(following):
                self.lacks[target].add(card)
            case face.Saw(_, target, card) if card is not None:
                self.known[target] = card
            case face.Compared(seat, target):
                self.compare(seat, target, following)
            case face.Swapped(seat, target, taken, given):
                self.untie(seat)
                self.untie(target)
                for of_all in (self.known, self.lacks):
                    of_all[seat], of_all[target] = of_all[target], of_all[seat]
                if taken is not None:
                    self.known[seat], self.known[target] = taken, given
            case face.Discarded(seat, card):
                self.open[card] += 1
                self.forget(seat)
                self.redraws = seat
            case face.Returned(seat, number, above, bottom):
                mine = [bottom, above][:number] if seat == self.me else [None] * number
                self.deck[:0] = mine
                self.forget(seat)
            case face.Out(seat, card):
                self.open[card] += 1
                self.forget(seat)
            case _:
                pass

    redraws = -1

    def forget(self, seat: int) -> None:
        self.known[seat], self.lacks[seat] = None, set()
        self.untie(seat)

    def play(self, seat: int, card: str) -> None:
        self.open[card] += 1
        if self.seen is not None and self.seen != card:
            self.known[seat] = self.seen
        elif self.seen is None and self.known[seat] == card:
            self.known[seat] = None
        if card not in self.lacks[seat]:
            self.lacks[seat] = set()
        if card in ("Prince", "King"):
            self.lacks[seat].add("Countess")
        self.untie(seat)

    def compare(self, seat: int, target: int, following: list[Any]) -> None:
        if is_out(following):
            winner = target if following[0].seat == seat else seat
            self.lacks[winner] |= set(KINDS[: KINDS.index(following[0].card) + 1])
        else:
            if self.me in (seat, target):
                self.known[seat + target - self.me] = self.match.view(self.me).hand[0]
            self.lacks[seat] = self.lacks[target] = self.lacks[seat] | self.lacks[target]
            self.tied = {frozenset((seat, target))} | {p for p in self.tied if not p & {seat, target}}

    def worlds(self, view: face.LoveLetterView) -> set[tuple[str, ...]]:
        """Each way to deal what is not known: hands by seat, the deck from the bottom on, the card set aside."""
        alive = [s for s in range(self.seats) if view.states[s] != "out" and s != self.me]
        places: list[str | None] = [*(self.known[s] for s in alive), *self.deck, *[None] * self.aside]
        held = Counter(view.hand) + Counter(card for card in places if card is not None)
        left = list((COPIES - self.open - held).elements())
        assert len(left) == places.count(None)
        if len(left) > 6:
            return set()
        found: set[tuple[str, ...]] = set()
        for order in set(permutations(left)):
            rest = iter(order)
            world = tuple(card if card is not None else next(rest) for card in places)
            hands = {self.me: view.hand[0], **dict(zip(alive, world, strict=False))}
            ties = all(hands[a] == hands[b] for a, b in map(tuple, self.tied) if self.me not in (a, b))
            if ties and not any(hands[s] in self.lacks[s] for s in alive):
                found.add(world)
        return found


def is_out(following: list[Any]) -> bool:
    return bool(following) and isinstance(following[0], face.Out)


def late_positions(seats: int, seed: int) -> Any:
    """Match, seat and worlds at questions with few of them, and whether all know what somebody does not hold."""
    match = Match(love_letter.GAME, love_letter.GAME.settings({"tokens": 3}), list("ABCDEF")[:seats], seed)
    witnesses = [Witness(seat, match) for seat in range(seats)]
    luck, step = Random(seed), 0
    while (decision := match.ask()) is not None:
        while step <= len(match.steps):
            for witness in witnesses:
                events = list(match.happened(witness.me, step))
                for place, event in enumerate(events):
                    witness.see(event, events[place + 1 :])
            step += 1
        seat = match.state.to_act
        if decision.question == "play":
            witness = witnesses[seat]
            is_narrow = bool(witness.tied) or any(witness.lacks[s] for s in range(seats) if s != seat)
            found = witness.worlds(match.view(seat))
            if 1 < len(found) <= MOST_WORLDS:
                yield match, seat, found, is_narrow
        match.play(luck.randrange(len(decision.moves)))


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_late_worlds_are_those_that_fit_each_as_likely_as_any_other(seats: int) -> None:
    checked, narrowed, draws_left = 0, 0, 20_000
    for seed in range(60):
        for match, seat, fitting, is_narrow in late_positions(seats, seed):
            draws = DRAWS_PER_WORLD * len(fitting)
            if narrowed == 5 or draws > draws_left or (not is_narrow and checked >= narrowed + 5):
                continue
            draws_left -= draws
            counts = imagined(match, seat, draws)
            assert set(counts) == fitting
            chi = sum((times - DRAWS_PER_WORLD) ** 2 / DRAWS_PER_WORLD for times in counts.values())
            freedom = len(fitting) - 1
            assert chi - freedom < 6 * (2 * freedom) ** 0.5 + 6, (len(fitting), chi)
            checked += 1
            narrowed += is_narrow
        if narrowed == 5:
            break
    assert narrowed == 5


def imagined(match: Match, seat: int, draws: int) -> Counter[tuple[str, ...]]:
    state, counts = match.state, Counter[tuple[str, ...]]()
    ints, world = state.snapshot(seat), state.fresh()
    for number in range(draws):
        world.restore(seat, ints)
        world.imagine(seat, number)
        words, n = world.words, int(world.words[w.SIZE])
        cards = [words[w.HAND + s] for s in range(state.seats) if s != seat and words[w.ALIVE] >> s & 1]
        cards += [words[w.PILE + place] for place in range(n)] + [words[w.ASIDE]] * int(words[w.ASIDE_LEFT])
        counts[tuple(KINDS[int(card)] for card in cards)] += 1
    return counts


def test_the_copies_are_those_of_the_rules() -> None:
    assert [c.COPIES >> 4 * kind & 15 for kind in range(c.KINDS)] == list(COPIES.values())
