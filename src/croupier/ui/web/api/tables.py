"""Tables over REST: opening and joining them, and everything that the socket can do as well."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from croupier.kernel.decision import Seat
from croupier.ui.web.api.forms import (
    Done,
    ErrorAnswer,
    HintedMove,
    HintGiven,
    Invitation,
    JoinForm,
    MoveForm,
    PaceForm,
    RematchOpened,
    SeatTaken,
    TableForm,
    TableListed,
    TableOpened,
    TalkForm,
)
from croupier.ui.web.api.games import answer
from croupier.ui.web.services import Server, seat_of, seat_token
from croupier.ui.web.tables import snapshots
from croupier.ui.web.tables.hints import hint_for
from croupier.ui.web.tables.lobby import OpenedTable
from croupier.ui.web.tables.table import LiveTable, RequestRefused, chosen_index

router = APIRouter(prefix="/tables")
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


@router.get("")
async def tables(services: Server) -> list[TableListed]:
    """Those that are being played."""
    return [_listed(table) for table in services.lobby.tables.values()]


def _listed(table: LiveTable) -> TableListed:
    names = table.match.table.names
    standings, score = table.standing()
    return TableListed(
        table=table.key,
        game=table.game.name,
        title=table.game.title,
        names=list(names),
        people=len(table.people),
        waiting=table.is_waiting,
        over=table.broadcaster.is_at_end,
        watching=table.watchers,
        turn=[names[seat] for seat in table.broadcaster.to_act()],
        standings=standings,
        score=score,
    )


@router.post("", status_code=201, responses=PROBLEMS)
async def open_table(form: TableForm, services: Server) -> TableOpened:
    return as_answer(services.lobby.open(form))


def as_answer(opened: OpenedTable) -> TableOpened:
    """A new table with the secrets of its seats."""
    return TableOpened(
        table=opened.table.key,
        seat=opened.seat,
        token=opened.token,
        invitations=[Invitation(seat=seat, code=code) for seat, code in opened.codes],
        beside=[SeatTaken(seat=seat, token=token) for seat, token in opened.beside],
    )


@router.get("/{table}", responses=PROBLEMS)
async def state(table: str, request: Request, services: Server) -> Response:
    """The game_state message of your seat, with `legal_moves` if you are asked."""
    found = services.lobby.find(table)
    seat = seat_of(found, seat_token(request))
    asked = None if seat is None else found.people[seat].asked
    return answer(
        {
            "state": snapshots.state_of(found, seat),
            "legal_moves": None if asked is None else snapshots.question_message(found, asked),
        }
    )


@router.post("/{table}/join", responses=PROBLEMS)
async def join(table: str, form: JoinForm, services: Server) -> SeatTaken:
    seat, token = services.lobby.join(services.lobby.find(table), form.code, form.name)
    return SeatTaken(seat=seat, token=token)


def _find_seat(services: Server, table: str, request: Request) -> tuple[LiveTable, Seat]:
    found = services.lobby.find(table)
    seat = seat_of(found, seat_token(request))
    if seat is None:
        raise RequestRefused("no_seat", "this needs the token of a seat, in the Authorization header")
    return found, seat


@router.post("/{table}/move", responses=PROBLEMS)
async def move(table: str, form: MoveForm, request: Request, services: Server) -> Done:
    found, seat = _find_seat(services, table, request)
    found.select(seat, form.decision, chosen_index(form.index, form.move_index), form.say)
    return Done()


@router.post("/{table}/undo", responses=PROBLEMS)
async def undo(table: str, request: Request, services: Server) -> Done:
    found, seat = _find_seat(services, table, request)
    found.undo(seat)
    return Done()


@router.post("/{table}/hint", responses=PROBLEMS)
async def hint(table: str, request: Request, services: Server) -> HintGiven:
    found, seat = _find_seat(services, table, request)
    given = await hint_for(found, seat, services.jobs)
    return HintGiven(
        decision=given.decision,
        index=given.index,
        moves=[HintedMove(**msgspec.structs.asdict(each)) for each in given.moves],
    )


@router.post("/{table}/talk", responses=PROBLEMS)
async def talk(table: str, form: TalkForm, request: Request, services: Server) -> Done:
    found, seat = _find_seat(services, table, request)
    found.talk(seat, form.text)
    return Done()


@router.post("/{table}/leave", responses=PROBLEMS)
async def leave(table: str, request: Request, services: Server) -> Done:
    found, seat = _find_seat(services, table, request)
    services.lobby.stand_up(found, seat)
    return Done()


@router.post("/{table}/rematch", responses=PROBLEMS)
async def rematch(table: str, request: Request, services: Server) -> RematchOpened:
    """Another match for the same people, once this one is over."""
    found, seat = _find_seat(services, table, request)
    key, token = services.lobby.rematch(found, seat)
    return RematchOpened(table=key, token=token)


@router.post("/{table}/pace", responses=PROBLEMS)
async def pace(table: str, form: PaceForm, request: Request, services: Server) -> Done:
    found = services.lobby.find(table)
    seat = seat_of(found, seat_token(request))
    found.check_may_pace(seat)
    found.set_pace(form.pace, form.paused)
    return Done()
