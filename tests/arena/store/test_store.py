"""The store, with SQLite and with a real PostgreSQL server."""

import sqlite3

import msgspec
import pytest
from sqlalchemy import create_engine, insert

from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.run_plan import Plan, plain_settings, plan_text, read_plan, replay_match, stored_replay
from croupier.arena.plan.schedule import plan_blocks
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.task import InProcess, RunSetup, chunks_of
from croupier.arena.store.schema import MIGRATIONS, RUNS, migrate, version_of
from croupier.arena.store.store import open_store, url_of
from croupier.games import find_game
from croupier.kernel.errors import ReplayError, UsageError
from croupier.match.replay.read import replays_in
from croupier.match.replay.verify import verify

BLUFF = find_game("bluff")
BOTS = ("random", "heuristic", "random")


@pytest.fixture(scope="module")
def matches():
    settings = BLUFF.settings()
    entrants = make_entrants(BLUFF, BOTS)
    schedule = plan_blocks(7, 12, run_orders(BLUFF, settings, 3))
    played = list(InProcess(RunSetup(BLUFF, settings, entrants)).play(chunks_of(schedule)))
    names = tuple(entrant.name for entrant in entrants)
    return Plan(
        "bluff", BLUFF.rules_version, plain_settings(settings), BOTS, names, "7", schedule.orders, 4, matches=12
    ), played


def test_what_is_journalled_comes_back(db, matches):
    planned, played = matches
    with open_store(db) as store:
        run, other = store.begin_run(planned), store.begin_run(planned)
        store.journal(run, played[6:])
        store.journal(run, played[:6])
        store.journal(other, played[:1])
    with open_store(db) as store:
        assert list(store.games(run)) == played
        assert list(store.games(run, after=9)) == played[10:]
        assert store.game(run, 3) == played[3]
        assert store.plan(run) == planned
        assert [(each.id, each.games, each.state) for each in store.runs()] == [(other, 1, "open"), (run, 12, "open")]
        assert store.runs("cuttle") == []


def test_a_match_counts_once(db, matches):
    planned, played = matches
    with open_store(db) as store:
        run = store.begin_run(planned)
        store.journal(run, played)
        store.journal(run, [msgspec.structs.replace(each, ending="another") for each in played])
        assert list(store.games(run)) == played


def test_all_of_a_batch_or_nothing(db, matches):
    planned, played = matches
    with open_store(db) as store:
        run = store.begin_run(planned)
        with pytest.raises(UsageError, match="refuses"):
            store.journal(run, [*played, msgspec.structs.replace(played[0], number=99, ending=None)])
        assert store.numbers(run) == set()


def test_skipped_matches_and_the_end_of_a_run(db, matches):
    with open_store(db) as store:
        run = store.begin_run(matches[0])
        store.skip(run, 5, "took too long")
        store.skip(run, 5, "took too long again")
        assert store.skipped(run) == {5: "took too long"}
        assert not store.is_finished(run)
        store.finish(run)
        assert store.is_finished(run)


def test_the_last_run_of_the_same_command(db, matches):
    planned = matches[0]
    replace = msgspec.structs.replace
    with open_store(db) as store:
        first = store.begin_run(planned)
        store.begin_run(replace(planned, matches=13))
        assert store.last_run(planned) == first
        assert store.last_run(replace(planned, seed="8")) is None
        assert store.last_run(replace(planned, seed="8", seed_was_given=False)) == first
        assert store.last_run(replace(planned, bots=("random",))) is None


def test_a_kept_match_can_be_told_and_verified(db, matches):
    planned, played = matches
    with open_store(db) as store:
        run = store.begin_run(planned)
        store.journal(run, played)
        again = store.game(run, 4)
    assert replay_match(planned, again).result().places == played[4].places
    (replay,) = replays_in(stored_replay(planned, again).splitlines(keepends=True), "1/4")
    verify(replay)
    assert replay.result.scores == played[4].scores
    with pytest.raises(ReplayError, match="rules version 99"):
        replay_match(msgspec.structs.replace(planned, rules_version=99), again)


def test_what_is_no_run_and_no_match(db, matches):
    with open_store(db) as store:
        run = store.begin_run(matches[0])
        with pytest.raises(UsageError, match="no run 77"):
            store.plan(77)
        with pytest.raises(UsageError, match=f"no match 4 in run {run}"):
            store.game(run, 3)


def test_a_database_of_an_older_version_is_brought_up_to_date(db, matches):
    planned, played = matches
    engine = create_engine(url_of(db))
    with engine.begin() as connection:
        migrate(connection, target=1)
        values = {"begun": "then", "game": "bluff", "kind": "run", "state": "open", "plan": plan_text(planned)}
        connection.execute(insert(RUNS).values(values))
        assert version_of(connection) == 1
    engine.dispose()
    with open_store(db) as store:
        (run,) = store.runs()
        store.journal(run.id, played)
        store.skip(run.id, 99, "tried")
        assert (run.begun, run.plan, len(store.numbers(run.id))) == ("then", planned, 12)
    engine = create_engine(url_of(db))
    with engine.connect() as connection:
        assert version_of(connection) == len(MIGRATIONS)
    engine.dispose()


def test_a_database_of_a_newer_version_is_left_alone(db):
    open_store(db).close()
    engine = create_engine(url_of(db))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE croupier_version SET version = 99")
    engine.dispose()
    with pytest.raises(UsageError, match="version 99, but this Croupier supports only"):
        open_store(db)


# Trouble.


def test_a_locked_database(tmp_path, matches):
    path = tmp_path / "runs.sqlite"
    with open_store(str(path), patience=0.05) as store:
        holder = sqlite3.connect(path)
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UsageError, match=r"^the database .*runs.sqlite is locked by another program"):
            store.begin_run(matches[0])
        holder.close()


def test_a_full_database(tmp_path, matches):
    planned, played = matches
    with open_store(str(tmp_path / "runs.sqlite")) as store:
        run = store.begin_run(planned)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
            connection.commit()
        with pytest.raises(UsageError, match=r"^the database .*runs.sqlite cannot be written: the disk is full"):
            store.journal(run, [msgspec.structs.replace(one, sheet=bytes(100_000)) for one in played])
        assert store.numbers(run) == set()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{folder}/no/such/runs.sqlite", "cannot be opened"),
        ("{folder}", "cannot be opened"),
        ("{folder}/text", "is not a database file"),
        ("mysql://me@host/db", "mysql is not supported"),
        ("http://host/db", "is not supported"),
        ("postgresql://me@127.0.0.1:1/db", "cannot be reached"),
    ],
)
def test_a_database_that_cannot_be_had(tmp_path, text, words):
    (tmp_path / "text").write_text("this is no database, but a text that is longer than a header\n" * 20)
    with pytest.raises(UsageError, match=words) as caught:
        open_store(text.format(folder=tmp_path), patience=1)
    assert "\n" not in str(caught.value)


def test_a_database_that_does_not_exist_on_the_server(postgres_server):
    with pytest.raises(UsageError, match=r"^the database postgresql://.*/nowhere does not exist"):
        open_store(f"{postgres_server}/nowhere")


def test_a_plan_from_before_neighbours_were_balanced_is_read(matches):
    planned, _ = matches
    new = msgspec.structs.replace(planned, balanced=True)
    stored = msgspec.json.decode(plan_text(new))
    stored["seatings"] = stored.pop("orders")[0]
    del stored["balanced"]
    old = read_plan(msgspec.json.encode(stored).decode())
    assert old.orders == new.orders[:1]
    assert old.refusal(new) == "", "a run has its orders with it"
    held = [msgspec.structs.replace(plan, kind="tournament") for plan in (old, new)]
    assert "seated bots differently" in held[0].refusal(held[1])
