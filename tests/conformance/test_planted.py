"""The leak audit: every planted leak is found."""

from collections.abc import Callable

import liar
import pytest

from conformance.planted import LEAKS
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.match.audit import AuditReport, Sort, audit, checks


def audited(what: str, worlds: int = 1000, **players: Callable[[], Bot]) -> AuditReport:
    """Audit a planted leak until it is found."""
    leak = LEAKS[what]
    return audit(
        leak.game,
        leak.settings,
        leak.seats,
        worlds=worlds,
        seed=2,
        new_match=leak.new_match,
        players=players,
        most_leaks=1,
    )


# Liar, in which most leaks are planted, is never compiled: what audits find is found once.
@pytest.mark.slow_pure
@pytest.mark.parametrize("what", LEAKS)
def test_a_planted_leak_is_found(what: str) -> None:
    assert not audited(what, **({"honest": liar.Honest} if LEAKS[what].game.name == "liar" else {})).clean


def test_there_are_more_than_twenty_kinds() -> None:
    assert len(LEAKS) > 20


def test_a_bots_own_chance_that_follows_the_seed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def add(seed: int, seat: int) -> int:
        return seed * 0x9E3779B97F4A7C15 % 2**60 + seat

    monkeypatch.setattr(checks, "luck_seed", add)
    report = audit(GAMES["cuttle"], GAMES["cuttle"].settings(), 2, worlds=1, seed=2)
    assert "its own random numbers" in report.leaks[0]


@pytest.mark.slow_pure
def test_random_play_alone_does_not_find_a_rare_state() -> None:
    what = "a hidden card in a state that random play does not reach"
    assert audited(what, worlds=120).clean
    assert not audited(what, worlds=120, honest=liar.Honest).clean


@pytest.mark.slow_pure
def test_all_sorts_of_worlds_and_messages_are_compared() -> None:
    game = GAMES["kittens"]
    report = audit(game, game.settings(), 3, worlds=60, seed=5)
    assert set(report.sorts) == {sort.value for sort in Sort}
    assert all(report.sorts.values())
    assert all(report.compared.values())


def test_the_report_says_what_was_reached_and_what_cannot_be_seen() -> None:
    game = GAMES["cuttle"]
    report = audit(game, game.settings(), 2, worlds=12, seed=1)
    assert report.questions.counts["turn"] > 10
    assert report.events.counts["Drew"] > 0
    assert report.moves.counts["Draw"] > 0
    for reached, kinds in ((report.questions, game.questions), (report.showing, [k.__name__ for k in game.showing])):
        assert {*reached.counts, *reached.never} == set(kinds)
    assert "timing" in report.cannot_see[0]
