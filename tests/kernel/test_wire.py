"""The JSON dialect: numbered questions, and answers that are refused with what was open."""

import json
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.kernel.decision import Decision, Result
from croupier.kernel.errors import BadMessage, IllegalMove
from croupier.kernel.wire import Start, encode, over_message, question_message, read_answer, read_ready
from croupier.match.match import Match

CUTTLE = GAMES["cuttle"]


@pytest.fixture
def decision() -> Decision[Any, Any]:
    match = Match(CUTTLE, CUTTLE.settings(), ["Ann", "Bob"], 1)
    decision = match.ask()
    assert decision is not None
    return decision


def test_a_question_reads_as_documented(decision: Decision[Any, Any]) -> None:
    message = json.loads(encode(question_message(decision, "m1")))
    assert message["type"] == "decide"
    assert (message["match"], message["id"], message["game"], message["seat"]) == ("m1", 1, "cuttle", 0)
    assert message["question"] == "turn"
    assert message["moves"][0] == {"type": "Draw", "text": "draw"}
    points = next(move for move in message["moves"] if move["type"] == "Points")
    assert points["text"] == f"points {points['card']}"
    assert sorted(message["view"]["hand"]) == sorted(str(card) for card in decision.view.hand)
    assert message["events"][0]["type"] == "Dealt"
    assert message["events"][5]["card"] is None, "the opponent's card"
    assert set(message["clock"]) == {"answer", "bank", "last"}


def test_a_refused_answer_is_asked_again_as_illegal(decision: Decision[Any, Any]) -> None:
    import msgspec

    message = json.loads(encode(question_message(msgspec.structs.replace(decision, refused="because"))))
    assert (message["type"], message["reason"]) == ("illegal", "because")


@pytest.mark.parametrize("move", [0, "draw"])
@pytest.mark.parametrize("say", ["hi", ["hi"], None])
def test_an_answer_by_index_or_notation(decision: Decision[Any, Any], move: int | str, say: Any) -> None:
    answer: dict[str, Any] = {"type": "move", "id": 1, "move": move, "note": "why"}
    if say is not None:
        answer["say"] = say
    reply = read_answer(json.dumps(answer), decision)
    assert decision.index_of(reply.move) == 0
    assert reply.say == (() if say is None else ("hi",))
    assert reply.note == "why"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"type":"move","id":7,"move":0}', "answer to question 7; the open question is 1, 'turn'"),
        ('{"type":"move","move":0}', "missing required field `id`"),
        ('{"type":"ready","id":1,"move":0}', "unreadable answer"),
        ('{"type":"move","id":1,"move":1.5}', r"at `\$.move`"),
        ('{"type":"move","id":1,"move":{}}', "unreadable answer"),
        ("draw", "unreadable answer"),
        ("", "unreadable answer"),
        (b"\xff", "unreadable answer"),
        ("x" * 70_000, "too long"),
    ],
)
def test_what_is_no_answer(decision: Decision[Any, Any], text: str | bytes, complaint: str) -> None:
    with pytest.raises(BadMessage, match=complaint) as refusal:
        read_answer(text, decision)
    assert "the open question is 1, 'turn'" in str(refusal.value)


def test_a_readable_answer_may_still_be_illegal(decision: Decision[Any, Any]) -> None:
    reply = read_answer('{"type":"move","id":1,"move":"counter 2h"}', decision)
    with pytest.raises(IllegalMove, match="'counter 2h'"):
        decision.index_of(reply.move)


def test_start_ready_and_over() -> None:
    start = json.loads(encode(Start("m", "cuttle", 0, 2, {"rules": "classic"}, ("Ann", "Bob"), seed=5)))
    assert (start["type"], start["protocol"], start["seats"]) == ("start", 1, 2)
    assert read_ready('{"type":"ready","name":"me","wants":["news"]}').wants == ("news",)
    with pytest.raises(BadMessage, match="send"):
        read_ready('{"type":"ready","wants":["money"]}')
    over = json.loads(encode(over_message(Result((1, 2), (21.0, 3.0), "won"), (), ("Ann", "Bob"), "m")))
    assert over["type"] == "over"
    assert over["places"] == [1, 2]
