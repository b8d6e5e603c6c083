"""The API for entrants and visitors."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from croupier.kernel.errors import ReplayError
from croupier.season.pages.matches import find_match, viewer_of_ticket
from croupier.season.pages.round_page import round_matches, round_result
from croupier.season.pages.season_page import first_rows, leaderboard, season_history, season_info
from croupier.season.pages.team_page import shown_receipt, shown_version, team_page
from croupier.season.privacy import EVERYONE, replay_file, replay_html
from croupier.season.records import Refused
from croupier.ui.web.api.forms import Form
from croupier.ui.web.api.replays import OFFLINE_POLICY
from croupier.ui.web.season.service import Service, answer

router = APIRouter(prefix="/season")
Number = Annotated[int, Path(ge=0, le=2**31)]
Key = Annotated[str, Path(max_length=24, pattern=r"^(r\d{1,3}-)?\d{1,9}$")]
TOP_STEP = 100
"""Leaderboards are cut at multiples of this, so that few different ones are made."""
SLOW_SECONDS = 20.0
"""Seconds for which what is expensive to compute is kept."""


class SeasonJoinForm(Form):
    name: Annotated[str, Field(max_length=80)]
    team: Annotated[str, Field(max_length=80)] = ""
    code: Annotated[str, Field(max_length=80)] = ""
    """An invitation code, or the code of a team that exists."""
    division: Annotated[str, Field(max_length=80)] = ""


@router.get("")
async def season(service: Service) -> Response:
    """Rules, limits, rounds with the hashes of their secrets, and announcements."""
    return await service.shared("season", lambda: season_info(service.competition))


@router.get("/season.toml")
async def file(service: Service) -> Response:
    """The season file itself."""
    return Response(await asyncio.to_thread(service.competition.file), media_type="text/plain")


@router.post("/join", status_code=201)
async def join(form: SeasonJoinForm, request: Request, service: Service) -> Response:
    """Join with a new team or an existing one. The token in the answer is shown once."""
    service.take_join(request)
    competition = service.competition
    return answer(await asyncio.to_thread(competition.join, form.name, form.team, form.code, form.division), 201)


@router.get("/leaderboard")
async def board(service: Service, top: Annotated[int, Query(ge=0, le=100_000)] = 0) -> Response:
    """Ratings with intervals, best first; with `top` only so many rows, and the reference bots."""
    if not top:
        return await service.shared("leaderboard", lambda: leaderboard(service.competition))
    top = -(-top // TOP_STEP) * TOP_STEP
    return await service.shared(f"leaderboard {top}", lambda: first_rows(leaderboard(service.competition), top))


@router.get("/history")
async def history(service: Service) -> Response:
    """Ratings of all teams over time."""
    return await service.shared("history", lambda: season_history(service.competition), SLOW_SECONDS)


@router.get("/me")
async def me(request: Request, service: Service) -> Response:
    """The page of your own team."""
    person = await service.person(request)
    return answer(await asyncio.to_thread(team_page, service.competition, person.team, person.team, person.name))


@router.delete("/me", status_code=204)
async def delete_me(request: Request, service: Service) -> Response:
    """Delete all data of your team: people, tokens, sources, reports."""
    person = await service.person(request)
    await service.delete_team(person.team)
    return Response(status_code=204)


@router.post(
    "/bots",
    status_code=202,
    openapi_extra={"requestBody": {"content": {"application/octet-stream": {}}, "required": True}},
)
async def hand_in(
    request: Request, service: Service, name: Annotated[str, Query(max_length=200)] = "bot.py"
) -> Response:
    """Hand in a Python file or a zip, as it is. It is checked next, and plays if it passes."""
    person = await service.person(request)
    service.take_upload(person.team)
    body = await request.body()
    async with service.uploads:
        receipt = await asyncio.to_thread(service.competition.hand_in, person, name, body)
    return answer(shown_receipt(receipt), 202)


@router.get("/bots/{number}")
async def bot(number: Number, request: Request, service: Service) -> Response:
    """One version of your team, with the report of its check."""
    person = await service.person(request)
    found = await asyncio.to_thread(service.competition.bot, number)
    if found.team != person.team:
        raise Refused("no_bot", f"there is no bot {number}")
    return answer(shown_version(found, True))


@router.get("/bots/{number}/source.zip")
async def source(number: Number, request: Request, service: Service) -> Response:
    """What your team handed in."""
    person = await service.person(request)
    found = await asyncio.to_thread(service.competition.bot, number)
    packed = await asyncio.to_thread(service.competition.data.file, found.hash)
    if found.team != person.team or packed is None:
        raise Refused("no_bot", f"there is no bot {number}")
    return Response(packed[1], media_type="application/zip", headers=_download(f"version-{found.version}.zip"))


@router.post("/bots/{number}/activate", status_code=204)
async def activate(number: Number, request: Request, service: Service) -> Response:
    """Let an earlier version play again."""
    person = await service.person(request)
    await asyncio.to_thread(service.competition.activate, person, number)
    return Response(status_code=204)


@router.get("/teams/{number}")
async def team(number: Number, request: Request, service: Service) -> Response:
    """A team: rating, versions, matches and head-to-heads; reports and prints for the team itself."""
    viewer = await service.team(request)
    if viewer != number:
        return await service.shared(
            f"team {number} {viewer}", lambda: team_page(service.competition, number, viewer), 3.0
        )
    return answer(await asyncio.to_thread(team_page, service.competition, number, viewer))


@router.get("/matches/{key}/file.jsonl")
async def match_file(key: Key, request: Request, service: Service) -> Response:
    """The replay file of a match, for croupier replay and croupier analyse."""
    viewer = await service.team(request)

    def make() -> bytes:
        plan, played, names, sight = find_match(service.competition, key, viewer)
        try:
            return replay_file(plan, played, names, sight)
        except ReplayError as error:
            raise Refused("no_cards", str(error)) from None

    body = await asyncio.to_thread(make)
    return Response(body, media_type="application/x-ndjson", headers=_download(f"match-{key}.jsonl"))


@router.get("/matches/{key}/page.html", response_class=HTMLResponse)
async def match_page(
    key: Key, request: Request, service: Service, ticket: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """The replay of a match as a page, from the points of view that the asking team may have."""
    viewer = await service.team(request)

    def make() -> str:
        who = viewer if viewer != EVERYONE else viewer_of_ticket(service.competition, key, ticket)
        return replay_html(*find_match(service.competition, key, who))

    return HTMLResponse(await asyncio.to_thread(make), headers={"content-security-policy": OFFLINE_POLICY})


@router.get("/rounds/{number}")
async def result(number: Number, service: Service) -> Response:
    """The ratings of a round that is over."""
    return await service.shared(f"round {number}", lambda: round_result(service.competition, number), 3600.0)


@router.get("/rounds/{number}/matches")
async def matches_of_round(
    number: Number,
    request: Request,
    service: Service,
    team: Annotated[str, Query(max_length=80)],
    other: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """The matches of a team in a round that is over, all or those against one other; its faults for the team itself."""
    viewer = await service.team(request)
    key = f"round {number} {viewer} {team}\n{other}"
    async with service.searches:
        return await service.shared(
            key, lambda: round_matches(service.competition, number, team, other, viewer), SLOW_SECONDS
        )


@router.get("/rounds/{number}/bundle.zip")
async def bundle(number: Number, service: Service) -> Response:
    """Everything that proves the result of a round, for croupier verify."""
    body = await service.bundle(number)
    return Response(body, media_type="application/zip", headers=_download(f"round-{number + 1}.zip"))


def _download(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
