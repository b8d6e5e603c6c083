"""A tournament from its session to its ratings."""

from collections.abc import Callable

import msgspec

from croupier.arena.results.summary import Summary, summarise
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.session import Session
from croupier.arena.run.task import Played
from croupier.arena.tournament.partners import Compatibility
from croupier.arena.tournament.play import PlayedRounds, RoundRunner
from croupier.arena.tournament.setup import TournamentSetup, setup_in, terms_in

KIND = "tournament"


class TournamentResult(msgspec.Struct, frozen=True):
    """The rounds of a tournament and the ratings from all its matches."""

    setup: TournamentSetup
    rounds: PlayedRounds
    seed: str
    stopped: bool
    """Whether it was stopped before its end."""
    summary: Summary
    """Ratings with intervals, who beat whom, faults and statistics, a row for each entry."""
    partners: list[Compatibility]
    """Of a league of mixed partners: what each two of them won together."""
    may_remember_deals: tuple[str, ...] = ()
    """Bots that cannot be restarted between the seatings of a deal: trusted in this process, or running elsewhere."""

    @property
    def ranking(self) -> list[str]:
        """The names, best first."""
        return [self.setup.names[number] for number in self.summary.ranking()]

    def __repr__(self) -> str:
        places = ", ".join(f"{place}. {name}" for place, name in enumerate(self.ranking, 1))
        return f"<TournamentResult of {self.summary.game}: {self.summary.matches} matches; {places}>"

    def _repr_html_(self) -> str:
        """The tournament in a notebook: ratings as a table and as a plot."""
        from croupier.arena.report.page import tournament_in_cell

        return tournament_in_cell(self.summary)

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
    tournament = setup_in(plan, playing=plan.playing)
    totals = RatedTotals(len(tournament.names))
    league: list[Played] = []

    def add(played: Played) -> None:
        if keep is not None:
            keep(played)
        rated = tournament.rated(played)
        totals.add(rated)
        if tournament.is_league:
            league.append(rated)
        if observe is not None:
            observe(totals)

    runner = RoundRunner(session.executor, tournament.entries, plan.secret, terms_in(plan).blocks, session.stop)
    rounds = runner.play(tournament.form, add)
    stopped = session.stop.is_set
    if not stopped:
        session.executor.finish()
    summary = summarise(totals, tournament.names, setup.game, plan.secret, history=history)
    partners = tournament.compatibility(league, summary)
    return TournamentResult(tournament, rounds, plan.seed, stopped, summary, partners, setup.may_remember_deals)
