"""`croupier verify`: are stored matches what they claim to be? Replays them and recomputes the ratings."""

from pathlib import Path
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
from croupier.season.results.bundle import is_bundle, verify_bundle
from croupier.ui.cli.match_sources import MatchName, parse_match_name
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import Json, Quiet, examples, print_json, say
from croupier.ui.cli.progress import progress
from croupier.ui.cli.tables import print_ratings, print_summary_notes

MAX_WRONG_DEALS = 10
EXAMPLES = examples(
    ("croupier verify 3", "replay 100 matches of run 3 and recompute its ratings"),
    ("croupier verify 3/17", "replay match 17 of run 3"),
    ("croupier verify round-1.zip", "verify the bundle of a season's round, without its server"),
    ("croupier verify 3 --sample 1000 --seed 7", "replay more matches, always the same ones"),
)


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="RUN|RUN/N|BUNDLE",
            help="Number of the run, RUN/N for one match (see croupier runs), or the bundle of a season's round.",
            show_default=False,
        ),
    ],
    sample: Annotated[int, typer.Option("--sample", min=1, metavar="N", help="Number of matches to replay.")] = 100,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="S", help="Seed of the sample; the same seed picks the same matches."),
    ] = None,
    commitment: Annotated[
        str | None,
        typer.Option(
            "--commitment", metavar="SHA256", help="Hash of the secret, as you noted it before the deadline of a round."
        ),
    ] = None,
    db: Db = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Replay a random sample of a run, or all of a season's bundle, and recompute its ratings.

    A match is correct if the same moves from the same deal give the same places, scores and ending. The SHA-256 of
    the run's seed must be the one published before the first match, and every deal must follow from the seed. In a
    bundle, the seed must follow from the committed secret and the frozen field, and ratings and grades must be the
    same digit for digit. The exit code is 1 if any of this fails.
    """
    if is_bundle(Path(name)):
        _verify_bundle(Path(name), commitment, quiet, json)
        return
    if commitment is not None:
        raise UsageError("--commitment is for bundles; a run shows its own when it begins")
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


def _verify_bundle(path: Path, commitment: str | None, quiet: bool, json: bool) -> None:
    """Verify all of a bundle."""
    with progress("verify", 1, "matches", quiet or json) as show:
        found = verify_bundle(path, lambda done, total: show(done, total=total))
    problems = list(found.problems)
    if commitment is not None and commitment.strip().lower() != found.head.commitment:
        problems.append(f"the hash of the secret is {found.head.commitment}, not the one you gave")
    if json:
        head = found.head
        print_json(
            {
                "season": head.season,
                "round": head.round,
                "matches": found.matches,
                "commitment": head.commitment,
                "seed": head.seed,
                "problems": problems,
                **rating_document(found.summary),
            }
        )
    else:
        print_ratings(found.summary, f"{found.head.season}, {found.head.round}, recomputed")
        say("\n".join(problems) if problems else _verified(found.matches, found.head.commitment))
    if problems:
        raise typer.Exit(1)


def _verified(matches: int, commitment: str) -> str:
    return (
        f"Verified: all {matches} matches give the stored results, all deals follow from the secret and the frozen "
        f"field, and ratings and grades are the same. SHA-256 of the secret: {commitment}"
    )
