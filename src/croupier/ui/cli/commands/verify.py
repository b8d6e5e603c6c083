"""`croupier verify`: are stored matches what they claim to be? Plays a sample again and rates them anew."""

from typing import Annotated

import typer

from croupier.arena.results.documents import rating_document
from croupier.arena.results.intervals import saving_text
from croupier.arena.results.summary import summarise
from croupier.arena.store.collect import rated_in, verify_sample
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.kernel.secret import checked_seed, secret_of
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, Quiet, Seed, examples, print_json, say
from croupier.ui.cli.progress import progress
from croupier.ui.cli.tables import print_ratings, print_summary_notes

MAX_WRONG_DEALS = 10
EXAMPLES = examples(
    ("croupier verify 3", "100 matches of run 3 again, and its ratings"),
    ("croupier verify 3 --sample 1000 --seed 7", "more of them, always the same ones"),
)


def command(
    run: Annotated[int, typer.Argument(metavar="RUN", help="Its number, see croupier runs.", show_default=False)],
    sample: Annotated[
        int, typer.Option("--sample", min=1, metavar="N", help="How many matches are played again.")
    ] = 100,
    seed: Seed = None,
    db: Db = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Play a random sample of a run again from its stored moves, and compute its ratings from the places.

    A match is right if the same moves from the same deal give the same places, scores and ending. The seed of the run
    must have the SHA-256 that was published before its first match, and every deal must follow from it. The exit code
    is 1 if anything is not as it should be.
    """
    chance = checked_seed(seed)
    with open_store(db) as store:
        plan = store.plan(run)
        with progress("again", sample, "matches", quiet or json) as show:
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
        print_ratings(summary, f"{summary.title}, run {run}, rated again")
        print_summary_notes(summary)
        for difference in (*proof.wrong_deals[:MAX_WRONG_DEALS], *proof.differing):
            say(difference)
        same = proof.sampled - len(proof.differing)
        say(f"{same} of {proof.sampled} matches came out the same when played again; {proof.matches} are stored.")
        if plan.commitment and not proof.wrong_deals:
            say(f"All deals follow from the seed with the SHA-256 {plan.commitment}.")
        say(f"{saving_text(summary.saving).capitalize()}.")
    if proof.differing or proof.wrong_deals:
        raise typer.Exit(1)
