"""Two people at one screen: one hand at a time, and everyone's question comes when the screen was passed on."""

import json
from typing import Any

from ui.web.serving import Client, Line, Message, Served, talk_to

HOT = [{"kind": "you", "name": "Ann"}, {"kind": "beside", "name": "Ben"}]


async def open_hot(client: Client, game: str = "cuttle", **more: Any) -> tuple[str, dict[int, str]]:
    """The table, and the tokens of the seats at the screen."""
    opened = await client.post("/tables", {"game": game, "seats": HOT, "pace": 0, **more}, status=201)
    beside = {each["seat"]: each["token"] for each in opened["beside"]}
    return opened["table"], {opened["seat"]: opened["token"], **beside}


def hand_in(message: Message) -> list[str]:
    return [card["text"] for zone in message["zones"] if zone["title"] == "Hand" for card in zone["cards"]]


def test_a_match_is_played_to_its_end_on_one_screen_that_never_shows_two_hands(server: Served) -> None:
    async def play(client: Client) -> Message:
        table, tokens = await open_hot(client)
        seat = 0
        while True:
            async with client.join(table, tokens[seat]) as line:
                state = await line.until("game_state")
                assert state["seat"] == seat
                over = await _play_until_passed(line, seat, state)
                for message in line.heard:
                    shown = message.get("zones") or []
                    for zone in shown:
                        if zone["title"] == "Hand" and zone["seat"] not in (seat, None):
                            assert not any(card.get("face_up", True) for card in zone["cards"]), message
            if isinstance(over, dict):
                return over
            seat = over

    async def _play_until_passed(line: Line, seat: int, state: Message) -> Message | int:
        """The end of the match, or the seat that has the screen next."""
        asked = [each for each in state["asked_here"] if each != seat]
        while True:
            if asked and seat not in state["asked_here"]:
                return asked[0]
            message = await line.until("legal_moves", "asked_here", "over")
            if message["type"] == "over":
                return message
            if message["type"] == "legal_moves":
                await line.send("select_move", decision=message["decision"], index=0)
                state["asked_here"] = []
            elif others := [each for each in message["seats"] if each != seat]:
                return others[0]

    over = talk_to(server, play)
    assert over["wording"].startswith(("Ann", "Ben", "A draw")), "it is nobody's own screen"


def test_who_takes_the_screen_disconnects_the_one_before(server: Served) -> None:
    async def talk(client: Client) -> tuple[int, Message]:
        table, tokens = await open_hot(client)
        async with client.join(table, tokens[0]) as first:
            await first.until("legal_moves")
            async with client.join(table, tokens[1]) as second:
                code = await first.closed()
                state = await second.until("game_state")
                return code, {**state, "seats": (await second.until("seat_changed"))["seats"]}

    code, state = talk_to(server, talk)
    assert code == 1000
    assert state["seat"] == 1
    assert state["asked_here"] == [0]
    assert all(seat["here"] for seat in state["seats"])


def test_nothing_is_hurried_and_leaving_leaves_together(server: Served) -> None:
    async def talk(client: Client) -> Message:
        table, tokens = await open_hot(client, "kittens", window=3)
        state = await client.get(f"/tables/{table}", tokens[0])
        await client.post(f"/tables/{table}/leave", {}, tokens[0])
        await client.get(f"/tables/{table}", status=404)
        return state["state"]

    state = talk_to(server, talk)
    assert state["window"] == 0
    assert state["clock"] is None


def test_a_seat_beside_nobody_is_refused(server: Served) -> None:
    async def talk(client: Client) -> Message:
        return await client.post("/tables", {"game": "cuttle", "seats": HOT[1:] * 2}, status=400)

    assert "needs you at the table" in talk_to(server, talk)["error"]["message"]


def test_the_hand_of_the_other_is_in_no_message(server: Served) -> None:
    """As text, whatever the fields are called."""

    async def talk(client: Client) -> tuple[list[str], str]:
        table, tokens = await open_hot(client)
        other = await client.get(f"/tables/{table}", tokens[1])
        async with client.join(table, tokens[0]) as line:
            await line.until("legal_moves")
            own = set(hand_in(line.heard[0]))
            return [card for card in hand_in(other["state"]) if card not in own and card != "?"], json.dumps(line.heard)

    hidden, heard = talk_to(server, talk)
    assert hidden
    assert not [card for card in hidden if f'"{card}"' in heard]
