"""What `croupier run` was asked for, checked."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.batch import StopFlag
from croupier.arena.history import History
from croupier.arena.plan import Plan, checksums_of, plain
from croupier.arena.report import Facts
from croupier.arena.schedule import Seating, plan_of
from croupier.arena.staff import Means
from croupier.arena.work import Cast
from croupier.kernel.decision import Clock, Settings, encode_hook
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.players.llm.account import Account
from croupier.players.shelter import Shelter
from croupier.ui.cli.means import Many
from croupier.ui.cli.outputs import remarks, rungs_text

SERIES: Final = "Unrated: the same bots played all of them and could remember each other."


class Request(msgspec.Struct, frozen=True):
    """Everything but the number of matches."""

    game: Game
    settings: Settings
    entrants: tuple[Entrant, ...]
    seatings: tuple[Seating, ...]
    seed: int
    clock: Clock
    """The time of bots that are not in this process."""
    shelter: Shelter
    options: Many
    means: Means
    stop: StopFlag
    command: Callable[[int], str]
    """What to type to have the same again, given the seed."""
    history: History | None
    chat: bool
    quiet: bool
    stats: bool
    """Whether the distribution of places is wanted too."""
    series: bool
    version: str
    live: Path | None = None
    """Where one match is written as it is played."""
    account: Account | None = None
    """Of the language models."""
    notes: bool = False
    """Whether the notes of all bots are told."""

    @property
    def json(self) -> bool:
        return self.options.json

    @property
    def seed_was_given(self) -> bool:
        return self.options.seed is not None

    def plan(self, n: int) -> Plan:
        """At least so many matches."""
        schedule = plan_of(self.seed, n, self.seatings, self.series)
        return Plan(
            game=self.game.name,
            rules_version=self.game.rules_version,
            settings=plain(self.settings),
            bots=tuple(entrant.spec for entrant in self.entrants),
            names=self.names,
            seed=self.seed,
            seatings=schedule.seatings,
            blocks=schedule.blocks,
            seed_was_given=self.seed_was_given,
            series=self.series,
            matches=n,
            seats=self.options.seats,
            trust=self.shelter.trust,
            sandbox=self.shelter.sandbox,
            fresh=self.shelter.fresh,
            clock=self.clock,
            checksums=checksums_of(self.entrants),
            croupier=self.version,
        )

    def cast(self) -> Cast:
        version = self.version if self.history is not None or self.options.exports else ""
        sheets = not self.options.no_journal
        return Cast(self.game, self.settings, self.entrants, self.clock, self.series, sheets, version)

    def facts(self, heading: str, plan: Plan, skipped: Mapping[int, str]) -> Facts:
        """What a report says besides the figures."""
        told = remarks(plan, self.entrants, skipped, SERIES if self.series else "")
        return Facts(heading, self.command(self.seed), self.seed, plain(self.settings), self.version, told)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)

    def head(self) -> dict[str, Any]:
        """The beginning of every JSON document about it."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "settings": msgspec.to_builtins(self.settings, enc_hook=encode_hook),
            "seed": self.seed,
            "rungs": {entrant.name: entrant.rung for entrant in self.entrants if entrant.rung},
        }

    def kept(self) -> str:
        """How bots from files and programs are kept, in a sentence; empty when there are none."""
        return rungs_text(self.entrants)

    def specs(self, seating: Seating) -> list[str]:
        return [self.entrants[number].spec for number in seating]

    def rungs(self, seating: Seating) -> list[str]:
        """How the bots are kept; nothing when all are our own or somewhere else."""
        rungs = [self.entrants[number].rung for number in seating]
        return rungs if any(rungs) else []
