"""Tables over REST: opening and joining them, and everything that the socket can do as well."""

from typing import Any

from fastapi import APIRouter, Request, Response

from croupier.kernel.decision import Seat
from croupier.ui.web import outlook
from croupier.ui.web.forms import (
    Done,
    ErrorAnswer,
    HintGiven,
    Invitation,
    JoinForm,
    MoveForm,
    MoveValue,
    PaceForm,
    SeatTaken,
    TableForm,
    TableListed,
    TableOpened,
    TalkForm,
)
from croupier.ui.web.gamesapi import answer
from croupier.ui.web.hints import hint_for
from croupier.ui.web.parts import Server, seat_of, seat_token
from croupier.ui.web.table import LiveTable, Refused

router = APIRouter(prefix="/tables")
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


@router.get("")
async def tables(parts: Server) -> list[TableListed]:
    """Those that are being played."""
    return [
        TableListed(
            table=key,
            game=table.game.name,
            title=table.game.title,
            names=list(table.match.table.names),
            people=len(table.chairs),
            waiting=table.is_waiting,
            over=table.stage.is_at_end,
            watching=table.stage.viewers(),
        )
        for key, table in parts.lobby.tables.items()
    ]


@router.post("", status_code=201, responses=PROBLEMS)
async def open_table(form: TableForm, parts: Server) -> TableOpened:
    opened = parts.lobby.open(form)
    invitations = [Invitation(seat=seat, code=code) for seat, code in opened.codes]
    return TableOpened(table=opened.table.key, seat=opened.seat, token=opened.token, invitations=invitations)


@router.get("/{table}", responses=PROBLEMS)
async def state(table: str, request: Request, parts: Server) -> Response:
    """The game_state message of your seat, with `legal_moves` if you are asked."""
    found = parts.lobby.find(table)
    seat = seat_of(found, seat_token(request))
    asked = None if seat is None else found.chairs[seat].asked
    return answer(
        {
            "state": outlook.state_of(found, seat),
            "legal_moves": None if asked is None else outlook.question_message(found, asked),
        }
    )


@router.post("/{table}/join", responses=PROBLEMS)
async def join(table: str, form: JoinForm, parts: Server) -> SeatTaken:
    seat, token = parts.lobby.join(parts.lobby.find(table), form.code, form.name)
    return SeatTaken(seat=seat, token=token)


def _seated(parts: Server, table: str, request: Request) -> tuple[LiveTable, Seat]:
    found = parts.lobby.find(table)
    seat = seat_of(found, seat_token(request))
    if seat is None:
        raise Refused("no_seat", "this needs the token of a seat, in the Authorization header")
    return found, seat


@router.post("/{table}/move", responses=PROBLEMS)
async def move(table: str, form: MoveForm, request: Request, parts: Server) -> Done:
    found, seat = _seated(parts, table, request)
    found.select(seat, form.decision, form.index, form.say)
    return Done()


@router.post("/{table}/undo", responses=PROBLEMS)
async def undo(table: str, request: Request, parts: Server) -> Done:
    found, seat = _seated(parts, table, request)
    found.undo(seat)
    return Done()


@router.post("/{table}/hint", responses=PROBLEMS)
async def hint(table: str, request: Request, parts: Server) -> HintGiven:
    found, seat = _seated(parts, table, request)
    given = await hint_for(found, seat, parts.thinkers)
    return HintGiven(decision=given.decision, index=given.index, moves=[MoveValue(**each) for each in given.moves])


@router.post("/{table}/talk", responses=PROBLEMS)
async def talk(table: str, form: TalkForm, request: Request, parts: Server) -> Done:
    found, seat = _seated(parts, table, request)
    found.talk(seat, form.text)
    return Done()


@router.post("/{table}/leave", responses=PROBLEMS)
async def leave(table: str, request: Request, parts: Server) -> Done:
    found, seat = _seated(parts, table, request)
    parts.lobby.rise(found, seat)
    return Done()


@router.post("/{table}/pace", responses=PROBLEMS)
async def pace(table: str, form: PaceForm, request: Request, parts: Server) -> Done:
    found = parts.lobby.find(table)
    seat = seat_of(found, seat_token(request))
    found.check_may_pace(seat)
    found.set_pace(form.pace, form.paused)
    return Done()
