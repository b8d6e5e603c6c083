"""The built-in bots and the examples: no faults at any table, and an order of strength."""

from pathlib import Path

import pytest
from games.kittens.play import NAMES

import croupier
from croupier.games.kittens import GAME, Bot, EventType
from croupier.games.kittens.bots import BOTS
from croupier.match.match import Match
from croupier.match.run_players import run_bots

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "bots" / "kittens").glob("*.py"))


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
@pytest.mark.parametrize("values", [{}, {"combo_cards": "any"}, {"combo_cards": "cats", "attack_stacks": "printed"}])
def test_the_house_bots_make_no_faults(seats: int, values: dict[str, str]) -> None:
    settings = GAME.settings({**values, "deck": "large"})
    kinds = [*BOTS.values()] * 4
    for seed in range(15):
        match = Match(GAME, settings, NAMES[:seats], seed)
        run_bots(match, [kind() for kind in kinds[seed % 3 :][:seats]])
        assert not [step for step in match.steps if step.faults]


@pytest.mark.parametrize("bot", ["cautious", "aggressive", "heuristic"])
def test_every_thinking_bot_beats_random(bot: str) -> None:
    assert croupier.run("kittens", [bot, "random"], n=100, seed=5)[bot].win_rate > 0.8


def test_the_heuristic_is_the_strongest() -> None:
    report = croupier.run("kittens", ["heuristic", "cautious", "aggressive", "random"], n=2000, seed=5)
    rates = {entrant.name: report[entrant.name].win_rate for entrant in report.entrants}
    assert max(rates, key=lambda name: rates[name]) == "heuristic"
    assert min(rates, key=lambda name: rates[name]) == "random"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_plays_without_faults(path: Path) -> None:
    for seed in range(10):
        match = croupier.play("kittens", [str(path), "random", "aggressive"], seed=seed, trust=True)
        assert not [step for step in match.steps if step.faults]


def test_the_examples_talk() -> None:
    match = croupier.play("kittens", [str(path) for path in EXAMPLES], seed=42, trust=True)
    assert any(step.say for step in match.steps)


def test_names_of_a_bot() -> None:
    class Mine(Bot):
        def take_turn(self, view):
            raise NotImplementedError

    assert Mine().name == "Mine"
    assert EventType.BOT_CHAT.value == "bot_chat"
