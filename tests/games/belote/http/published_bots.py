"""Belote bots as other people write them for the other engine: a small server, and beside it the bot's own file.

Written for these tests, each to use another part of the interface. What a bot finds wrong in a message it notes in
a file called `wrong`; what it has seen of the interface it counts in `seen.json`.
"""

from typing import Any

SERVER = """
import json, os, sys, threading, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import bot

sessions, seen, lock = {}, {}, threading.Lock()


def count(name):
    with lock:
        seen[name] = seen.get(name, 0) + 1
        with open("seen.json.new", "w") as file:
            json.dump(seen, file)
        os.replace("seen.json.new", "seen.json")


class Handler(BaseHTTPRequestHandler):
    protocol_version = getattr(bot, "PROTOCOL", "HTTP/1.1")

    def log_message(self, *words):
        pass

    def answer(self, status, body=None):
        raw = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def do_GET(self):
        self.answer(*getattr(bot, "HEALTH", {"/health": (200,)}).get(self.path, (404,)))

    def do_DELETE(self):
        sessions.pop(self.path.split("/")[3], None)
        count("closed")
        self.answer(204)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        parts = self.path.strip("/").split("/")
        count("/".join(parts[3:]) or "opened")
        try:
            if len(parts) == 2:
                key = getattr(bot, "new_id", lambda: str(uuid.uuid4()))()
                sessions[key] = {"position": body["position"], "matchId": body["matchId"], "opening": body}
                if hasattr(bot, "opened"):
                    bot.opened(sessions[key], sessions)
                return self.answer(201, {"sessionId": key})
            if parts[2] not in sessions:
                return self.answer(404)
            method = "_".join(parts[3:]).replace("-", "_")
            if not hasattr(bot, method):
                return self.answer(getattr(bot, "WITHOUT", 200))
            given = getattr(bot, method)(body, sessions[parts[2]])
            status, given = given if isinstance(given, tuple) else (200, given)
            self.answer(status, given)
        except Exception as error:
            with open("wrong", "a") as file:
                print(self.path, repr(error), file=file)
            self.answer(500)


ThreadingHTTPServer(("", int(os.environ["PORT"])), Handler).serve_forever()
"""

FIRST = """
def choose_cut(body, session):
    return {"position": 16, "fromTop": True}

def choose_negotiation_action(body, session):
    return body["validActions"][0]

def choose_card(body, session):
    return body["validPlays"][0]
"""

BOTS: dict[str, str] = {
    "stateless over HTTP/1.0, no notifications": FIRST + 'PROTOCOL = "HTTP/1.0"\n',
    "counts cards": FIRST
    + """
def notify_deal_started(body, session):
    session["played"] = []

def notify_card_played(body, session):
    session["played"].append(body["card"])
    state = body["handState"]
    shown = [each["card"] for trick in [*state["completedTricks"], state.get("currentTrick") or {"playedCards": []}]
             for each in trick["playedCards"]]
    assert shown == session["played"], "the card is among those that are shown, in order"

def choose_card(body, session):
    state = body["handState"]
    tricks = [*state["completedTricks"], state["currentTrick"]]
    shown = [each["card"] for trick in tricks for each in trick["playedCards"]]
    assert shown == session["played"]
    return body["validPlays"][-1]
""",
    "finds out who is void": FIRST
    + """
def notify_deal_started(body, session):
    session["voids"] = {}

def notify_trick_completed(body, session):
    trick = body["completedTrick"]
    assert trick["isComplete"] and len(trick["playedCards"]) == 4
    assert trick == body["handState"]["completedTricks"][-1]
    assert body["winner"] in [each["player"] for each in trick["playedCards"]]
    following = body["handState"].get("currentTrick")
    assert following is None if trick["trickNumber"] == 8 else following["leader"] == body["winner"]
    led = trick["playedCards"][0]["card"]["suit"]
    for each in trick["playedCards"]:
        if each["card"]["suit"] == led:
            assert led not in session["voids"].get(each["player"], set()), "who was void cannot follow later"
        else:
            session["voids"].setdefault(each["player"], set()).add(led)
""",
    "keeps the score": FIRST
    + """
def notify_deal_started(body, session):
    match = body["matchState"]
    assert match["team1MatchPoints"] == sum(each["team1MatchPoints"] for each in match["completedDeals"])
    assert not match["isComplete"] and "winner" not in match

def notify_deal_ended(body, session):
    result, match, state = body["result"], body["matchState"], body["handState"]
    assert match["completedDeals"][-1] == result
    assert all(state[team] == result[team] for team in ("team1CardPoints", "team2CardPoints"))
    assert result["wasSweep"] == ("sweepingTeam" in result)
    session["ended"] = match

def notify_match_ended(body, session):
    match = body["matchState"]
    assert match["isComplete"] and match == session["ended"]
    points = {"Team1": match["team1MatchPoints"], "Team2": match["team2MatchPoints"]}
    assert "winner" not in match or points[match["winner"]] == max(points.values())
""",
    "bids by the state, in its own spelling": FIRST
    + """
MODES = ["ColourClubs", "ColourDiamonds", "ColourHearts", "ColourSpades", "NoTrumps", "AllTrumps"]

def choose_negotiation_action(body, session):
    state = body["negotiationState"]
    assert state["currentPlayer"] == session["position"]
    accepts = 0
    for action in reversed(state["actions"]):
        if action["type"] != "Accept":
            break
        accepts += 1
    assert state["consecutiveAccepts"] == accepts
    modes = [action["mode"] for action in state["actions"] if action["type"] == "Announcement"]
    assert modes == sorted(modes, key=MODES.index) and state.get("currentBid") == (modes[-1] if modes else None)
    jacks = sum(card["rank"] == "Jack" for card in body["hand"])
    for action in body["validActions"]:
        assert "player" not in action
        if jacks >= 2 and action == {"type": "Announcement", "mode": "AllTrumps"}:
            return {"type": "ANNOUNCEMENT", "mode": "alltrumps", "targetMode": None}
    if {"type": "Accept"} in body["validActions"]:
        return {"type": "accept", "mode": state["currentBid"], "player": session["position"]}
    return body["validActions"][0]

def choose_card(body, session):
    card = body["validPlays"][0]
    return {"rank": card["rank"].lower(), "suit": card["suit"].upper(), "reason": "lowest"}
""",
    "doubles and redoubles": FIRST
    + """
def choose_negotiation_action(body, session):
    state = body["negotiationState"]
    for mode, place in state["doubledModes"].items():
        action = state["actions"][place]
        assert action["type"] == "Accept" or action["targetMode"] == mode
        assert state["hasDoubleOccurred"]
    for kind in ("Redouble", "Double"):
        for action in body["validActions"]:
            if action["type"] == kind:
                return {"type": kind, "targetMode": action["targetMode"]}
    return body["validActions"][0]
""",
    "partners share what they hold": FIRST
    + """
TEAM = {"Bottom": 0, "Top": 0, "Left": 1, "Right": 1}
hands = {}

def choose_card(body, session):
    key = (session["matchId"], TEAM[session["position"]], len(body["matchState"]["completedDeals"]))
    hands.setdefault(key, {})[session["position"]] = {(card["rank"], card["suit"]) for card in body["hand"]}
    known = list(hands[key].values())
    assert len(known) <= 2 and not (len(known) == 2 and known[0] & known[1])
    return body["validPlays"][0]

def opened(session, sessions):
    mine = [each for each in sessions.values() if each["matchId"] == session["matchId"]]
    assert len({each["position"] for each in mine}) == len(mine), "one session for every seat of a match"
""",
    "cuts by the deal": FIRST
    + """
def choose_cut(body, session):
    assert body["deckSize"] == 32
    deals = len(body["matchState"]["completedDeals"])
    order = ["Bottom", "Left", "Top", "Right"]
    dealer = order.index(body["matchState"]["currentDealer"])
    assert order[(dealer + 3) % 4] == session["position"], "the dealer's right"
    return {"position": 6 + deals % 21, "fromTop": deals % 2 == 1}
""",
    "waits for the contract": FIRST
    + """
def notify_negotiation_completed(body, session):
    state = body["negotiationState"]
    assert [action["type"] for action in state["actions"][-3:]] == ["Accept"] * 3
    assert state["currentPlayer"] == state["actions"][-1]["player"]
    announced = [action["mode"] for action in state["actions"] if action["type"] == "Announcement"]
    doubled = [mode for mode in announced if mode in state["doubledModes"]]
    session["mode"] = doubled[0] if doubled else announced[-1]

def choose_card(body, session):
    assert body["handState"]["gameMode"] == session["mode"]
    return body["validPlays"][0]
""",
    "is overloaded": FIRST
    + """
asked = set()

def choose_card(body, session):
    key = (session["matchId"], session["position"], str(body))
    if key not in asked:
        asked.add(key)
        return 503, {"error": "busy"}
    return body["validPlays"][0]

def notify_card_played(body, session):
    return 500, {"error": "no time for news"}
""",
    "has no endpoint for news": FIRST + "WITHOUT = 404\nids = iter(range(1, 10_000))\n"
    "def new_id():\n    return f'seat-{next(ids)}-~.!'\n",
    "is healthy elsewhere": FIRST
    + 'import os\nassert os.environ["STYLE"] == "bold"\nHEALTH = {"/api/v1/alive": (204,)}\n',
    "has chance of its own": FIRST
    + """
import random

def opened(session, sessions):
    assert 0 <= session["opening"]["seed"] < 2**31
    session["random"] = random.Random(session["opening"]["seed"])

def choose_card(body, session):
    return session["random"].choice(body["validPlays"])
""",
}

META: dict[str, dict[str, Any]] = {
    "stateless over HTTP/1.0, no notifications": {
        "notifications": [],
        "init": {"command": "python", "arguments": "-V"},
    },
    "waits for the contract": {"notifications": ["Deal-Started", "negotiation-completed"]},
    "is healthy elsewhere": {
        "launch": {"healthEndpoint": "/api/v1/alive", "environmentVariables": {"STYLE": "bold"}, "startupTimeout": 15}
    },
    "has chance of its own": {"seed": True},
    "keeps the score": {"id": "9d4e8f0a-53b5-4c8e-9f38-1d3a0c5b7e11", "author": "A. Player", "authorGithub": "aplayer"},
}
