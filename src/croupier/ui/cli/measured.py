"""What compare and tournament have in common: a measurement that is set up from their options, and is begun."""

import shlex
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
import typer

from croupier import __version__
from croupier.arena.api import checked_seed, clock_for, enter
from croupier.arena.batch import StopFlag
from croupier.arena.conduct import Admit, staffed
from croupier.arena.journalled import Journalled
from croupier.arena.measuring import fair_settings
from croupier.arena.plan import Plan, checksums_of, plain
from croupier.arena.report import Facts
from croupier.arena.settings import read_settings
from croupier.arena.store import Store, open_store
from croupier.arena.store.trouble import StoreError
from croupier.arena.work import Cast, Executor, Skipped
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.players.shelter import Shelter
from croupier.ui.cli.console import err, say
from croupier.ui.cli.figures import say_skipped
from croupier.ui.cli.many import resumed
from croupier.ui.cli.means import Rated
from croupier.ui.cli.outputs import remarks, rungs_text


class Measurement(msgspec.Struct, frozen=True):
    """Everything that a measuring command was asked for, checked."""

    cast: Cast
    seed: int
    seed_was_given: bool
    shelter: Shelter
    seats: int | None

    @property
    def game(self) -> Game:
        return self.cast.game

    @property
    def settings(self) -> Settings:
        return self.cast.settings

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return self.cast.entrants

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.entrants]

    def with_entrants(self, entrants: tuple[Entrant, ...]) -> "Measurement":
        return msgspec.structs.replace(self, cast=msgspec.structs.replace(self.cast, entrants=entrants))

    def plan(self, kind: str, options: Mapping[str, object]) -> Plan:
        """As it stands in the store; what is played follows from the options, not from a fixed schedule."""
        return Plan(
            game=self.game.name,
            rules_version=self.game.rules_version,
            settings=plain(self.settings),
            bots=tuple(entrant.spec for entrant in self.entrants),
            names=tuple(self.names),
            seed=self.seed,
            seatings=(),
            blocks=0,
            kind=kind,
            seed_was_given=self.seed_was_given,
            seats=self.seats,
            trust=self.shelter.trust,
            sandbox=self.shelter.sandbox,
            clock=self.cast.clock,
            checksums=checksums_of(self.entrants),
            options={**options, "talk": self.cast.talk, "names": self.cast.names},
            croupier=__version__,
        )

    def head(self) -> dict[str, Any]:
        """The beginning of every JSON document about it."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "settings": plain(self.settings),
            "seed": self.seed,
            "talk": self.cast.talk,
            "names": self.cast.names,
            "rungs": {entrant.name: entrant.rung for entrant in self.entrants if entrant.rung},
        }

    def conditions_text(self) -> str:
        """How it was played, if that was not as usual."""
        parts = [
            *(["bots heard each other's talk"] if self.cast.talk else []),
            *(["bots knew each other's names"] if self.cast.names else []),
        ]
        return f"Not as usual in rated play: {' and '.join(parts)}." if parts else ""


def measurement(game: str, bots: list[str], options: Rated) -> Measurement:
    """Load the bots and check the rest."""
    options.check()
    found = find_game(game)
    given = options.set_ or []
    chosen = {text.partition("=")[0].strip(): "" for text in given}
    settings = fair_settings(found, read_settings(found, given), chosen)
    shelter = options.shelter()
    entrants = enter(found, bots, shelter)
    for hint in dict.fromkeys(entrant.hint for entrant in entrants if entrant.hint):
        err().print(hint, highlight=False, markup=False)
    version = __version__ if options.exports else ""
    clock = clock_for(found, options.timeout)
    cast = Cast(found, settings, entrants, clock, version=version, talk=options.talk, names=options.names)
    return Measurement(cast, checked_seed(options.seed), options.seed is not None, shelter, options.seats)


class Measuring(msgspec.Struct, frozen=True):
    """A measurement that can be played, and where it is kept."""

    asked: Measurement
    """With the seed of the run that is gone on with, if one is."""
    plan: Plan
    """With those who were disqualified."""
    executor: Executor
    run: int | None
    store: Store | None

    @property
    def skipped(self) -> list[Skipped]:
        return getattr(self.executor, "skipped", [])

    @property
    def trouble(self) -> StoreError | None:
        """Why nothing is kept any more, if so."""
        return self.executor.trouble if isinstance(self.executor, Journalled) else None

    def finish(self) -> None:
        """All of it has been played."""
        if isinstance(self.executor, Journalled):
            self.executor.finish()

    def head(self) -> dict[str, Any]:
        """The beginning of its JSON document."""
        left_out = {str(number): reason for number, reason in self._reasons().items()}
        return {
            **self.asked.head(),
            "run": self.run,
            **({"disqualified": self.plan.disqualified} if self.plan.disqualified else {}),
            **({"skipped": left_out} if left_out else {}),
        }

    def facts(self, heading: str, command: str) -> Facts:
        """What a report says about it besides the figures."""
        asked = self.asked
        told = remarks(self.plan, asked.entrants, self._reasons(), asked.conditions_text())
        return Facts(heading, command, asked.seed, plain(asked.settings), __version__, told)

    def _reasons(self) -> dict[int, str]:
        return {one.task.number: one.reason for one in self.skipped}

    def say_who_plays(self) -> None:
        for name, reason in self.plan.disqualified.items():
            say(f"Disqualified: {name} {reason} (verification match)")

    def say_the_rest(self) -> None:
        """What belongs to every result: what was left out, under which conditions, where it is kept."""
        say_skipped(self._reasons())
        if rungs_text(self.asked.entrants):
            say(rungs_text(self.asked.entrants))
        if self.asked.conditions_text():
            say(self.asked.conditions_text())
        if self.run is not None:
            say(f"Kept as run {self.run} in {self.store}.")

    def check(self) -> None:
        """After all is said: an error if the journal stopped on the way."""
        if self.trouble is not None:
            raise UsageError(f"{self.trouble}; what is not in it yet is played again with --resume")


@contextmanager
def measuring(
    asked: Measurement,
    kind: str,
    words: Mapping[str, object],
    options: Rated,
    stop: StopFlag,
    admit: Admit,
    room: int,
) -> Generator[Measuring]:
    """Workers and journal for a measurement; no thread may be running yet."""
    with ExitStack() as stack:
        plan, run = asked.plan(kind, {**words, "permutations": options.permutations}), None
        store = None if options.no_journal else stack.enter_context(open_store(options.db))
        if options.resume and store is not None:
            run, plan = resumed(store, plan)
            asked = msgspec.structs.replace(asked, seed=plan.seed)
        ready = stack.enter_context(
            staffed(plan, asked.cast, options.means(), stop, admit, room=room, store=store, run=run)
        )
        executor: Executor = ready.staff
        if store is not None and ready.run is not None:
            executor = Journalled(ready.staff, store, ready.run, stop.set)
        yield Measuring(asked, ready.plan, executor, ready.run, store)


def reproduced(context: typer.Context, seed: int) -> str:
    """The command that gives the same figures again."""
    arguments: list[str] = list(context.find_root().obj or [])
    seeded = any(each == "--seed" or each.startswith("--seed=") for each in arguments)
    kept = [each for each in arguments if each != "--resume"]
    return shlex.join(["croupier", *kept, *([] if seeded else ["--seed", str(seed)])])
