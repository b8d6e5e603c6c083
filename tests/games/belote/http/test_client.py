"""The engine's end of the HTTP API, body by body as the guide prints them."""

import json
from codecs import BOM_UTF8
from typing import Any

import pytest
from games.belote.talk import Talk, body

from croupier.games.belote.http.client import KINDS, BeloteClient
from croupier.kernel.errors import BadMessage, IllegalMove
from croupier.kernel.http_api import Call, Response

RANKS = {"Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"}
SUITS = {"Clubs", "Diamonds", "Hearts", "Spades"}
HAND_STATE = {
    "gameMode",
    "team1CardPoints",
    "team2CardPoints",
    "team1TricksWon",
    "team2TricksWon",
    "currentTrick",
    "completedTricks",
}
FRESH_MATCH = {
    "targetScore": 150,
    "team1MatchPoints": 0,
    "team2MatchPoints": 0,
    "currentDealer": "Right",
    "isComplete": False,
    "completedDeals": [],
}


def answer(talk: Talk, given: object) -> str:
    """The move that an answer stands for."""
    raw = given if isinstance(given, bytes) else json.dumps(given).encode()
    index = talk.dialects[talk.decision.seat].answer(Response(200, raw), talk.decision)
    return str(talk.decision.moves[index])


# Sessions.


@pytest.mark.parametrize(("seat", "position"), [(0, "Bottom"), (1, "Left"), (2, "Top"), (3, "Right")])
def test_a_session_is_opened(seat: int, position: str) -> None:
    call = BeloteClient().open(seat, "550e8400", None)
    assert (call.method, call.path) == ("POST", "api/sessions")
    assert body(call) == {"position": position, "matchId": "550e8400"}


def test_a_seed_is_sent_only_where_there_is_one() -> None:
    assert body(BeloteClient().open(0, "m", 17)) == {"position": "Bottom", "matchId": "m", "seed": 17}


def test_the_session_id_is_read_and_closed_under_its_own_name() -> None:
    dialect = BeloteClient()
    assert dialect.read_session(Response(201, b'{"sessionId": "a/b c", "more": 1}')) == "a/b c"
    assert dialect.read_session(Response(201, b'{"SessionId": 7}')) == "7"
    assert dialect.close("a/b c") == Call("DELETE", "api/sessions/a%2Fb%20c")
    assert dialect.close("seat:1!(a)") == Call("DELETE", "api/sessions/seat:1!(a)"), "as other engines send it"


@pytest.mark.parametrize("came", [b"", b"[]", b"{}", b'{"sessionId": null}', b'{"sessionId": ""}', b"\xff"])
def test_a_session_without_an_id_is_a_bad_message(came: bytes) -> None:
    with pytest.raises(BadMessage, match="sessionId"):
        BeloteClient().read_session(Response(201, came))


# Questions.


def test_choose_cut() -> None:
    talk = Talk()
    call = talk.dialects[2].ask("s", talk.decision)
    assert (call.method, call.path) == ("POST", "api/sessions/s/choose-cut")
    assert body(call) == {"deckSize": 32, "matchState": FRESH_MATCH}


def test_choose_negotiation_action() -> None:
    talk = Talk().bid("H", "-")
    assert talk.dialects[2].ask("s", talk.decision).path == "api/sessions/s/choose-negotiation-action"
    asked = talk.question()
    assert set(asked) == {"hand", "negotiationState", "matchState", "validActions"}
    assert len(asked["hand"]) == 5
    assert all(set(card) == {"rank", "suit"} for card in asked["hand"])
    assert all(card["rank"] in RANKS and card["suit"] in SUITS for card in asked["hand"])
    assert asked["negotiationState"] == {
        "dealer": "Right",
        "currentPlayer": "Top",
        "currentBid": "ColourHearts",
        "currentBidder": "Bottom",
        "consecutiveAccepts": 1,
        "hasDoubleOccurred": False,
        "actions": [
            {"type": "Announcement", "player": "Bottom", "mode": "ColourHearts"},
            {"type": "Accept", "player": "Left"},
        ],
        "doubledModes": {},
        "redoubledModes": [],
        "teamColourAnnouncements": {"Team1": "ColourHearts"},
    }
    assert asked["matchState"] == FRESH_MATCH
    assert asked["validActions"] == [
        {"type": "Accept"},
        {"type": "Announcement", "mode": "NoTrumps"},
        {"type": "Announcement", "mode": "AllTrumps"},
    ]


def test_the_first_speaker_is_shown_no_bid() -> None:
    state = Talk().bid().question()["negotiationState"]
    assert not {"currentBid", "currentBidder"} & set(state)
    assert (state["currentPlayer"], state["actions"]) == ("Bottom", [])


def test_doubles_and_redoubles() -> None:
    asked = Talk().bid("H", "S", "2S", "2H").question()
    assert asked["negotiationState"]["actions"][1:] == [
        {"type": "Announcement", "player": "Left", "mode": "ColourSpades"},
        {"type": "Double", "player": "Top", "targetMode": "ColourSpades"},
        {"type": "Double", "player": "Right", "targetMode": "ColourHearts"},
    ]
    assert asked["negotiationState"]["doubledModes"] == {"ColourSpades": 2, "ColourHearts": 3}
    assert asked["negotiationState"]["hasDoubleOccurred"] is True
    assert asked["negotiationState"]["teamColourAnnouncements"] == {"Team1": "ColourHearts", "Team2": "ColourSpades"}
    assert {"type": "Redouble", "targetMode": "ColourHearts"} in asked["validActions"]
    redoubled = Talk().bid("H", "2H", "4H").question()["negotiationState"]
    assert redoubled["redoubledModes"] == ["ColourHearts"]


def test_an_accept_that_doubles_is_named_by_its_place() -> None:
    """`doubledModes` maps a mode to the place of the action that doubled it, an accept here."""
    state = Talk().bid("N", "-").question()["negotiationState"]
    assert state["doubledModes"] == {"NoTrumps": 1}
    assert (state["hasDoubleOccurred"], state["consecutiveAccepts"]) == (True, 1)


def test_with_lock_only_real_doubles_are_named_and_announcing_is_closed() -> None:
    accepted = Talk(accept_doubles="lock").bid("N", "-").question()["negotiationState"]
    assert (accepted["doubledModes"], accepted["hasDoubleOccurred"]) == ({}, True)
    doubled = Talk(accept_doubles="lock").bid("N", "-", "-", "2N").question()["negotiationState"]
    assert (doubled["doubledModes"], doubled["hasDoubleOccurred"]) == ({"NoTrumps": 3}, True)
    escalated = Talk(accept_doubles="lock").bid("H", "N", "-").question()["negotiationState"]
    assert (escalated["doubledModes"], escalated["hasDoubleOccurred"]) == ({}, True)


def test_choose_card() -> None:
    talk = Talk().bid("A", "-", "-", "-").play_safe(5)
    assert talk.dialects[0].ask("s", talk.decision).path == "api/sessions/s/choose-card"
    asked = talk.question()
    assert set(asked) == {"hand", "handState", "matchState", "validPlays"}
    hand, state = asked["hand"], asked["handState"]
    assert all(card in hand for card in asked["validPlays"])
    assert set(state) == HAND_STATE
    assert state["gameMode"] == "AllTrumps"
    first, second = state["completedTricks"], state["currentTrick"]
    assert len(first) == 1
    assert (first[0]["leader"], first[0]["trickNumber"], first[0]["isComplete"]) == ("Bottom", 1, True)
    assert [played["player"] for played in first[0]["playedCards"]] == ["Bottom", "Left", "Top", "Right"]
    assert all(set(played) == {"player", "card"} for played in first[0]["playedCards"])
    assert (second["trickNumber"], second["isComplete"], len(second["playedCards"])) == (2, False, 1)
    assert second["leader"] == second["playedCards"][0]["player"]
    assert state["team1TricksWon"] + state["team2TricksWon"] == 1


# News.


def test_news_of_a_deal_in_its_order() -> None:
    talk = Talk(deals=1).bid("A", "-", "-", "-").play_safe()
    trick = [*["card-played"] * 4, "trick-completed"]
    expected = ["deal-started", "negotiation-completed", *trick * 8, "deal-ended", "match-ended"]
    for seat in range(4):
        assert talk.kinds(seat) == expected
        assert all(call.path == f"api/sessions/s/notify/{call.kind}" for call in talk.told[seat])


def test_only_what_is_wanted_is_told() -> None:
    talk = Talk(deals=1)
    dialect = BeloteClient()
    assert dialect.tell("s", talk.match.happened(0), talk.match.view(0), {"match-ended"}) == []
    calls = dialect.tell("s", talk.match.happened(0), talk.match.view(0), {"deal-started"})
    assert [call.kind for call in calls] == ["deal-started"]


def test_the_end_is_told_once() -> None:
    talk = Talk(deals=1).play_safe()
    again = talk.dialects[0].tell("s", talk.match.take_news(0), talk.match.view(0), frozenset(KINDS))
    assert list(again) == []


def test_deal_started() -> None:
    assert Talk().notices("deal-started") == [{"matchState": FRESH_MATCH}]


def test_negotiation_completed() -> None:
    (told,) = Talk().bid("H", "2H", "-", "-", "-").notices("negotiation-completed")
    assert set(told) == {"gameMode", "multiplier", "announcer", "announcerTeam", "negotiationState", "matchState"}
    assert [told[key] for key in ("gameMode", "multiplier", "announcer", "announcerTeam")] == [
        "ColourHearts",
        "Doubled",
        "Bottom",
        "Team1",
    ]
    assert len(told["negotiationState"]["actions"]) == 5
    assert told["negotiationState"]["currentPlayer"] == "Bottom", "who spoke last"


def test_card_played() -> None:
    talk = Talk().bid("A", "-", "-", "-").play_safe(4)
    told = talk.notices("card-played")
    assert [each["player"] for each in told] == ["Bottom", "Left", "Top", "Right"]
    for number, each in enumerate(told):
        assert set(each) == {"player", "card", "handState", "matchState"}
        state = each["handState"]
        if number < 3:
            trick = state["currentTrick"]
            assert trick["playedCards"][-1] == {"player": each["player"], "card": each["card"]}
            assert (len(trick["playedCards"]), trick["isComplete"]) == (number + 1, False)
            assert state["completedTricks"] == []
            assert state["team1CardPoints"] == state["team2CardPoints"] == 0


def test_the_fourth_card_is_shown_with_its_trick_counted() -> None:
    """As the published engine sends it: the same state as with trick-completed."""
    talk = Talk().bid("A", "-", "-", "-").play_safe(4)
    fourth, (ended,) = talk.notices("card-played")[3], talk.notices("trick-completed")
    assert fourth["handState"] == ended["handState"]
    assert fourth["matchState"] == ended["matchState"]
    (trick,) = fourth["handState"]["completedTricks"]
    assert trick["playedCards"][-1] == {"player": fourth["player"], "card": fourth["card"]}
    assert fourth["handState"]["currentTrick"]["leader"] == ended["winner"]


def test_the_last_card_of_a_deal_is_shown_with_the_deal_scored() -> None:
    talk = Talk().bid("A", "-", "-", "-").play_safe(32)
    last, ended, deal = (talk.notices(kind)[-1] for kind in ("card-played", "trick-completed", "deal-ended"))
    assert last["handState"] == ended["handState"] == deal["handState"]
    assert "currentTrick" not in last["handState"]
    assert last["matchState"] == ended["matchState"] == deal["matchState"]
    assert last["matchState"]["completedDeals"] == [deal["result"]]
    assert last["matchState"]["currentDealer"] == "Bottom", "the next dealer"
    assert deal["matchState"] == talk.notices("deal-started")[1]["matchState"]


def test_the_last_card_of_a_match_shows_its_end() -> None:
    talk = Talk(deals=1).bid("A", "-", "-", "-").play_safe()
    last, ended = talk.notices("card-played")[-1]["matchState"], talk.notices("match-ended")[0]["matchState"]
    assert last == ended
    assert (last["isComplete"], "winner" in last) == (True, talk.match.result().places != (1, 1, 1, 1))


def test_trick_completed() -> None:
    talk = Talk().bid("A", "-", "-", "-").play_safe(4)
    (told,) = talk.notices("trick-completed")
    assert set(told) == {"completedTrick", "winner", "handState", "matchState"}
    assert told["handState"]["completedTricks"] == [told["completedTrick"]]
    assert told["handState"]["currentTrick"] == {
        "leader": told["winner"],
        "trickNumber": 2,
        "playedCards": [],
        "isComplete": False,
    }
    shown = talk.question()["handState"]
    assert told["handState"] == shown, "what is told is what the next question shows"


def test_deal_ended() -> None:
    talk = Talk().bid("A", "-", "-", "-").play_safe(32)
    (told,) = talk.notices("deal-ended")
    result, state, match = told["result"], told["handState"], told["matchState"]
    assert set(result) == {
        "gameMode",
        "multiplier",
        "announcerTeam",
        "team1CardPoints",
        "team2CardPoints",
        "team1MatchPoints",
        "team2MatchPoints",
        "wasSweep",
        "isInstantWin",
    }
    assert result["team1CardPoints"] + result["team2CardPoints"] == 258
    assert set(state) == HAND_STATE - {"currentTrick"}
    assert len(state["completedTricks"]) == 8
    assert (state["team1CardPoints"], state["team2CardPoints"]) == (
        result["team1CardPoints"],
        result["team2CardPoints"],
    )
    assert match["completedDeals"] == [result]
    assert (match["team1MatchPoints"], match["team2MatchPoints"]) == (
        result["team1MatchPoints"],
        result["team2MatchPoints"],
    )
    assert (match["currentDealer"], match["isComplete"]) == ("Bottom", False)
    following = talk.notices("deal-started")[1]["matchState"]
    assert following["currentDealer"] == "Bottom"
    assert following == talk.question()["matchState"]


def test_match_ended() -> None:
    talk = Talk(deals=2).play_safe()
    (told,) = talk.notices("match-ended")
    assert set(told) == {"matchState"}
    assert told["matchState"]["isComplete"] is True
    assert len(told["matchState"]["completedDeals"]) == 2
    assert [each["matchState"]["isComplete"] for each in talk.notices("deal-ended")] == [False, True]


def test_a_sweep_names_the_sweeping_team_and_the_end_its_winner() -> None:
    for seed in range(3000):
        talk = Talk(seed, target=10).play_safe()
        (*_, told) = talk.notices("deal-ended")
        result = told["result"]
        assert ("sweepingTeam" in result) == result["wasSweep"]
        winner = talk.notices("match-ended")[0]["matchState"].get("winner")
        assert winner == ("Team1" if talk.match.result().places[0] == 1 else "Team2")
        assert "winner" not in talk.notices("deal-started")[0]["matchState"]
        if result["wasSweep"]:
            assert result["sweepingTeam"] == ("Team1" if told["handState"]["team1TricksWon"] == 8 else "Team2")
            return
    raise AssertionError("no sweep was played")


@pytest.mark.parametrize("seed", range(20))
def test_the_score_that_is_kept_is_the_score_of_the_match(seed: int) -> None:
    """Over whole matches: what the last piece of news shows is what the next question is asked with."""
    talk = Talk(seed, target=60)
    while not talk.match.over:
        asked = talk.question()
        news = body(talk.told[talk.decision.seat][-1])
        assert news["matchState"] == asked["matchState"]
        if "handState" in asked and asked["handState"]["currentTrick"]["playedCards"]:
            assert news["handState"] == asked["handState"]
        moves = talk.decision.moves
        talk.play(str(moves[seed * 7 % len(moves)]))
    ended = talk.notices("match-ended")[0]["matchState"]
    assert (ended["team1MatchPoints"], ended["team2MatchPoints"]) == talk.match.result().scores[:2]


def test_a_raised_target_is_told_with_the_deal_that_raised_it() -> None:
    """Both teams reach six points in an AllTrumps deal that is split (rule 5.8)."""
    for seed in range(100):
        talk = Talk(seed, target=6).bid("A", "-", "-", "-").play_safe(32)
        if not talk.match.over and min(talk.match.view(0).match_points) >= 6:  # type: ignore[attr-defined]
            break
    assert {each["matchState"]["targetScore"] for each in talk.notices("card-played")[:-1]} == {6}
    assert talk.notices("deal-ended")[0]["matchState"]["targetScore"] == 106
    assert talk.notices("deal-started")[1]["matchState"]["targetScore"] == 106


# Answers.


@pytest.mark.parametrize(
    ("given", "move"),
    [
        ({"position": 6, "fromTop": True}, "cut 6 from the top"),
        ({"position": 26, "fromTop": False}, "cut 26 from the bottom"),
        ({"position": 16, "fromTop": True, "why": "habit"}, "cut 16 from the top"),
        ({"Position": 16, "FromTop": True}, "cut 16 from the top"),
        ({"position": "16", "from_top": "false"}, "cut 16 from the bottom"),
    ],
)
def test_a_cut_is_read(given: object, move: str) -> None:
    assert answer(Talk(), given) == move


@pytest.mark.parametrize(
    ("given", "move"),
    [
        ({"type": "Accept"}, "accept"),
        ({"type": "ACCEPT", "mode": None, "targetMode": None}, "accept"),
        ({"type": "Accept", "mode": "ColourHearts"}, "accept"),
        ({"type": "Accept", "mode": 0, "targetMode": "NoTrumps"}, "accept"),
        ({"type": "announcement", "mode": "alltrumps"}, "announce AllTrumps"),
        ({"type": "Announcement", "mode": "AllTrumps", "targetMode": ""}, "announce AllTrumps"),
        ({"type": "Double", "mode": "NoTrumps", "targetMode": "ColourHearts"}, "double ColourHearts"),
        ({"type": "Announcement", "mode": "NoTrumps", "player": "Left"}, "announce NoTrumps"),
        ({"type": "Double", "targetMode": "colourHEARTS"}, "double ColourHearts"),
        ({"Type": "Double", "Mode": None, "TargetMode": "ColourHearts"}, "double ColourHearts"),
    ],
)
def test_an_action_is_read_without_regard_to_case(given: object, move: str) -> None:
    assert answer(Talk().bid("H"), given) == move


def test_a_card_is_read_without_regard_to_case() -> None:
    talk = Talk().bid("A", "-", "-", "-")
    for card in talk.question()["validPlays"]:
        spelled = {"rank": card["rank"].upper(), "suit": card["suit"].lower()}
        marked = BOM_UTF8 + json.dumps({"Rank": card["rank"], "Suit": card["suit"]}).encode()
        assert answer(talk, card) == answer(talk, spelled) == answer(talk, marked)


@pytest.mark.parametrize(
    ("bids", "given", "valid"),
    [
        (None, {"position": 5, "fromTop": True}, "from 6 to 26"),
        (None, {"position": 27, "fromTop": False}, "from 6 to 26"),
        (("H",), {"type": "Announcement", "mode": "ColourClubs"}, '"mode":"AllTrumps"'),
        (("H",), {"type": "Double", "mode": "ColourHearts"}, '"targetMode":"ColourHearts"'),
        (("H",), {"type": "Redouble", "targetMode": "ColourHearts"}, '{"type":"Accept"}'),
        (("H",), {"type": "Pass"}, '{"type":"Accept"}'),
        (("A", "-", "-", "-"), {"rank": "Two", "suit": "Hearts"}, '"suit"'),
    ],
)
def test_a_wrong_answer_is_told_with_the_valid_ones(bids: tuple[str, ...] | None, given: Any, valid: str) -> None:
    talk = Talk() if bids is None else Talk().bid(*bids)
    with pytest.raises(IllegalMove) as told:
        answer(talk, given)
    assert json.dumps(given) in str(told.value)
    assert valid in str(told.value)


@pytest.mark.parametrize("given", [b"", b"nonsense", b"[]", b"7", b'"Accept"', b"{}", b"\xff\xfe", b"null"])
@pytest.mark.parametrize("bids", [None, ("H",), ("A", "-", "-", "-")])
def test_what_cannot_be_read_is_a_bad_message(bids: tuple[str, ...] | None, given: bytes) -> None:
    talk = Talk() if bids is None else Talk().bid(*bids)
    with pytest.raises(BadMessage, match="answered"):
        answer(talk, given)


def test_a_long_answer_is_cut_short() -> None:
    with pytest.raises(BadMessage) as told:
        answer(Talk(), b"x" * 100_000)
    assert len(str(told.value)) < 500
