"""BOT specs: what they mean, and one sentence for everything that can be wrong with one."""

import random
import sys
from pathlib import Path

import pytest
from liar import GAME as LIAR

from croupier.ai.registry import BUILT_IN
from croupier.games import GAMES, find_game
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import unique_names
from croupier.players.python_file import can_use_random
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots

CUTTLE = find_game("cuttle")
HEAD = "from croupier.games.cuttle import CuttleBot\n"
METHOD = "    def select_move(self, view, legal_moves):\n        return 0\n"
ONE = f"{HEAD}class One(CuttleBot):\n{METHOD}"
TWO = f"{ONE}class Two(CuttleBot):\n{METHOD}"


def bot_file(folder: Path, text: str, name: str = "my_bot.py") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def refusal(spec: str, game: Game = CUTTLE, trust: bool = True) -> str:
    with pytest.raises(UsageError) as caught:
        load_bots(game, [spec], BUILT_IN, Isolation(trust))
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_built_in_bots_go_by_their_names():
    entrants = load_bots(CUTTLE, ["heuristic", "random"], BUILT_IN)
    assert [(entrant.name, entrant.spec) for entrant in entrants] == [("heuristic", "heuristic"), ("random", "random")]


def test_every_match_gets_a_fresh_instance():
    (entrant,) = load_bots(CUTTLE, ["random"], BUILT_IN)
    assert entrant.make() is not entrant.make()


def test_a_game_has_bots_of_its_own():
    (entrant,) = load_bots(LIAR, ["honest"], BUILT_IN)
    assert type(entrant.make()) is LIAR.bots["honest"]


def test_copies_get_names_of_their_own():
    entrants = load_bots(CUTTLE, ["random*2", "heuristic", "random"], BUILT_IN)
    assert [entrant.name for entrant in entrants] == ["random", "random 2", "heuristic", "random 3"]
    assert {entrant.spec for entrant in entrants} == {"random", "heuristic"}


@pytest.mark.parametrize(
    ("given", "unique"),
    [
        (["a", "a", "a"], ("a", "a 2", "a 3")),
        (["a", "a 2", "a"], ("a", "a 2", "a 3")),
        (["a", "a", "a 2"], ("a", "a 3", "a 2")),
    ],
)
def test_no_two_names_are_equal(given: list[str], unique: tuple[str, ...]):
    assert unique_names(given) == unique


@pytest.mark.parametrize("spec", ["random*0", "random*", "random*1000000000000", "*3"])
def test_a_senseless_number_of_copies_is_refused(spec: str):
    assert "BOT*N" in refusal(spec)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("randm", ["'randm'", "did you mean random?", "heuristic, insane, ismcts", "my_bot.py"]),
        ("", ["''", "heuristic, insane, ismcts"]),
        ("random:x=1", ["random takes no options"]),
        ("nowhere/bot.py", ["no file nowhere/bot.py"]),
    ],
)
def test_an_unknown_bot_is_refused_with_the_choices(spec: str, words: list[str]):
    sentence = refusal(spec)
    assert all(word in sentence for word in words), sentence


# Options.


class Tuned(Bot):
    def __init__(self, depth: int = 1, rate: float = 0.5, bold: bool = False, word="x"):
        self.options = (depth, rate, bold, word)

    def decide(self, decision):
        return 0


def make_tuned(game: Game, depth: int = 1, rate: float = 0.5, bold: bool = False) -> Bot:
    return Tuned(depth, rate, bold)


def test_options_become_what_the_annotations_say():
    (entrant,) = load_bots(CUTTLE, ["tuned:depth=7,rate=0.25,bold=true"], {"tuned": make_tuned})
    assert entrant.make().options == (7, 0.25, True, "x")
    assert entrant.name == "tuned:depth=7,rate=0.25,bold=true"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("tuned:deep=7", ["has no option 'deep'", "depth, rate, bold"]),
        ("tuned:depth", ["key=value", "depth, rate, bold"]),
        ("tuned:depth=x", ["depth must be int", "'x'"]),
    ],
)
def test_a_bad_option_is_refused(spec: str, words: list[str]):
    with pytest.raises(UsageError) as caught:
        load_bots(CUTTLE, [spec], {"tuned": make_tuned})
    assert all(word in str(caught.value) for word in words)


def test_without_annotations_options_become_what_the_defaults_are(tmp_path: Path):
    init = (
        "    def __init__(self, rate=0.2, depth=3, bold=False, word='a'):\n        self.all = rate, depth, bold, word\n"
    )
    path = bot_file(tmp_path, f"{ONE}{init}")
    (entrant,) = load_bots(CUTTLE, [f"{path}:rate=1,depth=7,bold=true,word=5"], {}, Isolation(trust=True))
    assert entrant.make().all == (1.0, 7, True, "5")
    assert "rate must be float" in refusal(f"{path}:rate=x")


def test_bots_from_files_take_options_too(tmp_path: Path):
    path = bot_file(tmp_path, f"{ONE}    def __init__(self, depth: int = 1):\n        self.depth = depth\n")
    plain, deep, named = load_bots(CUTTLE, [path, f"{path}:depth=5", f"{path}:One:depth=6"], {}, Isolation(trust=True))
    assert [each.make().depth for each in (plain, deep, named)] == [1, 5, 6]
    assert [each.name for each in (plain, deep, named)] == ["my_bot", "my_bot:depth=5", "One:depth=6"]


# Files.


def test_a_file_is_not_run_in_this_process_unless_it_is_trusted(tmp_path: Path):
    path = bot_file(tmp_path, f"import sys\nsys.escaped = True\n{ONE}")
    (entrant,) = load_bots(CUTTLE, [path], {})
    assert not hasattr(sys, "escaped")
    assert entrant.isolation in ("bubblewrap", "landlock")
    assert entrant.cells is not None
    entrant.cells.close()


def test_a_file_without_a_sandbox_gets_a_process(tmp_path: Path):
    (entrant,) = load_bots(CUTTLE, [bot_file(tmp_path, ONE)], {}, Isolation(sandbox=False))
    assert entrant.isolation == "process"
    assert entrant.cells is not None
    entrant.cells.close()


def test_a_file_with_one_bot_is_that_bot(tmp_path: Path):
    (entrant,) = load_bots(CUTTLE, [bot_file(tmp_path, ONE)], {}, Isolation(trust=True))
    bot = entrant.make()
    assert entrant.name == "my_bot"
    assert type(bot).__name__ == "One"
    assert "seeds_random" not in vars(type(bot))


@pytest.mark.parametrize(
    ("extra", "seeds"),
    [
        ("", False),
        ("from typing import Any\nfrom collections.abc import Sequence\nimport math\n", False),
        ("import random\n", True),
        ("from random import choice\n", True),
        ("import statistics\n", True),
        ("import beside\n", True),
        ("from . import beside\n", True),
        ("luck = __import__('random')\n", True),
        ("def later():\n    import random\n", True),
    ],
)
def test_the_global_random_is_seeded_for_files_that_may_use_it(tmp_path: Path, extra: str, seeds: bool):
    path = tmp_path / "my_bot.py"
    path.write_text(extra, encoding="utf-8")
    assert can_use_random(path.read_bytes()) is seeds


def test_a_bot_that_uses_the_global_random_has_it_seeded(tmp_path: Path):
    (plain,) = load_bots(CUTTLE, [bot_file(tmp_path, ONE)], {}, Isolation(trust=True))
    (lucky,) = load_bots(CUTTLE, [bot_file(tmp_path, f"import random\n{ONE}")], {}, Isolation(trust=True))
    assert [plain.make().seeds_random, lucky.make().seeds_random] == [False, True]


def test_a_class_is_chosen_by_its_name(tmp_path: Path):
    path = bot_file(tmp_path, TWO)
    entrants = load_bots(CUTTLE, [f"{path}:Two", f"{path}:One"], {}, Isolation(trust=True))
    assert [type(entrant.make()).__name__ for entrant in entrants] == ["Two", "One"]
    assert [entrant.name for entrant in entrants] == ["Two", "One"]


def test_a_bot_that_improves_on_another_is_the_one_that_is_meant(tmp_path: Path):
    first = f"{ONE}    name = 1\n"
    path = bot_file(tmp_path, f"{first}class Better(One):\n    name = 2\n")
    assert [type(each.make()).__name__ for each in load_bots(CUTTLE, [path], {}, Isolation(trust=True))] == ["Better"]


@pytest.mark.parametrize(
    ("text", "wanted", "words"),
    [
        ("x = 1\ny = = 2\n", "", ["line 2", "syntax error"]),
        ("x = 1\nimport nothing_of_that_name\n", "", ["ModuleNotFoundError", "nothing_of_that_name", "line 2"]),
        ("\n\n1 / 0\n", "", ["ZeroDivisionError", "line 3"]),
        ("raise SystemExit('bye')", "", ["SystemExit: bye", "line 1"]),
        ("raise KeyboardInterrupt", "", ["KeyboardInterrupt", "line 1"]),
        ("x = '\0'", "", ["my_bot.py"]),
        ("x = 1", "", ["has no bot", "CuttleBot"]),
        (HEAD, "", ["has no bot", "CuttleBot"]),
        (TWO, "", ["several", "my_bot.py:One", "my_bot.py:Two"]),
        (TWO, "Three", ["has no bot 'Three'", "One, Two"]),
        (f"{HEAD}class One(CuttleBot):\n    pass\n", "", ["One must implement", "select_move"]),
        (f"{ONE}    def __init__(self):\n        [][1]\n", "", ["cannot create the bot", "IndexError", "line 6"]),
        (f"{ONE}    def __init__(self, size):\n        pass\n", "", ["cannot create the bot", "size"]),
        (f"{ONE}    def __new__(cls):\n        return 5\n", "", ["expected a Bot, got a int"]),
    ],
)
def test_a_bad_file_is_refused_with_the_place(tmp_path: Path, text: str, wanted: str, words: list[str]):
    path = bot_file(tmp_path, text)
    sentence = refusal(f"{path}:{wanted}" if wanted else path)
    assert path in sentence
    assert all(word in sentence for word in words), sentence


def test_a_bot_for_another_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "liar", LIAR)
    sentence = refusal(bot_file(tmp_path, ONE), game=LIAR)
    assert "plays cuttle" in sentence
    assert "LiarBot" in sentence


def test_a_bot_for_any_game_is_welcome(tmp_path: Path):
    text = "from croupier import Bot\nclass Any(Bot):\n    def decide(self, decision):\n        return 0\n"
    assert load_bots(LIAR, [bot_file(tmp_path, text)], {}, Isolation(trust=True))


# What a file leaves behind.


def test_a_module_leaves_no_trace(tmp_path: Path):
    (tmp_path / "beside.py").write_text("VALUE = 4\n", encoding="utf-8")
    text = f"import beside\nimport random\nrandom.seed(1)\n{ONE}    value = beside.VALUE\n"
    path = bot_file(tmp_path, text, "random.py")
    modules, folders, chance = set(sys.modules), list(sys.path), random.getstate()
    (entrant,) = load_bots(CUTTLE, [path], {}, Isolation(trust=True))
    assert entrant.make().value == 4
    assert [name for name in set(sys.modules) - modules if not name.startswith("croupier_bot_")] == []
    assert sys.path == folders
    assert random.getstate() == chance
    assert sorted(each.name for each in tmp_path.iterdir()) == ["beside.py", "random.py"]


@pytest.mark.parametrize("trust", [True, False])
def test_a_file_may_import_with_a_dot_what_lies_beside_it(tmp_path: Path, trust: bool):
    for name in ("beside", "other"):
        (tmp_path / f"{name}.py").write_text(f"NAME = '{name}'\n", encoding="utf-8")
    own = "    name = f'{NAME} and {other.NAME}'\n"
    path = bot_file(tmp_path, f"from . import other\nfrom .beside import NAME\n{ONE}{own}")
    (entrant,) = load_bots(CUTTLE, [path], {}, Isolation(trust=trust))
    assert entrant.own_name == "beside and other"


def test_a_sandboxed_bot_that_starts_a_thread_is_told_why_it_cannot(tmp_path: Path):
    init = "    def __init__(self):\n        threading.Thread(target=print).start()\n"
    sentence = refusal(bot_file(tmp_path, f"import threading\n{ONE}{init}"), trust=False)
    assert "can't start new thread (a sandboxed bot has one thread; --trust" in sentence


def test_two_folders_may_have_modules_of_one_name(tmp_path: Path):
    found = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "beside.py").write_text(f"VALUE = {number}\n", encoding="utf-8")
        path = bot_file(folder, f"import beside\n{ONE}    value = beside.VALUE\n")
        found += load_bots(CUTTLE, [path], {}, Isolation(trust=True))
    assert [entrant.make().value for entrant in found] == [1, 2]


def test_the_global_random_is_the_same_at_every_load(tmp_path: Path):
    init = "    def __init__(self):\n        self.mine = random.random()\n"
    path = bot_file(tmp_path, f"import random\nAT_IMPORT = random.random()\n{ONE}{init}")
    one, two = (load_bots(CUTTLE, [path], {}, Isolation(trust=True))[0].make() for _ in range(2))
    assert one.mine == two.mine
    assert sys.modules[type(one).__module__].AT_IMPORT == sys.modules[type(two).__module__].AT_IMPORT
