"""Tables as browsers see them, over real sockets: whole games, coming back, watching, friends, leaving."""

import asyncio
import random

import pytest
from ui.web.serving import Client, Line, Message, Served, served, talk_to

GAMES = [("kittens", 3), ("coup", 3), ("cuttle", 2), ("bluff", 3), ("belote", 4)]


def at_random(seed: int):
    chance = random.Random(seed)
    return lambda message: chance.randrange(len(message["moves"]))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_whole_game_over_the_socket(server: Served, game: str, seats: int) -> None:
    async def play(client: Client) -> list[Message]:
        opened = await client.open(game, "you", *["heuristic"] * (seats - 1), seed=5)
        async with client.join(opened["table"], opened["token"]) as line:
            over = await line.play(at_random(3))
            assert line.heard[0]["type"] == "game_state"
            assert line.heard[0]["seat"] == opened["seat"] == 0
            replay = await client.get(f"/replays/{over['replay']}")
            assert replay["game"] == game
            assert replay["playable"]
            assert replay["result"]["places"] == over["result"]["places"]
            return line.heard

    heard = talk_to(server, play)
    steps = [message["step"] for message in heard if message["type"] == "move_made"]
    assert steps == list(range(steps[0], steps[0] + len(steps)))  # nothing was lost on the way
    made = next(message for message in heard if message["type"] == "move_made")
    assert made["text"]
    assert made["zones"]
    assert made["lines"]


def test_the_same_game_without_a_socket(server: Served) -> None:
    async def play(client: Client) -> Message:
        opened = await client.open("cuttle", "you", "heuristic", seed=6)
        where = f"/tables/{opened['table']}"
        choose = at_random(3)
        while True:
            found = await client.get(where, opened["token"])
            moves = found["legal_moves"]
            if found["state"]["result"] is not None:
                return found["state"]
            if moves is not None:
                body = {"decision": moves["decision"], "index": choose(moves)}
                await client.post(f"{where}/move", body, opened["token"])

    state = talk_to(server, play)
    assert state["result"]["wording"].startswith(("You won", "You lost", "A draw"))


def test_a_client_of_the_cuttle_simulation_answers_by_move_index_alone(server: Served) -> None:
    async def play(client: Client) -> tuple[Message, Message]:
        opened = await client.open("cuttle", "you", "random", seed=5)
        async with client.join(opened["table"], opened["token"]) as line:
            await line.until("legal_moves")
            await line.send("select_move")
            refused = await line.until("error", "legal_moves", "over")
            await line.send("select_move", move_index=0)
            while (message := await line.until("legal_moves", "over"))["type"] == "legal_moves":
                await line.send("select_move", move_index=len(message["moves"]) - 1)
            return refused, message

    refused, last = talk_to(server, play)
    assert (refused["type"], refused["message"]) == ("error", "select_move needs an index")
    assert last["type"] == "over"


def test_the_rest_route_takes_a_move_index_alone_as_well(server: Served) -> None:
    async def play(client: Client) -> tuple[Message, Message]:
        opened = await client.open("cuttle", "you", "random", seed=5)
        where = f"/tables/{opened['table']}/move"
        async with client.join(opened["table"], opened["token"]) as line:
            await line.until("legal_moves")
            refused = await client.post(where, {"say": "hm"}, opened["token"], 409)
            await client.post(where, {"move_index": 0}, opened["token"])
            return refused, await line.until("legal_moves", "over")

    refused, following = talk_to(server, play)
    assert refused["error"]["message"] == "select_move needs an index"
    assert following["type"] == "over" or following["decision"] == 2


def test_a_reload_resumes_the_seat(server: Served) -> None:
    async def play(client: Client) -> tuple[Message, Message, Message, Message]:
        opened = await client.open("belote", "you", "heuristic", "heuristic", "heuristic", seed=9)
        async with client.join(opened["table"], opened["token"]) as line:
            asked = await line.until("legal_moves")
            await line.send("select_move", decision=asked["decision"], index=0)
            before = await line.until("legal_moves")
            shown = next(each for each in reversed(line.heard) if each["type"] == "move_made")
        async with client.join(opened["table"], opened["token"]) as line:
            return before, shown, await line.next(), await line.next()

    before, shown, state, again = talk_to(server, play)
    assert state["type"] == "game_state"
    assert state["view"] == shown["view"]
    assert state["log"][-1]["lines"] == shown["lines"]
    assert {**again, "clock": None} == {**before, "clock": None}


def test_spectators_get_the_public_view_and_can_do_nothing(server: Served) -> None:
    async def watch(client: Client) -> tuple[Message, list[Message]]:
        opened = await client.open("cuttle", "you", "heuristic", seed=5)
        async with client.join(opened["table"], opened["token"]) as mine, client.join(opened["table"]) as theirs:
            await mine.until("legal_moves")
            state = await theirs.next()
            answers: list[Message] = []
            for kind, fields in (
                ("select_move", {"decision": 1, "index": 0}),
                ("talk", {"text": "hello"}),
                ("undo", {}),
                ("hint", {}),
                ("pace", {"paused": True}),
            ):
                await theirs.send(kind, **fields)
                answers.append(await theirs.until("error"))
            return state, answers

    state, answers = talk_to(server, watch)
    assert state["seat"] is None
    assert state["view"]["hand"] == []
    assert [zone["cards"] for zone in state["zones"] if zone["title"] == "Hand"] == [
        [{"text": "?", "face_up": False}] * 5,
        [{"text": "?", "face_up": False}] * 6,
    ]
    assert [answer["code"] for answer in answers] == ["no_seat", "no_seat", "no_seat", "no_seat", "no_practice"]


def test_friends_come_with_a_code_that_seats_one_of_them(server: Served) -> None:
    async def meet(client: Client) -> tuple[Message, Message, Message]:
        opened = await client.open("cuttle", "you", "friend")
        (invitation,) = opened["invitations"]
        where = f"/tables/{opened['table']}"
        async with client.join(opened["table"], opened["token"]) as mine:
            waiting = await mine.next()
            assert (await client.get("/tables"))[-1]["waiting"]
            taken = await client.post(f"{where}/join", {"code": invitation["code"], "name": "Ben"})
            assert taken["seat"] == invitation["seat"] == 1
            async with client.join(opened["table"], taken["token"]) as theirs:
                await theirs.next()
                refused = await client.post(f"{where}/join", {"code": invitation["code"]}, status=409)
                assert refused["error"]["code"] == "taken"
                lines = {0: mine, 1: theirs}
                overs = await _both(lines)
        return waiting, *overs

    waiting, mine, theirs = talk_to(server, meet)
    assert waiting["names"] == ["Guest", "Friend"]
    assert "Ben" in theirs["summary"][1] + theirs["summary"][2]
    assert theirs["summary"][-1].startswith("Ben has played 1 game of Cuttle and won ")
    assert {mine["wording"].split(":")[0].split(".")[0], theirs["wording"].split(":")[0].split(".")[0]} in (
        {"You won", "You lost"},
        {"A draw"},
    )


def test_a_persons_games_add_up(server: Served) -> None:
    async def play(client: Client) -> Message:
        seats = [{"kind": "you", "name": "Zoe"}, {"kind": "bot", "bot": "random"}]
        form = {"game": "cuttle", "seats": seats, "pace": 0, "window": 0.05}
        opened = await client.post("/tables", form, status=201)
        async with client.join(opened["table"], opened["token"]) as line:
            return await line.play()

    overs = [talk_to(server, play) for _ in range(2)]
    won = sum(over["wording"].startswith("You won") for over in overs)
    assert overs[1]["summary"][-1] == f"Zoe has played 2 games of Cuttle and won {won}."


async def _both(lines: dict[int, Line]) -> list[Message]:
    return list(await asyncio.gather(*(line.play(at_random(seat)) for seat, line in lines.items())))


def test_what_was_taken_back_is_asked_again(server: Served) -> None:
    async def play(client: Client) -> tuple[list[Message], Message]:
        opened = await client.open("cuttle", "heuristic", "you", seed=5, practice=True)
        async with client.join(opened["table"], opened["token"]) as line:
            first = await line.until("legal_moves")
            await line.send("undo")
            nothing = await line.until("error")
            await line.send("select_move", decision=first["decision"], index=1)
            await line.until("legal_moves")
            await line.send("undo")
            state = await line.until("game_state")
            again = await line.until("legal_moves")
            assert state["step"] == len(state["log"])
            await line.send("select_move", decision=again["decision"], index=0)
            await line.play(at_random(1))
            return [first, again], nothing

    (first, again), nothing = talk_to(server, play)
    assert nothing["code"] == "nothing_yet"
    assert first == again


def test_taking_back_is_for_practice(server: Served) -> None:
    async def play(client: Client) -> Message:
        opened = await client.open("cuttle", "you", "heuristic")
        async with client.join(opened["table"], opened["token"]) as line:
            asked = await line.until("legal_moves")
            await line.send("select_move", decision=asked["decision"], index=0)
            await line.send("undo")
            return await line.until("error")

    assert talk_to(server, play)["code"] == "no_practice"


def test_a_hint_values_every_move_from_what_the_seat_sees(server: Served) -> None:
    async def play(client: Client) -> tuple[Message, Message]:
        opened = await client.open("cuttle", "you", "heuristic", seed=5)
        async with client.join(opened["table"], opened["token"]) as line:
            asked = await line.until("legal_moves")
            await line.send("hint")
            return asked, await line.until("hint")

    asked, hint = talk_to(server, play)
    assert hint["decision"] == asked["decision"]
    assert sorted(move["index"] for move in hint["moves"]) == list(range(len(asked["moves"])))
    assert hint["index"] == max(hint["moves"], key=lambda move: move["visits"])["index"]
    assert all(0 <= move["value"] <= 1 for move in hint["moves"])


def test_a_friend_comes_back_from_another_device_with_the_same_code(server: Served) -> None:
    async def meet(client: Client) -> tuple[Message, Message]:
        opened = await client.open("cuttle", "you", "friend")
        code, table = opened["invitations"][0]["code"], opened["table"]
        taken = await client.post(f"/tables/{table}/join", {"code": code, "name": "Ben"})
        async with client.join(table, opened["token"]) as mine:
            await mine.next()
            async with client.join(table, taken["token"]) as theirs:
                before = await theirs.next()
                await mine.until("seat_changed")
            while (await mine.until("seat_changed"))["seats"][1]["here"]:
                pass
            again = await client.post(f"/tables/{table}/join", {"code": code, "name": "Somebody"})
            async with client.join(table, again["token"]) as theirs:
                after = await theirs.next()
        await client.get(f"/tables/{table}", taken["token"], status=401)  # the lost device answers no more
        return before, after

    before, after = talk_to(server, meet)
    assert after["seat"] == before["seat"] == 1
    assert after["view"]["hand"] == before["view"]["hand"] != []
    assert after["names"] == before["names"] == ["Guest", "Ben"]


def test_talk_is_shown_once_and_again_after_a_reload(server: Served) -> None:
    async def play(client: Client) -> tuple[list[Message], Message]:
        opened = await client.open("cuttle", "you", "heuristic", seed=5)
        async with client.join(opened["table"], opened["token"]) as line:
            asked = await line.until("legal_moves")
            await line.send("talk", text="good luck")
            await line.until("talk")
            await line.send("select_move", decision=asked["decision"], index=0)
            asked = await line.until("legal_moves")
            await line.send("talk", text="still here")
            await line.until("talk")
        async with client.join(opened["table"], opened["token"]) as again:
            return line.heard, await again.next()

    heard, state = talk_to(server, play)
    assert not [said for message in heard if message["type"] == "move_made" for said in message["say"]]
    assert [said["text"] for said in state["talk"]] == ["good luck", "still here"]


def test_who_is_out_and_alone_skips_to_the_end(server: Served) -> None:
    async def play(client: Client) -> list[Message]:
        opened = await client.open("kittens", "you", *["heuristic"] * 4, seed=3)
        async with client.join(opened["table"], opened["token"]) as line:
            await line.send("skip")
            while (message := await line.next())["type"] != "over":
                if message["type"] == "legal_moves":  # draw until a kitten comes; nope nothing
                    moves = [move["type"] for move in message["moves"]]
                    index = moves.index("Draw") if "Draw" in moves else 0
                    await line.send("select_move", decision=message["decision"], index=index)
                elif message.get("out") == [0]:
                    await line.send("pace", paused=True)
                    await line.send("skip")
            return line.heard

    heard = talk_to(server, play)
    assert [message.get("code") for message in heard].count("no_practice") == 1
    assert heard[-1]["wording"].startswith("You lost")


def test_talk_reaches_all_at_once_and_the_replay(server: Served) -> None:
    async def play(client: Client) -> tuple[Message, Message]:
        opened = await client.open("cuttle", "you", "heuristic", seed=5)
        async with client.join(opened["table"], opened["token"]) as line, client.join(opened["table"]) as other:
            await line.until("legal_moves")
            await line.send("talk", text="good luck\x07")
            heard = await other.until("talk")
            over_asked = line.heard[-1]
            await line.send("select_move", decision=over_asked["decision"], index=0)
            over = await line.play()
            return heard, await client.get(f"/replays/{over['replay']}")

    heard, replay = talk_to(server, play)
    assert heard == {"type": "talk", "seat": 0, "name": "Guest", "text": "good luck?"}
    assert replay["steps"][0]["say"] == ["good luck?"]


def test_stale_and_impossible_answers_are_refused(server: Served) -> None:
    async def play(client: Client) -> list[str]:
        opened = await client.open("cuttle", "you", "heuristic", seed=5)
        where = f"/tables/{opened['table']}/move"
        async with client.join(opened["table"], opened["token"]) as line:
            asked = await line.until("legal_moves")
            number = asked["decision"]
            answers: list[str] = []
            for decision, index in ((number + 1, 0), (number, len(asked["moves"]))):
                refused = await client.post(where, {"decision": decision, "index": index}, opened["token"], 409)
                answers.append(refused["error"]["message"])
            await client.post(where, {"decision": number, "index": 0}, "no token", 401)
            await client.post(where, {"decision": number, "index": 0}, None, 401)
            return answers

    assert talk_to(server, play) == [
        "question 2 is no longer open; question 1 is",
        "move 7 is none of the 7 moves; the first is 0",
    ]


def test_who_leaves_is_answered_for_and_the_others_play_on(server: Served) -> None:
    async def play(client: Client) -> Message:
        opened = await client.open("cuttle", "you", "friend")
        where = f"/tables/{opened['table']}"
        taken = await client.post(f"{where}/join", {"code": opened["invitations"][0]["code"]})
        async with client.join(opened["table"], taken["token"]) as theirs:
            await theirs.next()
            await client.post(f"{where}/leave", {}, opened["token"])
            return await theirs.play()

    assert talk_to(server, play)["result"]["ending"]


def test_an_empty_table_is_closed(server: Served) -> None:
    async def play(client: Client) -> tuple[int, int]:
        opened = await client.open("cuttle", "you", "heuristic")
        async with client.join(opened["table"]) as other:
            await other.next()
            await client.post(f"/tables/{opened['table']}/leave", {}, opened["token"])
            closed = await other.until("closed")
            assert "left" in closed["reason"]
            code = await other.closed()
        async with client.join(opened["table"]) as late:
            return code, await late.closed()

    assert talk_to(server, play) == (1000, 4404)


def test_a_deserted_table_is_closed_and_forgotten(tmp_path) -> None:
    async def play(client: Client) -> None:
        opened = await client.open("cuttle", "you", "heuristic")
        async with client.join(opened["table"], opened["token"]) as line:
            await line.next()
        async with client.session.ws_connect(f"{client.url}/api/v1/tables/none/live") as socket:
            assert socket is not None
        while await client.get("/tables"):
            pass

    with served(tmp_path, patience=0.2) as server:
        talk_to(server, play)
    with served(tmp_path) as server:
        assert talk_to(server, lambda client: client.get("/tables")) == []


def test_who_does_not_answer_in_time_is_judged(server: Served) -> None:
    async def play(client: Client) -> Message:
        opened = await client.open("cuttle", "you", "heuristic", seed=5, clock=1)
        async with client.join(opened["table"], opened["token"]) as line:
            asked = await line.until("legal_moves")
            assert 0 < asked["clock"] <= 1
            return await _until_fault(line)

    made = talk_to(server, play)
    assert any("TooSlow: did not answer 'turn' within 1 s" in text for text in made["lines"])


async def _until_fault(line: Line) -> Message:
    while True:
        made = await line.until("move_made")
        if any("TooSlow" in text for text in made["lines"]):
            return made


def test_bots_alone_can_be_watched_paused_and_sped_up(server: Served) -> None:
    async def watch(client: Client) -> tuple[Message, Message]:
        opened = await client.open("cuttle", "heuristic", "random", seed=5, pace=2)
        assert opened["token"] is None
        async with client.join(opened["table"]) as line:
            await line.next()
            await line.send("pace", paused=True)
            paused = await line.until("seat_changed")
            await line.send("pace", pace=0, paused=False)
            return paused, await line.until("over")

    paused, over = talk_to(server, watch)
    assert paused["paused"]
    assert over["wording"].split(" won")[0] in ("heuristic", "random")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": [{"kind": "you"}]}, "2 players, not for 1"),
        ({"seats": [{"kind": "you"}, {"kind": "you"}]}, "only one seat can be yours"),
        ({"seats": [{"kind": "you"}, {"kind": "bot"}]}, "needs a bot"),
        ({"seats": [{"kind": "you"}, {"kind": "bot", "bot": "cmd:sh"}]}, "there is no bot called 'cmd:sh'"),
        ({"seats": [{"kind": "you"}, {"kind": "bot", "bot": "http://x"}]}, "files and addresses cannot be named"),
        ({"seats": [{"kind": "you"}, {"kind": "bot", "bot": "my_bot.py"}]}, "files and addresses cannot be named"),
        ({"seats": [{"kind": "you"}, {"kind": "bot", "bot": "random*2"}]}, "there is no bot called"),
        ({"settings": {"rules": "none"}}, "rules must be classic or online"),
        ({"settings": {"rule": "classic"}}, "did you mean rules?"),
        ({"practice": True, "seats": [{"kind": "you"}, {"kind": "friend"}]}, "a practice table has one person"),
        (
            {"seed": 3, "seats": [{"kind": "you"}, {"kind": "friend"}]},
            "who knows the deal cannot play with others",
        ),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(server: Served, change: Message, sentence: str) -> None:
    usual = {"game": "cuttle", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "random"}]}

    async def ask(client: Client) -> Message:
        return await client.post("/tables", {**usual, **change}, status=400)

    assert sentence in talk_to(server, ask)["error"]["message"]


def test_settings_that_name_a_file_are_refused(server: Served) -> None:
    async def ask(client: Client) -> Message:
        seats = [{"kind": "you"}, {"kind": "bot", "bot": "random"}]
        body = {"game": "kittens", "seats": seats, "settings": {"deck": "/etc/passwd"}}
        return await client.post("/tables", body, status=400)

    assert "files cannot be named here" in talk_to(server, ask)["error"]["message"]


def test_the_same_people_play_again(server: Served) -> None:
    async def play(client: Client) -> tuple[Message, Message, Message, list[str]]:
        opened = await client.open("cuttle", "you", "friend")
        where = f"/tables/{opened['table']}"
        early = await client.post(f"{where}/rematch", {}, opened["token"], status=409)
        joined = await client.post(f"{where}/join", {"code": opened["invitations"][0]["code"], "name": "Bea"})
        async with (
            client.join(opened["table"], opened["token"]) as host,
            client.join(opened["table"], joined["token"]) as guest,
        ):
            await asyncio.gather(host.play(at_random(1)), guest.play(at_random(2)))
            again = await client.post(f"{where}/rematch", {}, joined["token"])
            told = await host.until("rematch")
            twice = await client.post(f"{where}/rematch", {}, opened["token"], status=409)
        # The guest sits; the host's seat waits for the token that the host already has.
        taken = await client.post(f"/tables/{told['table']}/join", {"code": opened["token"], "name": "Guest"})
        async with (
            client.join(again["table"], again["token"]) as guest,
            client.join(again["table"], taken["token"]) as host,
        ):
            seats = [(await host.until("game_state"))["names"], (await guest.until("game_state"))["names"]]
            await asyncio.gather(host.play(at_random(3)), guest.play(at_random(4)))
        return early["error"], told, twice["error"], seats

    early, told, twice, seats = talk_to(server, play)
    assert early["code"] == "not_over"
    assert told["name"] == "Bea"
    assert twice["code"] == "taken"
    assert seats == [["Guest", "Bea"]] * 2


def test_what_people_need_a_moment_for_takes_twice_the_pace(server: Served) -> None:
    async def watch(client: Client) -> list[Message]:
        opened = await client.open("bluff", "heuristic", "heuristic", seed=3, pace=0.01, settings={"hand_size": 4})
        async with client.join(opened["table"]) as line:
            await line.until("over")
            return [message for message in line.heard if message["type"] == "move_made"]

    moves = talk_to(server, watch)
    for move in moves:
        is_slow = any(event["type"] in ("Challenged", "Judged") for event in move["events"])
        assert move["pause"] == pytest.approx(0.02 if is_slow else 0.01)
    assert {0.01, 0.02} == {round(move["pause"], 3) for move in moves}
    assert {move["turn"].partition(":")[0] for move in moves} >= {"Turn 1", "Turn 2"}
    assert moves[-1]["score"].startswith("Cards: heuristic ")
