"""The ASGI app: sets up the services, the routes, and the mapping from errors to answers."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from croupier import __version__
from croupier.arena.store.store import Store, StoreError, default_path, open_store
from croupier.arena.store.web import WebStore
from croupier.kernel.errors import ReplayError, UsageError
from croupier.ui.web.api import contests, games, puzzles, replays, socket, tables, workshop
from croupier.ui.web.jobs.contests import Contests
from croupier.ui.web.jobs.pool import JobPool
from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.replays import Replays
from croupier.ui.web.security import SecurityMiddleware, Sessions, TooLarge
from croupier.ui.web.server_bots import ServerBots
from croupier.ui.web.services import Services
from croupier.ui.web.static_files import StaticFiles
from croupier.ui.web.tables.lobby import Lobby
from croupier.ui.web.tables.table import RequestRefused
from croupier.ui.web.workshop import Workshop

PREFIX = "/api/v1"
STATUS = {
    "no_table": 404,
    "no_replay": 404,
    "no_puzzle": 404,
    "no_run": 404,
    "no_bot": 404,
    "no_game": 404,
    "full": 503,
    "bad_code": 403,
    "no_step": 404,
    "no_seat": 401,
    "not_open": 409,
    "switched_off": 403,
    "too_many": 429,
    "slow": 503,
    "bad_password": 401,
}


def make_app(options: WebServerOptions, root: Path | None = None) -> SecurityMiddleware:
    """The server as an ASGI app; `root` is the folder of the built page."""
    pages = StaticFiles(root)
    sessions = Sessions(options.token)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        store: Store = await asyncio.to_thread(open_store, options.db)
        web_store = WebStore(store)
        jobs = JobPool(options.workers)
        workshop = Workshop(web_store, folder_of(store), options.workshop)
        folder = Path(options.bots_dir) if options.bots_dir else None
        server_bots = ServerBots(folder, options.trust, options.bots, options.max_cost)
        lobby = Lobby(options, web_store, jobs, workshop, server_bots, folder_of(store).with_name("croupier-costs"))
        replays = Replays(store, web_store, jobs)
        contests = Contests(store, options.db)
        app.state.services = Services(
            options, store, web_store, jobs, workshop, server_bots, lobby, replays, contests, sessions
        )
        await lobby.start()
        try:
            yield
        finally:
            await contests.close()
            await lobby.stop()
            await server_bots.close()
            await replays.close()
            await jobs.close()
            store.close()

    app = FastAPI(
        title="Croupier",
        version=__version__,
        summary="Play, watch, replay and compete: the API of the browser app.",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    api = APIRouter(prefix=PREFIX)
    for part in (games, tables, socket, replays, puzzles, contests, workshop):
        api.include_router(part.router)
    app.include_router(api)
    explain_errors(app)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404, "there is nothing at this address")
        return pages.answer(f"/{path}", request.headers.get("accept-encoding", ""))

    return SecurityMiddleware(app, options, sessions, pages.policy)


def folder_of(store: Store) -> Path:
    """The folder for the files of workshop bots: beside the database, or in the user's data folder."""
    url = store.engine.url
    beside = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else default_path()
    return beside.resolve().parent / "croupier-workshop"


def explain_errors(app: FastAPI) -> None:
    """Answer every error in one form: {"error": {"code", "message"}}."""

    def failed(status: int, code: str, message: str) -> Response:
        return JSONResponse({"error": {"code": code, "message": message}}, status)

    @app.exception_handler(RequestRefused)
    async def refused(request: Request, error: Any) -> Response:
        return failed(STATUS.get(error.code, 409), error.code, str(error))

    @app.exception_handler(UsageError)
    async def usage(request: Request, error: Any) -> Response:
        return failed(400, "bad_request", str(error))

    @app.exception_handler(StoreError)
    async def store(request: Request, error: Any) -> Response:
        return failed(503, "no_store", "the server cannot read or write its database now; try again later")

    @app.exception_handler(ReplayError)
    async def replay(request: Request, error: Any) -> Response:
        return failed(400, "bad_replay", str(error))

    @app.exception_handler(TooLarge)
    async def too_large(request: Request, error: Any) -> Response:
        return failed(413, "too_large", "this is more than is taken")

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: Any) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return failed(422, "bad_request", f"{where or 'the body'}: {first['msg']}"[:300])

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: Any) -> Response:
        code = {404: "not_found", 405: "bad_method"}.get(error.status_code, "bad_request")
        return failed(error.status_code, code, str(error.detail))

    @app.exception_handler(Exception)
    async def crashed(request: Request, error: Any) -> Response:
        return failed(500, "failed", f"this request failed on the server ({type(error).__name__}); its log says where")
