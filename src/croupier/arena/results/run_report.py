"""The result of `croupier.run`."""

from collections.abc import Mapping
from html import escape

import msgspec

from croupier.arena.results.totals import EntrantRecord, Standings
from croupier.kernel.decision import Settings
from croupier.kernel.text import html_table
from croupier.players.entrant import Entrant


class Report(msgspec.Struct, frozen=True):
    """The standings of a run, with everything needed to repeat it."""

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

    def __repr__(self) -> str:
        ranked = (f"{self.entrants[n].name} {self.standings.records[n].win_rate:.1%}" for n in self.standings.ranking())
        return f"<Report of {self.game}: {self.standings.matches} matches; {', '.join(ranked)}>"

    def _repr_html_(self) -> str:
        """The report in a notebook: a table and a bar for each win rate."""
        rows: list[tuple[str, ...]] = []
        bars: list[str] = []
        for number in self.standings.ranking():
            name, record = self.entrants[number].name, self.standings.records[number]
            low, high = record.interval
            faults = str(sum(record.faults.values()))
            rows.append((name, f"{record.matches:,}", f"{record.win_rate:.1%}", f"{low:.1%} to {high:.1%}", faults))
            bars.append(_bar(name, record.win_rate, low, high, len(bars)))
        drawing = f'<svg viewBox="0 0 640 {24 * len(bars) + 4}" width="640" role="img">{"".join(bars)}</svg>'
        title = f"<b>{escape(self.game)}: {self.standings.matches:,} matches</b>"
        return title + html_table(("bot", "matches", "win rate", "95 % interval", "faults"), rows) + drawing

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


def _bar(name: str, rate: float, low: float, high: float, row: int) -> str:
    """One bot's win rate with its interval as SVG, on a scale of 400 pixels from 0 to 100 %."""
    y = 24 * row
    return (
        f'<text x="170" y="{y + 16}" text-anchor="end" font-size="13" fill="currentColor">{escape(name[:24])}</text>'
        f'<rect x="180" y="{y + 4}" width="{400 * rate:.1f}" height="16" fill="#2462a8" opacity="0.75"/>'
        f'<path d="M{180 + 400 * low:.1f} {y + 12}H{180 + 400 * high:.1f}" stroke="currentColor" stroke-width="2"/>'
        f'<text x="590" y="{y + 16}" font-size="13" fill="currentColor">{rate:.1%}</text>'
    )
