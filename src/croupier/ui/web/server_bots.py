"""Bots that the owner of a server offers at its tables: those of a folder, addresses, and language models.

Visitors choose among their names; no visitor can name a file, a program or an address.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Final

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.arena.detect_game import game_of_spec
from croupier.games import GAMES
from croupier.kernel.decision import Clock, Seat
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.entrant import Entrant, RemoteBot
from croupier.players.http.launch import Programs
from croupier.players.http.meta import read_meta
from croupier.players.llm.costs import CostAccount
from croupier.players.llm.models import find_model
from croupier.players.llm.spec import PREFIX as LLM
from croupier.players.llm.spec import charge, is_llm
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import Isolation
from croupier.players.sandbox.zygote_protocol import SandboxedBot
from croupier.players.spec import bots_in, load_bots, plays
from croupier.ui.web.catalogue import BotShown

FOLDER: Final = "folder:"
OFFERED: Final = "server:"
SCHEMES: Final = ("http://", "https://", "json+http://", "json+https://", "ws://", "wss://", "tcp://")


class ServerBots:
    """The bots in a folder, and those that are offered one by one.

    What is added to the folder or taken away counts at the next look.
    """

    def __init__(
        self, folder: Path | None, trust: bool = False, specs: Sequence[str] = (), max_cost: float = 0.0
    ) -> None:
        """Files are sandboxed unless they are to be trusted; servers are launched only then.

        `specs` are those of `parse_offer`. Language models stop at `max_cost` US dollars a table.
        """
        self._folder = folder
        self._isolation = Isolation(trust)
        self._programs = Programs()
        self._offered = [parse_offer(spec) for spec in specs]
        self._max_cost = max_cost

    async def list_bots(self, game: Game) -> list[BotShown]:
        found = await asyncio.to_thread(self._specs, game)
        return [self._shown(name, spec) for name, spec in found.items()]

    def describe(self, game: Game, spec: str) -> BotShown | None:
        """The bot that the lobby calls `spec`; None if it is not offered any more."""
        found = self._specs(game).get(spec)
        return None if found is None else self._shown(spec, found)

    def charge(self, bots: Mapping[Seat, Entrant], costs: Path) -> dict[Seat, Entrant]:
        """The bots of one table; its language models share one account, in the folder `costs`."""
        if not any(is_llm(bot) for bot in bots.values()):
            return dict(bots)
        account = CostAccount(costs, self._max_cost or None)
        return dict(zip(bots, charge(tuple(bots.values()), account), strict=True))

    def _shown(self, name: str, spec: str) -> BotShown:
        title = name.partition(":")[2]
        if not spec.startswith(LLM):
            return BotShown(name, _text(spec), (), title, "server", "a bot of this server")
        model = find_model(spec.removeprefix(LLM).partition(":")[0])
        cap = f", at most ${self._max_cost:g} a table" if self._max_cost and model.price else ""
        title = title.removeprefix(LLM).rpartition("/")[2].capitalize()
        return BotShown(name, f"a language model{cap}", (), title, "model", f"{model.name}{cap}")

    def entrant(self, game: Game, spec: str) -> Entrant:
        """The bot that the lobby calls `spec`, for a seat."""
        found = self._specs(game)
        name = spec.partition(":")[2]
        if spec not in found:
            raise UsageError(f"there is no bot {spec[:60]!r} for {game.name} on this server")
        if spec.startswith(OFFERED):
            (entrant,) = load_bots(game, [found[spec]], BUILT_IN, self._isolation)
            return msgspec.structs.replace(entrant, spec=spec)
        path, isolation = Path(found[spec]), self._isolation
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
        path = self._specs(game)[spec]
        if not path.endswith(".py"):
            raise UsageError(f"{spec} plays at tables only; tournaments with it start with croupier tournament")
        return path

    async def close(self) -> None:
        """Stop what was launched."""
        await self._programs.stop()

    def _specs(self, game: Game) -> dict[str, str]:
        """The specs of the bots that play this game, by what the lobby calls them."""
        found = {f"{OFFERED}{offer.name}": offer.spec for offer in self._offered if offer.game in ("", game.name)}
        if self._folder is not None and self._folder.is_dir():
            found |= {f"{FOLDER}{Path(spec).stem}": spec for spec in bots_in(self._folder) if _plays(spec, game)}
        return found


class Offer(msgspec.Struct, frozen=True):
    """A bot that is offered by itself."""

    game: str
    """The only game it plays; empty for all."""
    name: str
    spec: str


def parse_offer(text: str) -> Offer:
    """Read `ws://host:9000#name=me`, `belote=http://host:5000` or `llm:haiku`."""
    head, equals, rest = text.partition("=")
    game, spec = (head, rest) if equals and head in GAMES else ("", text)
    if not spec.startswith((*SCHEMES, LLM)):
        raise UsageError(f"--bot {text}: use an address such as ws://localhost:9000, or a model such as llm:haiku")
    failures: list[str] = []
    for each in [GAMES[game]] if game else GAMES.values():
        try:
            (entrant,) = load_bots(each, [spec], BUILT_IN)
        except UsageError as error:
            failures.append(str(error))
        else:
            return Offer(game, entrant.name, spec)
    raise UsageError(f"--bot {text}: {failures[0]}")


def available_models() -> tuple[str, ...]:
    """A model of each provider whose key and package this machine has."""
    found: list[str] = []
    for spec in ("llm:haiku", "llm:openai/gpt-5-mini"):
        with suppress(UsageError):
            parse_offer(spec)
            found.append(spec)
    return tuple(found)


def _plays(spec: str, game: Game) -> bool:
    try:
        return game_of_spec(spec) is game if spec.endswith(".py") else plays(Path(spec), game)
    except UsageError:
        return False


def _text(spec: str) -> str:
    if spec.startswith(SCHEMES):
        return "a bot of this server, at an address"
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
