"""The bot's end of the Belote HTTP API: a BeloteBot answers requests. A server without its socket.

Every session has a bot of its own. News is kept until the next question, so that a bot sees here what it sees when it
plays in the engine's own process. `follow.py` finds out what is news, whatever engine sends the messages.
"""

from collections.abc import Callable
from contextlib import suppress
from secrets import randbelow, token_hex
from threading import Lock
from typing import Any, Final
from urllib.parse import unquote

import msgspec

from croupier.games.belote.core.codes import FIRST_CUT, LAST_CUT
from croupier.games.belote.http.follow import MatchFollower
from croupier.games.belote.http.messages import (
    SEATS,
    WIRE_CARDS,
    BidRequest,
    CardNotice,
    CardRequest,
    ContractNotice,
    CutRequest,
    DealNotice,
    MatchNotice,
    Opening,
    TrickNotice,
    WirePlayed,
    wire_action,
)
from croupier.games.belote.http.view import read_bid
from croupier.games.belote.moves import Bid, Cut, Play
from croupier.games.belote.settings import BeloteSettings
from croupier.games.belote.terms import POSITIONS
from croupier.games.belote.view import BeloteView
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Move, Table
from croupier.kernel.http_api import Response
from croupier.kernel.rng import SEED_LIMIT

_encode: Final = msgspec.json.Encoder().encode
_SAFE_CUT: Final = Cut(16, True)
_CUTS: Final = (
    _SAFE_CUT,
    *(
        Cut(position, from_top)
        for position in range(FIRST_CUT, LAST_CUT + 1)
        for from_top in (True, False)
        if (position, from_top) != (16, True)
    ),
)


class BeloteServer:
    """Answers for any number of sessions at once; those of one session take turns."""

    def __init__(self, make: Callable[[], Bot[Any, Any]]) -> None:
        self._make = make
        self._sessions: dict[str, _Session] = {}

    @property
    def session_count(self) -> int:
        return len(self._sessions)

    def handle(self, method: str, path: str, body: bytes) -> Response:
        try:
            return self._route(method, [unquote(part) for part in path.strip("/").split("/")], body)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
            return _failure(422, f"the body does not fit: {error}")

    def _route(self, method: str, parts: list[str], body: bytes) -> Response:
        match parts:
            case ["health"]:
                return Response(200) if method == "GET" else Response(405)
            case ["api", "sessions"]:
                return self._open(body) if method == "POST" else Response(405)
            case ["api", "sessions", session]:
                if method != "DELETE":
                    return Response(405)
                self._sessions.pop(session, None)
                return Response(204)
            case ["api", "sessions", session, *rest] if "/".join(rest) in _HANDLERS:
                if method != "POST":
                    return Response(405)
                if session not in self._sessions:
                    return _failure(404, f"there is no session {session}")
                return self._sessions[session].handle(_HANDLERS["/".join(rest)], body)
            case ["api", "sessions", session, "notify", _] if method == "POST" and session in self._sessions:
                return Response(200)  # a kind of news that only other engines have
            case _:
                return _failure(404, f"there is no {'/'.join(parts)} here")

    def _open(self, body: bytes) -> Response:
        opening = msgspec.json.decode(body, type=Opening)
        session = token_hex(16)
        seed = randbelow(SEED_LIMIT) if opening.seed is None else opening.seed
        try:
            bot = self._make()
            bot.sit(Table("belote", 4, BeloteSettings(), POSITIONS), SEATS[opening.position], seed)
        except BaseException as error:
            return _crashed(error)
        self._sessions[session] = _Session(bot)
        return Response(201, _encode({"sessionId": session}))


def _failure(status: int, text: str) -> Response:
    return Response(status, _encode({"error": text}))


def _crashed(error: BaseException) -> Response:
    return _failure(500, f"{type(error).__name__}: {error}")


class _Session:
    """One bot at one seat. News is kept until the next question."""

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self._bot = bot
        self._turn = Lock()
        self._asked = 0
        self._follower = MatchFollower(bot.table, bot.seat)

    def handle(self, handler: "tuple[type[Any], Callable[[_Session, Any], object]]", body: bytes) -> Response:
        kind, method = handler
        message = msgspec.json.decode(body, type=kind)
        with self._turn:
            answer = method(self, message)
        return answer if isinstance(answer, Response) else Response(200)

    # Questions.

    def choose_cut(self, message: CutRequest) -> Response:
        self._follower.see_match(message.match_state)
        return self._decide("cut", self._follower.builder.view, _CUTS)

    def choose_action(self, message: BidRequest) -> Response:
        follower = self._follower
        follower.see_match(message.match_state)
        follower.see_bidding(message.negotiation_state)
        builder = follower.builder
        view = builder.build_for_bid(message.hand, message.negotiation_state)
        follower.see_lock(builder)
        # An action that the rules here do not have cannot be chosen.
        moves = tuple(read_bid(action) for action in message.valid_actions if action.type != "ReRedouble")
        return self._decide("bid", view, moves)

    def choose_card(self, message: CardRequest) -> Response:
        follower = self._follower
        follower.see_hand(message.hand_state, message.match_state)
        view = follower.builder.build_for_card(message.hand, message.hand_state, follower.bids)
        return self._decide("card", view, tuple(Play(card.card) for card in message.valid_plays))

    def _decide(self, question: str, view: BeloteView, moves: tuple[Move, ...]) -> Response:
        if not moves:
            raise ValueError("no action is valid, so none can be chosen")
        self._asked += 1
        bot, news = self._bot, self._follower.take_events()
        decision = Decision(self._asked, "belote", bot.seat, question, view, moves, news)
        bot.face(self._asked)
        self._inform(news, view)
        try:
            move = moves[decision.index_of(bot.decide(decision))]
        except BaseException as error:
            return _crashed(error)
        bot.take_talk()
        match move:
            case Cut():
                return Response(200, _encode({"position": move.position, "fromTop": move.from_top}))
            case Play():
                return Response(200, _encode(WIRE_CARDS[move.card]))
            case _:
                assert isinstance(move, Bid)
                self._follower.add_bid(move)
                return Response(200, _encode(wire_action(move)))

    def _inform(self, events: tuple[Event, ...], view: BeloteView) -> None:
        """As in the engine's process: a bot that fails at news loses it and nothing else."""
        for event in events if self._bot.listens else ():
            with suppress(BaseException):
                self._bot.observe(event, view)

    # News.

    def deal_started(self, message: MatchNotice) -> None:
        self._follower.see_match(message.match_state)

    def negotiation_completed(self, message: ContractNotice) -> None:
        self._follower.see_match(message.match_state)
        if message.negotiation_state is not None:
            self._follower.see_contract(message.negotiation_state)

    def card_played(self, message: CardNotice) -> None:
        self._follower.see_hand(message.hand_state, message.match_state)
        if message.hand_state is None:
            self._follower.see_card(WirePlayed(message.player, message.card))

    def trick_completed(self, message: TrickNotice) -> None:
        self._follower.see_hand(message.hand_state, message.match_state)
        if message.hand_state is None and message.completed_trick is not None:
            self._follower.see_trick(message.completed_trick)

    def deal_ended(self, message: DealNotice) -> None:
        self._follower.see_hand(message.hand_state, message.match_state)
        self._follower.see_result(message.result, message.match_state)

    def match_ended(self, message: MatchNotice) -> None:
        view = self._follower.see_end(message.match_state)
        self._inform(self._follower.take_events(), view)


_HANDLERS: Final[dict[str, tuple[type[Any], Callable[[_Session, Any], object]]]] = {
    "choose-cut": (CutRequest, _Session.choose_cut),
    "choose-negotiation-action": (BidRequest, _Session.choose_action),
    "choose-card": (CardRequest, _Session.choose_card),
    "notify/deal-started": (MatchNotice, _Session.deal_started),
    "notify/negotiation-completed": (ContractNotice, _Session.negotiation_completed),
    "notify/card-played": (CardNotice, _Session.card_played),
    "notify/trick-completed": (TrickNotice, _Session.trick_completed),
    "notify/deal-ended": (DealNotice, _Session.deal_ended),
    "notify/match-ended": (MatchNotice, _Session.match_ended),
}
