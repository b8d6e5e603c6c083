"""The ASGI app of a season: routes, pages and workers. Bots never run in this process."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from croupier import __version__
from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import open_store
from croupier.season.competition import Competition
from croupier.season.records import Refused
from croupier.ui.web.app import PREFIX, explain_errors
from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.season import admin_routes, routes
from croupier.ui.web.season.service import SeasonService
from croupier.ui.web.season.workers import Workers
from croupier.ui.web.security import SecurityMiddleware, Sessions
from croupier.ui.web.static_files import StaticFiles

STATUS = {
    "no_token": 401,
    "bad_code": 403,
    "closed": 403,
    "disqualified": 403,
    "quota": 429,
    "busy": 503,
    "no_team": 404,
    "no_bot": 404,
    "no_match": 404,
    "no_round": 404,
}
TICK_SECONDS = 1.0


def make_season_app(
    options: WebServerOptions, file: str, name: str, workers: Workers | None, root: Path | None = None
) -> SecurityMiddleware:
    """The server of the season whose file has this text; without `workers` somebody else plays."""
    pages = StaticFiles(root)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        store = await asyncio.to_thread(open_store, options.db)
        competition = Competition(store)
        await asyncio.to_thread(competition.open, file, name)
        app.state.season = SeasonService(competition)
        ticking = asyncio.create_task(_tick(competition))
        if workers is not None:
            await workers.start(competition)
        try:
            yield
        finally:
            ticking.cancel()
            if workers is not None:
                await workers.stop()
            store.close()

    app = FastAPI(
        title="Croupier season",
        version=__version__,
        summary="Join a season, hand in bots, follow the leaderboard, fetch replays and proofs.",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    api = APIRouter(prefix=PREFIX)
    api.include_router(routes.router)
    api.include_router(admin_routes.router)
    app.include_router(api)
    explain_errors(app)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Any) -> Response:
        return JSONResponse({"error": {"code": error.code, "message": str(error)}}, STATUS.get(error.code, 409))

    @app.exception_handler(StoreError)
    async def no_database(request: Request, error: Any) -> Response:
        # Names no address: it is for everybody.
        message = "the database does not answer; try again in a moment"
        return JSONResponse({"error": {"code": "no_database", "message": message}}, 503, {"retry-after": "2"})

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "there is nothing at this address")
        if path == "":
            return Response(status_code=307, headers={"location": "/season"})
        return pages.answer(f"/{path}", request.headers.get("accept-encoding", ""))

    return SecurityMiddleware(app, options, Sessions(options.token), pages.policy)


async def _tick(competition: Competition) -> None:
    """Freeze fields at their deadlines, also while no worker asks for a job."""
    while True:
        with suppress(StoreError):  # the database may be back the next time
            await asyncio.to_thread(competition.tick)
        await asyncio.sleep(TICK_SECONDS)
