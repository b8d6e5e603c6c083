"""The workshop: a starter bot, and the checks of an edited one."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from croupier.ui.web.api.forms import Form, StarterShown
from croupier.ui.web.api.games import answer, game_called
from croupier.ui.web.api.tables import PROBLEMS
from croupier.ui.web.services import Server
from croupier.ui.web.workshop import MAX_CODE_BYTES, completions, starter_of

router = APIRouter(prefix="/workshop")


class CodeForm(Form):
    code: Annotated[str, Field(min_length=1, max_length=MAX_CODE_BYTES)]


@router.get("/{game}/starter", responses=PROBLEMS)
async def starter(game: str, services: Server) -> StarterShown:
    found = game_called(game)
    return StarterShown(code=starter_of(found), completions=completions(found), open=services.workshop.is_open)


@router.post("/{game}/check", responses=PROBLEMS)
async def check(game: str, form: CodeForm, services: Server, request: Request) -> Response:
    """Run every check on the bot, in the sandbox; `bot` can then be seated or entered."""
    client = "" if request.client is None else request.client.host
    return answer(await services.workshop.check(game_called(game), form.code, client))
