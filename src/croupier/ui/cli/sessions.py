"""What commands that play many matches have in common: loading bots, opening a session, and what is said about it."""

import shlex
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import typer

from croupier import __version__
from croupier.arena.plan.run_plan import Plan, new_plan, plain_settings
from croupier.arena.plan.settings import read_settings
from croupier.arena.report import ReportFacts
from croupier.arena.run.session import Admit, Session
from croupier.arena.run.setup import rated_setup
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import RunSetup
from croupier.arena.store.store import Store, open_store
from croupier.games import find_game
from croupier.kernel.secret import checked_seed
from croupier.players.entrant import Entrant
from croupier.ui.cli.files import isolation_text, memory_text, remarks
from croupier.ui.cli.options import MatchesOptions, RatedOptions, setting_names
from croupier.ui.cli.output import divert_output, err, say
from croupier.ui.cli.tables import say_skipped

SHORT_SEED = "short seed"
NOT_RATED = (
    "Not rated: a bot could guess a seed this short and know every card. Omit --seed, or give 32 hexadecimal digits."
)


def load_rated(game: str, bots: list[str], options: RatedOptions) -> RunSetup:
    """Load the bots of compare or tournament, and check the options."""
    options.check()
    found, texts = find_game(game), options.set_ or []
    setup = rated_setup(
        found,
        bots,
        read_settings(found, texts),
        setting_names(texts),
        options.isolation(),
        timeout=options.timeout,
        talk=options.talk,
        names=options.names,
        version=__version__ if options.exports else "",
    )
    print_hints(setup.entrants)
    return setup


def print_hints(entrants: tuple[Entrant, ...]) -> None:
    for hint in dict.fromkeys(entrant.hint for entrant in entrants if entrant.hint):
        err().print(hint, highlight=False, markup=False)


def rated_plan(kind: str, setup: RunSetup, terms: Mapping[str, object], options: RatedOptions) -> Plan:
    """The plan of a comparison or tournament, as the store keeps it."""
    return new_plan(
        setup,
        checked_seed(options.seed),
        options.isolation(),
        kind=kind,
        seats=options.seats,
        seed_was_given=options.seed is not None,
        options={**terms, "unrated": True} if options.unrated else terms,
    )


@contextmanager
def open_session(
    setup: RunSetup,
    plan: Plan,
    options: MatchesOptions,
    stop: StopFlag,
    *,
    admit: Admit | None = None,
    table_size: int | None = None,
    in_process: bool = False,
) -> Generator[Session]:
    """A session with the journal and the workers that were asked for."""
    # Ray and its processes print what they like; with --json the standard output is for the document alone.
    is_diverted = options.json and options.backend == "ray"
    with journal_of(options) as store, divert_output() if is_diverted else nullcontext():
        session = Session(
            setup,
            plan,
            options.run_options(in_process),
            stop=stop,
            store=store,
            resume=options.resume,
            admit=admit,
            table_size=table_size,
        )
        with session:
            yield session


@contextmanager
def journal_of(options: MatchesOptions) -> Generator[Store | None]:
    """The database of --db, unless nothing is to be kept."""
    if options.no_journal:
        yield None
        return
    with open_store(options.db) as store:
        yield store


def setup_head(setup: RunSetup, seed: str | None, is_rated: bool = False) -> dict[str, Any]:
    """The beginning of every JSON document about a run."""
    return {
        "game": setup.game.name,
        "rules_version": setup.game.rules_version,
        "settings": plain_settings(setup.settings),
        "seed": seed,
        **({"talk": setup.talk, "names": setup.names} if is_rated else {}),
        "isolation": {entrant.name: entrant.isolation for entrant in setup.entrants if entrant.isolation},
    }


def memory_document(setup: RunSetup) -> dict[str, Any]:
    """The bots that may remember deals, if there are any."""
    names = setup.may_remember_deals
    return {"may_remember_deals": names} if names else {}


def rated_head(session: Session) -> dict[str, Any]:
    """The beginning of the JSON document of compare and tournament."""
    left_out = {str(number): reason for number, reason in session.skipped.items()}
    return {
        **setup_head(session.setup, shown_seed(session), is_rated=True),
        **secrecy_document(session.plan),
        **memory_document(session.setup),
        "run": session.run,
        **({"disqualified": session.plan.disqualified} if session.plan.disqualified else {}),
        **({"skipped": left_out} if left_out else {}),
    }


def conditions_text(setup: RunSetup) -> str:
    """How rated play was different from what is usual; empty if it was not."""
    parts = [
        *(["bots could read each other's chat"] if setup.talk else []),
        *(["bots knew each other's names"] if setup.names else []),
    ]
    return f"Unlike normal rated play, {' and '.join(parts)}." if parts else ""


def facts_of(session: Session, heading: str, command: str, condition: str) -> ReportFacts:
    """What a report says about a run besides the figures."""
    sentences = remarks(session.plan, session.setup, session.skipped, condition)
    return ReportFacts(
        heading, command, shown_seed(session), plain_settings(session.setup.settings), __version__, sentences
    )


def shown_seed(session: Session) -> str | None:
    """The seed of a run that has ended; None if it is a secret and the run can still go on."""
    return session.plan.shown_seed(finished=not session.stop.is_set or session.run is None)


def secrecy_document(plan: Plan) -> dict[str, Any]:
    """What was published of the secret before the first match, or that there was none."""
    return {"commitment": plan.commitment} if plan.is_secret else {"commitment": None, "not_rated": SHORT_SEED}


def publish_commitment(plan: Plan) -> None:
    """Before the first match of a rated run. A seed that is no secret is mentioned with the result."""
    if plan.is_secret:
        err().print(f"SHA-256 of the seed: {plan.commitment}", highlight=False, markup=False, soft_wrap=True)


def repeat_text(entrants: Sequence[Entrant], seed: str, again: str, faults: Iterable[str] = ()) -> str:
    """What the seed gives again, as far as that is known: `again` if all bots decide by the seed alone.

    `faults` are the kinds of faults that there were; how long an answer takes is never the same.
    """
    varying = [one.name for one in entrants if _varies(one)]
    if varying:
        return f"--seed {seed} deals the same cards; {', '.join(varying)} may answer differently."
    if "TooSlow" in faults:
        return f"--seed {seed} deals the same cards; a bot that was too slow may answer in time."
    own = [one.name for one in entrants if one.isolation]
    condition = (
        f", if {', '.join(own)} {'takes' if len(own) == 1 else 'take'} random numbers only from self.rng" if own else ""
    )
    return f"--seed {seed} {again}{condition}."


def _varies(entrant: Entrant) -> bool:
    """Whether the same seed need not give the same answers: people, models, programs, and searches by the clock."""
    if entrant.guest is not None:
        return True
    kind = entrant.spec.partition(":")[0]
    return kind == "human" or (kind == "llm" and "cassette=" not in entrant.spec) or "think=" in entrant.spec


def say_seed(session: Session, command: str, faults: Iterable[str] = ()) -> None:
    """After the last match of a rated run: the seed, and what was published of it before; or how to continue it.

    `command` is that of the run, without a seed that is secret.
    """
    seed, plan = shown_seed(session), session.plan
    if session.stop.is_set:
        say(continue_text(session, f"To continue this run: {command} --resume"))
        if seed is None:
            say(f"The seed stays secret until the run is complete. Its SHA-256: {plan.commitment}")
        return
    assert seed is not None
    say(repeat_text(session.setup.entrants, seed, "repeats this result", faults))
    say(f"Its SHA-256 was published before the first match: {plan.commitment}" if plan.is_secret else NOT_RATED)


def continue_text(session: Session, way: str) -> str:
    """How to continue a run that was stopped: `way`, if its matches were saved."""
    if session.run is not None:
        return way
    if session.store is not None:
        return "The run was stopped before its first match, so nothing was saved."
    return "The matches were not saved (--no-journal), so this run cannot continue."


def say_disqualified(session: Session) -> None:
    for name, reason in session.plan.disqualified.items():
        say(f"Disqualified: {name} {reason} (verification match)")


def say_saved(session: Session, matches: int) -> None:
    """Where the matches are, and how to view one, if any was played."""
    if session.run is not None:
        first = f" To view the first match: croupier replay {session.run}/1" if matches else ""
        say(f"Saved as run {session.run} in {session.store}.{first}")


def say_the_rest(session: Session, matches: int) -> None:
    """What belongs to every rated result of that many matches: those left out, conditions, where it is saved."""
    say_skipped(session.skipped)
    for text in (isolation_text(session.setup.entrants), memory_text(session.setup), conditions_text(session.setup)):
        if text:
            say(text)
    say_saved(session, matches)


def repeat_command(context: typer.Context, seed: str | None) -> str:
    """The command that repeats the figures; without its seed while that is a secret."""
    arguments: list[str] = list(context.find_root().obj or [])
    seeded = any(each == "--seed" or each.startswith("--seed=") for each in arguments)
    again = [each for each in arguments if each not in ("--resume", "--open")]
    return shlex.join(["croupier", *again, *([] if seeded or seed is None else ["--seed", seed])])
