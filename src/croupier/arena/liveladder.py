"""A ladder that never ends: bots come, are checked, meet those near to them, and move up or down at once.

Live ratings are OpenSkill's (Plackett-Luce), match by match, so they depend on the order; a fit over all matches, which
does not, can be had at any time. What is kept is a run in a store of the folder's own: who came, and every match. Where
everybody stands follows from that, so whatever ends the program, the ladder goes on as if nothing had.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce

from croupier.arena.plan import Plan
from croupier.arena.store import Store
from croupier.arena.work import Played
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

KIND: Final = "ladder"
STORE: Final = "ladder.sqlite"
UNKNOWN: Final = 25.0 / 3
"""The deviation of a bot that has not played."""
RESTLESS: Final = 3.0
"""A bot whose deviation is above this plays first."""
ENOUGH: Final = 120
"""After so many matches a bot is known however large its deviation: who always loses teaches little each time."""
REPLACED: Final = "there is a newer file"


class Standing(msgspec.Struct):
    """One bot on the ladder."""

    name: str
    spec: str
    checksum: str = ""
    """Of its file; empty for a bot that is always there."""
    refused: str = ""
    """Why it may not play, if it may not."""
    mu: float = 25.0
    sigma: float = UNKNOWN
    matches: int = 0
    faults: int = 0

    @property
    def ordinal(self) -> float:
        """What it surely is worth: three deviations below its mean."""
        return self.mu - 3 * self.sigma


class Ladder:
    """Everybody who ever came, by number, and where they stand."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        known = plan.options.get("bots", [])
        self.bots = [
            Standing(name, spec, **each) for name, spec, each in zip(plan.names, plan.bots, known, strict=True)
        ]
        self.matches = self.blocks = 0

    def named(self, name: str) -> Standing | None:
        """Whoever is called so now."""
        return next((bot for bot in self.bots if bot.name == name), None)

    def enter(self, name: str, spec: str, checksum: str = "", refused: str = "") -> Standing:
        """Somebody new. Who was called so before is called otherwise from now on, and plays no more."""
        before = self.named(name)
        if before is not None:
            before.name = before.spec = f"{name} ({before.checksum[:6]})"
            before.refused = before.refused or REPLACED
        self.bots.append(Standing(name, spec, checksum, refused))
        return self.bots[-1]

    def planned(self) -> Plan:
        """As it stands in the store."""
        return msgspec.structs.replace(
            self.plan,
            bots=tuple(bot.spec for bot in self.bots),
            names=tuple(bot.name for bot in self.bots),
            checksums={bot.spec: bot.checksum for bot in self.bots if bot.checksum},
            options={"bots": [{"checksum": bot.checksum, "refused": bot.refused} for bot in self.bots]},
        )

    def ranking(self) -> list[int]:
        """The numbers of those who may play, best first."""
        playing = [number for number, bot in enumerate(self.bots) if not bot.refused]
        return sorted(playing, key=lambda n: (-self.bots[n].ordinal, -self.bots[n].mu, self.bots[n].name))

    def next_table(self, sides: int) -> list[int] | None:
        """The bot that is least known, and those nearest to it who have played least; None if all are known well."""
        playing, bots = self.ranking(), self.bots
        if len(playing) < 2:
            return None
        restless = [n for n in playing if bots[n].sigma >= RESTLESS and bots[n].matches < ENOUGH]
        if not restless:
            return None
        first = max(restless, key=lambda n: (bots[n].sigma, bots[n].name))
        near = sorted(
            (n for n in playing if n != first),
            key=lambda n: (abs(bots[n].mu - bots[first].mu) + 0.01 * bots[n].matches, bots[n].name),
        )
        return [first, *near[: max(1, sides - 1)]]

    def matches_left(self, sides: int) -> int:
        """About how many matches it takes until all are known well, with so many at a table.

        What is known of a bot, one over the square of its deviation, grows evenly with its matches.
        """
        left = 0.0
        for bot in (self.bots[number] for number in self.ranking()):
            if bot.sigma >= RESTLESS and bot.matches < ENOUGH:
                known = bot.sigma**-2 - UNKNOWN**-2
                needed = bot.matches * (RESTLESS**-2 - bot.sigma**-2) / known if known > 0 else ENOUGH
                left += min(needed, ENOUGH - bot.matches)
        return round(left / max(2, sides))

    def rate(self, played: Played) -> None:
        """The next match. Partners are one team, and ties share a rank."""
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


class Kept:
    """The ladder of a folder, in its store. A meeting counts as a whole or not at all."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self.run = run
        self.ladder = Ladder(store.plan(run))
        for played in store.games(run):
            self.ladder.rate(played)

    def keep_bots(self) -> None:
        self._store.change_plan(self.run, self.ladder.planned())

    def add(self, meeting: Sequence[Played]) -> None:
        """Commit it, and then let everybody move."""
        self._store.journal(self.run, meeting)
        for played in meeting:
            self.ladder.rate(played)


def kept_ladder(
    folder: Path, store: Store, game: Game | None, settings: dict[str, Any], seats: int | None, seed: int
) -> Kept:
    """The ladder of a folder, or a new one."""
    runs = [run for run in store.runs() if run.plan.kind == KIND]
    if not runs:
        if game is None:
            raise UsageError(f"{folder} has no ladder yet: say which game it is for with --game")
        plan = Plan(game.name, game.rules_version, settings, (), (), seed, (), 0, kind=KIND, seats=seats)
        return Kept(store, store.begin_run(plan))
    plan = runs[0].plan
    if game is not None and plan.game != game.name:
        raise UsageError(f"{folder} is a ladder for {plan.game}, not for {game.name}")
    if (settings and settings != plan.settings) or (seats is not None and seats != plan.seats):
        raise UsageError(f"{folder} is a ladder with other settings; they cannot be changed once it is begun")
    return Kept(store, runs[0].id)


def check_rules(plan: Plan, game: Game) -> None:
    if plan.rules_version != game.rules_version:
        raise UsageError(
            f"this ladder was begun by rules version {plan.rules_version} of {game.name}, and this Croupier has "
            f"version {game.rules_version}: begin a new one in another folder"
        )
