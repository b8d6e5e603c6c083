"""Remote bots that speak the JSON protocol over links: where a seat's link comes from, and how it plays on it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Protocol

from croupier.kernel.decision import Clock
from croupier.kernel.errors import TooSlow
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.http.launch import Programs
from croupier.players.json.link import Link, LinkChannel
from croupier.players.json.player import JsonPlayer, new_match_id

Opener = Callable[[], Awaitable[Link]]
"""Opens a new link; raises a UsageError when the run begins, and a SeatError later."""


class LinkSource(Protocol):
    """Provides links to one bot for the time of a run."""

    only_once: bool
    """Whether only one process at a time can use it."""

    async def open(self, programs: Programs) -> None:
        """Reach the bot; raise a UsageError if that fails."""
        ...

    async def close(self) -> None: ...

    async def take(self) -> Link:
        """Return a link for one more seat; raise a SeatError if there is none."""
        ...

    async def give_back(self, link: Link, is_clean: bool) -> None:
        """Take a link back after a match. Late answers may come over it unless `is_clean`."""
        ...


class LinkRemoteBot:
    """A remote bot at the other end of links."""

    def __init__(self, source: LinkSource) -> None:
        self._source = source

    @property
    def is_program(self) -> bool:
        """Whether every link is a process of its own that we start."""
        return isinstance(self._source, LinkPool) and self._source.starts_processes

    @property
    def losses(self) -> int:
        """How often processes of ours ended and took the bot along: what was played meanwhile does not count."""
        return self._source.losses if isinstance(self._source, LinkPool) else 0

    async def renew(self) -> None:
        """End the processes that have played."""
        if isinstance(self._source, LinkPool):
            await self._source.renew()

    @property
    def only_once(self) -> bool:
        return self._source.only_once

    async def arrive(self, programs: Programs) -> None:
        await self._source.open(programs)

    async def leave(self) -> None:
        await self._source.close()

    @asynccontextmanager
    async def sit(self, match: Match, seat: int, clock: Clock) -> AsyncGenerator[Player]:
        place = _Place(self._source, await self._source.take())
        is_seated = is_clean = False
        try:
            async with JsonPlayer(place.channel, match, seat, place.channel.match_id, clock, host=place) as player:
                is_seated = True
                yield player
                is_clean = not player.owes
            is_clean = is_clean or place.link.names_matches
        except TooSlow as error:
            if is_seated:
                raise
            # What does not even say that it is ready is not waited for again in the next match.
            place.link.misbehaved(f"did not answer start{place.link.origin}")
            raise TooSlow(f"{error}{place.link.origin}") from None
        finally:
            await place.leave(is_clean)


class _Place:
    """The link of one seat in one match, for which there may be another one after it."""

    def __init__(self, source: LinkSource, link: Link) -> None:
        self._source = source
        self._take(link)

    def _take(self, link: Link) -> None:
        self.link = link
        self.channel = link.open(new_match_id())
        self._is_left = False

    @property
    def can_be_ended(self) -> bool:
        return self.link.can_be_ended

    def end(self) -> None:
        self.link.end()

    async def reopen(self) -> tuple[LinkChannel, str]:
        await self.leave(is_clean=False)
        self._take(await self._source.take())
        return self.channel, self.channel.match_id

    async def leave(self, is_clean: bool) -> None:
        if not self._is_left:
            self._is_left = True
            self.link.release(self.channel)
            await self._source.give_back(self.link, is_clean)

    def printed(self) -> str:
        return self.link.printed()

    def take_charge(self, free: float = 0.0) -> float:
        return self.link.take_charge(free)


class LinkPool:
    """Links that we open, each for one seat at a time. One that is lost or not clean is closed."""

    only_once = False

    def __init__(self, reach: Opener, reopen: Opener, starts_processes: bool = False) -> None:
        """`reach` opens the first link, `reopen` all others."""
        self._reach = reach
        self._reopen = reopen
        self.starts_processes = starts_processes
        self.losses = 0
        """Links that were lost because a process of ours ended."""
        self._has_played = False
        self._idle: list[Link] = []
        self._busy: set[Link] = set()

    async def open(self, programs: Programs) -> None:
        self._idle.append(await self._reach())

    async def close(self) -> None:
        links = [*self._idle, *self._busy]
        self._idle, self._busy = [], set()
        await asyncio.gather(*(link.close() for link in links))

    async def renew(self) -> None:
        """Close the idle links if there has been a match: what a program has kept is gone."""
        if self._has_played:
            self._has_played = False
            links, self._idle = self._idle, []
            await asyncio.gather(*(link.close() for link in links))

    async def take(self) -> Link:
        self._has_played = True
        while self._idle:
            link = self._idle.pop()
            if not link.lost:
                break
            await link.close(at_once=True)
        else:
            link = await self._reopen()
        self._busy.add(link)
        return link

    async def give_back(self, link: Link, is_clean: bool) -> None:
        self._busy.discard(link)
        if is_clean and not link.lost:
            self._idle.append(link)
        else:
            self.losses += link.is_lost_by_us
            await link.close(at_once=True)
