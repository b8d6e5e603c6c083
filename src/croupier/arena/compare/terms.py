"""The terms of a comparison: the edge that it looks for, the seating, and the most matches.

They are stored with the plan of its run, so that it can be resumed, and followed while it is played.
"""

from collections.abc import Callable, Sequence

import msgspec

from croupier.arena.compare.compare import Comparison, Observer, run_comparison
from croupier.arena.compare.sprt import Hypotheses
from croupier.arena.plan.blocks import FIELD, NEW, OLD, Design, design_of
from croupier.arena.plan.run_plan import Plan, settings_in
from croupier.arena.run.session import Session
from croupier.arena.run.task import Played
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

KIND = "compare"


class ComparisonTerms(msgspec.Struct, frozen=True):
    """The entrants are OLD, NEW and then the field, if there is one."""

    edge: float = 3.0
    """In wins per 100 matches."""
    alpha: float = 0.025
    beta: float = 0.025
    halves: bool = False
    max_games: int = 100_000
    permutations: bool = False

    @property
    def hypotheses(self) -> Hypotheses:
        return Hypotheses(self.edge / 100, self.alpha, self.beta)

    def design(self, game: Game, settings: Settings, playing: Sequence[int], seats: int | None) -> Design:
        """The block of those who play, by number."""
        others = [number for number in playing if number >= FIELD]
        return design_of(game, settings, seats, others, self.halves, self.permutations)

    def options(self) -> dict[str, object]:
        """The terms as a plan stores them."""
        return msgspec.to_builtins(self)


def terms_in(plan: Plan) -> ComparisonTerms:
    """The terms that are stored with a plan."""
    return msgspec.convert({name: value for name, value in plan.options.items() if value is not None}, ComparisonTerms)


def design_in(plan: Plan) -> Design:
    """The block of a stored comparison."""
    game, settings = settings_in(plan)
    return terms_in(plan).design(game, settings, plan.playing, plan.seats)


def admit(plan: Plan, playing: Sequence[int]) -> Plan:
    """For a session: a comparison needs OLD and NEW, and one of the field if there is a field."""
    if OLD not in playing or NEW not in playing:
        raise UsageError("there is nothing to compare")
    if len(plan.names) > FIELD and len(playing) == FIELD:
        raise UsageError("no bot of the field is left")
    return plan


def play_comparison(
    session: Session, observe: Observer | None = None, keep: Callable[[Played], None] | None = None
) -> Comparison:
    """Play a comparison to its verdict, its last match, or until the session is stopped."""
    plan = session.plan
    terms = terms_in(plan)
    result = run_comparison(
        session.executor,
        design_in(plan),
        plan.secret,
        terms.hypotheses,
        terms.max_games,
        observe,
        keep,
        session.stop,
    )
    if not result.stopped:
        session.executor.finish()
    return msgspec.structs.replace(result, may_remember_deals=session.setup.may_remember_deals)
