"""Bots at the other end of links as guests: for the time of a run their links are kept, each for one seat at a time."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from croupier.kernel.decision import Clock
from croupier.match.core import Match
from croupier.match.drivers import Player
from croupier.players.jsonplayer import JsonPlayer, new_match_id
from croupier.players.launch import Programs
from croupier.players.link import Link

Opener = Callable[[], Awaitable[Link]]
"""Makes a new link: a UsageError while the run begins, later a SeatError."""


class LinkGuest:
    """A seat gets a link that nobody uses, or a new one. One that is lost or out of step is not used again."""

    def __init__(self, reach: Opener, reopen: Opener) -> None:
        self._reach = reach
        self._reopen = reopen
        self._idle: list[Link] = []
        self._busy: set[Link] = set()

    async def arrive(self, programs: Programs) -> None:
        self._idle.append(await self._reach())

    async def leave(self) -> None:
        links = [*self._idle, *self._busy]
        self._idle, self._busy = [], set()
        await asyncio.gather(*(link.close() for link in links))

    @asynccontextmanager
    async def sit(self, match: Match, seat: int, clock: Clock) -> AsyncGenerator[Player]:
        link = await self._free()
        self._busy.add(link)
        is_clean = False
        try:
            async with seated(link, match, seat, clock) as player:
                yield player
                is_clean = not player.owes
            is_clean = is_clean or link.names_matches
        finally:
            self._busy.discard(link)
            if is_clean and not link.lost:
                self._idle.append(link)
            else:
                await link.close(at_once=True)

    async def _free(self) -> Link:
        while self._idle:
            link = self._idle.pop()
            if not link.lost:
                return link
            await link.close(at_once=True)
        return await self._reopen()


@asynccontextmanager
async def seated(link: Link, match: Match, seat: int, clock: Clock) -> AsyncGenerator[JsonPlayer]:
    """A player on a link that others may use as well."""
    channel = link.open(new_match_id())
    try:
        async with JsonPlayer(
            channel, match, seat, channel.match_id, clock, overdue=link.overdue, printed=link.printed
        ) as player:
            yield player
    finally:
        link.release(channel)
