"""The result of `croupier.run`."""

from collections.abc import Mapping

import msgspec

from croupier.arena.results.totals import EntrantRecord, Standings
from croupier.kernel.decision import Settings
from croupier.players.entrant import Entrant


class Report(msgspec.Struct, frozen=True):
    """The standings of a run, and all that is needed to repeat it."""

    game: str
    settings: Settings
    seed: str
    entrants: tuple[Entrant, ...]
    standings: Standings
    unrated: bool = False
    """Whether it is a series: bots remember earlier matches, so the figures do not measure their strength."""
    disqualified: Mapping[str, str] = {}
    """Bots that were too slow in the verification match, by name, with the reason."""
    may_remember_deals: tuple[str, ...] = ()
    """Bots that cannot be restarted between the seatings of a deal: trusted in this process, or running elsewhere."""

    def __getitem__(self, name: str) -> EntrantRecord:
        """The record of the bot called `name`."""
        names = [entrant.name for entrant in self.entrants]
        return self.standings.records[names.index(name)]

    def __str__(self) -> str:
        unrated = ", an unrated series" if self.unrated else ""
        lines = [f"{self.game}, {self.standings.matches} matches, seed {self.seed}{unrated}"]
        for number in self.standings.ranking():
            name, record = self.entrants[number].name, self.standings.records[number]
            if name in self.disqualified:
                lines.append(f"  {name}: disqualified, {self.disqualified[name]}")
                continue
            low, high = record.interval
            rate = f"{record.win_rate:6.1%} wins ({low:.1%} to {high:.1%})"
            faults = f", {sum(record.faults.values())} faults" if record.faults else ""
            memory = ", may recognise deals" if name in self.may_remember_deals else ""
            lines.append(f"  {name}: {rate}{faults}{memory}")
        return "\n".join(lines)
