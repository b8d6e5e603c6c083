"""The API for the host, with the admin token."""

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from croupier.season.config import read_season
from croupier.season.pages.admin_page import season_overview
from croupier.season.pages.messages import Renewed
from croupier.season.results.bundle import open_round, round_summary
from croupier.season.results.grades import grade_round, grades_csv
from croupier.season.similarity import compare_sources, similar_pairs
from croupier.ui.web.api.forms import Form
from croupier.ui.web.season.service import Service, answer, service_of


async def _admin(request: Request) -> None:
    await service_of(request).require_admin(request)


router = APIRouter(prefix="/season/admin", dependencies=[Depends(_admin)])
Number = Annotated[int, Path(ge=0, le=2**31)]


class AnnounceForm(Form):
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class PauseForm(Form):
    paused: bool


class DisqualifyForm(Form):
    reason: Annotated[str, Field(max_length=300)] = ""
    """Empty to admit the team again."""


class TokenForm(Form):
    name: Annotated[str, Field(max_length=80)]
    """Of the person."""


class CodesForm(Form):
    count: Annotated[int, Field(ge=1, le=1000)]
    division: Annotated[str, Field(max_length=80)] = ""


@router.get("")
async def overview(service: Service) -> Response:
    """Entrants, codes, queue, workers and log."""
    return answer(await asyncio.to_thread(season_overview, service.competition, service.queue))


@router.post("/announce", status_code=204)
async def announce(form: AnnounceForm, service: Service) -> Response:
    await asyncio.to_thread(service.competition.announce, form.text)
    return Response(status_code=204)


@router.post("/pause", status_code=204)
async def pause(form: PauseForm, service: Service) -> Response:
    """Give out no jobs, or go on. What is being played is finished."""
    await asyncio.to_thread(service.competition.pause, form.paused)
    return Response(status_code=204)


@router.post("/teams/{number}/disqualify", status_code=204)
async def disqualify(number: Number, form: DisqualifyForm, service: Service) -> Response:
    await asyncio.to_thread(service.competition.disqualify, number, form.reason)
    return Response(status_code=204)


@router.post("/teams/{number}/token", status_code=201)
async def token(number: Number, form: TokenForm, service: Service) -> Response:
    """A new token for a person of a team who has lost the old one, which becomes invalid."""
    return answer(Renewed(await service.renew_token(number, form.name)), 201)


@router.delete("/teams/{number}", status_code=204)
async def delete_team(number: Number, service: Service) -> Response:
    """Delete all data of a team."""
    await service.delete_team(number)
    return Response(status_code=204)


@router.post("/bots/{number}/rerun", status_code=204)
async def rerun(number: Number, service: Service) -> Response:
    """Check a version once more."""
    await asyncio.to_thread(service.competition.rerun, number)
    return Response(status_code=204)


@router.post("/codes", status_code=201)
async def codes(form: CodesForm, service: Service) -> Response:
    """New invitation codes."""
    return answer(await asyncio.to_thread(service.competition.add_codes, form.count, form.division), 201)


@router.get("/similar")
async def similar(service: Service) -> Response:
    """Pairs of submissions of different teams that are much alike, the most alike first."""
    return answer(await asyncio.to_thread(similar_pairs, service.competition))


@router.get("/similar/{one}/{other}")
async def side_by_side(one: Number, other: Number, service: Service) -> Response:
    """Two submissions line by line, with what is equal marked."""
    return answer(await asyncio.to_thread(compare_sources, service.competition, one, other))


@router.get("/rounds/{number}/grades.csv")
async def grades(number: Number, service: Service, members: Annotated[bool, Query()] = True) -> Response:
    """The grades of a round that is over, with the people of each team, and a remark if it was disqualified since."""
    competition = service.competition

    def make() -> str:
        state, plan, matches = open_round(competition, number)
        found = grade_round(read_season(state.file), state.field, round_summary(plan, matches), state.absent)
        out = {team.name: team.disqualified for team in competition.teams() if team.disqualified}
        found = [
            msgspec.structs.replace(grade, remark=f"disqualified: {out[grade.team]}") if grade.team in out else grade
            for grade in found
        ]
        people: dict[str, Any] | None = None
        if members:
            people = {team.name: "; ".join(competition.members(team.id)) for team in competition.teams()}
        return grades_csv(found, people)

    headers = {"content-disposition": f'attachment; filename="grades-{number + 1}.csv"'}
    return Response(await asyncio.to_thread(make), media_type="text/csv", headers=headers)
