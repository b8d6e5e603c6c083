"""A game of another package: after pip install everything has it, and a broken one harms nothing."""

import json
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
    import croupier
    croupier.serve(Last)
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
    played = installed.croupier(
        "run", "hearts", "last.py", "last.py", "duck", "ismcts:iterations=5", *FAST, "--seed", "3"
    )
    assert "the match is over" in played
    assert "fault" not in played


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
        (info / "entry_points.txt").write_text(
            "[croupier.games]\nbroken = nowhere\ncoup = nowhere\nhearts = nowhere\n", "utf-8"
        )
        listed = installed.croupier("games")
        assert "the game broken cannot be loaded from nowhere: ModuleNotFoundError" in listed
        assert "nowhere declares a game 'coup', which Croupier has already" in listed
        assert "hearts and nowhere both declare a game 'hearts'; that of hearts is used" in listed
        assert "Hearts" in installed.croupier("games", "hearts")
        assert "cannot be loaded" in installed.croupier("run", "broken", "random", "random", code=2)
    finally:
        for path in info.iterdir():
            path.unlink()
        info.rmdir()


def test_the_page_on_your_own_game_runs_as_it_says(installed: Environment, tmp_path: Path):
    page = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
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
    checked = json.loads(installed.croupier("game-check", "snap", "--quick", "--json"))
    assert checked["next"].startswith("All checks pass")
    assert {row["status"] for row in checked["checks"]} <= {"ok", "optional", "not checked"}
    tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "croupier._pytest_options", "-n0")
    assert "3 passed" in installed.run(*tests, "snap/tests")
    suite = ("--pyargs", "croupier.conformance", "--game", "snap")
    assert "passed" in installed.run(*tests, *suite)


def test_a_wheel_of_a_game_has_everything(installed: Environment, tmp_path: Path):
    installed.croupier("new-game", "fish", cwd=tmp_path)
    build = ("-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", "wheels", "./fish")
    installed.run(*build, cwd=tmp_path)
    (wheel,) = (tmp_path / "wheels").iterdir()
    installed.run("-m", "pip", "install", "-q", "--no-deps", "--no-index", str(wheel))
    (tmp_path / "fish").rename(tmp_path / "elsewhere")
    try:
        site = next(installed.folder.glob("lib/python*/site-packages"))
        assert json.loads(installed.croupier("game-check", "fish", "--quick", "--json"))["checks"][0]["found"] == (
            f"fish, {site / 'fish'}"
        )
        assert "The deck has the cards 1 to 10" in installed.croupier("games", "fish", "--rules")
        installed.croupier("new", "fish", "angler.py", cwd=tmp_path)
        program = f"cmd:{installed.folder}/bin/python angler.py"
        played = installed.croupier("run", "fish", program, "angler.py", "--seed", "1", "--no-journal", cwd=tmp_path)
        assert "the match is over" in played
        assert "fault" not in played
    finally:
        installed.run("-m", "pip", "uninstall", "-q", "-y", "croupier-fish")


@pytest.mark.parametrize("name", ["Snap", "class", "json", "coup", "../x", "9lives"])
def test_a_name_that_cannot_be_a_package_is_refused(installed: Environment, name: str):
    refused = installed.croupier("new-game", name, code=2)
    assert "choose another" in refused or "not a name for a game" in refused
    assert not (installed.folder / name).exists()


@pytest.fixture(scope="module")
def gap(installed: Environment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game called gap, which tests change and put back."""
    folder = tmp_path_factory.mktemp("games") / "gap"
    assert "croupier new-game gap, then pip install -e gap" in installed.croupier("game-check", "gap", code=1)
    installed.croupier("new-game", "gap", str(folder))
    assert "Next: pip install -e gap" in installed.croupier("game-check", "gap", code=1, cwd=folder.parent)
    installed.install(folder)
    return folder


GUIDE = "__import__('croupier.kernel.display.guide', fromlist='*').Guide"
PARTS = {
    "no rules in words": ("src/gap/RULES.md", "", None, "Next: write down the rules and the table of events in"),
    "no section": ("src/gap/RULES.md", ". Events", ". News", "Next: add the section, with its table, to"),
    "no method": ("src/gap/core/rules.py", "def deal_unknown", "def not_yet", "Next: write deal_unknown in"),
    "an error": ("src/gap/core/rules.py", "words[w.POINTS + best] += 1", "words[1000] += 1", "rules.py, line"),
    "no syntax": ("src/gap/core/rules.py", "def start", "def", "core/rules.py, line 28."),
    "a wrong name": ("src/gap/core/codes.py", "M_KEEP", "M_HOLD", "face.py, line 27."),
    "an exit": (
        "src/gap/__init__.py",
        "GAME: Final = ",
        "raise SystemExit('bye')\nGAME: Final = ",
        "__init__.py, line 67.",
    ),
    "a name that is taken": ("src/gap/__init__.py", 'name = "gap"', 'name = "coup"', "GAME of gap has the name 'coup'"),
    "no sentence": ("src/gap/face.py", '    says = "Keep your card"\n', "", "Next: add `says` to Keep in"),
    "an old starter": ("src/gap/starter.txt", "def keeps", "def holds", "MyBot must implement keeps"),
    "a starter that fails": ("src/gap/starter.txt", "view.mine", "view.hers", "has no attribute 'hers'"),
    "a broken drawing": (
        "src/gap/__init__.py",
        "    zones = ",
        f"    guide = {GUIDE}(faces={{'1': '<svg>'}})\n    zones = ",
        "the face of '1' is not well-formed SVG",
    ),
    "too many words": (
        "src/gap/core/layout.py",
        "END: Final = 26\nROUNDS: Final = 26",
        "END: Final = 9000\nROUNDS: Final = 9000",
        "the layout has 9000 words; a search copies all of them, so use at most 4096",
    ),
    "too many events": (
        "src/gap/core/rules.py",
        "super().__init__(seats, 64",
        "super().__init__(seats, 2",
        "one move makes more events than the state has room for",
    ),
    "a field that is too large": (
        "src/gap/core/rules.py",
        "self.emit_public(c.E_WON, best, 0, 0)",
        "self.emit_public(c.E_WON, best, 256, 0)",
        "field a of Won is 256; in an event it must be 0 to 255",
    ),
    "no notation": ("src/gap/face.py", '    notation = "keep"\n', "", "Next: add `notation` to Keep in"),
    "no legal move": (
        "src/gap/core/rules.py",
        "        return 2\n",
        "        return 0\n",
        "`legal` has no move for seat 0",
    ),
    "a zone of nothing": ("src/gap/__init__.py", '"points.*"', '"pionts.*"', "`to_wire` has no field for 'pionts.*'"),
    "a secret that all see": (
        "src/gap/core/layout.py",
        "    secret={CARD: -1},\n",
        "",
        "deal_unknown may change only what the seat does not know (`secret` in core/layout.py)",
    ),
}


@pytest.mark.parametrize("part", list(PARTS))
def test_a_part_that_is_missing_or_wrong_is_named_with_its_place(installed: Environment, gap: Path, part: str):
    file, old, new, said = PARTS[part]
    path, whole = gap / file, (gap / file).read_text("utf-8")
    assert old in whole
    try:
        if new is None:
            path.unlink()
        else:
            path.write_text(whole.replace(old, new), "utf-8")
        assert said in " ".join(installed.croupier("game-check", "gap", "--quick", code=1).split())
    finally:
        path.write_text(whole, "utf-8")


def test_a_package_without_its_entry_point_is_told_the_lines(installed: Environment, tmp_path: Path):
    (tmp_path / "gip" / "src" / "gip").mkdir(parents=True)
    (tmp_path / "gip" / "pyproject.toml").write_text("[project]\n", "utf-8")
    said = " ".join(installed.croupier("game-check", "gip", code=1, cwd=tmp_path).split())
    assert 'add the lines [project.entry-points."croupier.games"] and gip = "gip"' in said


PLANTED = {
    "a leak": (
        "seat, 0, card, -1, bit(seat))",
        "seat, 0, card, -1, 15)",
        "conformance: audit",
        "who learns the events",
    ),
    "imagined unfairly": ("shuffle(deck, n)", "shuffle(deck, n - 2)", "conformance: imagined", "repair deal_unknown"),
    "chance of its own": (
        "self.shuffled(deck, c.DECK, DEAL, number)",
        "__import__('random').shuffle(deck)",
        "conformance: determinism",
        "take all chance from self.shuffled",
    ),
}


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("fault", list(PLANTED))
def test_a_planted_fault_is_found_and_the_step_says_where_to_look(installed: Environment, gap: Path, fault: str):
    old, new, check, step = PLANTED[fault]
    rules = gap / "src/gap/core/rules.py"
    whole = rules.read_text("utf-8")
    assert old in whole
    try:
        rules.write_text(whole.replace(old, new), "utf-8")
        checked = json.loads(installed.croupier("game-check", "gap", "--json", code=1))
    finally:
        rules.write_text(whole, "utf-8")
    rows = {row["name"]: row for row in checked["checks"]}
    assert rows[check]["status"] == "FAIL"
    assert step in rows[check]["step"]


def test_without_a_compiler_one_sentence_says_what_to_do(installed: Environment):
    said = installed.croupier("compile", "hearts", code=2, CC="/nowhere/cc")
    assert "nothing was compiled: no working C compiler; to install one on Debian: apt install gcc" in said
    assert "comes with Croupier" in installed.croupier("compile", "coup", code=2)
