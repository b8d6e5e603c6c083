"""What the routes share: the season, who asks, and documents that many browsers ask for at the same time."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Annotated, Any, Final, TypeVar

import msgspec
from fastapi import Depends, Request, Response

from croupier.season.competition import Competition
from croupier.season.privacy import EVERYONE
from croupier.season.records import Person, Refused
from croupier.season.results.bundle import make_bundle
from croupier.season.teams import TOKEN_LENGTH
from croupier.season.work.queue import Queue
from croupier.ui.web.security import Bucket

Key = TypeVar("Key", int, str)
FRESH_SECONDS: Final = 1.0
"""Seconds for which a document is sent as it is to everybody who asks."""
MAX_SHARED: Final = 2000
"""Documents, and tokens, that are kept at the same time."""
TOKEN_SECONDS: Final = 2.0
"""Seconds for which a token is not looked up again."""
REQUESTS_PER_SECOND, REQUEST_BURST = 10.0, 100
"""Requests of one team."""
JOINS_PER_SECOND, JOIN_BURST = 0.1, 400
"""New people from one address: a class at once, but not every place of an open season."""
UPLOADS_PER_SECOND, UPLOAD_BURST = 1 / 30, 5
"""Uploads of one team, whether they are taken or refused."""
MAX_BUNDLES: Final = 3
"""Proofs of rounds that are kept in memory."""
MAX_UPLOADS: Final = 8
"""Uploads that are unpacked at the same time."""
MAX_SEARCHES: Final = 1
"""Searches of rounds for the matches of a team at the same time: a round may have many thousand."""


class SeasonService:
    """One season behind a server."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        self.queue = Queue(competition)
        self.uploads = asyncio.Semaphore(MAX_UPLOADS)
        self.searches = asyncio.Semaphore(MAX_SEARCHES)
        self._uploads_of: dict[int, Bucket] = {}
        self._requests_of: dict[int, Bucket] = {}
        self._joins_from: dict[str, Bucket] = {}
        self._bundles: dict[int, bytes] = {}
        self._bundle_lock = asyncio.Lock()
        self._people: dict[str, tuple[float, Person | None]] = {}
        self._shared: dict[str, tuple[float, bytes]] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def shared(self, key: str, make: Callable[[], Any], seconds: float = FRESH_SECONDS) -> Response:
        """A document that is the same for everybody, made at most once in `seconds`."""
        if len(self._locks) > MAX_SHARED:
            self._shared.clear()
            self._locks.clear()
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            at, body = self._shared.get(key, (-1e9, b""))
            if monotonic() - at > seconds:
                body = msgspec.json.encode(await asyncio.to_thread(make))
                self._shared[key] = (monotonic(), body)
        return Response(body, media_type="application/json", headers={"cache-control": "no-cache"})

    async def bundle(self, number: int) -> bytes:
        """The proof of a round, made once: all ratings are computed for it, and it never changes."""
        async with self._bundle_lock:
            if number not in self._bundles:
                body = await asyncio.to_thread(make_bundle, self.competition, number)
                while len(self._bundles) >= MAX_BUNDLES:
                    self._bundles.pop(next(iter(self._bundles)))
                self._bundles[number] = body
            return self._bundles[number]

    def take_upload(self, team: int) -> None:
        """Refused if a team uploads more often than people do: unpacking costs time that others need."""
        if not _bucket(self._uploads_of, team, UPLOADS_PER_SECOND, UPLOAD_BURST).take():
            raise Refused("quota", "too many uploads; wait half a minute")

    def take_join(self, request: Request) -> None:
        """Refused if too many join from one address."""
        if len(self._joins_from) > MAX_SHARED:
            self._joins_from.clear()
        address = request.client.host if request.client else ""
        if not _bucket(self._joins_from, address, JOINS_PER_SECOND, JOIN_BURST).take():
            raise Refused("quota", "too many have joined from your address; wait a minute")

    async def person(self, request: Request) -> Person:
        """Who asks; Refused without a valid token."""
        found = await self.viewer(request)
        if found is None:
            raise Refused("no_token", "this needs your token: Authorization: Bearer TOKEN")
        return found

    async def viewer(self, request: Request) -> Person | None:
        """Who asks, or None without a token; Refused for a token that is not known."""
        token = token_of(request)
        if not token:
            return None
        found = await self._person_of(token)
        if found is None:
            raise Refused("no_token", "this token is not known; join again, or ask the host")
        if not _bucket(self._requests_of, found.team, REQUESTS_PER_SECOND, REQUEST_BURST).take():
            raise Refused("quota", "too many requests of your team; wait a moment")
        return found

    async def _person_of(self, token: str) -> Person | None:
        """Who has this token; a flood of forged ones must not keep the database busy."""
        if len(token) != TOKEN_LENGTH:
            return None
        at, found = self._people.get(token, (-1e9, None))
        if monotonic() - at > TOKEN_SECONDS:
            found = await asyncio.to_thread(self.competition.person, token)
            if len(self._people) > MAX_SHARED:
                self._people.clear()
            self._people[token] = (monotonic(), found)
        return found

    async def delete_team(self, team: int) -> None:
        """Delete all data of a team; its tokens are not valid any more."""
        await asyncio.to_thread(self.competition.delete_team, team)
        self._people.clear()

    async def renew_token(self, team: int, name: str) -> str:
        """A new token for a person; the old one is not valid any more."""
        token = await asyncio.to_thread(self.competition.renew_token, team, name)
        self._people.clear()
        return token

    async def team(self, request: Request) -> int:
        found = await self.viewer(request)
        return EVERYONE if found is None else found.team

    async def require_admin(self, request: Request) -> None:
        token = request.headers.get("x-admin-token", "")
        if not await asyncio.to_thread(self.competition.is_admin, token):
            raise Refused("no_token", "this needs the admin token: X-Admin-Token: TOKEN")


def _bucket(buckets: dict[Key, Bucket], key: Key, rate: float, burst: float) -> Bucket:
    if key not in buckets:
        buckets[key] = Bucket(rate, burst)
    return buckets[key]


def token_of(request: Request) -> str:
    """From the Authorization header; never from the address, which others may see."""
    given = request.headers.get("authorization", "")
    return given.removeprefix("Bearer ").strip() if given.startswith("Bearer ") else ""


def service_of(request: Request) -> SeasonService:
    return request.app.state.season


def answer(document: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, media_type="application/json")


Service = Annotated[SeasonService, Depends(service_of)]
