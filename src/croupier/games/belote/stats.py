"""Statistics of Belote: which contracts were announced and made, mode by mode, and what the tricks brought.

A contract belongs to the seat that announced it. It is made when the announcers have more card points than the
defenders (section 5 of RULES.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from croupier.games.belote.events import Counted, DealEnded, NegotiationCompleted, Scored, TrickCompleted
from croupier.games.belote.terms import MODES, Multiplier, Team, team_of
from croupier.kernel.decision import Event, Result
from croupier.kernel.declare import count
from croupier.kernel.display.stats import Award, Counter, Counts, Formula, Stats, counting, success_rate

_SUMS: Final = ("deals", "contracts", "contracts_made", "doubled", "tricks", "match_points", "sweeps")
_MODE_SUMS: Final = [f"{mode}{part}" for mode in MODES for part in ("", "_made")]


def _count_deals(events: Iterable[Event], result: Result, seats: list[dict[str, int]]) -> None:
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


def _per_deal(name: str, times: int = 1) -> Formula:
    return lambda counts: f"{counts[name] / max(1, counts['deals']) * times:.2f}"


def _made(made: str, announced: str) -> Formula:
    def formula(counts: Mapping[str, int]) -> str:
        whole = counts[announced]
        return f"{counts[made]} of {whole}, {counts[made] / whole * 100:.0f} %" if whole else "-"

    return formula


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
                what = "no bids" if contract is None else contract.text(names)
                swept = ", all tricks" if event.sweeper is not None else ""
                lines.append(
                    f"Deal {len(lines) + 1}: {what}; card points {_pair(cards)}{swept}; score {_pair(scored)}, "
                    f"total {_pair(totals)}"
                )
                contract = None
            case _:
                pass
    return lines


def _safety(counts: Counts) -> tuple[float, float]:
    return success_rate(counts["contracts_made"], counts, "contracts"), counts["contracts_made"]


def _pair(points: Mapping[Team, int]) -> str:
    return ":".join(str(points.get(team, 0)) for team in Team)


STATS: Final = Stats(
    counting(*map(Counter, (*_SUMS, *_MODE_SUMS)), follow=_count_deals),
    {
        "contracts per 10 deals": _per_deal("contracts", 10),
        "contracts made": _made("contracts_made", "contracts"),
        **{f"{mode.title} made": _made(f"{mode}_made", str(mode)) for mode in MODES},
        "doubled": lambda counts: str(counts["doubled"]),
        "tricks per deal": _per_deal("tricks"),
        "match points per deal": _per_deal("match_points"),
        "all tricks": lambda counts: str(counts["sweeps"]),
    },
    (
        Award(
            "Boldest bidder",
            lambda counts: counts["contracts"] / max(1, counts["deals"]),
            lambda counts: f"{count(counts['contracts'], 'contract')} in {count(counts['deals'], 'deal')}",
        ),
        Award(
            "Safest bidder",
            _safety,
            lambda counts: f"{counts['contracts_made']} of {counts['contracts']} contracts made",
        ),
    ),
    _course,
)
