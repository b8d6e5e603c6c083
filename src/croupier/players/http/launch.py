"""Programs that are started for a run and stopped with it, whatever becomes of the run. They may play any game.

What is launched here is a server: it is started, looked at until it is healthy, and called at its address.
"""

import asyncio
import os
import socket
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import urlsplit

import msgspec

from croupier.kernel.errors import SeatError, UsageError
from croupier.kernel.http_api import Call
from croupier.players.http.client import HttpChannel
from croupier.players.http.meta import BotMeta, Launch
from croupier.players.process import GRACE_SECONDS, Child

OUTPUT_LINES: Final = 12
_POLL: Final = (0.02, 0.05, 0.1)  # seconds between two looks; the last one is repeated


class Program(Child):
    """One running server or init command, and what it prints."""

    def __init__(self, command: Sequence[str], directory: Path, extra: dict[str, str], name: str) -> None:
        self.name = name
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 (closed by end)
        try:
            super().__init__(command, directory, name, env=extra, stdout=self._output.fileno())
        except UsageError:
            self._output.close()
            raise

    def output(self) -> str:
        """The end of what it printed."""
        size = self._output.seek(0, os.SEEK_END)
        self._output.seek(max(0, size - 4000))
        lines = self._output.read().decode(errors="replace").splitlines()[-OUTPUT_LINES:]
        return "\n".join(f"  {line}" for line in lines) if lines else "  (nothing)"

    async def end(self, grace_seconds: float = GRACE_SECONDS, ask: bool = True) -> None:
        await super().end(grace_seconds, ask)
        self._output.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Closing(Protocol):
    async def close(self) -> None: ...


S = TypeVar("S", bound=Closing)


class Programs:
    """The programs of one run, one for each address or configuration, and what else its bots share."""

    def __init__(self) -> None:
        self._running: dict[str | bytes, tuple[Program, str]] = {}
        self._shared: dict[object, Any] = {}
        self._one_at_a_time = asyncio.Lock()

    async def address_of(self, meta: BotMeta) -> str:
        """Where the bot listens; it is launched if that has not been done yet."""
        key = meta.address or msgspec.json.encode(meta)
        async with self._one_at_a_time:
            if key in self._running and self._running[key][0].code is not None:
                await self._running.pop(key)[0].end()
            if key not in self._running:
                self._running[key] = await launch(meta)
            return self._running[key][1]

    async def shared(self, key: object, make: Callable[[], Awaitable[S]]) -> S:
        """What was made for this key first; it is closed when the run ends."""
        async with self._one_at_a_time:
            if key not in self._shared:
                self._shared[key] = await make()
            return self._shared[key]

    async def stop(self) -> None:
        for each in self._shared.values():
            await each.close()
        self._shared.clear()
        programs = [program for program, _ in self._running.values()]
        self._running.clear()
        await asyncio.gather(*(program.end() for program in programs))


async def launch(meta: BotMeta) -> tuple[Program, str]:
    """Start a bot and wait until it is healthy: the program and its address, or an error that shows what it printed."""
    config = meta.launch
    assert config is not None
    base = Path(meta.directory)
    directory = base / config.working_directory
    await _initialise(meta, base)
    url = meta.address
    if url:
        await _ensure_nobody_is_there(meta, config, url)
    else:
        url = f"http://127.0.0.1:{free_port()}"
    variables = {"PORT": str(urlsplit(url).port or ""), **config.environment_variables}
    program = Program(config.command, directory, variables, meta.name)
    try:
        await _until_healthy(program, config, url)
    except BaseException:
        await program.end()
        raise
    return program, url


async def _initialise(meta: BotMeta, base: Path) -> None:
    """Run the `init` command, if there is one, to its end."""
    init = meta.preparation
    if init is None:
        return
    program = Program(init.command, base / init.working_directory, init.environment_variables, f"{meta.name} (init)")
    try:
        await program.wait(init.seconds)
        if program.code != 0:
            raise UsageError(
                f"{meta.name}: its init command {' '.join(init.command)!r} exited with code {program.code}; "
                f"its last output:\n{program.output()}"
            )
    except TimeoutError:
        raise UsageError(f"{meta.name}: its init command took longer than {init.seconds:g} s") from None
    finally:
        await program.end()


async def _is_healthy(channel: HttpChannel, config: Launch, limit: float) -> bool:
    try:
        response = await channel.send(Call("GET", config.health_endpoint.lstrip("/")), limit, retry=False)
    except SeatError:
        return False
    return response.status // 100 == 2


async def _ensure_nobody_is_there(meta: BotMeta, config: Launch, url: str) -> None:
    async with HttpChannel(url) as channel:
        if await _is_healthy(channel, config, 1.0):
            raise UsageError(
                f"cannot launch {meta.name} at {url}: another program uses that address; stop it, or enter it "
                f"as a bot: {url}"
            )


async def _until_healthy(program: Program, config: Launch, url: str) -> None:
    limit = config.startup_seconds
    pauses = iter(_POLL)
    pause = next(pauses)
    try:
        async with asyncio.timeout(limit), HttpChannel(url) as channel:
            while not await _is_healthy(channel, config, limit):
                if program.code is not None:
                    raise UsageError(
                        f"{program.name} exited with code {program.code} before it was ready; its last "
                        f"output:\n{program.output()}"
                    )
                await asyncio.sleep(pause)
                pause = next(pauses, pause)
    except TimeoutError:
        raise UsageError(
            f"{program.name} was not healthy at {url}/{config.health_endpoint.lstrip('/')} within {limit:g} "
            f"s; its last output:\n{program.output()}"
        ) from None
