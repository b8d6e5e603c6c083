"""Figures from stored runs for the page: ratings, one bot's record, the current state of a tournament or comparison.

Read in a worker process. The state of a run is computed by going through its format with the matches stored so far.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.compare.compare import run_comparison, verdict_text
from croupier.arena.compare.terms import design_in
from croupier.arena.compare.terms import terms_in as comparison_terms
from croupier.arena.plan.run_plan import Plan
from croupier.arena.profile.report import SHOWN
from croupier.arena.profile.stored import stored_profile
from croupier.arena.results.documents import coming_document, tournament_document
from croupier.arena.results.summary import Summary, SummaryRow, summarise
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Chunk, Played
from croupier.arena.store.collect import collect, is_rated
from croupier.arena.store.store import FINISHED, Run, Store, open_store
from croupier.arena.tournament.play import RoundRunner
from croupier.arena.tournament.setup import setup_in
from croupier.arena.tournament.setup import terms_in as tournament_terms
from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.ui.web.api.answers import (
    BotFigures,
    BotProfile,
    BotRecord,
    ContestFigures,
    EvidencePoint,
    LastMatch,
    LeaderboardRow,
    PairingMatch,
    Rival,
    RunShown,
    StoredContest,
)

MAX_LAST_MATCHES: Final = 20
MAX_PAIRING_MATCHES: Final = 200
CONTESTS: Final = frozenset({"tournament", "compare"})


def shown_name(name: str) -> str:
    """A bot from a file by its file's name, without the folders of this machine."""
    head, dot, rest = name.partition(".py")
    return f"{Path(head).name}{dot}{rest}" if dot else name


def load_leaderboard(db: str | None, game: str) -> list[LeaderboardRow]:
    """The ratings of one game, or of all games one after the other; best first."""
    rows: list[LeaderboardRow] = []
    with open_store(db) as store:
        for name in [game] if game else GAMES:
            found = collect(store, name)
            if not found.totals.matches:
                continue
            summary = summarise(found.totals, found.names, find_game(name), versions=found.versions)
            history = {line[-1]: line[:-1] for line in found.versions}
            for group, ranked in enumerate(summary.rankings()):
                for place, number in enumerate(ranked, 1):
                    earlier = [_row(summary.rows[each]) for each in history.get(number, ())]
                    row = _row(summary.rows[number])
                    rows.append({"game": name, **row, "group": group, "place": place, "earlier": earlier})
    return rows


def _row(row: SummaryRow) -> BotFigures:
    return {
        "bot": shown_name(row.name),
        "rating": round(row.elo, 1),
        "low": round(row.elo_low, 1),
        "high": round(row.elo_high, 1),
        "best": None if row.best is None else round(row.best, 3),
        "games": row.matches,
        "win_rate": round(row.win_rate, 4),
        "win_low": round(row.low, 4),
        "win_high": round(row.high, 4),
        "faults": sum(row.faults.values()),
    }


def load_bot(db: str | None, game: str, name: str) -> BotRecord | None:
    """The record of one bot; None if the store has no such bot."""
    with open_store(db) as store:
        found = collect(store, game)
        names = [shown_name(each) for each in found.names]
        if name not in names:
            return None
        number = names.index(name)
        summary = summarise(found.totals, found.names, find_game(game), history=True, versions=found.versions)
        row = summary.rows[number]
        return {
            "game": game,
            **_row(row),
            "history": [{"games": count, "rating": round(elos[number], 1)} for count, elos in summary.history],
            "placements": {str(place): count for place, count in row.places.items()},
            "style": dict(row.figures),
            "notes": {key: round(value, 4) for key, value in row.notes.items()},
            "seconds": row.time_per_answer,
            "fault_kinds": dict(row.faults),
            "rivals": _rivals(summary, number),
            "last": _last_games(store, game, name),
        }


def load_profile(db: str | None, game: str, name: str) -> BotProfile | None:
    """How readable a bot is; None if no match of it can be read."""
    with open_store(db) as store:
        found = stored_profile(store, find_game(game), name, shown_name)
    if found is None:
        return None
    return {
        "verdict": found.verdict(),
        "matches": found.matches,
        "tells": [
            {
                "name": tell.name,
                "count": tell.count,
                "bits": round(tell.bits, 3),
                "low": round(tell.low, 3),
                "high": round(tell.high, 3),
                "uncertainty": round(tell.uncertainty, 3),
                "is_clear": tell.is_clear,
            }
            for tell in found.tells
        ],
        "sentences": found.sentences(),
        "habits": [habit.text() for habit in found.habits[:SHOWN]],
    }


def _rivals(summary: Summary, number: int) -> list[Rival]:
    return [
        {
            "bot": shown_name(summary.rows[other].name),
            "ahead": round(pair.share, 4),
            "low": round(pair.low, 4),
            "high": round(pair.high, 4),
            "games": pair.meetings,
        }
        for other, pair in enumerate(summary.pairs[number])
        if other != number and pair.meetings
    ]


def _last_games(store: Store, game: str, name: str) -> list[LastMatch]:
    """The latest matches of a bot that can be opened as replays."""
    found: list[LastMatch] = []
    for run in store.runs(game):
        names = [shown_name(spec) for spec in run.plan.bots]
        if name not in names or not is_rated(run.plan):
            continue
        for played in store.games(run.id, after=run.games - MAX_LAST_MATCHES - 1):
            seats = [seat for seat, entrant in enumerate(played.seating) if names[entrant] == name]
            if seats:
                found.append(
                    {
                        "replay": f"{run.id}.{played.number + 1}",
                        "run": run.id,
                        "names": [names[entrant] for entrant in played.seating],
                        "places": list(played.places),
                        "place": min(played.places[seat] for seat in seats),
                        "ending": played.ending,
                    }
                )
        if len(found) >= MAX_LAST_MATCHES:
            break
    return found[:MAX_LAST_MATCHES]


def load_pairing(db: str | None, number: int, first: str, second: str) -> list[PairingMatch]:
    """The matches of a run in which two bots met, the latest first; at most MAX_PAIRING_MATCHES."""
    with open_store(db) as store:
        run = next((each for each in store.runs() if each.id == number), None)
        if run is None:
            return []
        bots = [shown_name(name) for name in run.plan.names]
        met: deque[PairingMatch] = deque(maxlen=MAX_PAIRING_MATCHES)
        for played in store.games(number):
            names = [bots[entrant] for entrant in played.seating]
            if first in names and second in names:
                met.appendleft(
                    {"replay": f"{number}.{played.number + 1}", "names": names, "places": list(played.places)}
                )
        return list(met)


def describe_run(run: Run) -> RunShown:
    """A run in the list of tournaments and comparisons."""
    plan = run.plan
    return {
        "id": run.id,
        "kind": plan.kind,
        "game": plan.game,
        "begun": run.begun,
        "format": plan.options.get("format", plan.kind),
        "bots": [shown_name(name) for name in plan.names],
        "played": run.games,
        "finished": run.state == FINISHED,
    }


class StoredMatches:
    """An executor that yields stored matches and stops at the first that is missing."""

    def __init__(self, played: dict[int, Played], stop: StopFlag) -> None:
        self._played = played
        self._stop = stop
        self.skipped: list[Any] = []
        self.idle: Callable[[], None] = lambda: None

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        for chunk in chunks:
            for task in chunk:
                if task.number not in self._played:
                    self._stop.set()
                    return
                yield self._played[task.number]


def load_contest(db: str | None, number: int) -> StoredContest | None:
    """The state of a tournament or comparison; None if there is none with this number."""
    with open_store(db) as store:
        run = next((each for each in store.runs() if each.id == number), None)
        if run is None or run.plan.kind not in CONTESTS:
            return None
        matches = {played.number: played for played in store.games(number)}
    try:
        return {**describe_run(run), **_figures(run.plan, matches)}
    except (UsageError, msgspec.MsgspecError) as error:  # planned by another version
        return {**describe_run(run), "trouble": str(error)}


def _figures(plan: Plan, matches: dict[int, Played]) -> ContestFigures:
    return _comparison(plan, matches) if plan.kind == "compare" else _tournament(plan, matches)


def _tournament(plan: Plan, matches: dict[int, Played]) -> ContestFigures:
    contest = setup_in(plan, [shown_name(name) for name in plan.names], plan.playing)
    blocks, stop = tournament_terms(plan).blocks, StopFlag()
    runner = RoundRunner(StoredMatches(matches, stop), contest.entries, plan.secret, blocks, stop)
    rounds = runner.play(contest.form, lambda played: None)
    totals = RatedTotals(len(contest.names)).extend(map(contest.rated, matches.values()))
    summary = summarise(totals, contest.names, find_game(plan.game)) if matches else None
    document = tournament_document(contest, rounds, summary)
    return {
        "planned": contest.matches(blocks),
        "ratings": document["bots"],
        "ahead": document["ahead"],
        "ranking": document["ranking"],
        "rounds": document["rounds"],
        "coming": coming_document(contest, rounds),
    }


def _comparison(plan: Plan, matches: dict[int, Played]) -> ContestFigures:
    terms, stop = comparison_terms(plan), StopFlag()
    hypotheses, most = terms.hypotheses, terms.max_games
    path: list[EvidencePoint] = []

    def observe(now: Any) -> None:
        path.append({"games": now.games, "gain": round(now.gain, 5), "test": round(now.ratio, 4)})

    if not matches:
        return {"planned": most, "verdict": "open", "words": "No match has been played yet.", "path": []}
    result = run_comparison(
        StoredMatches(matches, stop), design_in(plan), plan.secret, hypotheses, most, observe, None, stop
    )
    low, high = result.interval
    old, new = (shown_name(name) for name in plan.names[:2])
    return {
        "planned": most,
        "old": old,
        "new": new,
        "verdict": result.verdict,
        "words": verdict_text(result, old, new),
        "gain": round(result.gain, 5),
        "interval": (round(low, 5), round(high, 5)),
        "rate": round(result.rate, 5),
        "parity": round(result.parity, 5),
        "edge": hypotheses.edge,
        "bounds": (round(hypotheses.lower, 3), round(hypotheses.upper, 3)),
        "path": path[:: max(1, len(path) // 200)],
        "faults": {who: sum(kinds.values()) for who, kinds in result.faults.items()},
    }
