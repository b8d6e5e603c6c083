"""Bad input: one sentence, the choices, exit code 2, no traceback."""

import pytest

CASES = [
    ("run chess random random", ["no game 'chess'", "cuttle"]),
    ("run cutle random random", ["did you mean cuttle?"]),
    ("runs foo", ["no game 'foo'", "cuttle"]),
    ("run cuttle random ismcts:iteration=5", ["did you mean iterations?"]),
    ("run cuttle random*2 --histroy x", ["--history"]),
    ("replay 1/0", ["matches are numbered from 1", "1/1"]),
    ("analyse 1/0", ["matches are numbered from 1"]),
    ("verify 1/0", ["matches are numbered from 1"]),
    ("verify x", ["neither a run nor a match"]),
    ("run cuttle", ["at least two bots", "none was given"]),
    ("run cuttle random", ["at least two bots", "one was given"]),
    ("run cuttle random*3", ["3 bots are too many"]),
    ("run cuttle random nobody", ["no bot 'nobody'", "heuristic, ", "random"]),
    ("run cuttle random nowhere.py --trust", ["no file nowhere.py"]),
    ("run cuttle random {bot}:Nobody --trust", ["'Nobody'", "Fine"]),
    ("run cuttle random*2 --set rules=chess", ["classic or online"]),
    ("run cuttle random*2 --set colour=red", ["no setting 'colour'", "max_turns"]),
    ("run cuttle random*2 --set rules", ["NAME=VALUE"]),
    ("run cuttle random*2 --seats 7", ["2 players", "7"]),
    ("run cuttle random*2 --seed -1", ["a seed must be a whole number"]),
    (
        "run cuttle random*2 --seed x",
        ["a seed must be a whole number", "or 32 to 128", "not x"],
    ),
    ("run cuttle random*2 -n 0", ["-n", "it must be at least 1"]),
    ("tournament cuttle random*2 --format league", ["'league' is not one of 'round-robin', 'swiss'"]),
    ("tournament cuttle random*2 --bots-dir {folder}/no", ["no folder"]),
    ("play cuttle --name A --name B --name C", ["cuttle is for 2 players, not for 3 people"]),
    ("play cuttle --window x", ["--window", "it must be a number"]),
    ("serve --port 99999", ["--port", "it must be at most 65535"]),
    ("export {empty} --csv {folder}/csv", ["contains no match; to write one: croupier run ... --history FILE"]),
    ("export {empty}", ["give an output folder: --csv DIR, --parquet DIR, or both"]),
    ("ladder {folder}/no", ["no folder", "put bots in it"]),
    ("ladder {folder}", ["has no ladder yet", "--game"]),
    ("host {folder}/no.toml", ["cannot be read", "docs/class.md"]),
    ("submit {folder}/no.py --to http://127.0.0.1:9", ["no file"]),
    ("pull 1 --from ftp://somewhere", ["is not an address such as http://"]),
    ("pull 1 --from 127.0.0.1:9", ["does not answer", "croupier host"]),
    ("check nowhere.py", ["no file nowhere.py; to write a first bot: croupier new GAME FILE"]),
    ("check {folder}/fien.py", ["fien.py (did you mean", "fine.py?)"]),
    ("run cuttle {folder}/fien.py random", ["fien.py (did you mean", "fine.py?)"]),
    ("replay 12", ["12 is a run; name one of its matches: 12/1 is the first"]),
    ("bench --hours 1", ["--game and --hours need --strength"]),
    ("debug-search cuttle --against nobody", ["no bot 'nobody'", "heuristic"]),
    ("coup-human --connect nowhere", ["'nowhere' is not an address", "127.0.0.1:12345"]),
    ("watch nowhere.jsonl --once", ["no match in nowhere.jsonl yet", "--live"]),
    ("new cuttle {folder}/no/bot.py", ["cannot write"]),
    ("run cuttle random*2 --history {folder}/no/file", ["cannot write"]),
    ("run cuttle random*2 --history {folder}", ["cannot write"]),
    ("run cuttle random*2 --frobnicate", ["--frobnicate", "croupier run --help"]),
    ("run cuttle random*2 --sede 4", ["No such option: --sede. Did you mean --seed? (see croupier run --help)"]),
    ("run", ["GAME", "croupier run --help"]),
    ("rnu cuttle", ["rnu", "run"]),
    ("games chess", ["no game 'chess'", "cuttle"]),
    ("games --rules", ["needs a game"]),
    ("replay nowhere.jsonl", ["no file nowhere.jsonl"]),
    ("audit chess", ["no game 'chess'"]),
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
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    ran = croupier(*line.format(bot=bot, folder=tmp_path, empty=empty).split())
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("croupier: ")
    assert ran.err.count("\n") == 1
    assert all(word in ran.err for word in words), ran.err


def test_a_mistake_of_our_own_is_not_hidden(croupier, monkeypatch):
    def broken(*arguments):
        raise LookupError("ours")

    monkeypatch.setattr("croupier.ui.cli.commands.run.find_game", broken)
    with pytest.raises(LookupError):
        croupier("run", "cuttle", "random*2")
