"""The leak audit through the socket: all that a seat is sent, and when, in two worlds it cannot tell apart."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from liar import GAME as LIAR
from ui.web.travel import TravelLoop, TravelMatch

from croupier.games import GAMES
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.game import Game
from croupier.match.audit import AuditReport, Sort, audit
from croupier.match.reaction_windows import RedactedSteps, redact_steps
from croupier.ui.web.tables.broadcast import Broadcaster

SETTINGS: dict[str, dict[str, Any]] = {"belote": {"deals": 1}, "bluff": {"hand_size": 6}}
SEATS = {"belote": 4, "cuttle": 2, "kittens": 3, "coup": 3, "bluff": 3, "liar": 3}


@pytest.fixture
def loop() -> Iterator[TravelLoop]:
    loop = TravelLoop()
    yield loop
    loop.close()


def audited(loop: TravelLoop, game: Game, worlds: int, seed: int, window: float = 3.0) -> AuditReport:
    settings, seats = game.settings(SETTINGS.get(game.name)), SEATS[game.name]

    def at_a_table(match_seed: int, exchange: tuple[int, int, int, int] | None) -> TravelMatch:
        return TravelMatch(loop, game, settings, seats, match_seed, exchange, window)

    sorts = (Sort.CARDS, Sort.MOVE)
    return audit(game, settings, seats, worlds, seed, new_match=at_a_table, sorts=sorts, expels=False)


@pytest.mark.parametrize("name", [*GAMES])
def test_nothing_that_a_seat_is_sent_tells_an_unknown_card(loop: TravelLoop, name: str) -> None:
    report = audited(loop, GAMES[name], 12, seed=1)
    assert report.leaks == ()
    assert report.decisions > 20


def test_a_sixth_game_leaks_nothing_either(loop: TravelLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "liar", LIAR)
    report = audited(loop, LIAR, 12, seed=1)
    assert report.leaks == ()
    assert report.decisions > 20


def test_the_audit_finds_a_window_that_lasts_only_if_somebody_is_asked(
    loop: TravelLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def only_if_asked(broadcaster: Broadcaster) -> None:
        if broadcaster.match.over or broadcaster.match.state.asks_openly():
            await asyncio.sleep(max(0.0, broadcaster.window_until - loop.time()))
        else:
            broadcaster.window_until = loop.time() + broadcaster.window

    monkeypatch.setattr(Broadcaster, "_wait_for_windows", only_if_asked)
    assert audited(loop, GAMES["cuttle"], 60, seed=1).leaks


def test_the_audit_finds_a_note_that_goes_to_the_wrong_seat(loop: TravelLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: everybody is told what the dealer knows."""

    def careless(match: Any, steps: Any, seat: int, notes: bool) -> RedactedSteps:
        told = redact_steps(match, steps, seat, notes)
        if seat == PUBLIC:
            return told
        hands = str([match.view(other).ints for other in range(match.table.seats)])
        return RedactedSteps(told.mover, told.events, (*told.lines, hands), told.said, told.note)

    monkeypatch.setattr("croupier.ui.web.tables.viewers.redact_steps", careless)
    assert audited(loop, GAMES["cuttle"], 12, seed=1).leaks
