"""From Python: what `import croupier` gives."""

from collections.abc import Callable
from pathlib import Path
from time import sleep

import msgspec
import pytest
from frames.limits import time_limits

import croupier
from croupier.arena.run.table import StopFlag
from croupier.arena.store.store import open_store
from croupier.games.cuttle import CuttleBot
from croupier.games.kittens import DrawCardAction, EventType, KittensBot


class First(CuttleBot):
    def select_move(self, view, legal_moves):
        return 0


def test_play_gives_a_finished_match():
    match = croupier.play("cuttle", ["random", First], seed=7)
    assert match.over
    assert match.table.names == ("random", "First")
    again = croupier.play("cuttle", ["random", First], seed=match.seed)
    assert [step.move for step in again.steps] == [step.move for step in match.steps]


def test_run_gives_a_report():
    report = croupier.run("cuttle", ["random", First], n=9, seed=7, settings={"rules": "online"})
    assert report.standings.matches == 10
    assert report["random"].matches == 10
    assert report["random"].win_rate > report["First"].win_rate
    assert str(report).startswith("cuttle, 10 matches, seed 7\n  random:")


def test_a_random_seed_can_be_used_again():
    report = croupier.run("cuttle", ["random", "random"], n=4)
    assert croupier.run("cuttle", ["random", "random"], n=4, seed=report.seed).standings == report.standings


def test_workers_and_a_journal_change_nothing_about_a_run(tmp_path: Path):
    here = croupier.run("cuttle", ["random", First], n=60, seed=7)
    journal = tmp_path / "runs.sqlite"
    stored = croupier.run("cuttle", ["random", First], n=60, seed=7, workers=2, journal=journal)
    assert stored.standings == here.standings
    with open_store(str(journal)) as store:
        (run,) = store.runs()
        assert (run.plan.kind, run.state, run.games) == ("run", "finished", 60)


def test_a_series_in_another_process_is_the_same_series():
    here = croupier.run("cuttle", ["random", First], n=6, seed=7, series=True)
    assert here.unrated
    assert croupier.run("cuttle", ["random", First], n=6, seed=7, series=True, workers=2).standings == here.standings


def test_a_run_that_was_stopped_is_resumed(tmp_path: Path):
    stop = StopFlag()
    made: list[int] = []

    class Stopping(First):
        def __init__(self) -> None:
            made.append(1)
            if len(made) == 20:
                stop.set()

    terms = {"n": 40, "seed": 7, "journal": tmp_path / "runs.sqlite"}
    early = croupier.run("cuttle", ["random", Stopping], stop=stop, **terms)
    assert 0 < early.standings.matches < 20
    played = len(made)
    whole = croupier.run("cuttle", ["random", Stopping], resume=True, **terms)
    assert whole.standings == croupier.run("cuttle", ["random", First], n=40, seed=7).standings
    assert len(made) - played <= 40 - early.standings.matches + 3  # the bots are tried once, and a chunk is begun again


@time_limits(0.2, 3.0)
def test_a_bot_that_is_too_slow_is_disqualified_by_a_run_with_workers(limit: float):
    class Sleeping(croupier.Bot):
        def decide(self, decision):
            sleep(30)
            return 0

    report = croupier.run("kittens", ["random", "cautious", Sleeping], n=6, seed=7, timeout=limit, workers=2)
    assert list(report.disqualified) == ["Sleeping"]
    assert (report["Sleeping"].matches, report["cautious"].matches) == (0, 6)
    assert "  Sleeping: disqualified, " in str(report)


@pytest.mark.parametrize(
    ("play", "arguments"),
    [
        (croupier.run, {"bots": ["random", "random"], "n": 2}),
        (croupier.compare, {"old": "random", "new": "random"}),
        (croupier.tournament, {"bots": ["random", "random"]}),
    ],
)
def test_every_run_knows_the_backends_of_the_commands(play: Callable[..., object], arguments: dict[str, object]):
    with pytest.raises(croupier.UsageError, match="no backend 'cloud'; choose local or ray"):
        play("cuttle", **arguments, backend="cloud")
    with pytest.raises(croupier.UsageError, match="--address needs a Ray cluster"):
        play("cuttle", **arguments, address="localhost:1")


def test_workers_and_a_journal_change_nothing_about_a_comparison(tmp_path: Path):
    here = croupier.compare("cuttle", "random", First, seed=7)
    assert croupier.compare("cuttle", "random", First, seed=7, workers=2) == here
    journal = tmp_path / "runs.sqlite"
    assert croupier.compare("cuttle", "random", First, seed=7, workers=2, journal=journal) == here
    with open_store(str(journal)) as store:
        (run,) = store.runs()
        assert (run.plan.kind, run.plan.names, run.state) == ("compare", ("random", "First"), "finished")
        assert run.games >= here.games


def test_a_comparison_that_was_stopped_is_resumed(tmp_path: Path):
    stop = StopFlag()

    class Stopping(First):
        made = 0

        def __init__(self) -> None:
            Stopping.made += 1
            if Stopping.made == 70:
                stop.set()

    terms = {"seed": 7, "journal": tmp_path / "runs.sqlite"}
    early = croupier.compare("cuttle", "random", Stopping, stop=stop, **terms)
    assert early.stopped
    assert 0 < early.games < 140
    whole = croupier.compare("cuttle", "random", Stopping, resume=True, **terms)
    at_once = croupier.compare("cuttle", "random", First, seed=7)
    assert whole == msgspec.structs.replace(at_once, may_remember_deals=("Stopping",))


def test_to_resume_takes_a_journal_and_a_run(tmp_path: Path):
    with pytest.raises(croupier.UsageError, match="journal=PATH"):
        croupier.compare("cuttle", "random", First, resume=True)
    with pytest.raises(croupier.UsageError, match="no run of this command"):
        croupier.tournament("cuttle", ["random", First], journal=tmp_path / "runs.sqlite", resume=True)


def test_a_tournament_gives_ratings_and_rounds(tmp_path: Path):
    bots = ["random", "heuristic", First]
    found = croupier.tournament("cuttle", bots, seed=5, blocks=3)
    assert isinstance(found, croupier.TournamentResult)
    assert found.ranking[0] == "heuristic"
    assert found.summary.matches == 3 * 3 * 2
    assert [round_.title for round_, _ in found.rounds] == ["round-robin"]
    assert str(found).startswith("cuttle, 18 matches, seed 5\n  heuristic: Elo ")
    journal = tmp_path / "runs.sqlite"
    again = croupier.tournament("cuttle", bots, seed=5, blocks=3, workers=2, journal=journal)
    assert [row.elo for row in again.summary.rows] == [row.elo for row in found.summary.rows]
    resumed = croupier.tournament("cuttle", bots, seed=5, blocks=3, journal=journal, resume=True)
    assert resumed.rounds == found.rounds


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bots": ["random"]}, "at least two bots, not 1"),
        ({"format": "knockout", "rounds": 3}, "--rounds is for swiss"),
        ({"partners": "mixed"}, "games with teams"),
        ({"backend": "cloud"}, "no backend 'cloud'"),
    ],
)
def test_mistakes_in_a_tournament_are_usage_errors(arguments: dict[str, object], words: str):
    with pytest.raises(croupier.UsageError, match=words):
        croupier.tournament(**{"game": "cuttle", "bots": ["random", "random"], "blocks": 1, **arguments})


def test_a_ladder_rates_the_bots_of_a_folder(tmp_path: Path):
    with pytest.raises(croupier.UsageError, match="has no ladder yet"):
        croupier.ladder(tmp_path)
    (tmp_path / "first.py").write_text(
        "from croupier.games.cuttle import CuttleBot\n\n\n"
        "class First(CuttleBot):\n    def select_move(self, view, legal_moves):\n        return 0\n"
    )
    found = croupier.ladder(tmp_path, "cuttle", seed=4, trust=True)
    assert {bot.name for bot in found.standings()} == {"random", "heuristic", "first"}
    assert found.standings()[0].name == "heuristic"
    assert str(found).startswith(f"cuttle ladder, {found.matches} matches\n  heuristic: ")
    assert croupier.ladder(tmp_path).matches == found.matches


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"bots": ["random", First()]}, "every match needs a new bot"),
        ({"bots": ["random", CuttleBot]}, "CuttleBot: cannot create the bot: TypeError"),
        pytest.param({"bots": ["random", lambda: 5]}, "expected a Bot, got a int", id="a function that makes no bot"),
        ({"bots": ["random"]}, "at least two bots"),
        ({"seed": -1}, "a seed must be a whole number"),
        ({"settings": {"rules": "x"}}, "classic or online"),
    ],
)
def test_mistakes_are_usage_errors(arguments: dict[str, object], words: str):
    with pytest.raises(croupier.UsageError, match=words):
        croupier.run(**{"game": "cuttle", "bots": ["random", "random"], "n": 2, **arguments})


def test_the_package_exports_what_it_lists():
    assert all(hasattr(croupier, name) for name in croupier.__all__)
    assert set(croupier.__all__) <= set(dir(croupier))
    with pytest.raises(AttributeError, match="nothing_like_that"):
        croupier.nothing_like_that  # noqa: B018


class Talker(KittensBot):
    """Says what it heard last."""

    def take_turn(self, view):
        heard = [event for event in view.recent_events if event.event_type == EventType.BOT_CHAT]
        view.say(f"heard {len(heard)}")
        return DrawCardAction()


@pytest.mark.parametrize("chat", [True, False])
def test_a_match_without_chat(chat: bool):
    match = croupier.play("kittens", [Talker, Talker], seed=7, chat=chat)
    assert any("heard 1" in step.say for step in match.steps) is chat


class Dozing(Talker):
    def take_turn(self, view):
        sleep(60)


def test_a_timeout_that_is_given_holds_for_bots_in_this_process():
    match = croupier.play("kittens", [Dozing, Talker], seed=7, timeout=0.2)
    assert match.steps[0].faults == ("TooSlow: did not answer 'turn' within 0.2 s and was stopped",)


class Named(Talker):
    name = "Veteran"


def test_bots_are_called_by_their_own_names():
    assert croupier.play("kittens", [Named, Named, Talker], seed=7).table.names == ("Veteran", "Veteran 2", "Talker")
