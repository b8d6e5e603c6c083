"""Statistics of Bluff: who lied, who was caught, who saw through it.

Unchallenged claims are counted as well, so this reads the events as the dealer knows them: it is for after the match.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from croupier.games.bluff.events import Claimed, Judged, Laid, TookPile, Trusted
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Event, Result, Seat
from croupier.kernel.display.stats import Award, Counts, Formula, Stats, success_rate


class PlayerStats(msgspec.Struct):
    """One player's numbers, over one match or many."""

    games_played: int = 0
    games_won: int = 0
    total_claims: int = 0
    truthful_claims: int = 0
    bluff_claims: int = 0
    successful_bluffs: int = 0
    times_challenged: int = 0
    caught_lying: int = 0
    falsely_accused: int = 0
    challenges_made: int = 0
    successful_challenges: int = 0
    failed_challenges: int = 0
    cards_collected: int = 0

    @property
    def bluff_rate(self) -> float:
        """How many of the claims were lies."""
        return self.bluff_claims / self.total_claims if self.total_claims else 0.0

    @property
    def bluff_success(self) -> float:
        """How many of the lies were not caught."""
        return self.successful_bluffs / self.bluff_claims if self.bluff_claims else 0.0

    @property
    def challenge_accuracy(self) -> float:
        """How many of the challenges were right."""
        return self.successful_challenges / self.challenges_made if self.challenges_made else 0.0


def statistics(events: Iterable[Event], result: Result) -> list[PlayerStats]:
    """The statistics of a finished match, seat by seat."""
    players = [PlayerStats(games_played=1, games_won=int(place == 1)) for place in result.places]
    picked: list[Rank | None] = []
    lying = False
    claimer: Seat = -1
    for event in events:
        match event:
            case Laid():
                picked.append(event.rank)
            case Claimed():
                if claimer >= 0:
                    _stood(players[claimer], lying)
                claimer, lying = event.seat, any(rank != event.rank for rank in picked[-event.count :])
                picked = []
                player = players[claimer]
                player.total_claims += 1
                player.bluff_claims += lying
                player.truthful_claims += not lying
            case Trusted():
                _stood(players[claimer], lying)
                claimer = -1
            case Judged():
                _judged(players[event.seat], players[event.challenger], event.truthful)
                claimer = -1
            case TookPile():
                players[event.seat].cards_collected += event.count
            case _:
                pass
    if claimer >= 0:  # the last claim won at once
        _stood(players[claimer], lying)
    return players


def _stood(claimer: PlayerStats, lying: bool) -> None:
    claimer.successful_bluffs += lying


def _judged(claimer: PlayerStats, challenger: PlayerStats, truthful: bool) -> None:
    claimer.times_challenged += 1
    challenger.challenges_made += 1
    if truthful:
        claimer.falsely_accused += 1
        challenger.failed_challenges += 1
    else:
        claimer.caught_lying += 1
        challenger.successful_challenges += 1


def _count(events: Iterable[Event], result: Result) -> list[Counts]:
    return [msgspec.structs.asdict(player) for player in statistics(events, result)]


def _percent(rate: Callable[[PlayerStats], float]) -> Formula:
    return lambda counts: f"{rate(PlayerStats(**counts)) * 100:.1f} %"


def _number(name: str) -> Formula:
    return lambda counts: str(counts[name])


def _deception(counts: Counts) -> tuple[float, float]:
    player = PlayerStats(**counts)
    return success_rate(player.successful_bluffs, counts, "bluff_claims"), player.successful_bluffs


def _detection(counts: Counts) -> tuple[float, float]:
    player = PlayerStats(**counts)
    return success_rate(player.successful_challenges, counts, "challenges_made"), player.successful_challenges


def _course(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Every challenge, and who was right."""
    lines: list[str] = []
    claims, claimed = 0, ""
    for event in events:
        match event:
            case Claimed():
                claims += 1
                claimed = event.text(names)
            case Judged():
                verdict = "and it was true" if event.truthful else "and it was a lie"
                lines.append(f"Claim {claims}: {claimed}; {names[event.challenger]} challenges, {verdict}")
            case _:
                pass
    return lines


STATS: Final = Stats(
    _count,
    {
        **{name.replace("_", " "): _number(name) for name in PlayerStats.__struct_fields__},
        "bluff rate": _percent(lambda player: player.bluff_rate),
        "bluff success": _percent(lambda player: player.bluff_success),
        "challenge accuracy": _percent(lambda player: player.challenge_accuracy),
    },
    (
        Award(
            "Most deceptive player",
            _deception,
            lambda counts: f"{counts['successful_bluffs']} of {counts['bluff_claims']} lies succeeded",
        ),
        Award(
            "Best detective",
            _detection,
            lambda counts: f"{counts['successful_challenges']} of {counts['challenges_made']} challenges were right",
        ),
    ),
    _course,
)
