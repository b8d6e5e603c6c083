"""The set-up of a tournament: entries, format, and the bots or partners that are rated."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec

from croupier.arena.plan.run_plan import Plan, settings_in
from croupier.arena.plan.schedule import seats_for
from croupier.arena.results.ratings import Rating
from croupier.arena.results.summary import Summary
from croupier.arena.run.task import Played
from croupier.arena.tournament.formats import Format, Knockout, Meeting, SingleRound, Swiss, gauntlet, round_robin
from croupier.arena.tournament.lineups import mixed_partners
from croupier.arena.tournament.partners import Compatibility, compatibilities, league_entries
from croupier.arena.tournament.play import TournamentEntries
from croupier.kernel.errors import UsageError

NOT_RATED: Final = -1


class TournamentSetup(msgspec.Struct, frozen=True):
    """The entries and the format of a tournament, and the names of those that are rated."""

    names: tuple[str, ...]
    """Names of the rated bots, or of the fixed partners."""
    entries: TournamentEntries
    form: Any
    """A Format."""
    number_of: tuple[int, ...]
    """For each entrant its number among the rated; NOT_RATED if it was disqualified."""
    is_league: bool = False

    def rated(self, played: Played) -> Played:
        """The match with the numbers of the rated in place of entrants."""
        seating = tuple(self.number_of[entrant] for entrant in played.seating)
        return played if seating == played.seating else msgspec.structs.replace(played, seating=seating)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The entrants of each rated bot or partnership."""
        return tuple(
            tuple(entrant for entrant, rated in enumerate(self.number_of) if rated == number)
            for number in range(len(self.names))
        )

    def entry_name(self, entry: int) -> str:
        """The name of an entry: its bot, or its partners."""
        members = dict.fromkeys(self.number_of[entrant] for entrant in self.entries.sides[entry])
        return " + ".join(self.names[member] for member in members)

    def matches(self, blocks: int) -> int:
        """Number of matches, as far as it is known before the first."""
        form: Format = self.form
        first = form.next_round([])
        if first is None or not first.lineups:
            return 0
        tables = len(first.lineups)
        if isinstance(form, Swiss):
            tables *= form.rounds
        if isinstance(form, Knockout):
            tables = len(self.entries.sides) - 1
        return tables * blocks * len(self.entries.orders(first.lineups[0])[0])

    def duel_text(self, meeting: Meeting) -> str:
        winner, loser = meeting.ranking()
        won, lost = (meeting.blocks[meeting.lineup.index(each)] for each in (winner, loser))
        tied = " (tie-break)" if won == lost else ""
        return f"{self.names[winner]} beats {self.names[loser]} {won:g}-{lost:g}{tied}"

    def compatibility(self, matches: Iterable[Played], summary: Summary) -> list[Compatibility]:
        """Of a league of mixed partners; nothing otherwise."""
        if not self.is_league:
            return []
        ratings = [Rating(row.elo, row.elo_low, row.elo_high, row.best) for row in summary.rows]
        return compatibilities(matches, ratings)


def set_up_tournament(
    names: Sequence[str],
    teams: Sequence[int],
    form: str,
    *,
    partners: str = "self",
    meet: int | None = None,
    rounds: int | None = None,
    best_of: int = 1,
    permute: bool = False,
    playing: Sequence[int] | None = None,
) -> TournamentSetup:
    """Check the terms and enter all bots, or only those of `playing`."""
    sides = len(set(teams))
    if partners != "self" and sides == len(teams):
        raise UsageError(f"--partners {partners} is for games with teams, such as belote")
    everyone = tuple(range(len(names)) if playing is None else playing)
    if partners == "mixed":
        if form != "round-robin" or meet is not None:
            raise UsageError("a league of mixed partners is always a round-robin of two teams")
        entries, lineups = league_entries(teams, mixed_partners(len(everyone)), everyone)
        number_of = _numbers(len(names), [(one,) for one in everyone])
        return TournamentSetup(
            tuple(names[one] for one in everyone), entries, SingleRound("league", lineups), number_of, True
        )
    size = 1
    if partners == "fixed":
        size = len(teams) // sides
        if len(names) % size or len(names) < 2 * size:
            raise UsageError(f"fixed partners come in groups of {size}, but {len(names)} bots were given")
    groups = [tuple(range(at, at + size)) for at in range(0, len(names), size)]
    members = [group for group in groups if set(group) <= set(everyone)]
    if len(members) < 2:
        raise UsageError("fewer than two entries are left")
    entries = TournamentEntries(tuple(teams), tuple(members), permute)
    rated = tuple(" + ".join(names[each] for each in group) for group in members)
    chosen = _format(form, len(members), sides, meet, rounds, best_of)
    return TournamentSetup(rated, entries, chosen, _numbers(len(names), members))


class TournamentTerms(msgspec.Struct, frozen=True):
    """The terms of a tournament, as they are stored with the plan of its run."""

    format: str = "round-robin"
    blocks: int = 25
    """Deal blocks at every table."""
    rounds: int | None = None
    best_of: int | None = None
    meet: int | None = None
    partners: str = "self"
    permutations: bool = False

    def set_up(
        self, names: Sequence[str], teams: Sequence[int], playing: Sequence[int] | None = None
    ) -> TournamentSetup:
        """The tournament of these entrants, or of those among them who play."""
        return set_up_tournament(
            names,
            teams,
            self.format,
            partners=self.partners,
            meet=self.meet,
            rounds=self.rounds,
            best_of=self.best_of or self.blocks,
            permute=self.permutations,
            playing=playing,
        )

    def admit(self, teams: Sequence[int]) -> Callable[[Plan, Sequence[int]], Plan]:
        """A function for `Session`: puts the rated sides into the plan; a UsageError if too few entries are left."""

        def admit(plan: Plan, playing: Sequence[int]) -> Plan:
            sides = self.set_up(plan.names, teams, playing).sides
            return msgspec.structs.replace(plan, rated=sides if self.partners == "fixed" else ())

        return admit

    def options(self) -> dict[str, object]:
        """The terms as a plan stores them."""
        return msgspec.to_builtins(self)


def terms_in(plan: Plan) -> TournamentTerms:
    """The terms that are stored with a plan."""
    given = {name: value for name, value in plan.options.items() if value is not None}
    return msgspec.convert(given, TournamentTerms)


def setup_in(plan: Plan, names: Sequence[str] | None = None, playing: Sequence[int] | None = None) -> TournamentSetup:
    """The tournament of a plan, with other names for its bots if they are given."""
    game, settings = settings_in(plan)
    teams = game.teams(settings, seats_for(game, settings, 2, plan.seats))
    return terms_in(plan).set_up(names or plan.names, teams, playing)


def _numbers(entrants: int, members: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    found = {entrant: number for number, group in enumerate(members) for entrant in group}
    return tuple(found.get(entrant, NOT_RATED) for entrant in range(entrants))


def _format(form: str, entries: int, sides: int, meet: int | None, rounds: int | None, best_of: int) -> Format:
    if meet is not None and meet > sides:
        raise UsageError(f"{meet} bots cannot meet at a table with {sides} sides")
    if rounds is not None and form != "swiss":
        raise UsageError(f"--rounds is for swiss tournaments, not for {form}")
    together = meet or min(sides, entries)
    if form == "swiss":
        return Swiss(entries, together, rounds)
    if form == "knockout":
        if meet not in (None, 2):
            raise UsageError("in a knockout two bots meet; at larger tables they alternate")
        return Knockout(entries, best_of)
    return round_robin(entries, together) if form == "round-robin" else gauntlet(entries, together)
