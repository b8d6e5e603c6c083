"""Bots that know the first dialect at tables of the second and at mixed ones: they see what the table shows."""

import asyncio
from typing import Any

import pytest
from games.coup.lines.test_client_state import SHUFFLES, Noting
from players.coupbots.couptalk import FIRST, ROOT, SECOND, Room, with_server

from croupier.ai.baselines import RandomBot
from croupier.ai.registry import BUILT_IN
from croupier.games.coup import GAME, Bluffer, Honest
from croupier.games.coup.lines.bot import CoupLineBot
from croupier.match.match import Match
from croupier.players.coupbots.client import brain_of, play_bot
from croupier.players.coupbots.v2_client import TwoDialectBrain, V2Translator
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots


def play(bots: list[Any], frames: list[str], seed: int) -> tuple[Match, list[str], list[str]]:
    """One game of these clients: the match, what each saw last, and every line."""
    lines: list[str] = []
    lasts: list[str] = []

    async def script(room: Room) -> None:
        brains = [brain_of(bot, 1, lines.append) for bot in bots]
        host, port = room.server.address
        tasks: list[asyncio.Task[str]] = []
        for seat, (brain, frame) in enumerate(zip(brains, frames, strict=True)):
            tasks.append(asyncio.create_task(play_bot(brain, host, port, lines.append, frame == SECOND)))
            while room.server.connections == seat:
                await asyncio.sleep(0)
        lasts.extend(await asyncio.gather(*tasks))

    match = with_server(script, players=len(bots), games=1, seed=seed)[0]
    assert [step.faults for step in match.steps if step.faults] == []
    return match, lasts, lines


def truths(match: Match) -> dict[int, list[Any]]:
    """The questions of every seat, put once more."""
    again = Match(GAME, match.table.settings, match.table.names, match.seed)
    found: dict[int, list[Any]] = {seat: [] for seat in range(match.table.seats)}
    for step in match.steps:
        decision = again.ask(step.seat)
        assert decision is not None
        found[step.seat].append(decision)
        move = GAME.moves[step.move]
        again.play(decision.moves.index(move), seat=step.seat)
    return found


@pytest.mark.parametrize("frames", [[SECOND] * 2, [SECOND] * 5, [SECOND, FIRST] * 3], ids=["two", "five", "mixed"])
def test_the_view_from_the_second_dialect_is_the_view_at_the_table(frames: list[str]) -> None:
    compared = 0
    for seed in range(8):
        kinds = (RandomBot, Honest, Bluffer)
        bots = [Noting(kinds[(seed + seat) % 3]()) for seat in range(len(frames))]
        match, lasts, lines = play(bots, frames, seed)
        assert set(lasts) == {f"WIN|{match.result().winners[0] + 1}"}
        assert not any("ILLEGAL" in line for line in lines)
        for seat, asked in truths(match).items():
            mine = bots[seat].asked
            assert [each.question for each in mine] == [each.question for each in asked]
            for one, other in zip(mine, asked, strict=True):
                ints, real = list(one.view.ints), list(other.view.ints)
                ints[SHUFFLES] = real[SHUFFLES]
                assert (one.moves, ints) == (other.moves, real), f"{one.view!r}\n{other.view!r}"
                compared += 1
    assert compared > 100


def test_a_line_bot_of_the_guide_plays_in_both() -> None:
    path = str(ROOT / "bots/coup/liner.py")
    made = [load_bots(GAME, [path], BUILT_IN, Isolation(trust=True))[0].make() for _ in range(4)]
    match, lasts, lines = play(made, [FIRST, SECOND, SECOND, FIRST], 3)
    assert set(lasts) == {f"WIN|{match.result().winners[0] + 1}"}
    assert "> ACT 2 T" in lines or "> ACT 2 I" in lines
    assert "> ACT|1|TAX" in lines or "> ACT|1|INCOME" in lines


class Script(CoupLineBot):
    """Answers the lines of a table; keeps what it was told."""

    def __init__(self, **answers: str) -> None:
        self.answers = {_bars(text): answer for text, answer in answers.items()}
        self.told: list[str] = []

    def receive(self, message: str) -> None:
        self.told.append(message)
        if message in self.answers:
            self.checkout.put(self.answers[message])


def talk(brain: Script, *messages: str) -> list[str]:
    bilingual = TwoDialectBrain(brain)
    for message in messages:
        bilingual.receive(message)
    return list(bilingual.checkout)


OPENING = ("PLAYER 1", "START", "DECK D C", "COINS 1 2", "PLAYER 2", "PLAYER 3")
OPENED = ["OK", "READY", "OK", "OK", "OK", "OK"]


@pytest.mark.parametrize(
    ("answers", "messages", "said"),
    [
        ({}, ("TURN 2", "COINS 2 3", "LOSE 2 A"), ["OK", "OK", "OK"]),
        ({"TURN_1": "ACT|1|FOREIGN_AID"}, ("TURN 1",), ["ACT 1 F"]),
        ({"TURN_1": "ACT|1|STEAL|2"}, ("TURN 1",), ["ACT 1 S 2"]),
        ({"ACT_2_TAX": "ALLOW|1"}, ("ACT 2 T",), ["OK"]),
        ({"ACT_2_TAX": "CHAL|1"}, ("ACT 2 T",), ["CHAL 1"]),
        ({"ACT_2_STEAL_1": "BLOCK|1|AMBASSADOR"}, ("ACT 2 S 1",), ["BLOCK 1 B"]),
        ({}, ("ACT 2 F", "BLOCK 3 D"), ["OK", "OK"]),
        ({"BLOCK_3_DUKE": "CHAL|1"}, ("ACT 2 F", "BLOCK 3 D"), ["OK", "CHAL 1"]),
        ({"ACT_2_COUP_1": "ALLOW|1", "LOSE_1": "LOSE|1|CAPTAIN"}, ("ACT 2 C 1", "DECK D"), ["LOSE 1 C", "OK"]),
        ({"LOSE_1": "LOSE|1|DUKE"}, ("ACT 2 A 1", "LOSE 1"), ["OK", "LOSE 1 D"]),
        ({"TURN_1": "ACT|1|TAX", "SHOW_1": "SHOW|1|DUKE"}, ("TURN 1", "CHAL 2"), ["ACT 1 T", "SHOW 1 D"]),
        ({"TURN_1": "ACT|1|TAX", "SHOW_1": "SHOW|1|CAPTAIN"}, ("TURN 1", "CHAL 2"), ["ACT 1 T", "LOSE 1 C"]),
        ({"TURN_1": "ACT|1|TAX", "SHOW_1": "LOSE|1|DUKE"}, ("TURN 1", "CHAL 2"), ["ACT 1 T", "SHOW 1 D"]),
        (
            {"ACT_2_FOREIGN_AID": "BLOCK|1|DUKE", "SHOW_1": "SHOW|1|DUKE"},
            ("ACT 2 F", "CHAL 3", "LOSE 3 A"),
            ["BLOCK 1 D", "SHOW 1 D", "OK"],
        ),
        ({"ACT_2_FOREIGN_AID": "BLOCK|1|DUKE"}, ("ACT 2 F", "BLOCK 3 D", "CHAL 2"), ["BLOCK 1 D", "OK", "OK"]),
        ({"ACT_2_TAX": "CHAL|1", "LOSE_1": "LOSE|1|DUKE"}, ("ACT 2 T", "SHOW 2 D"), ["CHAL 1", "LOSE 1 D"]),
        ({"ACT_2_TAX": "CHAL|1"}, ("ACT 2 T", "CHAL 3", "SHOW 2 D"), ["CHAL 1", "OK", "OK"]),
        (
            {"TURN_1": "ACT|1|EXCHANGE", "CHOOSE_1_ASSASSIN_DUKE": "KEEP|1|DUKE|DUKE"},
            ("TURN 1", "CHOOSE A D", "TURN 2"),
            ["ACT 1 X", "KEEP D D", "OK"],
        ),
        ({"TURN_1": "ACT|1|COUP|2", "ILLEGAL_1": "ACT|1|INCOME"}, ("TURN 1", "ILLEGAL"), ["ACT 1 C 2", "ACT 1 I"]),
        ({"ACT_2_TAX": "CHAL|1"}, ("DECK", "DEAD 1", "ACT 2 T", "LOSE 3 D"), ["OK"]),
        ({}, ("DEAD 2", "EXIT"), []),
    ],
)
def test_every_row_of_the_second_dialect(answers: dict[str, str], messages: tuple[str, ...], said: list[str]) -> None:
    assert talk(Script(**answers), *OPENING, *messages) == OPENED + said


def _bars(text: str) -> str:
    return text.replace("_", "|").replace("FOREIGN|AID", "FOREIGN_AID")


def test_the_hand_after_an_exchange_is_told_as_in_the_first_dialect() -> None:
    brain = Script(TURN_1="ACT|1|EXCHANGE", CHOOSE_1_ASSASSIN_DUKE="KEEP|1|DUKE|DUKE")
    talk(brain, *OPENING, "TURN 1", "CHOOSE A D", "TURN 2")
    assert brain.told[-2:] == ["CHOOSE|1|ASSASSIN|DUKE", "DECK|1|DUKE|DUKE"]


def test_the_last_who_lives_has_won() -> None:
    tongue = V2Translator()
    for message in (*OPENING, "DEAD 1", "DEAD 3"):
        tongue.heard(message)
    assert tongue.heard("EXIT") == (["WIN|2"], "")
