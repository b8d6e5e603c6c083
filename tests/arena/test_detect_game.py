"""Which game a bot plays, without running it."""

from pathlib import Path

import pytest

from croupier.arena.detect_game import game_of_spec
from croupier.games import GAMES
from croupier.kernel.errors import UsageError

ROOT = Path(__file__).parents[2]


CLASSES = [path for name in GAMES for path in sorted((ROOT / "bots" / name).glob("*.py")) if path.stem != "kaggler"]


@pytest.mark.parametrize("path", CLASSES, ids=lambda path: path.stem)
def test_the_example_bots_tell_their_game(path: Path) -> None:
    assert game_of_spec(str(path)).name == path.parent.name


@pytest.mark.parametrize("name", ["coup/kaggler.py"])
def test_who_plays_any_game_must_be_told_which(name: str) -> None:
    with pytest.raises(UsageError, match="--game"):
        game_of_spec(str(ROOT / "bots" / name))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import croupier\nclass A(croupier.Bot)\n    pass\n", r"my_bot\.py, line 2: syntax error: expected ':'"),
        ("\0", r"my_bot\.py: syntax error: source code string cannot contain null bytes"),
    ],
)
def test_a_syntax_error_is_reported_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=complaint):
        game_of_spec(str(path))


@pytest.mark.parametrize(
    ("text", "rest", "game"),
    [
        ("from croupier.games.coup import CoupBot\nclass A(CoupBot): ...", "", "coup"),
        ("from croupier.games.coup.bot import CoupBot as B\nclass A(B): ...", ":A", "coup"),
        ("import croupier.games.bluff\nclass A(croupier.games.bluff.BluffBot): ...", "", "bluff"),
        ("import croupier.games.bluff as b\nclass A(b.BluffBot): ...", ":A:x=1", "bluff"),
        ("from croupier.games import cuttle\nclass A(cuttle.CuttleBot): ...", "", "cuttle"),
        ("from croupier.games.cuttle import CuttleBot\nclass A(CuttleBot): ...\nclass B(A): ...", ":B", "cuttle"),
        (
            "from croupier.games.cuttle import CuttleBot\nfrom croupier.games.coup import CoupBot\n"
            "class A(CuttleBot): ...\nclass B(CoupBot): ...",
            ":B",
            "coup",
        ),
    ],
)
def test_a_file_tells_by_what_its_class_subclasses(tmp_path: Path, text: str, rest: str, game: str) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(f"{text}\nraise SystemExit('was run')\n", encoding="utf-8")
    assert game_of_spec(f"{path}{rest}").name == game


@pytest.mark.parametrize(
    "text",
    [
        "from my_bot import MyBot\nclass Better(MyBot): ...",
        "from my_bot import MyBot as Old\nclass Better(Old): ...",
        "import my_bot\nclass Better(my_bot.MyBot): ...",
    ],
)
def test_a_file_tells_by_a_class_that_it_imports_from_its_folder(tmp_path: Path, text: str) -> None:
    starter = "import better\nfrom croupier.games.coup import CoupBot\nclass MyBot(CoupBot, better.X): ..."
    (tmp_path / "my_bot.py").write_text(starter)  # a circle, too
    (tmp_path / "better.py").write_text(text)
    assert game_of_spec(str(tmp_path / "better.py")).name == "coup"


@pytest.mark.parametrize(
    ("spec", "game"),
    [
        ("deterministic", "belote"),
        ("http://localhost:1", "belote"),
        (str(ROOT / "bots/belote/flask"), "belote"),
        (str(ROOT / "bots/belote/express/bot.meta.json"), "belote"),
    ],
)
def test_other_bots_tell_by_their_name(spec: str, game: str) -> None:
    assert game_of_spec(spec).name == game


def folder_with(path: Path, more: str) -> Path:
    """A bot that registers itself, whatever it plays."""
    path.joinpath("bot.meta.json").write_text(
        f'{{"name": "mine", "baseUrl": "http://localhost:1"{more}}}', encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("inside", ["", "bot.meta.json"])
def test_a_folder_tells_by_its_meta_file(tmp_path: Path, inside: str) -> None:
    assert game_of_spec(str(folder_with(tmp_path, ', "game": "coup"') / inside)).name == "coup"


def test_a_folder_that_does_not_tell_is_not_taken_for_belote(tmp_path: Path) -> None:
    complaint = r'choose the game of .* with --game GAME, or a "game" in its bot.meta.json; the games are kittens, coup'
    with pytest.raises(UsageError, match=complaint):
        game_of_spec(str(folder_with(tmp_path, "")))


def test_a_folder_of_a_game_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"bot.meta.json: no game 'whist'; the games are kittens, coup"):
        game_of_spec(str(folder_with(tmp_path, ', "game": "whist"')))


@pytest.mark.parametrize("text", ["from croupier import Bot\nclass A(Bot): ...", "x = 1"])
def test_a_file_that_does_not_tell(tmp_path: Path, text: str) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(
        UsageError, match=r"choose the game of .*my_bot.py with --game GAME; the games are kittens, coup"
    ):
        game_of_spec(str(path))


@pytest.mark.parametrize(("spec", "complaint"), [("random", "choose the game of random"), ("gone.py", "no file")])
def test_what_cannot_be_told(spec: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        game_of_spec(spec)
