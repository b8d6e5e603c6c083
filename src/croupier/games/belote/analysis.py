"""Post-game analysis: which contracts were announced and made, mode by mode, and what the tricks brought.

A contract belongs to the seat that announced it. It is made when the announcers have more card points than the
defenders (section 5 of RULES.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from croupier.games.belote.events import Counted, DealEnded, NegotiationCompleted, Scored, TrickCompleted
from croupier.games.belote.words import MODES, Multiplier, Team, team_of
from croupier.kernel.analysis import Analysis, Counts
from croupier.kernel.decision import Event, Result

_PLAIN: Final = ("games", "deals", "contracts", "contracts_made", "doubled", "tricks", "match_points", "sweeps")
_NAMES: Final = (*_PLAIN, *(f"{mode}{part}" for mode in MODES for part in ("", "_made")))


def _count(events: Iterable[Event], result: Result) -> list[Counts]:
    seats = [dict.fromkeys(_NAMES, 0) | {"games": 1} for _ in result.places]
    contract: NegotiationCompleted | None = None
    points: dict[Team, int] = {}
    for event in events:
        match event:
            case NegotiationCompleted():
                contract, points = event, {}
                announcer = seats[event.announcer]
                announcer["contracts"] += 1
                announcer[str(event.mode)] += 1
                announcer["doubled"] += event.multiplier is not Multiplier.NORMAL
            case TrickCompleted():
                seats[event.winner]["tricks"] += 1
            case Counted():
                points[event.team] = event.card_points
            case Scored():
                for seat, own in enumerate(seats):
                    own["match_points"] += event.match_points if team_of(seat) is event.team else 0
            case DealEnded():
                for seat, own in enumerate(seats):
                    own["deals"] += 1
                    own["sweeps"] += event.sweeper is not None and team_of(seat) is event.sweeper
                if contract is not None and points:
                    others = max(held for team, held in points.items() if team is not contract.team)
                    made = points[contract.team] > others
                    seats[contract.announcer]["contracts_made"] += made
                    seats[contract.announcer][f"{contract.mode}_made"] += made
                contract = None
            case _:
                pass
    return list(seats)


def _figures(counts: Counts) -> Mapping[str, str]:
    deals = max(1, counts["deals"])
    return {
        "contracts per 10 deals": f"{counts['contracts'] / deals * 10:.2f}",
        "contracts made": _made(counts["contracts_made"], counts["contracts"]),
        **{f"{mode} made": _made(counts[f"{mode}_made"], counts[str(mode)]) for mode in MODES},
        "doubled": str(counts["doubled"]),
        "tricks per deal": f"{counts['tricks'] / deals:.2f}",
        "match points per deal": f"{counts['match_points'] / deals:.2f}",
        "all tricks": str(counts["sweeps"]),
    }


def _made(made: int, announced: int) -> str:
    return f"{made} of {announced}, {made / announced * 100:.0f} %" if announced else "-"


def _remarks(names: Sequence[str], all_counts: Sequence[Counts]) -> list[str]:
    """Who announced most, and who kept his word best."""
    order = [seat for seat, counts in enumerate(all_counts) if counts["contracts"]]
    if not order:
        return []
    boldest = max(order, key=lambda seat: all_counts[seat]["contracts"] / max(1, all_counts[seat]["deals"]))
    safest = max(order, key=lambda seat: all_counts[seat]["contracts_made"] / all_counts[seat]["contracts"])
    bold, safe = all_counts[boldest], all_counts[safest]
    return [
        f"Boldest bidder: {names[boldest]} ({bold['contracts']} contracts in {bold['deals']} deals)",
        f"Safest bidder: {names[safest]} ({safe['contracts_made']} of {safe['contracts']} contracts made)",
    ]


def _course(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The scores deal by deal, and what they add up to."""
    lines: list[str] = []
    contract: NegotiationCompleted | None = None
    cards: dict[Team, int] = {}
    scored: dict[Team, int] = {}
    totals = dict.fromkeys(Team, 0)
    for event in events:
        match event:
            case NegotiationCompleted():
                contract, cards, scored = event, {}, {}
            case Counted():
                cards[event.team] = event.card_points
            case Scored():
                scored[event.team] = event.match_points
                totals[event.team] += event.match_points
            case DealEnded():
                what = "nobody bids" if contract is None else contract.text(names)
                swept = ", all tricks" if event.sweeper is not None else ""
                lines.append(
                    f"Deal {len(lines) + 1}: {what}; cards {_pair(cards)}{swept}, scores {_pair(scored)}, "
                    f"together {_pair(totals)}"
                )
                contract = None
            case _:
                pass
    return lines


def _pair(points: Mapping[Team, int]) -> str:
    return ":".join(str(points.get(team, 0)) for team in Team)


ANALYSIS: Final = Analysis(_count, _figures, _remarks, _course)
