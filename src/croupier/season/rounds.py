"""Rounds: at a deadline the field is frozen, and the seed of the round follows from it and from a committed secret.

The secret of each round is drawn when the season begins, and its SHA-256 is public from then on. The seed is the
SHA-256 of the secret and the frozen field, so neither the host nor an entrant can choose it.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from croupier.arena.plan.run_plan import CHANCE, Plan, version
from croupier.arena.tournament.session import KIND
from croupier.kernel.decision import Clock
from croupier.kernel.secret import commitment_to
from croupier.season import schema as s
from croupier.season.config import Season
from croupier.season.store import SeasonStore

OPEN, CLOSING, PLAYING, FINISHED = "open", "closing", "playing", "finished"
_ROUND: Final = "round:{}"


class FieldEntry(msgspec.Struct, frozen=True):
    """One bot of a frozen field."""

    team: str
    division: str
    hash: str
    """SHA-256 of its content; empty for a reference bot, which is known by its name."""
    number: int
    version: int
    is_reference: bool = False


class RoundState(msgspec.Struct, frozen=True):
    """One round in the store."""

    secret: str
    commitment: str
    phase: str = OPEN
    """open, closing (submissions before the deadline are being checked), playing, finished."""
    active: tuple[int, ...] = ()
    """The versions that were active at the deadline."""
    pending: tuple[int, ...] = ()
    """Those that waited for their check at the deadline."""
    frozen_at: float = 0.0
    file: str = ""
    """The season file as it was at the deadline."""
    field: tuple[FieldEntry, ...] = ()
    seed: str = ""
    run: int = 0
    problem: str = ""
    """Why the round could not be played."""
    absent: dict[str, str] = {}
    """Teams of the field whose bots could not be started, with the reason."""


def read_round(data: SeasonStore, connection: Connection, number: int) -> RoundState | None:
    text = data.get(connection, _ROUND.format(number))
    return None if text is None else msgspec.json.decode(text, type=RoundState)


def write_round(data: SeasonStore, connection: Connection, number: int, state: RoundState) -> None:
    data.put(connection, _ROUND.format(number), msgspec.json.encode(state).decode())


def round_states(data: SeasonStore, connection: Connection) -> list[RoundState]:
    found: list[RoundState] = []
    while (state := read_round(data, connection, len(found))) is not None:
        found.append(state)
    return found


def advance_rounds(data: SeasonStore, connection: Connection, season: Season, file: str, now: float) -> None:
    """Freeze the fields of rounds whose deadline has passed, and queue those whose field is complete."""
    for number, each in enumerate(season.round):
        state = read_round(data, connection, number)
        if state is None or state.phase in (PLAYING, FINISHED):
            continue
        if state.phase == OPEN:
            if now < each.deadline.timestamp():
                continue
            state = _close(connection, state, each.deadline.timestamp(), file, now)
        if not _waiting(connection, state.pending):
            state = _freeze(connection, each.name, state)
            if state.phase == PLAYING:
                data.add_job(connection, "round", {"round": number}, now)
        write_round(data, connection, number, state)


def _close(connection: Connection, state: RoundState, deadline: float, file: str, now: float) -> RoundState:
    bots = connection.execute(select(s.BOTS).where(s.BOTS.c.handed_in <= deadline)).all()
    active = tuple(row.number for row in bots if row.is_active)
    pending = tuple(row.number for row in bots if row.state == "waiting")
    return msgspec.structs.replace(state, phase=CLOSING, active=active, pending=pending, frozen_at=now, file=file)


def _waiting(connection: Connection, numbers: tuple[int, ...]) -> bool:
    query = select(s.BOTS.c.number).where(s.BOTS.c.number.in_(numbers), s.BOTS.c.state == "waiting")
    return bool(numbers) and connection.execute(query.limit(1)).first() is not None


def _freeze(connection: Connection, name: str, state: RoundState) -> RoundState:
    """Of each team the latest version that passed among those pending, or else the one that was active."""
    chosen: dict[int, Any] = {}
    query = select(s.BOTS).where(s.BOTS.c.number.in_((*state.active, *state.pending))).order_by(s.BOTS.c.number)
    found = connection.execute(query).all()
    for row in [each for each in found if each.number in state.active]:
        if row.state == "passed":
            chosen[row.team] = row
    for row in [each for each in found if each.number in state.pending]:
        if row.state == "passed":
            chosen[row.team] = row
    teams = {row.id: row for row in connection.execute(select(s.TEAMS)).all()}
    field = [
        FieldEntry(
            teams[team].name, teams[team].division, row.hash, row.number, row.version, bool(teams[team].is_reference)
        )
        for team, row in chosen.items()
        if not teams[team].disqualified and not teams[team].is_deleted
    ]
    field.sort(key=lambda entry: (not entry.is_reference, entry.team))
    state = msgspec.structs.replace(state, field=tuple(field), seed=round_seed(state.secret, name, state.file, field))
    if not any(not entry.is_reference for entry in field) or len(field) < 2:
        return msgspec.structs.replace(state, phase=FINISHED, problem="no team had a bot that passed its check")
    return msgspec.structs.replace(state, phase=PLAYING)


def field_text(name: str, file: str, field: "list[FieldEntry] | tuple[FieldEntry, ...]") -> str:
    """The frozen field as the seed hashes it: the round, the SHA-256 of the season file, names and hashes of bots."""
    bots = [[entry.team, entry.hash] for entry in field]
    document = {"round": name, "season": hashlib.sha256(file.encode()).hexdigest(), "bots": bots}
    return msgspec.json.encode(document, order="sorted").decode()


def round_seed(secret: str, name: str, file: str, field: "list[FieldEntry] | tuple[FieldEntry, ...]") -> str:
    """The seed of a round: the SHA-256 of its secret, a line break and the frozen field."""
    return hashlib.sha256(f"{secret}\n{field_text(name, file, field)}".encode()).hexdigest()


def round_plan(season: Season, number: int, seed: str, playing: Sequence[FieldEntry]) -> Plan:
    """The plan of a round, which follows from the season file, the seed and the bots that play.

    Bots are known by the hashes of their content, so it is the same on every machine.
    """
    terms = season.round[number].terms
    game, settings = season.game_and_settings()
    plan = Plan(
        game=game.name,
        rules_version=game.version_of(settings),
        settings=season.plain_settings(),
        bots=tuple(entry.hash[:16] or entry.team for entry in playing),
        names=tuple(entry.team for entry in playing),
        seed=seed,
        orders=(),
        blocks=0,
        kind=KIND,
        seats=season.seats,
        clock=Clock(answer=season.limits.answer_seconds),
        checksums={entry.hash[:16]: entry.hash for entry in playing if entry.hash},
        options={**terms.options(), "talk": False, "names": False},
        croupier=version(),
        chance=CHANCE,
        commitment=commitment_to(seed),
        balanced=True,
    )
    return terms.admit(season.teams_of_seats())(plan, plan.playing)
