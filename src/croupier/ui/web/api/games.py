"""The games, their rules and their bots."""

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from croupier import __version__
from croupier.games import GAMES
from croupier.kernel.game import Game
from croupier.ui.web.api.forms import Done, ErrorAnswer, LoginForm, RulesText
from croupier.ui.web.api.messages import as_json
from croupier.ui.web.catalogue import bots_of, describe_games
from croupier.ui.web.security import COOKIE
from croupier.ui.web.services import Server
from croupier.ui.web.tables.table import RequestRefused

router = APIRouter()
NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": ErrorAnswer}}


def game_called(name: str) -> Game:
    if name not in GAMES:
        raise RequestRefused("no_game", f"there is no game called {name[:40]!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def answer(value: object, status: int = 200) -> Response:
    return Response(as_json(value), status, media_type="application/json")


@router.get("/health")
async def health() -> dict[str, str]:
    return {"croupier": __version__}


@router.get("/server")
async def server(services: Server) -> dict[str, Any]:
    """What this server allows."""
    return {"croupier": __version__, "workshop": services.workshop.is_open, "password": services.sessions.needed}


@router.post("/login", responses={401: {"model": ErrorAnswer}})
async def login(form: LoginForm, services: Server, response: Response) -> Done:
    """Give the server's password; a cookie says from then on that you did."""
    if services.sessions.needed and not services.sessions.is_right(form.token):
        raise RequestRefused("bad_password", "this is not the password")
    response.set_cookie(COOKIE, services.sessions.begin(), httponly=True, samesite="strict", max_age=30 * 86_400)
    return Done()


@router.get("/games")
async def games() -> Response:
    return answer(describe_games())


@router.get("/games/{game}/rules", responses=NOT_FOUND)
async def rules(game: str) -> RulesText:
    return RulesText(markdown=game_called(game).rules_text)


@router.get("/games/{game}/guide", responses=NOT_FOUND)
async def guide(game: str) -> Response:
    """The game for beginners."""
    return answer(game_called(game).guide)


@router.get("/games/{game}/bots", responses=NOT_FOUND)
async def bots(game: str, services: Server) -> Response:
    found = game_called(game)
    own = await services.server_bots.list_bots(found)
    return answer([*bots_of(found), *own, *await services.workshop.list_bots(found)])


@router.get("/docs", include_in_schema=False)
async def docs() -> HTMLResponse:
    """Without any script from elsewhere: where the description is, and what to do with it."""
    return HTMLResponse(
        "<!doctype html><meta charset=utf-8><title>Croupier API</title><h1>Croupier API</h1>"
        '<p>The description is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> (OpenAPI); '
        "the messages of the sockets are in docs/web-api.md.</p>"
    )
