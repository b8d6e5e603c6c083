"""How evenly seats and neighbours were shared in a run."""

from collections.abc import Mapping

import msgspec

Range = tuple[float, float]


class Balance(msgspec.Struct, frozen=True):
    """The least and the most, where 1 is an even share."""

    seats: Range
    """How often a bot sat in a seat."""
    neighbours: Range
    """How often a bot came right after an opponent, among the matches that they shared."""

    @property
    def is_even(self) -> bool:
        return self.seats == self.neighbours == (1.0, 1.0)


def balance_of(tables: Mapping[tuple[tuple[int, ...], tuple[int, ...]], int]) -> Balance | None:
    """From seatings and teams, with how often they were played; None for tables of two or of several sizes."""
    sizes = {len(seating) for seating, _ in tables}
    if len(sizes) != 1 or (seats := sizes.pop()) < 3:
        return None
    sat: dict[tuple[int, int], int] = {}
    played: dict[int, int] = {}
    met: dict[tuple[int, int], int] = {}
    followed: dict[tuple[int, int], int] = {}
    for (seating, teams), count in tables.items():
        for seat, entrant in enumerate(seating):
            sat[entrant, seat] = sat.get((entrant, seat), 0) + count
            played[entrant] = played.get(entrant, 0) + count
            for other, opponent in enumerate(seating):
                if opponent != entrant and teams[other] != teams[seat]:
                    pair = (entrant, opponent)
                    met[pair] = met.get(pair, 0) + count
                    if (other + 1) % seats == seat:
                        followed[pair] = followed.get(pair, 0) + count
    if not met:
        return None
    mean = sum(followed.values()) / sum(met.values())
    by_seat = [
        sat.get((entrant, seat), 0) * seats / total for entrant, total in played.items() for seat in range(seats)
    ]
    by_pair = [followed.get(pair, 0) / total / mean for pair, total in met.items()]
    return Balance(_range_of(by_seat), _range_of(by_pair))


def balance_text(balance: Balance) -> str:
    """A sentence for reports."""
    if balance.is_even:
        return "Balanced: every bot played every seat, and followed every other bot, equally often."
    seats = "every bot played every seat equally often"
    if balance.seats != (1.0, 1.0):
        seats = f"bots played each seat {_range_text(balance.seats)} times their fair share"
    return f"Balance: {seats}, and followed each other bot {_range_text(balance.neighbours)} times the fair share."


def _range_of(shares: list[float]) -> Range:
    return round(min(shares), 4), round(max(shares), 4)


def _range_text(found: Range) -> str:
    return f"{found[0]:.2f} to {found[1]:.2f}"
