"""How much deal blocks save: the variance that independent matches would have, over the variance that the blocks have.

A factor of 3 means that play without blocks would have needed three times as many matches for the same certainty.
"""

from croupier.arena.work import Played


def win_share(played: Played, entrant: int) -> float:
    """The wins of an entrant in one match: 1, or a part of it where several sides share the first place."""
    winning = {team for team, place in zip(played.teams, played.places, strict=True) if place == 1}
    own = {team for team, sitting in zip(played.teams, played.seating, strict=True) if sitting == entrant}
    return len(winning & own) / len(winning)


def saving_text(factor: float | None) -> str:
    """A sentence for reports."""
    if factor is None:
        return "what deal blocks save cannot be measured: there are too few, or they never differ"
    if factor < 1:
        return f"saving factor {factor:.2f}: independent matches would have done with {factor:.2f} times as many"
    return f"saving factor {factor:.2f}: without deal blocks it would have taken {factor:.2f} times as many matches"
