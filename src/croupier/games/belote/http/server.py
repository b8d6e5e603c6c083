"""The bot's end of the Belote HTTP API: a BeloteBot answers requests. A server without its socket.

Every session has a bot of its own. News is kept until the next question, so that a bot sees here what it sees when
it plays in the engine's own process.
"""

from collections.abc import Callable
from contextlib import suppress
from secrets import randbelow, token_hex
from threading import Lock
from typing import Any, Final
from urllib.parse import unquote

import msgspec

from croupier.games.belote.core import layout as w
from croupier.games.belote.core.codes import FIRST_CUT, LAST_CUT
from croupier.games.belote.core.ranks import VALUES
from croupier.games.belote.events import (
    ENDINGS,
    CardPlayed,
    DealEnded,
    DealStarted,
    Ended,
    NegotiationCompleted,
    TrickCompleted,
)
from croupier.games.belote.http.messages import (
    SEATS,
    WIRE_CARDS,
    BidRequest,
    CardNotice,
    CardRequest,
    ContractNotice,
    CutRequest,
    DealNotice,
    HandState,
    MatchNotice,
    MatchState,
    Opening,
    TrickNotice,
    wire_action,
)
from croupier.games.belote.http.view import ViewBuilder, read_bid
from croupier.games.belote.moves import Bid, Cut, Play
from croupier.games.belote.settings import BeloteSettings
from croupier.games.belote.terms import MODES, MULTIPLIERS, NUMBERS, POSITIONS, Team
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
    """One bot at one seat, and the events since it was last asked."""

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self._bot = bot
        self._seat = bot.seat
        self._turn = Lock()
        self._asked = 0
        self._news: list[Event] = []
        self._deal = -1
        self._bids: list[Bid] = []
        self._contract_is_known = False

    def handle(self, handler: "tuple[type[Any], Callable[[_Session, Any], object]]", body: bytes) -> Response:
        kind, method = handler
        message = msgspec.json.decode(body, type=kind)
        with self._turn:
            answer = method(self, message)
        return answer if isinstance(answer, Response) else Response(200)

    # Questions.

    def choose_cut(self, message: CutRequest) -> Response:
        self._enter(message.match_state)
        view = ViewBuilder(self._bot.table, self._seat, message.match_state).view
        return self._decide("cut", view, _CUTS)

    def choose_action(self, message: BidRequest) -> Response:
        self._enter(message.match_state)
        moves = tuple(read_bid(action) for action in message.valid_actions)
        builder = ViewBuilder(self._bot.table, self._seat, message.match_state)
        view = builder.build_for_bid(message.hand, message.negotiation_state)
        self._bids = [read_bid(action) for action in message.negotiation_state.actions]
        return self._decide("bid", view, moves)

    def choose_card(self, message: CardRequest) -> Response:
        self._enter(message.match_state)
        builder = ViewBuilder(self._bot.table, self._seat, message.match_state)
        view = builder.build_for_card(message.hand, message.hand_state, self._bids)
        self._report_contract(message.hand_state, message.match_state)
        return self._decide("card", view, tuple(Play(card.card) for card in message.valid_plays))

    def _decide(self, question: str, view: BeloteView, moves: tuple[Move, ...]) -> Response:
        if not moves:
            raise ValueError("nothing is valid, so nothing can be chosen")
        self._asked += 1
        news, self._news = tuple(self._news), []
        decision = Decision(self._asked, "belote", self._seat, question, view, moves, news)
        bot = self._bot
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
                self._bids.append(move)
                return Response(200, _encode(wire_action(move)))

    def _inform(self, events: tuple[Event, ...], view: BeloteView) -> None:
        """As in the engine's process: a bot that fails at news loses it and nothing else."""
        for event in events if self._bot.listens else ():
            with suppress(BaseException):
                self._bot.observe(event, view)

    # News.

    def _enter(self, match: MatchState) -> None:
        """A deal begins with the first that is heard of it."""
        deal = len(match.completed_deals)
        if deal != self._deal and not match.is_complete:
            self._deal, self._bids, self._contract_is_known = deal, [], False
            self._news.append(DealStarted(SEATS[match.current_dealer], deal))

    def deal_started(self, message: MatchNotice) -> None:
        self._enter(message.match_state)

    def negotiation_completed(self, message: ContractNotice) -> None:
        self._enter(message.match_state)
        self._bids = [read_bid(action) for action in message.negotiation_state.actions]
        self._contract_is_known = True
        self._news.append(NegotiationCompleted(SEATS[message.announcer], message.game_mode, message.multiplier))

    def _report_contract(self, hand: HandState, match: MatchState) -> None:
        """The guide has no message about it, but it follows from the bids."""
        if self._contract_is_known:
            return
        self._contract_is_known = True
        builder = ViewBuilder(self._bot.table, self._seat, match)
        builder.build_for_card((), msgspec.structs.replace(hand, completed_tricks=(), current_trick=None), self._bids)
        words = builder.state.words
        mode, multiplier = MODES[words[w.MODE]], MULTIPLIERS[words[w.MULTIPLIER]]
        self._news.append(NegotiationCompleted(words[w.ANNOUNCER], mode, multiplier))

    def card_played(self, message: CardNotice) -> None:
        self._enter(message.match_state)
        self._report_contract(message.hand_state, message.match_state)
        self._news.append(CardPlayed(SEATS[message.player], message.card.card))

    def trick_completed(self, message: TrickNotice) -> None:
        trick, mode = message.completed_trick, message.hand_state.game_mode
        points = sum(VALUES[mode.number * 32 + NUMBERS[played.card.card]] for played in trick.played_cards)
        points += 10 if trick.trick_number == 8 else 0
        self._news.append(TrickCompleted(SEATS[message.winner], points))

    def deal_ended(self, message: DealNotice) -> None:
        result = message.result
        swept = Team.TEAM1 if result.team1_card_points else Team.TEAM2
        self._news.append(DealEnded(swept if result.was_sweep else None, result.is_instant_win))

    def match_ended(self, message: MatchNotice) -> None:
        view = ViewBuilder(self._bot.table, self._seat, message.match_state).build_at_end()
        news, self._news = (*self._news, Ended(view.winner, ENDINGS[view.ints[w.ENDING]])), []
        self._inform(news, view)


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
