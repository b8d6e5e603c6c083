"""What `croupier run` was asked for, checked."""

from typing import Any

import msgspec

from croupier.arena.batch import StopFlag
from croupier.arena.history import History
from croupier.arena.plan import Plan, checksums_of, plain
from croupier.arena.schedule import Seating, plan_of
from croupier.arena.staff import Means
from croupier.arena.work import Cast
from croupier.kernel.decision import Clock, Settings, encode_hook
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.players.llm.account import Account
from croupier.players.shelter import LOCKED_UP, Shelter


class Request(msgspec.Struct, frozen=True):
    """Everything but the number of matches."""

    game: Game
    settings: Settings
    entrants: tuple[Entrant, ...]
    seatings: tuple[Seating, ...]
    seed: int
    seed_was_given: bool
    clock: Clock
    """The time of bots that are not in this process."""
    history: History | None
    chat: bool
    quiet: bool
    stats: bool
    """Whether the distribution of places is wanted too."""
    json: bool
    stop: StopFlag
    series: bool = False
    seats: int | None = None
    """As asked for."""
    shelter: Shelter = LOCKED_UP
    means: Means = Means()
    db: str | None = None
    resume: bool = False
    journal: bool = True
    version: str = ""
    account: Account | None = None
    """Of the language models."""
    notes: bool = False
    """Whether the notes of all bots are told."""

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
            seats=self.seats,
            trust=self.shelter.trust,
            sandbox=self.shelter.sandbox,
            fresh=self.shelter.fresh,
            clock=self.clock,
            checksums=checksums_of(self.entrants),
            croupier=self.version,
        )

    def cast(self) -> Cast:
        version = "" if self.history is None else self.version
        return Cast(self.game, self.settings, self.entrants, self.clock, self.series, self.journal, version)

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
        by_rung: dict[str, list[str]] = {}
        for entrant in self.entrants:
            if entrant.rung:
                by_rung.setdefault(entrant.rung, []).append(entrant.name)
        said = {"trusted": "trusted, unprotected", "process": "NOT protected: a process of its own, no sandbox"}
        parts = [f"{', '.join(names)}: {said.get(rung, f'locked up with {rung}')}" for rung, names in by_rung.items()]
        return "; ".join(parts)

    def specs(self, seating: Seating) -> list[str]:
        return [self.entrants[number].spec for number in seating]

    def rungs(self, seating: Seating) -> list[str]:
        """How the bots are kept; nothing when all are our own or somewhere else."""
        rungs = [self.entrants[number].rung for number in seating]
        return rungs if any(rungs) else []
