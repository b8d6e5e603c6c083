"""Sessions for the functions of `croupier.arena.api`: plan, journal and executor from keyword arguments."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.arena.plan.run_plan import Plan, new_plan
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import RunSetup
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import checked_seed
from croupier.players.sandbox.isolation import Isolation

if TYPE_CHECKING:
    from croupier.arena.run.session import Admit, Session
    from croupier.arena.store.store import Store


def plan_run(
    setup: RunSetup,
    isolation: Isolation,
    seed: int | str | None,
    *,
    kind: str = "run",
    matches: int = 0,
    seats: int | None = None,
    terms: Mapping[str, object] | None = None,
) -> Plan:
    """The plan of a run; without a seed, with a new secret."""
    return new_plan(
        setup,
        checked_seed(seed),
        isolation,
        kind=kind,
        matches=matches,
        seats=seats,
        seed_was_given=seed is not None,
        options=terms,
    )


def run_options(workers: int, backend: str = "local", address: str | None = None, padding: bool = True) -> RunOptions:
    """Options of a run; one worker is this process, so that a bot may be any callable."""
    if backend != "local":
        return RunOptions(workers if workers > 1 else None, backend, address, padding=padding)
    return RunOptions(workers, backend, address, in_process=workers == 1, padding=padding)


@contextmanager
def open_session(
    setup: RunSetup,
    plan: Plan,
    options: RunOptions,
    admit: "Admit | None" = None,
    table_size: int | None = None,
    *,
    journal: str | Path | None = None,
    resume: bool = False,
    stop: StopFlag | None = None,
    verify: bool = True,
) -> "Generator[Session]":
    """A session with the journal asked for; a UsageError at its end if the journal failed on the way."""
    # Here and not above: SQLAlchemy takes long to load, and one match needs no session.
    from croupier.arena.run.session import Session

    with (
        _journal_store(journal, resume) as store,
        Session(
            setup,
            plan,
            options,
            stop=stop,
            store=store,
            resume=resume,
            admit=admit,
            table_size=table_size,
            verify=verify,
        ) as session,
    ):
        yield session
        session.check_journal()


@contextmanager
def _journal_store(journal: str | Path | None, resume: bool) -> "Generator[Store | None]":
    """The database of a journal, if one is asked for."""
    if journal is None:
        if resume:
            raise UsageError("resume=True needs a journal: journal=PATH")
        yield None
        return
    from croupier.arena.store.store import open_store

    with open_store(str(journal)) as store:
        yield store
