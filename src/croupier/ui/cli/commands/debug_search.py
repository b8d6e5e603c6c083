"""`croupier debug-search`: a search at work, every move with its statistics, to find out why it plays as it does."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from croupier.ai.search.bots import WORLDS, ExpertBot, Findings, IsmctsBot, MctsBot, SearchBot
from croupier.arena.plan.schedule import match_seed, seats_for
from croupier.arena.plan.settings import read_settings
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.arena.run.table import Stopped, fresh_bots
from croupier.games import find_game
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.kernel.secret import checked_seed, secret_of, seed_text
from croupier.match.match import Match
from croupier.players.connections import Connections
from croupier.players.sandbox.isolation import Isolation
from croupier.ui.cli.commands.analyse import findings_table
from croupier.ui.cli.completion import bot_names
from croupier.ui.cli.interrupt import INTERRUPTED, stop_on_interrupt
from croupier.ui.cli.output import GameName, Json, Quiet, Seats, Seed, Set, examples, out, print_json, say
from croupier.ui.cli.progress import progress

EXAMPLES = examples(
    ("croupier debug-search cuttle", "five matches against the heuristic, a line for each decision"),
    (
        "croupier debug-search coup --games 1 --iterations 500 --verbose",
        "every move with visits, value and continuation",
    ),
    (
        "croupier debug-search coup --search expert --against my_bot.py",
        "the strongest search against your own bot",
    ),
    ("croupier debug-search cuttle --search mcts", "the search that votes over sampled worlds"),
)


class SearchName(StrEnum):
    """Which search to use."""

    ISMCTS = "ismcts"
    MCTS = "mcts"
    EXPERT = "expert"


class ReportingBot(SearchBot):
    """Prints what it finds, or collects it in `decisions`."""

    verbose = False
    decisions: list[dict[str, Any]] | None = None

    def decide(self, decision: Decision[Any, Any]) -> int:
        if len(decision.moves) == 1:
            return 0
        index, found = self.select_move_with_stats(decision)
        if self.decisions is None:
            self._print_findings(decision, index, found)
        else:
            self.decisions.append(_document(decision, found))
        return index

    def _print_findings(self, decision: Decision[Any, Any], index: int, found: Findings) -> None:
        best = found.best
        share = best.visits / found.iterations
        say(
            f"  {decision.question}: {best.move.label(self.table.names)}, worth {best.value:.0%}, "
            f"{share:.0%} of the visits, {len(decision.moves)} legal moves, {1000 * found.seconds:.1f} ms"
        )
        if self.verbose:
            out().print(findings_table(found.moves, index, self.table.names))


class ReportingIsmctsBot(ReportingBot, IsmctsBot):
    pass


class ReportingMctsBot(ReportingBot, MctsBot):
    pass


class ReportingExpertBot(ReportingBot, ExpertBot):
    pass


def _make_bot(search: SearchName, game: Game, iterations: int) -> ReportingBot:
    if search is SearchName.EXPERT:
        return ReportingExpertBot(game, iterations=iterations)
    if search is SearchName.MCTS:
        return ReportingMctsBot(game, iterations=iterations, worlds=min(WORLDS, iterations))
    return ReportingIsmctsBot(game, iterations=iterations)


def command(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, metavar="N", help="Number of matches.")] = 5,
    iterations: Annotated[
        int, typer.Option("--iterations", min=1, max=100_000, metavar="I", help="Search iterations for each decision.")
    ] = 500,
    verbose: Annotated[bool, typer.Option("--verbose", metavar="", help="Show every legal move.")] = False,
    search: Annotated[SearchName, typer.Option("--search", help="Which search to use.")] = SearchName.ISMCTS,
    against: Annotated[
        str, typer.Option("--against", metavar="BOT", autocompletion=bot_names, help="Any bot, for the other seats.")
    ] = "heuristic",
    trust: Annotated[
        bool, typer.Option("--trust", metavar="", help="Run a bot from a file without a sandbox, in this process.")
    ] = False,
    settings: Set = None,
    seats: Seats = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let a search play against any bot, and print its analysis of every decision.

    A search that works spends most visits on moves with a high value. Its values are close to 1 before it wins and
    close to 0 before it loses, and it wins more often than its share.
    """
    found = find_game(game)
    values = read_settings(found, settings or [])
    table = seats_for(found, values, 2, seats)
    teams = found.teams(values, table)
    root = secret_of(checked_seed(0 if seed is None else seed))
    wins = 0.0
    matches: list[dict[str, Any]] = []
    decisions: list[dict[str, Any]] = []

    def make_bot() -> ReportingBot:
        bot = _make_bot(search, found, iterations)
        bot.verbose = verbose
        bot.decisions = decisions if json else None
        return bot

    entrants = make_entrants(found, [make_bot, against], Isolation(trust))
    with (
        stop_on_interrupt() as stop,
        progress("debug-search", games, "matches", quiet or not json) as show,
        Connections(entrants, clock_for(found)) as connections,
    ):
        for number in range(games):
            match = Match(found, values, [f"seat {seat}" for seat in range(table)], match_seed(root, number))
            own = number % table
            decisions = []
            if not json:
                say(
                    f"Match {number + 1}, seed {seed_text(match.seed)}: {search} in seat {own}, {against} in the others"
                )
            seating = [0 if team == teams[own] else 1 for team in teams]
            try:
                result = connections.play(match, fresh_bots(entrants, seating), stop.watch)
            except Stopped:
                raise typer.Exit(INTERRUPTED) from None
            won = own in result.winners
            wins += won / len(result.winners)
            matches.append(
                {"seed": match.seed, "seat": own, "won": won, "ending": result.ending, "decisions": decisions}
            )
            if not json:
                say(f"  {'won' if won else 'lost'}: {result.ending}\n")
            show(number + 1)
    if json:
        print_json({"game": found.name, "search": search, "against": against, "wins": wins, "matches": matches})
    else:
        say(f"{search} won {wins:g} of {games}.")


def _document(decision: Decision[Any, Any], found: Findings) -> dict[str, Any]:
    moves = [{"move": str(each.move), "visits": each.visits, "value": round(each.value, 4)} for each in found.moves]
    return {"seat": decision.seat, "question": decision.question, "iterations": found.iterations, "moves": moves}
