"""Imagined worlds of every game: the tests of the package, at our tables."""

from typing import Any, ClassVar

import kuhn
import pytest
from kuhn.rules import KuhnState

from croupier.conformance import test_imagined
from croupier.conformance.cases import Case
from croupier.conformance.test_imagined import *
from croupier.kernel.state import State


class Remembering(KuhnState):
    """Keeps the cards that were dealt last where every state finds them, and imagines those."""

    dealt: ClassVar[list[int]] = []

    def start(self, seed: int) -> None:
        super().start(seed)
        self.dealt[:] = [int(card) for card in self.cards]

    def imagine(self, seat: int, seed: int) -> None:
        super().imagine(seat, seed)
        if self.cards[seat] == self.dealt[seat]:
            self.cards[1 - seat] = self.dealt[1 - seat]


class PeekingKuhn(kuhn.Kuhn):
    """Kuhn poker whose imagined worlds are the real one."""

    def make_state(self, settings: Any, seats: int) -> State:
        return Remembering(settings.deals)


def test_a_state_that_peeks_at_the_real_deal_is_found() -> None:
    case = Case(PeekingKuhn(), 2)
    # Over many matches the worlds are as likely as they should be: only the other test can find it.
    test_imagined.test_at_the_first_question_imagined_worlds_are_like_real_ones(case)
    with pytest.raises(AssertionError, match="the same snapshot and seed gave two worlds"):
        test_imagined.test_an_imagined_world_follows_from_the_snapshot_and_the_seed_alone(case)
    test_imagined.test_an_imagined_world_follows_from_the_snapshot_and_the_seed_alone(Case(kuhn.GAME, 2))
