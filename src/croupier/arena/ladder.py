"""An endless ladder: bots of a folder are checked, meet bots of similar rating, and are rated after every match.

Live ratings are OpenSkill's (Plackett-Luce), match by match, so they depend on the order of matches. A store in the
folder holds the bots and every match as one run; all ratings follow from it, so the ladder resumes after any end.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce

from croupier.arena.plan.run_plan import CHANCE, Plan
from croupier.arena.run.task import Played
from croupier.arena.store.store import Store
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.secret import commitment_to

KIND: Final = "ladder"
STORE: Final = "ladder.sqlite"
FIRST_SIGMA: Final = 25.0 / 3
"""The deviation of a bot that has not played."""
MAX_SIGMA: Final = 3.0
"""A bot whose deviation is above this plays first."""
MAX_LADDER_MATCHES: Final = 120
"""A bot is known after these matches however large its deviation: one that always loses teaches little each time."""
REPLACED_REASON: Final = "there is a newer file"
GONE_REASON: Final = "its file is gone"


class Standing(msgspec.Struct):
    """One bot on the ladder."""

    name: str
    spec: str
    checksum: str = ""
    """Checksum of its file; empty for a baseline bot."""
    refused: str = ""
    """The reason why it may not play; empty if it may."""
    mu: float = 25.0
    sigma: float = FIRST_SIGMA
    matches: int = 0
    faults: int = 0

    @property
    def ordinal(self) -> float:
        """A safe estimate of its strength: three deviations below its mean."""
        return self.mu - 3 * self.sigma


class Ladder:
    """All bots on the ladder, past and present, with their ratings."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        known = plan.options.get("bots", [])
        self.bots = [
            Standing(name, spec, **each) for name, spec, each in zip(plan.names, plan.bots, known, strict=True)
        ]
        self.matches = self.blocks = 0

    def find(self, name: str) -> Standing | None:
        """The bot that currently has this name."""
        return next((bot for bot in self.bots if bot.name == name), None)

    def of_content(self, checksum: str) -> Standing | None:
        """The bot whose file has this checksum, under any name."""
        return next((bot for bot in self.bots if bot.checksum == checksum), None)

    def versions(self, bot: Standing) -> list[Standing]:
        """The earlier versions of a bot, the oldest first."""
        return [each for each in self.bots if each.name == f"{bot.name} ({each.checksum[:6]})"]

    def enter(self, name: str, spec: str, checksum: str = "", refused: str = "") -> Standing:
        """Add a bot. An earlier bot of the same name is renamed and stops playing."""
        self._replace(name)
        self.bots.append(Standing(name, spec, checksum, refused))
        return self.bots[-1]

    def rename(self, bot: Standing, name: str, spec: str) -> None:
        """Let an earlier bot continue under this name, with its rating."""
        if bot.name != name:
            self._replace(name)
        bot.name, bot.spec = name, spec
        if bot.refused in (GONE_REASON, REPLACED_REASON):
            bot.refused = ""

    def _replace(self, name: str) -> None:
        before = self.find(name)
        if before is not None:
            before.name = before.spec = f"{name} ({before.checksum[:6]})"
            before.refused = before.refused or REPLACED_REASON

    def stored_plan(self) -> Plan:
        """The plan with all bots, as it is stored."""
        return msgspec.structs.replace(
            self.plan,
            bots=tuple(bot.spec for bot in self.bots),
            names=tuple(bot.name for bot in self.bots),
            checksums={bot.spec: bot.checksum for bot in self.bots if bot.checksum},
            options={"bots": [{"checksum": bot.checksum, "refused": bot.refused} for bot in self.bots]},
        )

    def ranking(self) -> list[int]:
        """The numbers of the bots that may play, best first."""
        playing = [number for number, bot in enumerate(self.bots) if not bot.refused]
        return sorted(playing, key=lambda n: (-self.bots[n].ordinal, -self.bots[n].mu, self.bots[n].name))

    def next_table(self, sides: int) -> list[int] | None:
        """Bots for the next table: the one with the least certain rating, and similar ones; None if all are certain."""
        playing, bots = self.ranking(), self.bots
        if len(playing) < 2:
            return None
        restless = [n for n in playing if bots[n].sigma >= MAX_SIGMA and bots[n].matches < MAX_LADDER_MATCHES]
        if not restless:
            return None
        first = max(restless, key=lambda n: (bots[n].sigma, bots[n].name))
        near = sorted(
            (n for n in playing if n != first),
            key=lambda n: (abs(bots[n].mu - bots[first].mu) + 0.01 * bots[n].matches, bots[n].name),
        )
        return [first, *near[: max(1, sides - 1)]]

    def matches_left(self, sides: int) -> int:
        """Estimated number of matches until all deviations are below MAX_SIGMA, with this number of sides at a table.

        The precision of a rating, one over the square of its deviation, grows evenly with its matches.
        """
        left = 0.0
        for bot in (self.bots[number] for number in self.ranking()):
            if bot.sigma >= MAX_SIGMA and bot.matches < MAX_LADDER_MATCHES:
                known = bot.sigma**-2 - FIRST_SIGMA**-2
                needed = bot.matches * (MAX_SIGMA**-2 - bot.sigma**-2) / known if known > 0 else MAX_LADDER_MATCHES
                left += min(needed, MAX_LADDER_MATCHES - bot.matches)
        return round(left / max(2, sides))

    def standings(self) -> list[Standing]:
        """The bots that may play, best first."""
        return [self.bots[number] for number in self.ranking()]

    def __str__(self) -> str:
        lines = [f"{self.plan.game} ladder, {self.matches} matches"]
        for bot in self.standings():
            lines.append(f"  {bot.name}: {bot.ordinal:.1f} ({bot.mu:.1f} +- {bot.sigma:.1f}), {bot.matches} matches")
        return "\n".join(lines)

    def rate(self, played: Played) -> None:
        """Update the ratings with one match. Partners are one team, and ties share a rank."""
        self.matches = max(self.matches, played.number + 1)
        self.blocks = max(self.blocks, played.block + 1)
        seating = played.seating
        model = PlackettLuce()
        sides: dict[int, list[int]] = {}
        for seat, team in enumerate(played.teams):
            sides.setdefault(team, []).append(seat)
        for seat, _ in played.faults:
            self.bots[seating[seat]].faults += 1
        if len({frozenset(seating[seat] for seat in seats) for seats in sides.values()}) < 2:
            return
        before = {bot: (self.bots[bot].mu, self.bots[bot].sigma) for bot in seating}
        teams = [[model.rating(*before[seating[seat]]) for seat in seats] for seats in sides.values()]
        ranks = [float(played.places[seats[0]]) for seats in sides.values()]
        changes: dict[int, list[tuple[float, float]]] = {}
        for seats, team in zip(sides.values(), model.rate(teams, ranks=ranks), strict=True):
            for seat, rating in zip(seats, team, strict=True):
                changes.setdefault(seating[seat], []).append((rating.mu, rating.sigma))
        for bot, found in changes.items():
            # A bot at several seats moves by the mean of what its seats would have.
            self.bots[bot].mu = sum(mu for mu, _ in found) / len(found)
            self.bots[bot].sigma = sum(sigma for _, sigma in found) / len(found)
            self.bots[bot].matches += 1


class StoredLadder:
    """The ladder of a folder, in its store. A meeting counts as a whole or not at all."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self.run = run
        self.ladder = Ladder(store.plan(run))
        for played in store.games(run):
            self.ladder.rate(played)

    def store_bots(self) -> None:
        self._store.change_plan(self.run, self.ladder.stored_plan())

    def add(self, meeting: Sequence[Played]) -> None:
        """Commit the matches of a meeting, then update the ratings."""
        self._store.journal(self.run, meeting)
        for played in meeting:
            self.ladder.rate(played)


def open_ladder(
    folder: Path, store: Store, game: Game | None, settings: dict[str, Any], seats: int | None, seed: str
) -> StoredLadder:
    """The ladder of a folder, or a new one."""
    runs = [run for run in store.runs() if run.plan.kind == KIND]
    if not runs:
        if game is None:
            raise UsageError(f"{folder} has no ladder yet: choose a game with --game")
        version = game.version_of(game.settings(settings))
        plan = Plan(game.name, version, settings, (), (), seed, (), 0, kind=KIND, seats=seats)
        plan = msgspec.structs.replace(plan, chance=CHANCE, commitment=commitment_to(seed))
        return StoredLadder(store, store.begin_run(plan))
    plan = runs[0].plan
    if game is not None and plan.game != game.name:
        raise UsageError(f"{folder} is a ladder for {plan.game}, not for {game.name}")
    if (settings and settings != plan.settings) or (seats is not None and seats != plan.seats):
        raise UsageError(f"{folder} is a ladder with other settings, which cannot be changed")
    return StoredLadder(store, runs[0].id)
