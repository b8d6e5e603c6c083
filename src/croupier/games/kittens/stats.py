"""Statistics of Exploding Kittens: who exploded, who defused, who said nope, and who stole."""

from collections.abc import Iterable, Sequence
from typing import Final

from croupier.games.kittens.events import (
    Defused,
    Drew,
    FivePlayed,
    Gave,
    KittenDrawn,
    Noped,
    PairPlayed,
    Played,
    Stole,
    TriplePlayed,
    WentOut,
)
from croupier.kernel.decision import Event
from croupier.kernel.display.stats import Counter, Stats, counting, most, per_match, percent

_COUNTERS: Final = (
    Counter("explosions", WentOut, when=lambda event: not event.expelled),
    Counter("kittens_drawn", KittenDrawn),
    Counter("defuses", Defused),
    Counter("nopes", Noped),
    Counter("cards_drawn", Drew),
    Counter("cards_played", Played),
    Counter("combos_played", PairPlayed, TriplePlayed, FivePlayed),
    Counter("steals", Stole),
    Counter("favors_paid", Gave),
    Counter("expulsions", WentOut, when=lambda event: event.expelled),
)


def _course(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Who went out, in this order, and how many cards had been drawn by then."""
    lines: list[str] = []
    drawn = 0
    for event in events:
        match event:
            case Drew() | KittenDrawn():
                drawn += 1
            case WentOut():
                how = "was taken out" if event.expelled else "exploded"
                lines.append(f"{names[event.seat]} {how} after {drawn} cards were drawn")
            case _:
                pass
    return lines


STATS: Final = Stats(
    counting(*_COUNTERS),
    per_match(*_COUNTERS) | {"kittens defused": percent("defuses", "kittens_drawn")},
    (most("defuses"), most("nopes")),
    _course,
)
