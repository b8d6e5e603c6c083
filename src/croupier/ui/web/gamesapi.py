"""The games, their rules and their bots."""

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from croupier import __version__
from croupier.games import GAMES
from croupier.kernel.game import Game
from croupier.ui.web.catalogue import bots_of, games_shown
from croupier.ui.web.forms import Done, ErrorAnswer, LoginForm
from croupier.ui.web.guard import COOKIE
from croupier.ui.web.messages import as_json
from croupier.ui.web.parts import Server
from croupier.ui.web.table import Refused

router = APIRouter()
NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": ErrorAnswer}}


def game_called(name: str) -> Game:
    if name not in GAMES:
        raise Refused("no_game", f"there is no game called {name[:40]!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def answer(value: object, status: int = 200) -> Response:
    return Response(as_json(value), status, media_type="application/json")


@router.get("/health")
async def health() -> dict[str, str]:
    return {"croupier": __version__}


@router.get("/server")
async def server(parts: Server) -> dict[str, Any]:
    """What this server allows."""
    return {"croupier": __version__, "workshop": parts.workshop.is_open, "password": parts.sessions.needed}


@router.post("/login", responses={401: {"model": ErrorAnswer}})
async def login(form: LoginForm, parts: Server, response: Response) -> Done:
    """Give the server's password; a cookie says from then on that you did."""
    if parts.sessions.needed and not parts.sessions.is_right(form.token):
        raise Refused("bad_password", "this is not the password")
    response.set_cookie(COOKIE, parts.sessions.begin(), httponly=True, samesite="strict", max_age=30 * 86_400)
    return Done()


@router.get("/games")
async def games() -> Response:
    return answer(games_shown())


@router.get("/games/{game}/rules", responses=NOT_FOUND)
async def rules(game: str) -> dict[str, str]:
    return {"markdown": game_called(game).rules_text}


@router.get("/games/{game}/bots", responses=NOT_FOUND)
async def bots(game: str, parts: Server) -> Response:
    found = game_called(game)
    return answer([*bots_of(found), *await parts.workshop.listed(found)])


@router.get("/docs", include_in_schema=False)
async def docs() -> HTMLResponse:
    """Without any script from elsewhere: where the description is, and what to do with it."""
    return HTMLResponse(
        "<!doctype html><meta charset=utf-8><title>Croupier API</title><h1>Croupier API</h1>"
        '<p>The description is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> (OpenAPI); '
        "the messages of the sockets are in docs/web-api.md.</p>"
    )
