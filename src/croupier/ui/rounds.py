"""One screen goes round among the people who share it, when something was played that only some can react to.

To be handed the screen would tell the others what somebody holds. So everybody gets it once, in the same order, asked
or not; who is not asked finds that there is nothing to do but pass.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from croupier.kernel.decision import Decision, Move, Seat
from croupier.kernel.game import Game


class Pass(Move, frozen=True, gc=False):
    """All that somebody can do who cannot react."""

    def __str__(self) -> str:
        return "pass"


PASS: Final = Pass()


class Remembered:
    """What a seat knew when it was last told; the match may be further, which a window must not show."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text


def is_pretended(decision: Decision[Any, Any]) -> bool:
    """Whether the match wants no answer to it."""
    return decision.moves == (PASS,)


def pretended(game: Game, seat: Seat, known: str) -> Decision[Any, Any]:
    """The question to somebody who can only pass, and who knows what `known` says."""
    return Decision(0, game.name, seat, min(game.reactions), Remembered(known), (PASS,), ())


class Round:
    """One window: some are asked by the match, the others are offered the screen in the same way."""

    def __init__(
        self,
        order: Sequence[Seat],
        asked: Iterable[Seat],
        offer: Callable[[Seat], Awaitable[object]],
        last: "Round | None",
    ) -> None:
        """`last` is the round before this one, which may still be under way."""
        self._order = order
        self._offer = offer
        self._last = last
        loop = asyncio.get_running_loop()
        self._turns: dict[Seat, asyncio.Future[None]] = {seat: loop.create_future() for seat in asked if seat in order}
        self._through: dict[Seat, asyncio.Event] = {seat: asyncio.Event() for seat in self._turns}
        self._running = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        """Whoever leaves or takes something back does it for all who still wait for their turn."""
        try:
            if self._last is not None:
                await self._last.over()
            for seat in self._order:
                if seat in self._turns:
                    self._turns[seat].set_result(None)
                    await self._through[seat].wait()
                else:
                    await self._offer(seat)
        except Exception as ending:
            for turn in self._turns.values():
                if not turn.done():
                    turn.set_exception(ending)
                    turn.exception()  # seen: not everybody waits for it
            raise

    @asynccontextmanager
    async def turn(self, seat: Seat) -> AsyncGenerator[None]:
        """The time in which `seat`, which is asked, has the screen."""
        if seat in self._turns:
            await self._turns[seat]
        try:
            yield
        except BaseException:
            self.abandon()
            raise
        if seat in self._through:
            self._through[seat].set()

    async def over(self) -> None:
        """Everybody had the screen."""
        await self._running

    def abandon(self) -> None:
        """The match goes on elsewhere, or not at all."""
        self._running.cancel()
        if self._last is not None:
            self._last.abandon()
