"""The six web bugs of the Cuttle notes, none of which shall come back. (That .env is read is in test_serve.py.)"""

import json
from collections.abc import Iterator
from itertools import pairwise

import pytest
from ui.web.serving import Client, Message, Served, talk_to
from ui.web.travel import Ear, Notebook, TravelLoop, TravelTable

from croupier.games import GAMES
from croupier.kernel.decision import Result
from croupier.match.match import Match
from croupier.ui.result_text import outcome_text
from croupier.ui.web.api.forms import TableForm
from croupier.ui.web.catalogue import built_in_bot
from croupier.ui.web.jobs.pool import JobPool
from croupier.ui.web.tables.plan import SeatPlan, TablePlan
from croupier.ui.web.tables.table import LiveTable

TEAMS = (0, 1, 0, 1)


@pytest.fixture
def loop() -> Iterator[TravelLoop]:
    loop = TravelLoop()
    yield loop
    loop.close()


@pytest.mark.parametrize(
    ("places", "teams", "seat", "words"),
    [
        ((1, 2), (0, 1), 0, "You won: goal."),
        ((1, 2), (0, 1), 1, "You lost. Ann won: goal."),
        ((2, 1), (0, 1), 1, "You won: goal."),
        ((2, 1), (0, 1), 0, "You lost. Ben won: goal."),
        ((2, 1), (0, 1), None, "Ben won: goal."),
        ((1, 1), (0, 1), 1, "A draw: goal."),
        ((2, 1, 3), (0, 1, 2), 2, "You lost. Ben won: goal. You finished in place 3 of 3."),
        ((1, 3, 1), (0, 1, 2), 0, "You share the first place with Cid: goal."),
        ((1, 2, 1, 2), TEAMS, 2, "You and Ann won: goal."),
        ((1, 2, 1, 2), TEAMS, 1, "You lost. Ann and Cid won: goal."),
    ],
)
def test_the_result_is_worded_from_the_own_seat(
    places: tuple[int, ...], teams: tuple[int, ...], seat: int | None, words: str
) -> None:
    names = ("Ann", "Ben", "Cid", "Dot")[: len(places)]
    assert outcome_text(Result(places, (0.0,) * len(places), "goal"), names, teams, seat) == words


def test_a_seven_shows_both_cards(loop: TravelLoop) -> None:
    game = GAMES["cuttle"]
    for seed in range(500):
        decision = Match(game, game.settings(), ["p0", "p1"], seed).ask()
        assert decision is not None
        found = [index for index, move in enumerate(decision.moves) if str(move).startswith("one-off 7")]
        if found:
            break
    table = TravelTable(loop, game, game.settings(), 2, seed, 0.5)
    table.wait_for(0)
    table.answer(0, found[0])
    table.pass_time(1)
    assert table.wait_for(0).question == "seven"
    made = next(each for _, text in reversed(table.ears[0].heard) if (each := json.loads(text))["type"] == "move_made")
    revealed = made["view"]["revealed"]
    assert len(revealed) == 2
    assert [
        card["text"] for zone in made["zones"] if zone["title"] == "Shown by the Seven" for card in zone["cards"]
    ] == revealed
    question = json.loads(table.ears[0].heard[-1][1])
    assert {move["card"] for move in question["moves"] if "card" in move} <= set(revealed)


@pytest.mark.parametrize("pace", [None, 0.0, 2.0])
def test_bots_move_fifty_milliseconds_apart_unless_told_otherwise(loop: TravelLoop, pace: float | None) -> None:
    chosen = {} if pace is None else {"pace": pace}
    form = TableForm.model_validate({"game": "cuttle", "seats": [{"kind": "bot", "bot": "heuristic"}] * 2, **chosen})
    game = GAMES["cuttle"]
    seats = (SeatPlan("bot", "one"), SeatPlan("bot", "two"))
    plan = TablePlan("cuttle", {}, 3, seats, False, form.pace, form.window, None)

    async def watched() -> list[float]:
        bots = {seat: built_in_bot(game, "heuristic") for seat in (0, 1)}
        match = Match(game, game.settings(), ["one", "two"], 3)
        table = LiveTable("table", plan, match, {}, bots, JobPool(1), Notebook())
        loop.tables.append(table)
        ear = Ear(None, loop)
        table.enter(ear)
        table.start()
        while "over" not in ear.kinds()[-1:]:
            ear.stirred.clear()
            await ear.stirred.wait()
        return [at for at, text in ear.heard if json.loads(text)["type"] == "move_made"]

    times = loop.run_until_complete(watched())
    between = {round(after - before, 6) for before, after in pairwise(times)}
    usual = 0.05 if pace is None else pace
    assert between <= {usual, usual * 2}  # twice as long for what people need a moment for
    assert usual in between


def test_every_option_that_the_lobby_shows_is_one_that_the_bot_takes(server: Served) -> None:
    async def ask(client: Client) -> list[str]:
        specs: list[str] = []
        for game in GAMES:
            for bot in await client.get(f"/games/{game}/bots"):
                given = [f"{each['name']}={each['default']}" for each in bot["options"] if each["default"]]
                spec = f"{bot['name']}:{','.join(given)}" if given else bot["name"]
                seats = [{"kind": "bot", "bot": spec}] * (4 if game == "belote" else 2)
                body = {"game": game, "seats": seats, "settings": {"deals": 1} if game == "belote" else {}}
                opened = await client.post("/tables", {**body, "pace": 2}, status=201)
                assert opened["table"]
                specs.append(spec)
        return specs

    specs = talk_to(server, ask)
    whole = "mcts:iterations=1000,worlds=20,exploration=1.414,rollout=epsilon-greedy,ordering=True"
    assert f"{whole},rivals=heuristic,notes=True" in specs


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("mcts:exploration_constant=1.4", "mcts has no option 'exploration_constant'"),
        ("ismcts:iterations=many", "the option iterations must be int"),
        ("ismcts:iterations=99999999", "iterations must be 1 to 20000 here"),
        ("ismcts:think=60s", "think must be at most 5s here"),
        ("heuristic:iterations=5", "heuristic takes no options"),
    ],
)
def test_an_option_that_the_bot_does_not_have_is_refused_in_words(server: Served, spec: str, sentence: str) -> None:
    async def ask(client: Client) -> Message:
        body = {"game": "cuttle", "seats": [{"kind": "you"}, {"kind": "bot", "bot": spec}]}
        return await client.post("/tables", body, status=400)

    assert sentence in talk_to(server, ask)["error"]["message"]


@pytest.mark.parametrize("practice", [True, False])
def test_reasoning_stands_beside_the_move_where_nobody_can_profit(server: Served, practice: bool) -> None:
    async def play(client: Client) -> tuple[list[str], list[str], Message]:
        opened = await client.open("cuttle", "ismcts:iterations=40", "you", seed=5, practice=practice)
        async with client.join(opened["table"], opened["token"]) as line:
            over = await line.play()
            replay = await client.get(f"/replays/{over['replay']}")
            notes = [each["note"] for each in line.heard if each["type"] == "move_made" and each["seat"] == 0]
            state = await client.get(f"/tables/{opened['table']}", opened["token"])
            return notes, [each["note"] for each in state["state"]["log"]], replay

    notes, logged, replay = talk_to(server, play)
    assert any("40 iterations" in note for note in notes) is practice
    assert any("40 iterations" in note for note in logged) is practice
    assert any("40 iterations" in step["note"] for step in replay["steps"])
