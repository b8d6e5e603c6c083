"""The leak audit: no seat is sent anything that it must not know."""

from croupier.ai.baselines import HeuristicBot
from croupier.conformance.cases import IS_COMPILED, Case
from croupier.match.audit import audit

WORLDS = 40 if IS_COMPILED else 24


def test_every_game_is_clean(case: Case) -> None:
    players = {"heuristic": lambda: HeuristicBot(case.game)}
    report = audit(case.game, case.settings, case.seats, worlds=WORLDS, seed=1, players=players)
    assert not report.leaks, report.leaks[0]
    assert report.worlds == WORLDS
    assert report.decisions > WORLDS
    assert report.shown > 0
