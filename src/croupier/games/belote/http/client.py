"""The engine's end of the Belote HTTP API: decisions and events become requests, answers become moves. No socket.

A question is written from the view it comes with. News is sent one event at a time, and the view that comes with it is
already further on, so the client keeps its own score of the deal. It shows the fourth card of a trick and the last card
of a deal as the published engine does: with the trick counted and the deal scored.
"""

from codecs import BOM_UTF8
from collections.abc import Container, Sequence
from typing import Any, Final
from urllib.parse import quote

import msgspec

from croupier.games.belote.core.codes import DECK_SIZE, FIRST_CUT, LAST_CUT
from croupier.games.belote.events import (
    CardPlayed,
    DealEnded,
    DealStarted,
    Ended,
    NegotiationCompleted,
    TargetRaised,
    TrickCompleted,
)
from croupier.games.belote.http.messages import (
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
    Wire,
    WireAction,
    WireCard,
    WireResult,
    WireTrick,
    hand_state,
    match_state,
    negotiation_state,
    position_of,
    wire_action,
    wire_cards,
    wire_result,
    wire_trick,
)
from croupier.games.belote.moves import Bid, Cut, Play
from croupier.games.belote.terms import Mode, Team
from croupier.games.belote.view import BeloteView, Played, Trick
from croupier.kernel.decision import Decision, Event, View
from croupier.kernel.errors import BadMessage, IllegalMove
from croupier.kernel.http_api import Call, Response

KINDS: Final = {
    "deal-started": True,
    "negotiation-completed": False,
    "card-played": True,
    "trick-completed": True,
    "deal-ended": True,
    "match-ended": True,
}
"""The notifications in their order; the one that the guide does not have goes only to those who list it."""

ENDPOINTS: Final = {"cut": "choose-cut", "bid": "choose-negotiation-action", "card": "choose-card"}
ANSWER_RULES: Final = {
    "cut": f"choose-cut returns a position from {FIRST_CUT} to {LAST_CUT} and fromTop",
    "bid": "choose-negotiation-action returns one of the validActions",
    "card": "choose-card returns one of the validPlays",
}
SHOWN: Final = 200  # characters of an answer in a message about it
_CUTS: Final = f"a position from {FIRST_CUT} to {LAST_CUT} and fromTop true or false"

_PLAIN_IN_PATHS: Final = "!$&'()*+,;=:@~"
"""Other engines send ids as they are, and simple servers compare them so: only what would break the path is escaped."""

_encode: Final = msgspec.json.Encoder().encode


class _SessionOpened(Wire, frozen=True):
    session_id: str | int


class _CutAnswer(Wire, frozen=True):
    position: int
    from_top: bool


class _ActionAnswer(Wire, frozen=True):
    type: str
    mode: Any = None
    target_mode: Any = None


class _CardAnswer(Wire, frozen=True):
    rank: str
    suit: str


class BeloteClient:
    """For one seat of one match."""

    def __init__(self) -> None:
        self._results: list[WireResult] = []
        self._points = (0, 0)
        self._target = 0
        self._dealer = 0
        self._mode = Mode.COLOUR_CLUBS
        self._card_points = (0, 0)
        self._won = (0, 0)
        self._tricks: list[WireTrick] = []
        self._cards: list[Played] = []
        self._leader = 0
        self._is_complete = False
        self._winner: Team | None = None
        self._over = False

    # Sessions.

    def open(self, seat: int, match_id: str, seed: int | None) -> Call:
        return Call("POST", "api/sessions", _encode(Opening(position_of(seat), match_id, seed)))

    def read_session(self, response: Response) -> str:
        session = _read(response, _SessionOpened, 'a body like {"sessionId": "..."}').session_id
        if session == "":
            raise BadMessage("the sessionId is empty")
        return str(session)

    def close(self, session: str) -> Call:
        return Call("DELETE", _path(session))

    # Questions.

    def ask(self, session: str, decision: Decision[Any, Any]) -> Call:
        return Call("POST", _path(session, ENDPOINTS[decision.question]), _encode(request(decision)))

    def answer(self, response: Response, decision: Decision[Any, Any]) -> int:
        match decision.question:
            case "cut":
                return _find_cut(response, decision)
            case "bid":
                return _find_action(response, decision)
            case _:
                return _find_card(response, decision)

    # News.

    def tell(self, session: str, events: Sequence[Event], view: View, wanted: Container[str]) -> Sequence[Call]:
        assert isinstance(view, BeloteView)
        calls: list[Call] = []
        if self._over:
            return calls  # at the end a driver hands out once more what came with no question

        def tell(kind: str, notice: Wire) -> None:
            calls.append(Call("POST", _path(session, f"notify/{kind}"), _encode(notice), kind))

        for place, event in enumerate(events):
            kind = self._follow(event, events[place + 1 :], view)
            if kind in wanted:
                tell(kind, self._notice(event, view))
            self._over = self._over or isinstance(event, Ended)
        return calls

    def _follow(self, event: Event, rest: Sequence[Event], view: BeloteView) -> str:
        """Keep score; the kind of the notification that the event calls for, if any."""
        match event:
            case DealStarted():
                self._target = self._target or view.target
                self._dealer = event.dealer
                self._card_points, self._won, self._tricks, self._cards = (0, 0), (0, 0), [], []
                return "deal-started"
            case NegotiationCompleted():
                self._mode = event.mode
                return "negotiation-completed"
            case CardPlayed():
                self._cards.append(Played(event.seat, event.card))
                if len(self._cards) == 4:
                    self._end_trick(rest, view)
                return "card-played"
            case TrickCompleted():
                return "trick-completed"
            case DealEnded():
                return "deal-ended"
            case Ended():
                self._is_complete, self._winner = True, event.winner
                return "match-ended"
            case _:
                return ""

    def _end_trick(self, rest: Sequence[Event], view: BeloteView) -> None:
        """The fourth card is shown with its trick counted, and the last card of a deal with the deal scored."""
        ended = next(event for event in rest if isinstance(event, TrickCompleted))
        self._tricks.append(self._trick(len(self._tricks) + 1, self._cards))
        self._card_points = _add_points(self._card_points, ended.winner, ended.points)
        self._won = _add_points(self._won, ended.winner, 1)
        self._leader, self._cards = ended.winner, []
        if len(self._tricks) < 8:
            return
        result = wire_result(view.completed_deals[len(self._results)])
        self._results.append(result)
        first, second = self._points
        self._points = (first + result.team1_match_points, second + result.team2_match_points)
        self._dealer = (self._dealer + 1) % 4
        for later in rest:
            match later:
                case TargetRaised():
                    self._target = later.target
                case Ended():
                    self._is_complete, self._winner = True, later.winner
                case _:
                    pass

    def _notice(self, event: Event, view: BeloteView) -> Wire:
        match event:
            case NegotiationCompleted():
                return ContractNotice(
                    event.mode,
                    event.multiplier,
                    position_of(event.announcer),
                    event.team,
                    negotiation_state(view),
                    self._match_state(),
                )
            case CardPlayed():
                player, card = position_of(event.seat), WIRE_CARDS[event.card]
                return CardNotice(player, card, self._hand_state(), self._match_state())
            case TrickCompleted():
                winner = position_of(event.winner)
                return TrickNotice(self._tricks[-1], winner, self._hand_state(), self._match_state())
            case DealEnded():
                return DealNotice(self._results[-1], self._hand_state(), self._match_state())
            case _:
                return MatchNotice(self._match_state())

    def _trick(self, number: int, cards: list[Played]) -> WireTrick:
        return wire_trick(Trick(number, cards[0].seat, tuple(cards)))

    def _hand_state(self) -> HandState:
        number, trick = len(self._tricks) + 1, None
        if self._cards:
            trick = self._trick(number, self._cards)
        elif number <= 8:
            trick = WireTrick(position_of(self._leader), number, (), False)
        return HandState(self._mode, *self._card_points, *self._won, tuple(self._tricks), trick)

    def _match_state(self) -> MatchState:
        dealer, results = position_of(self._dealer), tuple(self._results)
        return MatchState(self._target, *self._points, dealer, self._is_complete, results, self._winner)


def _add_points(pair: tuple[int, int], seat: int, points: int) -> tuple[int, int]:
    """The points of the two teams, with more for that of `seat`."""
    first, second = pair
    return (first + points, second) if seat % 2 == 0 else (first, second + points)


def _path(session: str, *rest: str) -> str:
    return "/".join(("api/sessions", quote(session, safe=_PLAIN_IN_PATHS), *rest))


def request(decision: Decision[Any, Any]) -> CutRequest | BidRequest | CardRequest:
    """The body of a question."""
    view = decision.view
    assert isinstance(view, BeloteView)
    match decision.question:
        case "cut":
            return CutRequest(DECK_SIZE, match_state(view))
        case "bid":
            actions = _actions(decision)
            return BidRequest(wire_cards(view.hand), negotiation_state(view), match_state(view), actions)
        case _:
            return CardRequest(wire_cards(view.hand), hand_state(view), match_state(view), _plays(decision))


def _actions(decision: Decision[Any, Any]) -> tuple[WireAction, ...]:
    return tuple(wire_action(move) for move in decision.moves if isinstance(move, Bid))


def _plays(decision: Decision[Any, Any]) -> tuple[WireCard, ...]:
    return tuple(WIRE_CARDS[move.card] for move in decision.moves if isinstance(move, Play))


# Answers. Names and words are compared without regard to case; what is not needed is not read.


def _read(response: Response, kind: type[msgspec.Struct], expected: str) -> Any:
    try:
        return msgspec.json.decode(response.body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        answer = _read_leniently(response.body, kind)
        if answer is None:
            raise BadMessage(f"answered {_shown(response.body)} instead of {expected} ({error})") from None
        return answer


def _read_leniently(body: bytes, kind: type[msgspec.Struct]) -> Any:
    """Names in another case (`FromTop`, `from_top`), numbers as texts, a byte order mark; None if it is still none."""
    names = {name.casefold(): name for name in kind.__struct_encode_fields__}
    try:
        given = msgspec.json.decode(body.removeprefix(BOM_UTF8), type=dict[str, Any])
        known = {names.get(key.replace("_", "").casefold(), key): value for key, value in given.items()}
        return msgspec.convert(known, kind, strict=False)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _shown(body: bytes) -> str:
    text = body.decode(errors="replace")
    return (text if len(text) <= SHOWN else text[:SHOWN] + "...") or "nothing"


def _find_cut(response: Response, decision: Decision[Any, Any]) -> int:
    answer: _CutAnswer = _read(response, _CutAnswer, _CUTS)
    cut = Cut(answer.position, answer.from_top)
    if cut not in decision.moves:
        raise IllegalMove(f"choose-cut was answered with {_shown(response.body)}; valid is {_CUTS}")
    return decision.moves.index(cut)


def _find_action(response: Response, decision: Decision[Any, Any]) -> int:
    answer: _ActionAnswer = _read(response, _ActionAnswer, "one of the validActions")
    valid = _actions(decision)
    for index, action in enumerate(valid):
        # Only what tells actions of this type apart is read: bots send the other fields empty or filled.
        if action.mode is not None:
            given, meant = _key(answer.type, answer.mode), _key(action.type, action.mode.value)
        elif action.target_mode is not None:
            given, meant = _key(answer.type, answer.target_mode), _key(action.type, action.target_mode.value)
        else:
            given, meant = _key(answer.type), _key(action.type)
        if given == meant:
            return index
    raise _not_among_error(response, "choose-negotiation-action", "validActions", valid)


def _find_card(response: Response, decision: Decision[Any, Any]) -> int:
    answer: _CardAnswer = _read(response, _CardAnswer, "one of the validPlays")
    given = _key(answer.rank, answer.suit)
    valid = _plays(decision)
    for index, card in enumerate(valid):
        if given == _key(card.rank, card.suit):
            return index
    raise _not_among_error(response, "choose-card", "validPlays", valid)


def _not_among_error(response: Response, endpoint: str, field: str, valid: tuple[Wire, ...]) -> IllegalMove:
    return IllegalMove(f"{endpoint} was answered with {_shown(response.body)}; {field}: {_encode(valid).decode()}")


def _key(*words: object) -> tuple[object, ...]:
    return tuple(word.casefold() if isinstance(word, str) else word for word in words)
