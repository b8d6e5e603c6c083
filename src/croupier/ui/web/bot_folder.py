"""Bots that the owner of a server offers at its tables: files, servers to launch and addresses, all in one folder.

Visitors choose among their names; no visitor can name a file, a program or an address.
"""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.arena.detect_game import game_of_spec
from croupier.kernel.decision import Clock
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.entrant import Entrant, RemoteBot
from croupier.players.http.launch import Programs
from croupier.players.http.meta import read_meta
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import Isolation
from croupier.players.sandbox.zygote_protocol import SandboxedBot
from croupier.players.spec import bots_in, load_bots, plays
from croupier.ui.web.catalogue import BotShown

FOLDER: Final = "folder:"


class BotFolder:
    """The bots in a folder. What is added or taken away counts at the next look."""

    def __init__(self, folder: Path | None, trust: bool = False) -> None:
        """Files are sandboxed unless they are to be trusted; servers are launched only then."""
        self._folder = folder
        self._isolation = Isolation(trust)
        self._programs = Programs()

    async def list_bots(self, game: Game) -> list[BotShown]:
        found = await asyncio.to_thread(self._specs, game)
        return [BotShown(FOLDER + name, _text(spec), ()) for name, spec in found.items()]

    def entrant(self, game: Game, spec: str) -> Entrant:
        """The bot that the lobby calls `spec`, for a seat."""
        found = self._specs(game)
        name = spec.removeprefix(FOLDER)
        if name not in found:
            raise UsageError(f"there is no bot {spec[:60]!r} for {game.name} on this server")
        path, isolation = Path(found[name]), self._isolation
        if path.suffix == ".py" and not isolation.trust:
            # Not tried out: it is started in its sandbox when it sits down, and nobody waits for that here.
            cells = CellPool(SandboxedBot(game.name, path.resolve()), isolation.level(), isolation.limits)
            return Entrant(name, spec, cells, isolation=isolation.level().value, cells=cells)
        (entrant,) = load_bots(game, [str(path)], BUILT_IN, isolation)
        guest = None if entrant.guest is None else _LaunchedOnce(entrant.guest, self._programs)
        return msgspec.structs.replace(entrant, spec=spec, guest=guest)

    def spec_of(self, game: Game, spec: str) -> str:
        """The file of a bot, for commands, which sandbox it; servers play at tables only."""
        self.entrant(game, spec)
        path = self._specs(game)[spec.removeprefix(FOLDER)]
        if not path.endswith(".py"):
            raise UsageError(f"{spec} is a server and plays at tables only; use croupier tournament with its folder")
        return path

    async def close(self) -> None:
        """Stop what was launched."""
        await self._programs.stop()

    def _specs(self, game: Game) -> dict[str, str]:
        """The names and specs of the bots that play this game."""
        if self._folder is None or not self._folder.is_dir():
            return {}
        return {Path(spec).stem: spec for spec in bots_in(self._folder) if _plays(spec, game)}


def _plays(spec: str, game: Game) -> bool:
    try:
        return game_of_spec(spec) is game if spec.endswith(".py") else plays(Path(spec), game)
    except UsageError:
        return False


def _text(spec: str) -> str:
    if spec.endswith(".py"):
        return f"{Path(spec).name}, of this server"
    meta = read_meta(Path(spec))
    return f"{meta.display_name or meta.name}, of this server" + (f": {meta.pun}" if meta.pun else "")


class _LaunchedOnce:
    """A remote bot whose program runs as long as the server, for all tables."""

    def __init__(self, guest: RemoteBot, programs: Programs) -> None:
        self._guest = guest
        self._programs = programs

    async def arrive(self, programs: Programs) -> None:
        await self._guest.arrive(self._programs)

    async def leave(self) -> None:
        await self._guest.leave()

    def sit(self, match: Match, seat: int, clock: Clock) -> AbstractAsyncContextManager[Player]:
        return self._guest.sit(match, seat, clock)
