"""`croupier verify`: are stored matches what they claim to be? Replays a sample and recomputes the ratings."""

from typing import Annotated

import typer

from croupier.arena.plan.run_plan import Plan
from croupier.arena.results.documents import rating_document
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.summary import summarise
from croupier.arena.run.task import Played
from croupier.arena.store.collect import rated_in, verify_sample
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import checked_seed, secret_of
from croupier.ui.cli.match_sources import MatchName, parse_match_name
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, Quiet, Seed, examples, print_json, say
from croupier.ui.cli.progress import progress
from croupier.ui.cli.tables import print_ratings, print_summary_notes

MAX_WRONG_DEALS = 10
EXAMPLES = examples(
    ("croupier verify 3", "replay 100 matches of run 3 and recompute its ratings"),
    ("croupier verify 3/17", "replay match 17 of run 3"),
    ("croupier verify 3 --sample 1000 --seed 7", "replay more matches, always the same ones"),
)


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="RUN|RUN/N",
            help="Number of the run, or RUN/N for one match; see croupier runs.",
            show_default=False,
        ),
    ],
    sample: Annotated[int, typer.Option("--sample", min=1, metavar="N", help="Number of matches to replay.")] = 100,
    seed: Seed = None,
    db: Db = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Replay a random sample of a run from its stored moves, and recompute its ratings.

    A match is correct if the same moves from the same deal give the same places, scores and ending. The SHA-256 of
    the run's seed must be the one published before the first match, and every deal must follow from the seed. The
    exit code is 1 if any of this fails.
    """
    chance = checked_seed(seed)
    match = parse_match_name(name)
    if match is None and not name.isdecimal():
        raise UsageError(
            f"{name!r} is neither a run nor a match (RUN/N); to verify a file: croupier replay FILE --verify"
        )
    run = int(name) if match is None else match.run
    with open_store(db) as store:
        plan = store.plan(run)
        if match is not None:
            _verify_match(plan, store.game(run, match.index), match, json)
            return
        with progress("verify", sample, "matches", quiet or json) as show:
            proof, totals = verify_sample(plan, store.games(run), sample, secret_of(chance), show)
    if not totals.matches:
        say(f"Run {run} has no matches yet.")
        return
    summary = summarise(totals, rated_in(plan)[0], find_game(plan.game), plan.secret)
    if json:
        print_json(
            {
                "run": run,
                "sample_seed": chance,
                "sampled": proof.sampled,
                "commitment": plan.commitment or None,
                "differing": list(proof.differing),
                "wrong_deals": list(proof.wrong_deals),
                **rating_document(summary),
            }
        )
    else:
        print_ratings(summary, f"{summary.title}, run {run}, recomputed")
        print_summary_notes(summary)
        for difference in (*proof.wrong_deals[:MAX_WRONG_DEALS], *proof.differing):
            say(difference)
        same = proof.sampled - len(proof.differing)
        say(f"{same} of {proof.sampled} replayed matches gave the stored result ({proof.matches} matches in the run).")
        if plan.commitment and not proof.wrong_deals:
            say(f"All deals follow from the published seed (SHA-256 {plan.commitment}).")
        say(saving_text(summary.saving))
    if proof.differing or proof.wrong_deals:
        raise typer.Exit(1)


def _verify_match(plan: Plan, played: Played, name: MatchName, json: bool) -> None:
    """Replay one match from its stored moves."""
    proof, _ = verify_sample(plan, [played], 1, 0)
    wrong = [*proof.wrong_deals, *proof.differing]
    if json:
        print_json({"match": str(name), "ok": not wrong, "wrong": wrong})
    else:
        say("\n".join(wrong) if wrong else f"Match {name} verified: replaying gives the stored result.")
    if wrong:
        raise typer.Exit(1)
