"""What goes on while somebody looks, in a real terminal: matches and tournaments of others, bars."""

import re

import pytest
from ui.terminal.tmux import Terminal

from croupier.arena.store.store import open_store
from croupier.ui.cli.main import run_app

STEP = re.compile(r"step (\d+) of (\d+) \(live\)")


def step_of(screen: Terminal) -> tuple[int, int]:
    """Which step is shown, of how many there are so far."""
    found = STEP.search(screen.until(lambda text: STEP.search(text) is not None))
    assert found is not None
    return int(found[1]), int(found[2])


def test_a_match_that_a_person_plays_is_followed_from_another_terminal(terminal, tmp_path):
    live = tmp_path / "game.jsonl"
    player = terminal(f"play cuttle --name Ann --seed 5 --pace 0 --window 0 --live {live}")
    player.shows("Your turn", "  1  ")
    watcher = terminal(f"watch {live}", width=100, height=30)
    watcher.shows("all cards open", "step 0 of 0 (live)")
    player.type("1", "Enter")
    watcher.until(lambda text: 0 < (step := step_of(watcher))[0] == step[1])
    # Who steps back stays there while the match goes on.
    before = step_of(watcher)[1]
    watcher.type("Home")
    watcher.shows("step 0 of")
    player.shows("Your turn", "  1  ")
    player.type("1", "Enter")
    watcher.until(lambda text: step_of(watcher)[1] > before)
    assert step_of(watcher)[0] == 0
    watcher.type("s")
    watcher.shows("as Ann saw it")
    watcher.resize(80, 24)
    watcher.until(lambda text: max(map(len, text.split("\n"))) == 80 and "What happened" in text)
    watcher.type("q")
    watcher.shows("[ended with 0]")
    player.type("F10")
    player.shows("[ended with 0]")


def test_a_tournament_is_followed_until_it_is_over(terminal, tmp_path):
    db = tmp_path / "runs.sqlite"
    run_app(f"tournament cuttle heuristic random easy --blocks 4 --db {db} --seed 1 --quiet".split())
    with open_store(str(db)) as store:
        games = list(store.games(1))
        run = store.begin_run(store.plan(1))
        watcher = terminal(f"watch {run} --db {db} --every 0.05")
        watcher.shows("run 2: 0 of 24 matches", "no matches yet")
        store.journal(run, games[:10])
        watcher.shows("run 2: 10 of 24 matches", "heuristic")
        store.journal(run, games[10:20])
        watcher.shows("run 2: 20 of 24 matches", "matches/s", " left", "Elo")
        watcher.resize(120, 40)
        store.journal(run, games[20:])
        store.finish(run)
        watcher.shows("run 2: 24 of 24 matches, finished", "[ended with 0]")


@pytest.mark.parametrize(
    ("command", "unit"),
    [
        ("audit cuttle --worlds 100000", "worlds/s"),
        ("check heuristic --game kittens -n 100000", "matches/s"),
        ("debug-search cuttle --games 1000 --json", "matches/"),
    ],
)
def test_what_takes_long_shows_how_far_it_is(terminal, command, unit):
    screen = terminal(command)
    seen = screen.until(lambda text: re.search(rf"━.*\d+/\d+.* {unit}", text) is not None)
    assert re.search(r"\d:\d\d:\d\d|-:--:--", seen), "the time left"
    screen.type("C-c")
    screen.until(lambda text: screen.code is not None)


def test_no_bar_is_drawn_in_a_pipe_nor_if_it_is_not_wanted(terminal):
    for rest in ("--quiet", "2>&1 | cat"):
        screen = terminal(f"audit cuttle --worlds 300 --seed 1 {rest}")
        screen.until(lambda text, screen=screen: screen.code is not None)
        assert "no seat was sent anything it must not know" in screen.everything().replace("\n", " ")
        assert "━" not in screen.everything()
        assert "worlds/s" not in screen.everything()
