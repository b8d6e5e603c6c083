"""Leaderboards, bots, tournaments and comparisons; live progress over a socket."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from croupier.games import GAMES
from croupier.ui.web.api.answers import Contest, StoredContest
from croupier.ui.web.api.forms import ComparisonForm, ContestStarted, Done, TournamentForm
from croupier.ui.web.api.games import answer, game_called
from croupier.ui.web.api.messages import as_json
from croupier.ui.web.api.tables import PROBLEMS
from croupier.ui.web.jobs.pool import JobFailed
from croupier.ui.web.jobs.worker import LoadBot, LoadContest, LoadLeaderboard, LoadPairing, LoadProfile
from croupier.ui.web.server_bots import FOLDER, OFFERED
from croupier.ui.web.services import Server, Services, services_of_socket
from croupier.ui.web.tables.table import RequestRefused
from croupier.ui.web.workshop import WORKSHOP

router = APIRouter()
POLL_SECONDS: Final = 0.5
"""Seconds between two looks at a contest that somebody follows."""
Run = Annotated[int, Path(ge=0, lt=2**31)]


@router.get("/leaderboard", responses=PROBLEMS)
async def leaderboard(services: Server, game: Annotated[str, Query(max_length=40)] = "") -> Response:
    if game:
        game_called(game)
    return answer(await _look_up(services, LoadLeaderboard(services.options.db, game)))


@router.get("/bots/{game}/{name:path}", responses=PROBLEMS)
async def bot(game: str, name: str, services: Server) -> Response:
    found = await _look_up(services, LoadBot(services.options.db, game_called(game).name, name[:200]))
    if found is None:
        raise RequestRefused("no_bot", f"no rated match of a bot called {name[:60]!r} is stored")
    return answer(found)


@router.get("/profiles/{game}/{name:path}", responses=PROBLEMS)
async def profile(game: str, name: str, services: Server) -> Response:
    """How readable a bot is: what its public acts gave away about its cards, in its stored matches."""
    try:
        found = await services.jobs.profile(LoadProfile(services.options.db, game_called(game).name, name[:200]))
    except JobFailed as error:
        raise RequestRefused("no_figures", f"cannot compute the profile: {error}") from None
    if found is None:
        raise RequestRefused("no_bot", f"no rated match of a bot called {name[:60]!r} is stored")
    return answer(found)


@router.get("/tournaments", responses=PROBLEMS)
async def tournaments(services: Server, game: Annotated[str | None, Query(max_length=40)] = None) -> Response:
    """Tournaments and comparisons, also those of the command line."""
    return answer(await services.contests.list_runs(game if game in GAMES else None))


@router.post("/tournaments", status_code=201, responses=PROBLEMS)
async def start_tournament(form: TournamentForm, services: Server) -> ContestStarted:
    services.workshop.require_open()
    bots = await _specs(services, form.game, form.bots)
    options = ["--format", form.format, "--blocks", str(form.blocks)]
    options += ["--rounds", str(form.rounds)] if form.rounds is not None else []
    options += ["--seats", str(form.seats)] if form.seats is not None else []
    options += _rating(form.bots)
    return ContestStarted(id=await services.contests.start("tournament", form.game, bots, *options))


@router.post("/comparisons", status_code=201, responses=PROBLEMS)
async def start_comparison(form: ComparisonForm, services: Server) -> ContestStarted:
    services.workshop.require_open()
    bots = await _specs(services, form.game, [form.old, form.new])
    options = ["--edge", str(form.edge), "--max-games", str(form.max_games), *_rating([form.old, form.new])]
    return ContestStarted(id=await services.contests.start("compare", form.game, bots, *options))


@router.get("/tournaments/{run}", responses=PROBLEMS)
async def tournament(run: Run, services: Server) -> Response:
    return answer(await _contest(services, run))


@router.post("/tournaments/{run}/stop", responses=PROBLEMS)
async def stop(run: Run, services: Server) -> Done:
    """Stop a contest that was started from the page; what was played stays."""
    services.workshop.require_open()
    await services.contests.stop(run)
    return Done()


@router.get("/tournaments/{run}/matches", responses=PROBLEMS)
async def matches(
    run: Run,
    services: Server,
    first: Annotated[str, Query(max_length=200)],
    second: Annotated[str, Query(max_length=200)],
) -> Response:
    """The matches in which two bots met, the latest first."""
    return answer(await _look_up(services, LoadPairing(services.options.db, run, first, second)))


@router.websocket("/tournaments/{run}/live")
async def live(socket: WebSocket, run: int) -> None:
    """The same document whenever something was played, until it is over."""
    services = services_of_socket(socket)
    await socket.accept()
    listening = asyncio.create_task(_until_gone(socket))
    try:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await _follow(socket, services, run, listening)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _follow(socket: WebSocket, services: Services, run: int, listening: "asyncio.Task[None]") -> None:
    told = (-1, False)
    while not listening.done():
        try:
            if not 0 <= run < 2**31:
                raise RequestRefused("no_run", "there is no such tournament")
            now = (await services.contests.played(run), services.contests.is_running(run))
            if now != told:
                told = now
                document = await _contest(services, run)
                await socket.send_text(as_json({"type": "contest", **document}).decode())
                if not document["running"] and document["finished"]:
                    await socket.close(1000)
                    return
        except RequestRefused as refusal:
            await socket.close(4404, str(refusal)[:100])
            return
        await asyncio.wait([listening], timeout=POLL_SECONDS)


async def _until_gone(socket: WebSocket) -> None:
    """A follower has nothing to say; what it says is not even kept."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        await asyncio.sleep(POLL_SECONDS)


async def _contest(services: Services, run: int) -> Contest:
    found: StoredContest | None = await _look_up(services, LoadContest(services.options.db, run))
    if found is None:
        raise RequestRefused("no_run", f"there is no tournament or comparison {run}")
    return {**found, "running": services.contests.is_running(run)}


async def _look_up(services: Services, job: LoadLeaderboard | LoadBot | LoadContest | LoadPairing) -> Any:
    try:
        return await services.jobs.look_up(job)
    except JobFailed as error:
        raise RequestRefused("no_figures", f"the figures cannot be read: {error}") from None


def _rating(bots: list[str]) -> list[str]:
    """Options that keep bots from the workshop, which anyone may write and drop, out of the leaderboard."""
    return ["--unrated"] if any(spec.startswith(WORKSHOP) for spec in bots) else []


async def _specs(services: Services, game: str, bots: list[str]) -> list[str]:
    """Checked as for a table; bots from the workshop and the folder by their files, which the commands sandbox."""
    found = game_called(game)
    specs: list[str] = []
    for spec in bots:
        if spec.startswith(WORKSHOP):
            specs.append(await asyncio.to_thread(services.workshop.file_of, found, spec))
        elif spec.startswith((FOLDER, OFFERED)):
            specs.append(await asyncio.to_thread(services.server_bots.spec_of, found, spec))
        else:
            services.lobby.bot(found, spec)
            specs.append(spec)
    return specs
