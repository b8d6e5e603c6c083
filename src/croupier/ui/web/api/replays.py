"""Replays: the list, one match step by step, its pictures, its analysis, one file to keep, and uploads."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.ui.web.api.forms import BranchForm, ReplayStored, TableOpened
from croupier.ui.web.api.games import answer
from croupier.ui.web.api.tables import PROBLEMS, as_answer
from croupier.ui.web.replays import describe_replay
from croupier.ui.web.services import Server
from croupier.ui.web.tables.table import RequestRefused

router = APIRouter(prefix="/replays")
Key = Annotated[str, Path(max_length=40)]
OFFLINE_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'"
)
WHO = {"dealer": DEALER, "public": PUBLIC}


@router.get("", responses=PROBLEMS)
async def replays(
    services: Server,
    game: Annotated[str | None, Query(max_length=40)] = None,
    player: Annotated[str | None, Query(max_length=60)] = None,
) -> Response:
    """Of tables and uploads, the latest first. The matches of runs are on the pages of their bots and tournaments."""
    return answer(await asyncio.to_thread(services.web_store.replays, game, player))


@router.post(
    "",
    status_code=201,
    responses=PROBLEMS,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
)
async def upload(request: Request, services: Server) -> ReplayStored:
    """A replay file as it is, one match."""
    services.workshop.require_open()
    return ReplayStored(id=await services.replays.upload(await request.body()))


@router.get("/{replay}", responses=PROBLEMS)
async def replay(replay: Key, services: Server) -> Response:
    return answer(describe_replay(await services.replays.open(replay)))


@router.get("/{replay}/frames/{step}", responses=PROBLEMS)
async def frame(
    replay: Key,
    step: Annotated[int, Path(ge=0, le=10**6)],
    services: Server,
    seat: Annotated[str, Query(pattern=r"^(dealer|public|\d{1,2})$")] = "public",
) -> Response:
    """The table after a step, seen from a seat, as a spectator, or with all hands open."""
    opened = await services.replays.open(replay)
    return answer(await services.replays.frame(opened, step, WHO[seat] if seat in WHO else int(seat)))


@router.get("/{replay}/analysis", responses={**PROBLEMS, 202: {"description": "It is being computed; ask again."}})
async def analysis(replay: Key, services: Server) -> Response:
    found = services.replays.analysis(await services.replays.open(replay))
    return answer({"state": "running"}, 202) if found is None else answer(found)


@router.post("/{replay}/branch", status_code=201, responses=PROBLEMS)
async def branch(replay: Key, form: BranchForm, services: Server) -> TableOpened:
    """Open a practice table at a step, at the seat that answered there."""
    opened = await services.replays.open(replay)
    if opened.match is None:
        raise RequestRefused("not_again", f"this replay cannot be played again: {opened.why_not}")
    return as_answer(services.lobby.branch(opened.match, form))


@router.get("/{replay}/page.html", response_class=HTMLResponse, responses=PROBLEMS)
async def page(replay: Key, services: Server) -> Response:
    """One file that needs nothing else, to keep."""
    opened = await services.replays.open(replay)
    text = await services.replays.page(opened)
    name = f"{opened.replay.head.game}-{replay}.html"
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-security-policy": OFFLINE_POLICY}
    return HTMLResponse(text, headers=headers)


@router.get("/{replay}/file.jsonl", responses=PROBLEMS)
async def file(replay: Key, services: Server) -> Response:
    """The replay file itself, for croupier replay and croupier analyse."""
    opened = await services.replays.open(replay)
    name = f"{opened.replay.head.game}-{replay}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(opened.lines, media_type="application/x-ndjson", headers=headers)
