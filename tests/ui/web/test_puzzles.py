"""Puzzles over the API: asked without the answer, answered with reasons, played on from."""

from datetime import date

import pytest
from ui.web.serving import Client, Message, Served, talk_to

from croupier.puzzles.choose import daily_puzzle, games_with_puzzles
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition, shipped_puzzles
from croupier.ui.web.api import puzzles as api

PUZZLE: Puzzle = shipped_puzzles("cuttle")[0]


def indices(puzzle: Puzzle) -> tuple[int, int]:
    """The numbers of the best move and of the natural one."""
    moves = [str(move) for move in PuzzlePosition(puzzle).decision().moves]
    return moves.index(puzzle.answers[0]), moves.index(puzzle.natural)


def test_a_puzzle_is_asked_without_its_answer(server: Served) -> None:
    async def look(client: Client) -> tuple[list[Message], Message, Message]:
        await client.get("/puzzles/cuttle-nothing", status=404)
        await client.get("/puzzles/nothing", status=404)
        listed = await client.get("/puzzles")
        return listed, await client.get(f"/puzzles/{PUZZLE.id}"), await client.get("/puzzles/daily")

    listed, shown, daily = talk_to(server, look)
    assert [each["game"] for each in listed] == games_with_puzzles()
    assert all(each["puzzles"] and each["themes"] for each in listed)
    assert set(shown) & {"answers", "natural", "why", "themes", "evidence"} == set()
    assert shown["seat"] == PUZZLE.seat
    assert [move["index"] for move in shown["legal"]["moves"]] == list(range(len(shown["legal"]["moves"])))
    assert daily["id"] == daily_puzzle(date.fromisoformat(daily["day"])).id == daily_puzzle(api.today()).id


def test_answers_are_judged_and_rated(server: Served) -> None:
    best, natural = indices(PUZZLE)

    async def solve(client: Client) -> list[Message]:
        path = f"/puzzles/{PUZZLE.id}/answer"
        await client.post(path, {"index": 999}, status=404)
        await client.post(path, {"index": -1}, status=422)
        return [await client.post(path, {"index": index, "rating": 1200}) for index in (best, natural)]

    right, wrong = talk_to(server, solve)
    assert (right["right"], wrong["right"]) == (True, False)
    assert right["rating"] > 1200 > wrong["rating"]
    assert right["why"] == wrong["why"] == PUZZLE.explanation(PuzzlePosition(PUZZLE).table.names)
    assert right["played"] == wrong["best"]
    assert right["themes"] == list(PUZZLE.themes)


def test_the_next_puzzle_is_of_the_game_and_new(server: Served) -> None:
    known = [puzzle.id for puzzle in shipped_puzzles("cuttle")[1:]]

    async def ask(client: Client) -> list[Message]:
        await client.post("/puzzles/next", {"game": "chess"}, status=404)
        bodies = ({"game": "cuttle", "known": known}, {"game": "cuttle"}, {})
        return [await client.post("/puzzles/next", body) for body in bodies]

    only, one, anything = talk_to(server, ask)
    assert only["id"] == PUZZLE.id
    assert one["game"] == "cuttle"
    assert anything["game"] in games_with_puzzles()


@pytest.mark.parametrize("game", games_with_puzzles())
def test_play_goes_on_from_a_puzzle_to_a_replay_that_verifies(server: Served, game: str) -> None:
    puzzle = shipped_puzzles(game)[0]

    async def play(client: Client) -> tuple[Message, Message]:
        opened = await client.post(f"/puzzles/{puzzle.id}/play", {"bot": "heuristic", "name": "Solver"}, status=201)
        assert opened["seat"] == puzzle.seat
        async with client.join(opened["table"], opened["token"]) as line:
            state = await line.until("game_state")
            question = await line.until("legal_moves")
            return state, question

    state, question = talk_to(server, play)
    decision = PuzzlePosition(puzzle).decision()
    assert [move["text"] for move in question["moves"]] == [str(move) for move in decision.moves]
    assert state["names"][puzzle.seat] == "Solver"
    assert state["practice"]
