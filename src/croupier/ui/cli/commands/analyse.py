"""`croupier analyse`: why a match was won or lost, by searching every decision from what its player knew."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from croupier.ai.review import Judgement, ResultBreakdown, Review, judge_at, review
from croupier.ai.search.bots import MoveStats
from croupier.arena.results.luck import Outcome, SkillEstimate, estimate_skill
from croupier.kernel.decision import Move
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.replay.format import Replay
from croupier.match.replay.verify import rebuild
from croupier.players.entrant import printable
from croupier.ui.cli.match_sources import MatchSource, open_source
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, Quiet, examples, out, print_json, right, rounded, say, table
from croupier.ui.cli.plots import bars, svg
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier analyse h.jsonl", "the costliest decisions of every player, and the luck involved"),
    ("croupier analyse h.jsonl --at 17", "the full search result for move 17"),
    ("croupier analyse h.jsonl --match 3 --svg curve.svg", "match 3, with a plot of the win chances"),
    ("croupier analyse h.jsonl --all", "luck and skill over all matches in the file"),
)
DEFAULT_ITERATIONS = 1000
CURVE_COLUMNS = 60


def command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|RUN/N", help="A file written by --history, or match N of a saved run.", show_default=False
        ),
    ],
    match: Annotated[int, typer.Option("--match", min=1, metavar="K", help="Match K of the file.")] = 1,
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="N", help="Analyse only move N, in full detail.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="Sum luck and skill over all matches in the file.")
    ] = False,
    iterations: Annotated[
        int,
        typer.Option(
            "--iterations",
            min=10,
            max=100_000,
            metavar="I",
            help="Search effort for each decision, in iterations of ismcts; an expert makes a tenth of them.",
        ),
    ] = DEFAULT_ITERATIONS,
    picture: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Plot the win chances to this file.")
    ] = None,
    db: Db = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Find the costliest decisions of a match, and separate luck from skill.

    Every decision is searched from the view of the player who made it, never with cards that player could not see.
    The value of a move is the expected share of a win after it; the cost of a decision is how much better the best
    move was. The curve shows every player's win chance for an observer who sees all cards. Win chances sum to 1, and
    luck sums to 0. "± 3%" beside a cost is its 95 % interval: a smaller cost may be chance.
    """
    opened = open_source(source, db)
    if every:
        if at is not None or picture is not None:
            raise UsageError("--at and --svg are for one match; remove --all")
        _print_all(opened, iterations, quiet, json)
        return
    found = opened.only_match(match)
    script = rebuild(found)
    if at is not None:
        if at > len(script.steps):
            raise UsageError(f"no move {at}: the match has {len(script.steps)} moves")
        judgement = judge_at(script, at, iterations)
        if judgement is None:
            raise UsageError(f"nothing to analyse at move {at}: there was no choice")
        _print_judgement(judgement, script.table.names, json)
        return
    with progress("analysis", len(script.steps), "moves", quiet or json) as show:
        whole = review(script, iterations, tell=show)
    if picture is not None:
        picture.write_text(svg(whole.names, whole.forecasts, _title(found)), encoding="utf-8")
    if json:
        print_json(_document(whole))
        return
    _print_review(whole, _title(found), _Commands(source, match, found.head.players))
    if picture is not None:
        say(f"Win chances plotted to {picture}.")


def _title(replay: Replay) -> str:
    head = replay.head
    winners = ", ".join(head.names[seat] for seat in replay.result.winners)
    return f"{head.game}: {' against '.join(head.names)}, seed {head.seed}; won by {winners}"


class _Commands(msgspec.Struct, frozen=True):
    """The commands that look closer at a move of the match."""

    source: str
    match: int
    specs: Sequence[str]

    def at(self, judgement: Judgement) -> list[str]:
        """For a bot of your own: step into it, save the answer as a test. For others: the search result."""
        match = ["--match", str(self.match)] if self.match > 1 else []
        spec = self.specs[judgement.seat] if self.specs else ""
        if spec.partition(":")[0].endswith(".py"):
            common = ["croupier", "replay", self.source, *match, "--bot", spec, "--trust"]
            return [
                f"to step into it: {shlex.join([*common, '--at', str(judgement.number)])}",
                f"to save it as a test: {shlex.join([*common, '--freeze', str(judgement.number)])}",
            ]
        command = ["croupier", "analyse", self.source, *match, "--at", str(judgement.number)]
        return [f"for details: {shlex.join(command)}"]


def _print_review(whole: Review, title: str, commands: _Commands) -> None:
    say(title)
    say("\nWin chances, as seen with all cards open:")
    widest = max(len(name) for name in whole.names)
    for seat, name in enumerate(whole.names):
        curve = bars([values[seat] for values in whole.forecasts], CURVE_COLUMNS)
        say(f"  {name:<{widest}} {curve}")
    for seat, name in enumerate(whole.names):
        worst = whole.costliest(seat)
        say(f"\n{name}: " + ("costliest decisions" if worst else "no costly decision"))
        for judgement in worst:
            played, best = (
                f'"{stats.move.label(whole.names)}" ({_chance(judgement, stats)})'
                for stats in (judgement.played, judgement.best)
            )
            say(f"  move {judgement.number}: {played}; best move: {best}. Cost: {_cost(judgement)}")
            if judgement.best.line:
                say(f"    expected: {_line_text(judgement.best.line[:4], whole.names)}")
            for line in commands.at(judgement):
                say(f"    {line}")
    say("")
    out().print(_accounts(*whole.by_side()))


def _chance(judgement: Judgement, stats: MoveStats) -> str:
    return f"{stats.value:.0%} win chance" if judgement.findings.is_known else "win chance unknown"


def _cost(judgement: Judgement) -> str:
    """The cost with its noise: a cost that is not larger may be chance."""
    return f"{judgement.lost:.0%} ± {judgement.noise:.0%}"


def _line_text(line: Sequence[tuple[int, Move]], names: Sequence[str]) -> str:
    return "; ".join(f"{names[seat]}: {move.label(names)}" for seat, move in line)


def _accounts(names: Sequence[str], accounts: Iterable[ResultBreakdown]) -> Table:
    rows = (
        (
            printable(name),
            f"{account.start:.2f}",
            _signed(account.mistakes),
            _signed(account.gifts),
            _signed(account.luck),
            f"{account.result:.2f}",
        )
        for name, account in zip(names, accounts, strict=True)
    )
    columns = ["player", *right("after the deal", "own mistakes", "opponents' mistakes", "luck", "result")]
    return table(columns, rows, title="Luck and skill, in wins")


def _signed(value: float) -> str:
    """Two decimals with a sign; never -0.00."""
    text = f"{value:+.2f}"
    return "0.00" if text in ("-0.00", "+0.00") else text


def _print_judgement(judgement: Judgement, names: Sequence[str], json: bool) -> None:
    if json:
        print_json({**_judged(judgement), "moves": [_stats(stats) for stats in judgement.findings.moves]})
        return
    say(
        f"Move {judgement.number}, '{judgement.question}' to {names[judgement.seat]} (seat {judgement.seat}): "
        f'"{judgement.played.move.label(names)}" cost {_cost(judgement)}.'
    )
    out().print(findings_table(judgement.findings.moves, judgement.played.index, names))


def findings_table(moves: Sequence[MoveStats], played: int, names: Sequence[str]) -> Table:
    """Every move with its visits, its value and the expected continuation."""
    rows: list[list[str]] = []
    for stats in moves:
        value = f"{stats.value:.1%}" if stats.visits else "-"
        rows.append([stats.move.label(names), str(stats.visits), value, _line_text(stats.line, names)])
    styles = ["bold" if stats.index == played else "" for stats in moves]
    return table(["move", *right("visits", "value"), "expected continuation"], rows, styles=styles)


def _reviews(scripts: Sequence[Match], iterations: int, quiet: bool) -> Iterator[Review]:
    before = 0
    with progress("analysis", sum(len(script.steps) for script in scripts), "moves", quiet) as show:
        for script in scripts:
            yield review(script, iterations, tell=lambda number, before=before: show(before + number))
            before += len(script.steps)


def _print_all(source: MatchSource, iterations: int, quiet: bool, json: bool) -> None:
    """Means over the matches of a file by player, and what it won without the luck of the deal."""
    accounts: dict[str, list[ResultBreakdown]] = {}
    outcomes: dict[str, list[Outcome]] = {}
    scripts = [rebuild(replay) for replay in source.matches(None)]
    for script, whole in zip(scripts, _reviews(scripts, iterations, quiet or json), strict=True):
        teams = script.game.teams(script.settings, len(whole.names))
        for name, team, account in zip(whole.names, teams, whole.accounts, strict=True):
            partners = teams.count(team)  # the wins of a side, which its partners share in the accounts
            expected = account.start * partners - 1 / len(set(teams))
            accounts.setdefault(name, []).append(account)
            outcomes.setdefault(name, []).append(Outcome(script.seed, account.result * partners, expected))
    skills = {name: estimate_skill(own) for name, own in outcomes.items()}
    if json:
        print_json({name: _sums(own, skills[name]) for name, own in accounts.items()})
        return
    titles = [f"{name} ({len(own)} matches)" for name, own in accounts.items()]
    out().print(_accounts(titles, map(_mean, accounts.values())))
    out().print(_skills(skills))
    say("Without the luck of the deal: the win chance of a seat right after the deal is subtracted from its wins.")


def _mean(accounts: Sequence[ResultBreakdown]) -> ResultBreakdown:
    names = ResultBreakdown.__struct_fields__
    return ResultBreakdown(*(sum(getattr(each, name) for each in accounts) / len(accounts) for name in names))


def _sums(accounts: Sequence[ResultBreakdown], skill: SkillEstimate) -> dict[str, Any]:
    sums = {name: sum(getattr(each, name) for each in accounts) for name in ResultBreakdown.__struct_fields__}
    shown = {**msgspec.structs.asdict(skill), "narrower": skill.narrower}
    finite = {name: None if value == inf else value for name, value in shown.items()}
    return {**sums, "matches": len(accounts), "skill": rounded(finite, 4)}


def _skills(skills: Mapping[str, SkillEstimate]) -> Table:
    rows = (
        (
            printable(name),
            str(each.blocks),
            _interval(each.wins, each.wins_reach),
            _interval(each.skill, each.skill_reach),
            f"{each.narrower:.0%}",
        )
        for name, each in skills.items()
    )
    columns = ["player", *right("deals", "wins", "without the luck of the deal", "narrower by")]
    return table(columns, rows, title="Wins per match, with 95 % intervals")


def _interval(value: float, reach: float) -> str:
    return f"{value:.2f}" if reach == inf else f"{value:.2f} ± {reach:.2f}"


def _stats(stats: MoveStats) -> dict[str, Any]:
    return {
        "move": str(stats.move),
        "visits": stats.visits,
        "value": round(stats.value, 4),
        "line": [[seat, str(move)] for seat, move in stats.line],
    }


def _judged(judgement: Judgement) -> dict[str, Any]:
    return {
        "move": judgement.number,
        "seat": judgement.seat,
        "question": judgement.question,
        "played": _stats(judgement.played),
        "best": _stats(judgement.best),
        "lost": round(judgement.lost, 4),
        "noise": round(judgement.noise, 4),
    }


def _document(whole: Review) -> dict[str, Any]:
    return {
        "names": whole.names,
        "decisions": [_judged(judgement) for judgement in whole.judgements],
        "costliest": [[_judged(judgement) for judgement in whole.costliest(seat)] for seat in range(len(whole.names))],
        "forecasts": whole.forecasts,
        "accounts": rounded(msgspec.to_builtins(whole.accounts), 4),
    }
