"""A tournament from its session to its ratings."""

from collections.abc import Callable

import msgspec

from croupier.arena.results.summary import Summary, summarise
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.session import Session
from croupier.arena.run.task import Played
from croupier.arena.tournament.formats import Meeting, Round
from croupier.arena.tournament.partners import Compatibility
from croupier.arena.tournament.play import Organiser
from croupier.arena.tournament.setup import Contest, contest_in, terms_in

KIND = "tournament"


class TournamentResult(msgspec.Struct, frozen=True):
    """The rounds of a tournament and the ratings from all its matches."""

    contest: Contest
    rounds: tuple[tuple[Round, tuple[Meeting, ...]], ...]
    seed: int
    stopped: bool
    """Somebody stopped it before its end."""
    summary: Summary
    """Ratings with intervals, who beat whom, faults and statistics, a row for each entry."""
    partners: list[Compatibility]
    """Of a league of mixed partners: what each two of them won together."""

    @property
    def ranking(self) -> list[str]:
        """The names, best first."""
        return [self.contest.names[number] for number in self.summary.ranking()]

    def __str__(self) -> str:
        lines = [f"{self.summary.game}, {self.summary.matches} matches, seed {self.seed}"]
        for number in self.summary.ranking():
            row = self.summary.rows[number]
            rate = f"{row.win_rate:6.1%} wins ({row.low:.1%} to {row.high:.1%})"
            lines.append(f"  {row.name}: Elo {row.elo:.0f} ({row.elo_low:.0f} to {row.elo_high:.0f}), {rate}")
        return "\n".join(lines)


def play_tournament(
    session: Session,
    keep: Callable[[Played], None] | None = None,
    observe: Callable[[RatedTotals], None] | None = None,
    history: bool = False,
) -> TournamentResult:
    """Play a tournament to its end, or until the session is stopped.

    `keep` gets every match, `observe` the totals after each; with `history` the summary has ratings over time.
    """
    plan, setup = session.plan, session.setup
    contest = contest_in(plan, playing=plan.playing)
    totals = RatedTotals(len(contest.names))
    league: list[Played] = []

    def add(played: Played) -> None:
        if keep is not None:
            keep(played)
        rated = contest.rated(played)
        totals.add(rated)
        if contest.is_league:
            league.append(rated)
        if observe is not None:
            observe(totals)

    organiser = Organiser(session.executor, contest.entries, plan.seed, terms_in(plan).blocks, session.stop)
    event = organiser.play(contest.form, add)
    if not event.stopped:
        session.executor.finish()
    summary = summarise(totals, contest.names, setup.game, plan.seed, history=history)
    return TournamentResult(
        contest, event.rounds, plan.seed, event.stopped, summary, contest.compatibility(league, summary)
    )
