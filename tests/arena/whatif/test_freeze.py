"""A decision pinned as text: the bot answers it as in the match, without the match."""

import json
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from players.http.webbot import web_bot

import croupier
from croupier.arena.run.setup import make_entrants
from croupier.arena.whatif.freeze import answer_at, freeze, frozen_text
from croupier.arena.whatif.replay_bot import compare_decisions, step_of
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.playback import ReaskedDecision, questions_to
from croupier.match.position import Position
from croupier.players.sandbox.isolation import Isolation

SHORT = {"bluff": {"max_turns": 4}}
ANY = """\
from croupier import Bot

class Any(Bot):
    def decide(self, decision):
        return {answer}
"""
REMEMBERS = """\
from croupier import Bot

class Remembers(Bot):
    def __init__(self):
        self.seen = 0

    def observe(self, event, view):
        self.seen += 1

    def decide(self, decision):
        return self.seen % len(decision.moves)
"""


@pytest.fixture(params=GAMES.values(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


def played(game: Game, bots: list[Any], seed: int = 5) -> Match:
    return croupier.play(game, bots, seed, SHORT.get(game.name), seats=game.seats[0])


def heard_until(match: Match, spec: str, number: int) -> tuple[ReaskedDecision, ...]:
    (entrant,) = make_entrants(match.game, [spec], Isolation(trust=True))
    return compare_decisions(match, 0, entrant, step_of(match, 0, number) + 1).decisions


def frozen_test(target: Path) -> Callable[[], None]:
    """The only test of a file that `freeze` wrote."""
    (test,) = [value for name, value in runpy.run_path(str(target)).items() if re.match(r"test_\w+_move_\d+$", name)]
    return test


@pytest.mark.parametrize("spec", ["heuristic", "random"])
def test_every_decision_can_be_pinned(game: Game, spec: str) -> None:
    match = played(game, [spec, "random"])
    (entrant,) = make_entrants(game, [spec])
    heard = compare_decisions(match, 0, entrant).decisions
    for number in range(1, len(heard) + 1):
        text = frozen_text(match, 0, heard[:number], with_memory=False)
        assert answer_at(spec, text) == heard[number - 1].played, number


def test_the_position_is_one_that_every_command_can_read(game: Game) -> None:
    match = played(game, ["random", "random"])
    heard = heard_until(match, "random", 2)
    position = Position.from_json(json.dumps(json.loads(frozen_text(match, 0, heard, with_memory=False))["position"]))
    assert position.to_act == position.seat == 0
    assert position.question == heard[-1].decision.question
    assert position.moves == heard[-1].decision.moves


def test_the_frozen_test_runs_and_fails_when_the_answer_changes(game: Game, tmp_path: Path) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text(ANY.format(answer=0), encoding="utf-8")
    match = played(game, ["random", "random"])
    number = next(n for n, step in enumerate(_decisions(match), 1) if len(step.decision.moves) > 1)
    target = tmp_path / "tests" / "test_frozen.py"
    target.parent.mkdir()
    (entrant,) = make_entrants(game, [str(bot)], Isolation(trust=True))
    assert freeze(match, 0, heard_until(match, str(bot), number), entrant, "h.jsonl", target) is False
    assert 'BOT = "../my_bot.py"' in target.read_text(encoding="utf-8")
    test = frozen_test(target)
    test()
    bot.write_text(ANY.format(answer=-1).replace("-1", "len(decision.moves) - 1"), encoding="utf-8")
    with pytest.raises(AssertionError):
        test()


def _decisions(match: Match) -> tuple[ReaskedDecision, ...]:
    return compare_decisions(match, 0, *make_entrants(match.game, ["random"])).decisions


def test_a_bot_that_remembers_gets_the_questions_before(game: Game, tmp_path: Path) -> None:
    bot = tmp_path / "memory.py"
    bot.write_text(REMEMBERS, encoding="utf-8")
    match = croupier.play(game, [str(bot), "random"], 5, SHORT.get(game.name), seats=game.seats[0], trust=True)
    (entrant,) = make_entrants(game, [str(bot)], Isolation(trust=True))
    with_memory = 0
    for number in range(1, min(len(questions_to(match, 0)), 12) + 1):
        target = tmp_path / f"test_{number}.py"
        heard = heard_until(match, str(bot), number)
        with_memory += freeze(match, 0, heard, entrant, "h.jsonl", target)
        frozen_test(target)()
    assert with_memory > 0


def test_a_fault_can_be_pinned_too(tmp_path: Path) -> None:
    bot = tmp_path / "my_bot.py"
    bot.write_text(ANY.format(answer="1 / 0"), encoding="utf-8")
    match = played(GAMES["cuttle"], ["random", "random"])
    (entrant,) = make_entrants(match.game, [str(bot)], Isolation(trust=True))
    target = tmp_path / "test_frozen.py"
    freeze(match, 0, heard_until(match, str(bot), 1), entrant, "h.jsonl", target)
    frozen_test(target)()
    assert "ZeroDivisionError" in target.read_text(encoding="utf-8")


def test_a_bot_that_throws_its_own_dice_cannot_be_pinned(tmp_path: Path) -> None:
    bot = tmp_path / "my_bot.py"
    dice = ANY.format(answer="next(DICE) % len(decision.moves)")
    bot.write_text(f"from itertools import count\nDICE = count()\n{dice}", encoding="utf-8")
    match = played(GAMES["cuttle"], ["random", "random"])
    (entrant,) = make_entrants(match.game, [str(bot)], Isolation(trust=True))
    heard = compare_decisions(match, 0, entrant, step_of(match, 0, 1) + 1).decisions
    target = tmp_path / "test_frozen.py"
    with pytest.raises(
        UsageError, match=r"my_bot answers .* the first time and .* the second, so the test would not be reliable"
    ):
        freeze(match, 0, heard, entrant, "h.jsonl", target)
    assert not target.exists()


def test_talk_and_names_cannot_break_the_file(tmp_path: Path) -> None:
    talker = ANY.format(answer='self.say(\'\\\\ """ \\n \\x1b\') or 0')
    path = tmp_path / "talker.py"
    path.write_text(talker, encoding="utf-8")
    match = croupier.play("kittens", ["random", str(path)], 5, trust=True)
    heard = heard_until(match, "random", 3)
    (entrant,) = make_entrants(match.game, ["random"])
    target = tmp_path / "test_frozen.py"
    freeze(match, 0, heard, entrant, 'a""".jsonl', target)
    frozen_test(target)()


def test_a_bot_behind_http_can_be_pinned(tmp_path: Path) -> None:
    match = croupier.play("belote", ["deterministic", "random"], 5, {"deals": 1})
    with web_bot() as bot:
        heard = heard_until(match, bot.url, 4)
        target = tmp_path / "test_frozen.py"
        freeze(match, 0, heard, *make_entrants(match.game, [bot.url]), "h.jsonl", target)
        (name,) = (name for name in runpy.run_path(str(target)) if name.startswith("test_"))
        runpy.run_path(str(target))[name]()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not a saved decision"),
        ('{"position":{},"number":1,"seed":"1","names":[]}', "not a saved decision"),
        ('{"position":{"game":"chess"},"number":1,"seed":"1","names":[]}', "no game 'chess'"),
    ],
)
def test_what_is_no_pin(text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        answer_at("random", text)
