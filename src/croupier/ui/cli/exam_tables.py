"""Scores in puzzles as the cells of a table."""

from croupier.puzzles.exam import Score


def rate_text(score: Score | None) -> str:
    """Empty where a level was not measured."""
    return "" if score is None else f"{score.rate * 100:.0f} %"


def interval_text(score: Score | None) -> str:
    return "" if score is None else f"{score.interval[0] * 100:.0f} to {score.interval[1] * 100:.0f}"
