"""`croupier analyse`: why a match was won or lost, by searching every decision from what its player knew."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import inf
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from croupier.ai.review import Judgement, ResultBreakdown, Review, judge_at, review
from croupier.ai.search.bots import MoveStats
from croupier.arena.results.luck import Outcome, SkillEstimate, estimate_skill
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.replay.format import Replay
from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import rebuild
from croupier.players.entrant import printable
from croupier.ui.cli.output import Json, Quiet, examples, out, print_json, right, rounded, say, table
from croupier.ui.cli.plots import bars, svg
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier analyse h.jsonl", "the costliest decisions of every player, and how much was luck"),
    ("croupier analyse h.jsonl --at 17", "all that the search says about the 17th move"),
    ("croupier analyse h.jsonl --match 3 --svg curve.svg", "the third match, with a picture of the win probability"),
    ("croupier analyse h.jsonl --all", "luck and skill over all matches of the file"),
)
DEFAULT_ITERATIONS = 1000
CURVE_COLUMNS = 60


def command(
    file: Annotated[Path, typer.Argument(metavar="REPLAY", help="Written by --history.", show_default=False)],
    match: Annotated[int, typer.Option("--match", min=1, metavar="K", help="The K-th match of the file.")] = 1,
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="N", help="Only the N-th move, with everything about it.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", metavar="", help="Luck and skill over all matches of the file.")
    ] = False,
    iterations: Annotated[
        int, typer.Option("--iterations", min=10, max=100_000, metavar="I", help="How long each decision is searched.")
    ] = DEFAULT_ITERATIONS,
    picture: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the win probability into this file.")
    ] = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Look at a stored match again: what did each decision cost, and what was luck?

    Every decision is searched from the view of the player who made it, never with the cards it could not see. The value
    of a move is the share of a win that the player may expect after it; a decision costs what the best move is worth
    more. The curve shows the chances of all players for an onlooker who sees all cards; they sum to 1, and luck to 0.
    """
    if not file.is_file():
        raise UsageError(f"there is no file {file}; croupier run ... --history FILE writes one")
    if every:
        if at is not None or picture is not None:
            raise UsageError("--all adds up many matches; --at and --svg are for one")
        _print_all(file, iterations, quiet, json)
        return
    found = next(islice(read_replays(file), match - 1, None), None)
    if found is None:
        raise UsageError(f"{file} has no match {match}")
    script = rebuild(found)
    if at is not None:
        if at > len(script.steps):
            raise UsageError(f"the match has {len(script.steps)} moves, so there is no move {at}")
        judgement = judge_at(script, at, iterations)
        if judgement is None:
            raise UsageError(f"at move {at} there was only one legal answer, or none was given")
        _print_judgement(judgement, script.table.names, json)
        return
    with progress("analysis", len(script.steps), "moves", quiet or json) as show:
        whole = review(script, iterations, tell=show)
    if picture is not None:
        picture.write_text(svg(whole.names, whole.forecasts, _title(found)), encoding="utf-8")
    if json:
        print_json(_document(whole))
        return
    _print_review(whole, _title(found))
    if picture is not None:
        say(f"The win probability is drawn in {picture}.")


def _title(replay: Replay) -> str:
    head = replay.head
    winners = ", ".join(head.names[seat] for seat in replay.result.winners)
    return f"{head.game}: {' against '.join(head.names)}, seed {head.seed}; won by {winners}"


def _print_review(whole: Review, title: str) -> None:
    say(title)
    say("\nWin probability, all cards being known:")
    widest = max(len(name) for name in whole.names)
    for seat, name in enumerate(whole.names):
        curve = bars([values[seat] for values in whole.forecasts], CURVE_COLUMNS)
        say(f"  {name:<{widest}} {curve}")
    for seat, name in enumerate(whole.names):
        worst = whole.costliest(seat)
        say(f"\n{name}: " + ("its costliest decisions" if worst else "no decision lost anything"))
        for judgement in worst:
            say(
                f"  move {judgement.number} ({judgement.question}): {judgement.played.move} is worth "
                f"{judgement.played.value:.0%}, {judgement.best.move} {judgement.best.value:.0%}; "
                f"lost {judgement.lost:.0%}{_why(judgement.best)}"
            )
    say("")
    out().print(_accounts(whole.names, whole.accounts))


def _why(best: MoveStats) -> str:
    return f" (then {', '.join(f'{seat}: {move}' for seat, move in best.line[:4])})" if best.line else ""


def _accounts(names: Sequence[str], accounts: Iterable[ResultBreakdown]) -> Table:
    rows = (
        (
            printable(name),
            f"{account.start:.2f}",
            f"{account.mistakes:+.2f}",
            f"{account.gifts:+.2f}",
            f"{account.luck:+.2f}",
            f"{account.result:.2f}",
        )
        for name, account in zip(names, accounts, strict=True)
    )
    columns = ["player", *right("after the deal", "own mistakes", "others' mistakes", "luck", "result")]
    return table(columns, rows, title="Luck and skill, in wins")


def _print_judgement(judgement: Judgement, names: Sequence[str], json: bool) -> None:
    if json:
        print_json({**_judged(judgement), "moves": [_stats(stats) for stats in judgement.findings.moves]})
        return
    say(
        f"Move {judgement.number}, '{judgement.question}' to {names[judgement.seat]} (seat {judgement.seat}): "
        f"{judgement.played.move} was played and lost {judgement.lost:.0%}."
    )
    out().print(findings_table(judgement.findings.moves, judgement.played.index))


def findings_table(moves: Sequence[MoveStats], played: int) -> Table:
    """Every move with what the search found out about it."""
    rows: list[list[str]] = []
    for stats in moves:
        line = ", ".join(f"{seat}: {move}" for seat, move in stats.line)
        value = f"{stats.value:.1%}" if stats.visits else "-"
        rows.append([str(stats.move), str(stats.visits), value, line])
    styles = ["bold" if stats.index == played else "" for stats in moves]
    return table(["move", *right("visits", "value"), "what is expected then"], rows, styles=styles)


def _reviews(scripts: Sequence[Match], iterations: int, quiet: bool) -> Iterator[Review]:
    before = 0
    with progress("analysis", sum(len(script.steps) for script in scripts), "moves", quiet) as show:
        for script in scripts:
            yield review(script, iterations, tell=lambda number, before=before: show(before + number))
            before += len(script.steps)


def _print_all(file: Path, iterations: int, quiet: bool, json: bool) -> None:
    """Means over the matches of a file by player, and what it won without the luck of the deal."""
    accounts: dict[str, list[ResultBreakdown]] = {}
    outcomes: dict[str, list[Outcome]] = {}
    scripts = [rebuild(replay) for replay in read_replays(file)]
    for script, whole in zip(scripts, _reviews(scripts, iterations, quiet or json), strict=True):
        teams = script.game.teams(script.settings, len(whole.names))
        for name, team, account in zip(whole.names, teams, whole.accounts, strict=True):
            partners = teams.count(team)  # the wins of a side, which its partners share in the accounts
            promised = account.start * partners - 1 / len(set(teams))
            accounts.setdefault(name, []).append(account)
            outcomes.setdefault(name, []).append(Outcome(script.seed, account.result * partners, promised))
    skills = {name: estimate_skill(own) for name, own in outcomes.items()}
    if json:
        print_json({name: _sums(own, skills[name]) for name, own in accounts.items()})
        return
    titles = [f"{name} ({len(own)} matches)" for name, own in accounts.items()]
    out().print(_accounts(titles, map(_mean, accounts.values())))
    out().print(_skills(skills))
    say("Without the luck of the deal: what a deal promises a seat, all cards being known, is taken out of the wins.")


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
    }


def _document(whole: Review) -> dict[str, Any]:
    return {
        "names": whole.names,
        "decisions": [_judged(judgement) for judgement in whole.judgements],
        "costliest": [[_judged(judgement) for judgement in whole.costliest(seat)] for seat in range(len(whole.names))],
        "forecasts": whole.forecasts,
        "accounts": rounded(msgspec.to_builtins(whole.accounts), 4),
    }
