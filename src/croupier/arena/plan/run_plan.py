"""A run as plain data: enough to repeat it, to resume it after a power cut, or to play parts of it elsewhere.

Bots are written as they were given, with the checksums of those that are files, so that a run is never resumed with
another version of a bot.
"""

import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.schedule import Orders, Schedule, Series, plan_of
from croupier.arena.plan.settings import checked_settings
from croupier.arena.run.task import Played, RunSetup
from croupier.games import find_game
from croupier.kernel.decision import Clock, Settings, encode_hook
from croupier.kernel.errors import ReplayError, UsageError
from croupier.kernel.game import Game
from croupier.kernel.secret import commitment_to, is_secret, secret_of
from croupier.match.match import Match
from croupier.match.replay.write import encode_replay
from croupier.players.entrant import Entrant, unique_names
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots


class Plan(msgspec.Struct, frozen=True):
    """All that a run needs to know about itself."""

    game: str
    rules_version: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    """As given, one for each entrant."""
    names: tuple[str, ...]
    seed: str
    """As given, or the secret that was drawn; see `croupier.kernel.secret`."""
    orders: Orders
    """The seatings of a block, for each order of the bots; empty if they follow from the options."""
    blocks: int
    kind: str = "run"
    """The command that it belongs to."""
    seed_was_given: bool = True
    series: bool = False
    matches: int = 0
    """Number of matches asked for, before rounding up to whole blocks."""
    seats: int | None = None
    """As asked for."""
    trust: bool = False
    sandbox: bool = True
    fresh: bool = False
    clock: Clock = Clock()
    disqualified: dict[str, str] = {}
    """By name, with the reason; they sit at no seat."""
    checksums: dict[str, str] = {}
    """By bot as given, if it is a file."""
    game_limit: float | None = None
    """Seconds that a match may take."""
    options: dict[str, Any] = {}
    """Options of the command, such as the terms of a comparison."""
    rated: tuple[tuple[int, ...], ...] = ()
    """The entrants that are rated as one, such as partners; empty if everybody is rated alone."""
    croupier: str = ""
    """The version that began it."""
    chance: int = 1
    """How deals follow from the seed. In version 1 all matches have short seeds, which are dealt as they were then."""
    commitment: str = ""
    """The SHA-256 of the seed, to be published before the first match; empty if the seed is short."""
    balanced: bool = False
    """Whether neighbours change from block to block; before that was so, all blocks had the same order."""

    @property
    def secret(self) -> int:
        """What all deals follow from."""
        return secret_of(self.seed)

    @property
    def is_secret(self) -> bool:
        """Whether no bot can find out what it will be dealt; with a short seed it can."""
        return is_secret(self.seed)

    def shown_seed(self, finished: bool) -> str | None:
        """The seed for people; None if it is a secret and the run goes on."""
        return self.seed if finished or not self.is_secret else None

    @property
    def playing(self) -> tuple[int, ...]:
        """The numbers of the bots that were not disqualified."""
        return tuple(number for number, name in enumerate(self.names) if name not in self.disqualified)

    def schedule(self) -> Schedule:
        return (Series if self.series else Schedule)(self.secret, self.blocks, self.orders)

    def isolation(self) -> Isolation:
        return Isolation(self.trust, self.sandbox, self.fresh)

    def is_same_command(self, other: "Plan") -> bool:
        """Whether `other` is the same command. If the seed of `other` was random, any seed fits."""
        same = all(getattr(self, name) == getattr(other, name) for name in _COMMAND)
        return same and (not other.seed_was_given or self.seed == other.seed)

    def refusal(self, other: "Plan") -> str:
        """Why a run with this plan cannot be gone on with as `other`; empty if it can."""
        if self.rules_version != other.rules_version:
            return f"the rules of {self.game} have changed since it started"
        if self.chance != other.chance:
            return "it was started by an older Croupier, which dealt other cards for the same seed"
        if self.balanced != other.balanced and self.kind != "run":
            return "it was started by an older Croupier, which seated bots differently"
        for bot, checksum in self.checksums.items():
            if other.checksums.get(bot) != checksum:
                return f"{bot} has changed since it started"
        return ""


_COMMAND = ("kind", "game", "settings", "bots", "series", "matches", "seats", "trust", "sandbox", "clock", "options")

CHANCE = 2
"""The version of how deals follow from a seed."""


def new_plan(
    setup: RunSetup,
    seed: str,
    isolation: Isolation,
    *,
    kind: str = "run",
    matches: int = 0,
    seats: int | None = None,
    seed_was_given: bool = True,
    options: Mapping[str, object] | None = None,
) -> Plan:
    """The plan of a set-up.

    A "run" has a schedule of at least `matches` matches. What is played of any other kind follows from its `options`.
    """
    orders, blocks = (), 0
    if kind == "run":
        all_orders = run_orders(setup.game, setup.settings, len(setup.entrants), seats)
        schedule = plan_of(secret_of(seed), matches, all_orders, setup.series)
        orders, blocks = schedule.orders, schedule.blocks
    return Plan(
        game=setup.game.name,
        rules_version=setup.game.version_of(setup.settings),
        settings=plain_settings(setup.settings),
        bots=tuple(entrant.spec for entrant in setup.entrants),
        names=tuple(entrant.name for entrant in setup.entrants),
        seed=seed,
        orders=orders,
        blocks=blocks,
        kind=kind,
        seed_was_given=seed_was_given,
        series=setup.series,
        matches=matches,
        seats=seats,
        trust=isolation.trust,
        sandbox=isolation.sandbox,
        fresh=isolation.fresh,
        clock=setup.clock,
        checksums=checksums_of(setup.entrants),
        options={} if options is None else {**options, "talk": setup.talk, "names": setup.names},
        croupier=version(),
        chance=CHANCE,
        commitment=commitment_to(seed),
        balanced=True,
    )


def version() -> str:
    """The version of the package, which is not a layer that this one may import from."""
    return str(sys.modules["croupier"].__version__)


def plan_text(plan: Plan) -> str:
    return msgspec.json.encode(plan).decode()


def read_plan(text: str) -> Plan:
    try:
        plan = msgspec.json.decode(text, type=dict[str, Any])
        if isinstance(plan.get("seed"), int):  # as in chance version 1
            plan["seed"] = str(plan["seed"])
        if "orders" not in plan:  # as before neighbours were balanced
            plan["orders"] = [seatings] if (seatings := plan.get("seatings")) else []
        return msgspec.convert(plan, Plan)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise UsageError(f"the plan of this run cannot be read: {error}") from None


def settings_in(plan: Plan) -> tuple[Game, Settings]:
    game = find_game(plan.game)
    return game, checked_settings(game, plan.settings)


def plain_settings(settings: Settings) -> dict[str, Any]:
    """Settings as a plan holds them."""
    return msgspec.to_builtins(settings, enc_hook=encode_hook)


def replay_match(plan: Plan, played: Played, names: Sequence[str] | None = None) -> Match:
    """A stored match, played again; a ReplayError if its moves were not kept or the rules have changed since.

    Seats are called by the names of their bots unless other `names` are given.
    """
    game, settings = settings_in(plan)
    version = game.version_of(settings)
    if plan.rules_version != version:
        raise ReplayError(
            f"the match was played with rules version {plan.rules_version} of {plan.game}; "
            f"this Croupier has version {version}"
        )
    seats = names or unique_names(plan.names[number] for number in played.seating)
    return played.match(game, settings, seats, bool(plan.options.get("talk")))


def stored_replay(plan: Plan, played: Played) -> bytes:
    """The lines that `croupier replay` reads, of a stored match."""
    specs = [plan.bots[number] for number in played.seating]
    return encode_replay(replay_match(plan, played), plan.croupier, specs)


def load_setup(plan: Plan, version: str = "") -> RunSetup:
    """The set-up of a plan, with its bots loaded on this machine, which need not be the one that made the plan."""
    game, settings = settings_in(plan)
    entrants = load_bots(game, plan.bots, BUILT_IN, plan.isolation())
    for entrant in entrants:
        known = plan.checksums.get(entrant.spec)
        if known is not None and known != checksum_of(entrant):
            raise UsageError(f"{entrant.spec} is a different file here than where the run started")
    named = tuple(msgspec.structs.replace(one, name=name) for one, name in zip(entrants, plan.names, strict=True))
    talk, names = bool(plan.options.get("talk", False)), bool(plan.options.get("names", True))
    return RunSetup(game, settings, named, plan.clock, plan.series, version=version, talk=talk, names=names)


def checksum_of(entrant: Entrant) -> str | None:
    """Of the file that the bot is, if it is one."""
    path = Path(entrant.spec.partition(".py")[0] + ".py")
    if ".py" not in entrant.spec or not path.is_file():
        return None
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def checksums_of(entrants: tuple[Entrant, ...]) -> dict[str, str]:
    found = {entrant.spec: checksum_of(entrant) for entrant in entrants}
    return {spec: checksum for spec, checksum in found.items() if checksum is not None}
