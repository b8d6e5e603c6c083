"""Leaderboards, bots, tournaments and comparisons; live progress over a socket."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Response, WebSocket
from pydantic import Field
from starlette.websockets import WebSocketDisconnect

from croupier.games import GAMES
from croupier.ui.web.forms import Form, Spec
from croupier.ui.web.gamesapi import answer, game_called
from croupier.ui.web.messages import as_json
from croupier.ui.web.parts import Parts, Server, parts_of_socket
from croupier.ui.web.table import Refused
from croupier.ui.web.tablesapi import PROBLEMS
from croupier.ui.web.thinker import Board, BotPage, Contest
from croupier.ui.web.thinkers import WorkFailed
from croupier.ui.web.workshop import WORKSHOP

router = APIRouter()
TICK: Final = 0.5
"""Seconds between two looks at a contest that somebody follows."""
Run = Annotated[int, Path(ge=0, lt=2**31)]


class TournamentForm(Form):
    game: Annotated[str, Field(max_length=40)]
    bots: Annotated[list[Spec], Field(min_length=2, max_length=16)]
    format: Literal["round-robin", "swiss", "gauntlet", "knockout"] = "round-robin"
    blocks: Annotated[int, Field(ge=1, le=200)] = 10
    rounds: Annotated[int, Field(ge=1, le=20)] | None = None
    seats: Annotated[int, Field(ge=2, le=10)] | None = None


class ComparisonForm(Form):
    game: Annotated[str, Field(max_length=40)]
    old: Spec
    new: Spec
    edge: Annotated[float, Field(ge=0.5, le=50)] = 3.0
    max_games: Annotated[int, Field(ge=10, le=100_000)] = 5000


@router.get("/leaderboard", responses=PROBLEMS)
async def leaderboard(parts: Server, game: Annotated[str, Query(max_length=40)] = "") -> Response:
    if game:
        game_called(game)
    return answer(await _looked_up(parts, Board(parts.options.db, game)))


@router.get("/bots/{game}/{name:path}", responses=PROBLEMS)
async def bot(game: str, name: str, parts: Server) -> Response:
    found = await _looked_up(parts, BotPage(parts.options.db, game_called(game).name, name[:200]))
    if found is None:
        raise Refused("no_bot", f"no rated match of a bot called {name[:60]!r} is stored")
    return answer(found)


@router.get("/tournaments", responses=PROBLEMS)
async def tournaments(parts: Server, game: Annotated[str | None, Query(max_length=40)] = None) -> Response:
    """Tournaments and comparisons, also those of the command line."""
    return answer(await parts.contests.listed(game if game in GAMES else None))


@router.post("/tournaments", status_code=201, responses=PROBLEMS)
async def start_tournament(form: TournamentForm, parts: Server) -> dict[str, int]:
    bots = await _specs(parts, form.game, form.bots)
    options = ["--format", form.format, "--blocks", str(form.blocks)]
    options += ["--rounds", str(form.rounds)] if form.rounds is not None else []
    options += ["--seats", str(form.seats)] if form.seats is not None else []
    return {"id": await parts.contests.start("tournament", form.game, bots, *options)}


@router.post("/comparisons", status_code=201, responses=PROBLEMS)
async def start_comparison(form: ComparisonForm, parts: Server) -> dict[str, int]:
    bots = await _specs(parts, form.game, [form.old, form.new])
    options = ("--edge", str(form.edge), "--max-games", str(form.max_games))
    return {"id": await parts.contests.start("compare", form.game, bots, *options)}


@router.get("/tournaments/{run}", responses=PROBLEMS)
async def tournament(run: Run, parts: Server) -> Response:
    return answer(await _contest(parts, run))


@router.websocket("/tournaments/{run}/live")
async def live(socket: WebSocket, run: int) -> None:
    """The same document whenever something was played, until it is over."""
    parts = parts_of_socket(socket)
    await socket.accept()
    listening = asyncio.create_task(_until_gone(socket))
    try:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await _follow(socket, parts, run, listening)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _follow(socket: WebSocket, parts: Parts, run: int, listening: "asyncio.Task[None]") -> None:
    told = (-1, False)
    while not listening.done():
        try:
            if not 0 <= run < 2**31:
                raise Refused("no_run", "there is no such tournament")
            now = (await parts.contests.played(run), parts.contests.is_running(run))
            if now != told:
                told = now
                document = await _contest(parts, run)
                await socket.send_text(as_json({"type": "contest", **document}).decode())
                if not document["running"] and document["finished"]:
                    await socket.close(1000)
                    return
        except Refused as refusal:
            await socket.close(4404, str(refusal)[:100])
            return
        await asyncio.wait([listening], timeout=TICK)


async def _until_gone(socket: WebSocket) -> None:
    """A follower has nothing to say; what it says is not even kept."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        await asyncio.sleep(TICK)


async def _contest(parts: Parts, run: int) -> dict[str, Any]:
    found = await _looked_up(parts, Contest(parts.options.db, run))
    if found is None:
        raise Refused("no_run", f"there is no tournament or comparison {run}")
    return {**found, "running": parts.contests.is_running(run)}


async def _looked_up(parts: Parts, job: Board | BotPage | Contest) -> Any:
    try:
        return await parts.thinkers.look_up(job)
    except WorkFailed as error:
        raise Refused("no_figures", f"the figures cannot be read: {error}") from None


async def _specs(parts: Parts, game: str, bots: list[str]) -> list[str]:
    """Checked as for a table; bots from the workshop by their files, which the commands lock up."""
    found = game_called(game)
    specs: list[str] = []
    for spec in bots:
        if spec.startswith(WORKSHOP):
            specs.append(await parts.in_thread(parts.workshop.file_of, found, spec))
        else:
            parts.lobby.bot(found, spec)
            specs.append(spec)
    return specs
