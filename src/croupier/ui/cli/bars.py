"""How often each bot came first, second, ...: one bar for each place, for the terminal."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from croupier.arena.standings import Standings
from croupier.ui.cli.console import ordinal, out, percent, say

WIDTH: Final = 40


def print_placements(names: Sequence[str], standings: Standings) -> None:
    """The places of every bot that played, best bot first."""
    places = range(1, max((place for record in standings.records for place in record.places), default=0) + 1)
    console = out()
    block = "█" if console.encoding.lower().startswith("utf") else "#"
    say("Placements:")
    for number in standings.ranking():
        counts = standings.records[number].places
        total = sum(counts.values())
        if not total:
            continue
        console.print(Text(f"  {names[number]}", style="bold"))
        for place in places:
            count = counts.get(place, 0)
            share = count / total
            bar = (block * round(share * WIDTH)).ljust(WIDTH)
            console.print(Text(f"    {ordinal(place):>4} {bar} {percent(share):>7} {count:>7}"))
