"""`croupier watch`: a match or a run that others play is followed while it goes on."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import croupier as package
from croupier.arena.store.follow import RunFollower
from croupier.arena.store.store import open_store
from croupier.kernel.errors import ReplayError
from croupier.match.match import Match
from croupier.match.playback import apply_step, replay_from_deal
from croupier.match.replay.follow import ReplayFollower
from croupier.match.replay.write import ReplayWriter

COMMAND = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()"]


@pytest.fixture
def played() -> Match:
    return package.play("cuttle", ["heuristic", "random"], seed=5)


def written(path: Path, script: Match, steps: int) -> tuple[ReplayWriter, Match]:
    """A file in which a match stands as far as this step."""
    writer = ReplayWriter(path, "test", ["heuristic", "random"])
    match = replay_from_deal(script)
    writer.watch(match)
    for step in script.steps[:steps]:
        apply_step(match, step)
        writer.watch(match)
    return writer, match


def test_a_match_is_followed_line_by_line(tmp_path, played):
    path = tmp_path / "live.jsonl"
    following = ReplayFollower(path)
    assert not following.read()
    writer, match = written(path, played, 3)
    assert following.read()
    assert following.match is not None
    assert [step.move for step in following.match.steps] == [step.move for step in played.steps[:3]]
    assert not following.read()
    with path.open("rb+") as file:  # a line of which only a part is there yet
        whole = path.read_bytes()
        apply_step(match, played.steps[3])
        writer.watch(match)
        more = path.read_bytes()[len(whole) :]
        file.truncate(len(whole) + 20)
        assert not following.read()
        file.seek(len(whole) + 20)
        file.write(more[20:])
        file.flush()
        assert following.read()
    for step in played.steps[4:]:
        apply_step(match, step)
        writer.watch(match)
    assert not following.over
    following.read()
    assert following.over
    assert following.match.result() == played.result()
    writer.close()
    following.close()


def test_a_match_that_was_left_is_followed_by_the_next(tmp_path, played):
    path = tmp_path / "live.jsonl"
    written(path, played, 2)[0].close()
    written(path, played, len(played.steps))[0].close()
    following = ReplayFollower(path)
    following.read()
    assert following.over
    following.close()


def test_a_file_that_is_no_replay_is_refused(tmp_path):
    path = tmp_path / "live.jsonl"
    path.write_text("hello\n", encoding="utf-8")
    following = ReplayFollower(path)
    with pytest.raises(ReplayError, match="line 1"):
        following.read()
    following.close()


def test_a_match_is_told_while_it_is_played(tmp_path, played):
    """The command is begun when half of the match is there, and ends when the other half has come."""
    path = tmp_path / "live.jsonl"
    writer, match = written(path, played, 10)
    arguments = [*COMMAND, "watch", str(path), "--every", "0.05"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline().startswith("[GAME] heuristic is dealt")
        for step in played.steps[10:]:
            apply_step(match, step)
            writer.watch(match)
        writer.close()
        out = watching.stdout.read()
    assert watching.returncode == 0
    assert "Result: " in out
    assert "one-offs that worked" in out


def test_run_writes_what_watch_reads(tmp_path, croupier):
    path = tmp_path / "live.jsonl"
    croupier("run", "coup", "heuristic", "random", "--seed", 3, "--live", path, "--quiet")
    document = json.loads(croupier("watch", path, "--json").out)
    assert document["game"] == "coup"
    assert document["result"]["places"]
    assert "Result: " in croupier("watch", path).out


def test_a_tournament_is_followed_as_its_matches_are_committed(tmp_path, croupier):
    db = tmp_path / "runs.sqlite"
    croupier("tournament", "cuttle", "heuristic", "random", "easy", "--blocks", 4, "--db", db, "--seed", 1, "--quiet")
    with open_store(str(db)) as store:
        games = list(store.games(1))
        run = store.begin_run(store.plan(1))
        spectator = RunFollower(store)
        assert (spectator.run, spectator.planned) == (run, 24)
        spectator.look()
        assert (spectator.totals.matches, spectator.rate, spectator.finished) == (0, None, False)
        store.journal(run, games[10:20])  # they come in any order
        assert spectator.look()
        store.journal(run, games[:10])
        assert spectator.look()
        assert spectator.totals.matches == 20
        assert not spectator.look()
        assert spectator.rate is not None
        assert spectator.seconds_left is not None
        store.journal(run, games[20:])
        store.finish(run)
        assert spectator.look()
        assert (spectator.totals.matches, spectator.finished) == (24, True)


@pytest.mark.parametrize(
    ("arguments", "planned"),
    [
        (("tournament", "cuttle", "heuristic", "random", "--format", "gauntlet", "--blocks", 3), 6),
        (("run", "cuttle", "heuristic", "random", "-n", 10), 10),
    ],
)
def test_a_run_that_is_over_is_shown_at_once(arguments, planned, tmp_path, croupier):
    db = tmp_path / "runs.sqlite"
    croupier(*arguments, "--seed", 1, "--db", db, "--quiet")
    ran = croupier("watch", "--db", db)
    assert f"run 1: {planned} of {planned} matches, finished" in ran.out
    assert "95 % interval" in ran.out
    document = json.loads(croupier("watch", 1, "--db", db, "--json").out)
    assert (document["matches"], document["matches_planned"], document["finished"]) == (planned, planned, True)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (("--once",), "no runs in"),
        (("7", "--once"), "no run 7 in"),
        (("nothing.jsonl", "--once"), "croupier run GAME BOT ... --live FILE"),
    ],
)
def test_what_is_not_there(what, sentence, tmp_path, croupier):
    ran = croupier("watch", *what, "--db", tmp_path / "runs.sqlite")
    assert ran.code == 2
    assert sentence in ran.err
