"""The leak audit: every game is clean, and every planted leak is caught by it or by a redaction table."""

from collections.abc import Callable
from typing import Any

import liar
import msgspec
import pytest
from liar.codes import E_ANSWERED, HAND, M_CLAIM, M_TRUST
from liar.rules import LiarState
from librt.vecs import vec
from mypy_extensions import i64

from conformance.conftest import Case
from croupier.games import GAMES
from croupier.kernel.decision import Decision, Event
from croupier.kernel.event_bits import public
from croupier.kernel.state import State
from croupier.match.audit import AuditReport, audit
from croupier.match.match import Match


def test_every_game_is_clean(case: Case) -> None:
    report = audit(case.game, case.settings, case.seats, worlds=600, seed=1)
    assert report.leaks == ()
    assert report.worlds == 600
    assert report.decisions > 600
    assert 0 < report.shown < 600


def leaky(state: type[LiarState]) -> AuditReport:
    """Audit Liar with the rules replaced by `state`."""

    def build(settings: Any, seats: int) -> State:
        return state(seats, settings.deals, settings.lives, settings.teams)

    game = _with_state(build)

    def new_match(seed: int, exchange: tuple[int, int, int, int] | None) -> Match:
        return Match(game, liar.GAME.settings(), ["a", "b", "c"], seed, False, exchange)

    report = audit(game, liar.GAME.settings(), 3, worlds=800, seed=2, new_match=new_match)
    assert 0 < report.shown < 800
    return report


def _with_state(build: Callable[[Any, int], State]) -> Any:
    class Leaky(liar.Liar):
        def make_state(self, settings: Any, seats: int) -> State:
            return build(settings, seats)

    return Leaky()


def test_the_sound_rules_pass_the_same_harness() -> None:
    assert leaky(LiarState).clean


class PeekInTheView(LiarState):
    """Everybody's view holds the first card of seat 0."""

    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = list(super().snapshot(seat))
        ints[-HAND * self.seats] = self.cards[0] if seat >= 0 else ints[-HAND * self.seats]
        return tuple(ints)


class MovesOrderedByHiddenCards(LiarState):
    """The claims of a turn come in an order that depends on the next seat's first card."""

    def legal(self, out: vec[i64]) -> int:
        n = super().legal(out)
        claims = [int(out[i]) for i in range(n) if out[i] >= M_CLAIM]
        if len(claims) > 2 and self.cards[(self.to_act + 1) % self.seats * HAND] % 2:
            out[1], out[2] = int(out[2]), int(out[1])
        return n


class NoEventForAnAutomaticPass(LiarState):
    """A seat that is asked and trusts says so to all; one that trusts by itself does not."""

    def apply(self, move: int) -> None:
        asked = self.to_act
        super().apply(move)
        if move == M_TRUST and self.to_act >= 0:
            self.emit(public(E_ANSWERED, asked, 0, 0, self.seats))


class AskedOnlyIfAnotherHoldsAKing(LiarState):
    """A question that tells by being asked: seat 0 may swap only while seat 1 holds a King."""

    def legal(self, out: vec[i64]) -> int:
        n = super().legal(out)
        if self.to_act == 0 and n > 12 and all(card < 12 for card in self.cards[HAND : 2 * HAND]):
            return 12
        return n


@pytest.mark.parametrize(
    "state", [PeekInTheView, MovesOrderedByHiddenCards, NoEventForAnAutomaticPass, AskedOnlyIfAnotherHoldsAKing]
)
def test_a_planted_leak_is_found(state: type[LiarState]) -> None:
    assert not leaky(state).clean


class CountingPerMatch:
    """A match whose decision ids count all questions, so they tell how often others were asked."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._count = 0

    def ask(self) -> Decision[Any, Any] | None:
        decision = self._match.ask()
        self._count += 1
        return None if decision is None else msgspec.structs.replace(decision, id=self._count)

    @property
    def state(self) -> State:
        return self._match.state

    @property
    def over(self) -> bool:
        return self._match.over

    def play(self, index: int) -> None:
        self._match.play(index)

    def take_news(self, seat: int) -> tuple[Event, ...]:
        return self._match.take_news(seat)


@pytest.mark.parametrize(("name", "seats"), [("cuttle", 2), ("liar", 3)])
def test_ids_counted_per_match_are_found(name: str, seats: int) -> None:
    game = GAMES[name]
    names = [f"p{seat}" for seat in range(seats)]

    def new_match(seed: int, exchange: tuple[int, int, int, int] | None) -> CountingPerMatch:
        return CountingPerMatch(Match(game, game.settings(), names, seed, False, exchange))

    report = audit(game, game.settings(), seats, worlds=2000, seed=3, new_match=new_match)
    assert any("its number is" in leak for leak in report.leaks)
