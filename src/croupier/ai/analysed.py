"""A finished match with its analysis, for programs and notebooks."""

import msgspec

from croupier.ai.replay_study import ITERATIONS, study_match
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.replay.page import replay_in_cell
from croupier.match.replay.study import CostlyDecision, Study


class AnalysedMatch(msgspec.Struct, frozen=True):
    """A match and what a search says about its decisions. In a notebook, a replay with better moves to open."""

    match: Match
    study: Study

    @property
    def costly(self) -> tuple[CostlyDecision, ...]:
        """The decisions that lost most, the worst first."""
        return tuple(self.study.costly)

    def __repr__(self) -> str:
        number = len(self.study.costly)
        decisions = "1 costly decision" if number == 1 else f"{number} costly decisions"
        return f"<Analysis of {self.match.game.name}: {', '.join(self.match.table.names)}; {decisions}>"

    def _repr_html_(self) -> str:
        return replay_in_cell(self.match, self.study)


def analyse(match: Match, iterations: int = ITERATIONS) -> AnalysedMatch:
    """Search every decision of a finished match, each with so many iterations; about as slow as `croupier analyse`."""
    study = study_match(match, iterations=iterations)
    if study is None:
        raise UsageError("only a match that is over can be analysed")
    return AnalysedMatch(match, study)
