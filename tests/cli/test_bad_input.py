"""Bad input: one sentence, the choices, exit code 2, no traceback."""

import pytest

CASES = [
    ("run chess random random", ["no game called 'chess'", "cuttle"]),
    ("run cuttle", ["at least two bots", "none was given"]),
    ("run cuttle random", ["at least two bots", "one was given"]),
    ("run cuttle random*3", ["3 bots are too many"]),
    ("run cuttle random nobody", ["no bot called 'nobody'", "heuristic, ", "random"]),
    ("run cuttle random nowhere.py --trust", ["there is no file nowhere.py"]),
    ("run cuttle random {bot}:Nobody --trust", ["'Nobody'", "Fine"]),
    ("run cuttle random*2 --set rules=chess", ["classic or online"]),
    ("run cuttle random*2 --set colour=red", ["no setting 'colour'", "max_turns"]),
    ("run cuttle random*2 --set rules", ["NAME=VALUE"]),
    ("run cuttle random*2 --seats 7", ["2 players", "7"]),
    ("run cuttle random*2 --seed -1", ["a seed is a whole number"]),
    ("run cuttle random*2 --seed x", ["--seed"]),
    ("run cuttle random*2 -n 0", ["-n"]),
    ("run cuttle random*2 --history {folder}/no/file", ["cannot be written"]),
    ("run cuttle random*2 --history {folder}", ["cannot be written"]),
    ("run cuttle random*2 --frobnicate", ["--frobnicate", "croupier run --help"]),
    ("run", ["GAME", "croupier run --help"]),
    ("rnu cuttle", ["rnu", "run"]),
    ("games chess", ["no game called 'chess'", "cuttle"]),
    ("games --rules", ["needs a game"]),
    ("replay nowhere.jsonl", ["there is no file nowhere.jsonl"]),
    ("audit chess", ["no game called 'chess'"]),
    ("audit cuttle --seats 1", ["2"]),
    ("audit cuttle --worlds 0", ["--worlds"]),
]


@pytest.mark.parametrize(("line", "words"), CASES)
def test_one_sentence_and_exit_code_2(croupier, tmp_path, line, words):
    bot = tmp_path / "fine.py"
    bot.write_text(
        "from croupier.games.cuttle import CuttleBot\n"
        "class Fine(CuttleBot):\n    def select_move(self, view, legal_moves):\n        return 0\n"
    )
    ran = croupier(*line.format(bot=bot, folder=tmp_path).split())
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("croupier: ")
    assert ran.err.count("\n") == 1
    assert all(word in ran.err for word in words), ran.err


def test_a_mistake_of_our_own_is_not_hidden(croupier, monkeypatch):
    def broken(*arguments):
        raise LookupError("ours")

    monkeypatch.setattr("croupier.ui.cli.run.find_game", broken)
    with pytest.raises(LookupError):
        croupier("run", "cuttle", "random*2")
