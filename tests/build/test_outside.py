"""A game of another package: after pip install everything has it, and a broken one harms nothing."""

import json
import subprocess
from pathlib import Path

import pytest
from frames.outside import EXAMPLES, ROOT, Environment, has_pip

pytestmark = pytest.mark.skipif(not has_pip(), reason="not installed: pip")
FAST = ("--set", "deals=1", "--no-journal")
BOT = """
from hearts import HeartsBot

class Last(HeartsBot):
    def play_card(self, view, cards):
        return cards[-1]

if __name__ == "__main__":
    import sys
    import croupier
    ways = {way: 0 for way in sys.argv[1:]}
    croupier.serve(Last, **ways, **({"ready": lambda url: print(url, flush=True)} if ways else {}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with Hearts, a bot for it, and a game that cannot be loaded."""
    environment = Environment(tmp_path_factory.mktemp("outside") / "venv")
    environment.install(EXAMPLES / "hearts")
    (environment.folder / "last.py").write_text(BOT, "utf-8")
    return environment


def test_commands_list_and_describe_it(installed: Environment):
    assert "Hearts, 4 players" in installed.croupier("games", "hearts")
    assert "hearts" in installed.croupier("games")
    assert "Queen of spades" in installed.croupier("games", "hearts", "--rules")


def test_its_bots_play_in_a_sandbox_and_in_the_process(installed: Environment):
    program = "cmd:python last.py"
    played = installed.croupier(
        "run", "hearts", "last.py", program, "duck", "ismcts:iterations=5", *FAST, "--seed", "3"
    )
    assert "the match is over" in played
    assert "TooSlow" not in played


def test_its_bots_play_by_every_transport_as_in_the_process(installed: Environment):
    python, servers = str(installed.folder / "bin" / "python"), []
    specs = [f"cmd:{python} last.py"]
    try:
        for way in ("tcp", "http", "ws"):
            server = subprocess.Popen([python, "last.py", way], cwd=installed.folder, stdout=subprocess.PIPE, text=True)
            servers.append(server)
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            specs.append(f"json+{address}" if address.startswith("http:") else address)
        rules = (*FAST, "--seed", "5", "--trust", "--history")
        installed.croupier("run", "hearts", *specs, *rules, "remote.jsonl")
        installed.croupier("run", "hearts", *["last.py"] * 4, *rules, "local.jsonl")
    finally:
        for server in servers:
            server.kill()
            server.communicate()
    remote, local = (moves_in(installed.folder / f"{where}.jsonl") for where in ("remote", "local"))
    assert remote == local
    assert len(local) == 63


def moves_in(replay: Path) -> list[tuple[int, str]]:
    """Seat and move of each step. Compared in one match: with -n, bots that cannot be restarted get other deals."""
    steps = [json.loads(line) for line in replay.read_text("utf-8").splitlines()]
    return [(step["seat"], step["move"]) for step in steps if "move" in step]


def test_the_game_of_a_bot_is_found_from_its_file(installed: Environment):
    checked = installed.croupier("check", "last.py", "--trust", code=None)
    assert "hearts" in checked.lower()
    wrong = installed.croupier("run", "coup", "last.py", "random", "--trust", code=2)
    assert "Last plays hearts; a bot for coup subclasses CoupBot" in wrong


def test_a_starter_of_the_games_own_is_written(installed: Environment):
    installed.croupier("new", "hearts", "mine.py")
    assert "class Mine(HeartsBot)" in (installed.folder / "mine.py").read_text("utf-8")


def test_replays_audits_and_learning_have_it(installed: Environment):
    installed.croupier("run", "hearts", "duck", "random", *FAST, "--seed", "1", "--history", "one.jsonl")
    assert "verified" in installed.croupier("replay", "one.jsonl", "--verify").lower()
    assert "No leak found" in installed.croupier("audit", "hearts", "--set", "deals=1", "--worlds", "4", "-q")
    learn = "import croupier; print(croupier.rl.vector_env('hearts', 2, settings={'deals': 1}))"
    assert installed.run("-c", learn)


def test_a_game_that_cannot_be_loaded_is_named_and_left_out(installed: Environment, tmp_path: Path):
    site = next(installed.folder.glob("lib/python*/site-packages"))
    info = site / "broken-1.dist-info"
    info.mkdir()
    try:
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n", "utf-8")
        (info / "entry_points.txt").write_text("[croupier.games]\nbroken = nowhere\ncoup = nowhere\n", "utf-8")
        listed = installed.croupier("games")
        assert "the game broken cannot be loaded from nowhere: ModuleNotFoundError" in listed
        assert "nowhere declares a game 'coup', which Croupier has already" in listed
        assert "Hearts" in installed.croupier("games", "hearts")
        assert "cannot be loaded" in installed.croupier("run", "broken", "random", "random", code=2)
    finally:
        for path in info.iterdir():
            path.unlink()
        info.rmdir()


def test_the_page_on_your_own_game_runs_as_it_says(installed: Environment, tmp_path: Path):
    page = (ROOT / "docs" / "sixth-game.md").read_text("utf-8")
    block = page.split("```console\n")[1].split("```")[0]
    steps = [step.partition("\n") for step in block.removeprefix("$ ").split("\n$ ")]
    assert [command.split()[0] for command, _, _ in steps] == ["croupier", "pip", "croupier", "croupier"]
    for command, _, shown in steps:
        program, *arguments = command.split()
        if program == "pip":
            arguments[1:1] = ["-q", "--no-build-isolation", "--no-deps"]
        printed = installed.run("-m", program, *arguments, cwd=tmp_path)
        for line in shown.splitlines():
            assert line == "..." or line in printed, printed
    installed.run("-m", "pip", "uninstall", "-q", "-y", "croupier-snap")


def test_a_new_game_is_written_installed_checked_and_played(installed: Environment):
    assert "croupier new-game snap" in installed.croupier("game-check", "snap", code=1)
    installed.croupier("new-game", "snap")
    assert "exists; choose another folder" in installed.croupier("new-game", "snap", code=2)
    installed.install(installed.folder / "snap")
    assert "the match is over" in installed.croupier("run", "snap", "heuristic", "content", "--seed", "1")
    assert "All checks pass" in installed.croupier("game-check", "snap", "--quick")
    tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "croupier._pytest_options", "-n0")
    assert "3 passed" in installed.run(*tests, "snap/tests")
    suite = ("--pyargs", "croupier.conformance", "--game", "snap", "-k", "not observation")
    assert "passed" in installed.run(*tests, *suite)


@pytest.mark.parametrize("name", ["Snap", "class", "json", "coup", "../x", "9lives"])
def test_a_name_that_cannot_be_a_package_is_refused(installed: Environment, name: str):
    refused = installed.croupier("new-game", name, code=2)
    assert "choose another" in refused or "not a name for a game" in refused
    assert not (installed.folder / name).exists()


def test_a_part_that_is_missing_or_wrong_is_named_with_its_place(installed: Environment, tmp_path: Path):
    installed.croupier("new-game", "gap", str(tmp_path / "gap"))
    installed.install(tmp_path / "gap")
    rules = tmp_path / "gap/src/gap/core/rules.py"
    whole = rules.read_text("utf-8")
    rules.write_text(whole.replace("def deal_unknown", "def not_yet"), "utf-8")
    lacking = installed.croupier("game-check", "gap", "--quick", code=1)
    assert "Next: write deal_unknown in" in lacking
    rules.write_text(whole.replace("words[w.POINTS + best] += 1", "words[1000] += 1"), "utf-8")
    wrong = installed.croupier("game-check", "gap", "--quick", code=1)
    assert "IndexError" in wrong
    assert "rules.py, line" in " ".join(wrong.split())
    rules.write_text("def", "utf-8")
    assert "Next: repair gap" in installed.croupier("game-check", "gap", "--quick", code=1)


def test_without_a_compiler_one_sentence_says_what_to_do(installed: Environment):
    said = installed.croupier("compile", "hearts", code=2, CC="/nowhere/cc")
    assert "nothing was compiled: no working C compiler; to install one on Debian: apt install gcc" in said
    assert "comes with Croupier" in installed.croupier("compile", "coup", code=2)
