"""A ladder that never ends: bots come, are checked, meet those near to them, and move up or down at once.

Live ratings are OpenSkill's (Plackett-Luce), match by match, so they depend on the order; a fit over all matches, which
does not, can be had at any time from what is kept. The ladder is a file of its own, readable by people.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce

from croupier.arena.work import Played
from croupier.kernel.errors import UsageError

STATE: Final = "ladder.json"
RESTLESS: Final = 3.0
"""A bot whose deviation is above this plays first."""
ENOUGH: Final = 120
"""After so many matches a bot is known however large its deviation: who always loses teaches little each time."""


class Standing(msgspec.Struct):
    """One bot on the ladder."""

    spec: str
    checksum: str = ""
    mu: float = 25.0
    sigma: float = 25.0 / 3
    matches: int = 0
    faults: int = 0
    refused: str = ""
    """Why it may not play, if it may not."""

    @property
    def ordinal(self) -> float:
        """What it surely is worth: three deviations below its mean."""
        return self.mu - 3 * self.sigma


class Ladder(msgspec.Struct):
    """All bots, and all matches that were played."""

    game: str
    settings: dict[str, Any] = {}
    seats: int | None = None
    seed: int = 0
    blocks: int = 0
    bots: dict[str, Standing] = {}
    matches: list[Played] = []
    """Seatings name bots by their place in `names`."""
    names: list[str] = []

    def ranking(self) -> list[str]:
        """Those who may play, best first."""
        playing = [name for name, bot in self.bots.items() if not bot.refused]
        return sorted(playing, key=lambda name: (-self.bots[name].ordinal, -self.bots[name].mu, name))

    def number(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def next_table(self, sides: int) -> list[str] | None:
        """The bot that is least known, and those nearest to it who have played least; None if all are known well."""
        playing = self.ranking()
        if len(playing) < 2:
            return None
        restless = [name for name in playing if self.bots[name].sigma >= RESTLESS and self.bots[name].matches < ENOUGH]
        if not restless:
            return None
        first = max(restless, key=lambda name: (self.bots[name].sigma, name))
        near = sorted(
            (name for name in playing if name != first),
            key=lambda name: (abs(self.bots[name].mu - self.bots[first].mu) + 0.01 * self.bots[name].matches, name),
        )
        return [first, *near[: max(1, sides - 1)]]

    def rate(self, played: Played, names: Sequence[str]) -> None:
        """One match; `names` are those at the seats. Partners are one team, and ties share a rank."""
        model = PlackettLuce()
        sides: dict[int, list[int]] = {}
        for seat, team in enumerate(played.teams):
            sides.setdefault(team, []).append(seat)
        if len({frozenset(names[seat] for seat in seats) for seats in sides.values()}) < 2:
            return
        before = {name: (self.bots[name].mu, self.bots[name].sigma) for name in set(names)}
        teams = [[model.rating(*before[names[seat]], name=names[seat]) for seat in seats] for seats in sides.values()]
        ranks = [float(played.places[seats[0]]) for seats in sides.values()]
        changes: dict[str, list[tuple[float, float]]] = {}
        for team in model.rate(teams, ranks=ranks):
            for rating in team:
                changes.setdefault(str(rating.name), []).append((rating.mu, rating.sigma))
        for name, found in changes.items():
            # A bot at several seats moves by the mean of what its seats would have.
            self.bots[name].mu = sum(mu for mu, _ in found) / len(found)
            self.bots[name].sigma = sum(sigma for _, sigma in found) / len(found)
            self.bots[name].matches += 1
        for seat, _ in played.faults:
            self.bots[names[seat]].faults += 1


def read_ladder(folder: Path, game: str | None, settings: dict[str, Any], seats: int | None, seed: int) -> Ladder:
    """The ladder of a folder, or a new one."""
    path = folder / STATE
    if not path.exists():
        if game is None:
            raise UsageError(f"{folder} has no ladder yet: say which game it is for with --game")
        return Ladder(game, settings, seats, seed)
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Ladder)
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{path} cannot be read as a ladder: {error}") from None
    if game is not None and found.game != game:
        raise UsageError(f"{folder} is a ladder for {found.game}, not for {game}")
    return found


def write_ladder(folder: Path, ladder: Ladder) -> None:
    """As a whole or not at all."""
    path, fresh = folder / STATE, folder / f".{STATE}.new"
    try:
        fresh.write_bytes(msgspec.json.encode(ladder))
        fresh.replace(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
