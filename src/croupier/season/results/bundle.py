"""The results of a round as one file that proves itself: anybody can verify it on any machine, without the server.

A bundle holds the season file, the frozen field with the hashes of the bots, the secret and the seed, all matches move
by move, the ratings and the grades. Verifying it replays every match, derives every deal from the seed, and computes
ratings and grades again, digit for digit. Sources, notes and output of bots are not in it, nor is anything else that
cannot be verified, such as thinking times: a bundle in which one byte was changed is refused.
"""

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.plan.run_plan import Plan, plan_text, read_plan
from croupier.arena.results.documents import rating_document
from croupier.arena.results.summary import Summary, summarise
from croupier.arena.run.task import Played
from croupier.arena.store.collect import rated_in, verify_sample
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import commitment_to
from croupier.players.entrant import printable
from croupier.season.competition import Competition
from croupier.season.config import Season, read_season
from croupier.season.privacy import redact_match
from croupier.season.records import Refused
from croupier.season.results.grades import grade_round, grades_csv
from croupier.season.results.replayed import scheduled_seatings
from croupier.season.rounds import FINISHED, FieldEntry, RoundState, round_plan, round_seed

FORMAT: Final = 2
_DATE: Final = (1980, 1, 1, 0, 0, 0)
MAX_BYTES: Final = 4 << 30
"""Bytes of an unpacked bundle that are read at most."""


class BundleHead(msgspec.Struct, frozen=True):
    """What a bundle is about."""

    format: int
    season: str
    round: str
    number: int
    commitment: str
    """SHA-256 of the secret, which was public from the beginning of the season."""
    secret: str
    seed: str
    field: tuple[FieldEntry, ...]
    absent: dict[str, str]


class BundleCheck(msgspec.Struct, frozen=True):
    """What verifying a bundle found."""

    head: BundleHead
    matches: int
    problems: tuple[str, ...]
    summary: Summary
    grades: str


def round_summary(plan: Plan, matches: "list[Played]") -> Summary:
    """The ratings of a round, from its matches alone."""
    _, totals = verify_sample(plan, matches, 0, 0)
    return summarise(totals, rated_in(plan)[0], find_game(plan.game), plan.secret)


def open_round(competition: Competition, number: int) -> tuple[RoundState, Plan, list[Played]]:
    """A finished round from the store; matches without what belongs to the teams."""
    states = competition.rounds()
    if not 0 <= number < len(states):
        raise Refused("no_round", f"there is no round {number + 1}")
    state = states[number]
    if state.phase != FINISHED or not state.run:
        raise Refused("not_over", state.problem or "the round is not over")
    store = competition.data.store
    plan = store.plan(state.run)
    playing = _playing(state)
    names = tuple(entry.hash[:16] or spec for spec, entry in zip(plan.bots, playing, strict=True))
    checksums = {entry.hash[:16]: entry.hash for entry in playing if entry.hash}
    plan = msgspec.structs.replace(plan, bots=names, checksums=checksums)
    return state, plan, [_proved(redact_match(played, ())) for played in store.games(state.run)]


def _proved(played: Played) -> Played:
    """What is proved of a match: neither times nor statistics follow from its moves."""
    return msgspec.structs.replace(played, seconds=(), statistics=())


def _playing(state: "RoundState | BundleHead") -> list[FieldEntry]:
    return [entry for entry in state.field if entry.team not in state.absent]


def make_bundle(competition: Competition, number: int) -> bytes:
    """The bundle of a finished round; the same bytes each time."""
    state, plan, matches = open_round(competition, number)
    season = read_season(state.file)
    summary = round_summary(plan, matches)
    field = tuple(msgspec.structs.replace(entry, number=place) for place, entry in enumerate(state.field))
    head = BundleHead(
        FORMAT,
        season.title,
        season.round[number].name,
        number,
        state.commitment,
        state.secret,
        state.seed,
        field,
        state.absent,
    )
    return _zip(
        {
            "bundle.json": _head_text(head),
            "season.toml": state.file.encode(),
            "plan.json": plan_text(plan).encode(),
            "matches.msgpack": _matches_text(matches),
            "ratings.json": _ratings(summary),
            "grades.csv": grades_csv(grade_round(season, state.field, summary, state.absent)).encode(),
        }
    )


def _head_text(head: BundleHead) -> bytes:
    return msgspec.json.format(msgspec.json.encode(head), indent=2)


def _matches_text(matches: "list[Played]") -> bytes:
    return b"".join(_framed(msgspec.msgpack.encode(_plain(played))) for played in matches)


def _plain(played: Played) -> dict[str, Any]:
    return {**msgspec.structs.asdict(_proved(played)), "seed": f"{played.seed:x}"}


def _framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def _matches(data: bytes) -> Iterator[Played]:
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        found = msgspec.msgpack.decode(data[at + 4 : at + 4 + size])
        yield msgspec.convert({**found, "seed": int(found["seed"], 16)}, Played)
        at += 4 + size


def _ratings(summary: Summary) -> bytes:
    return msgspec.json.format(msgspec.json.encode(rating_document(summary), order="sorted"), indent=1)


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path, body in files.items():
            info = zipfile.ZipInfo(path, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, body)
    return packed.getvalue()


def is_bundle(path: Path) -> bool:
    """Whether a file is a bundle, perhaps a damaged one, and not the number of a run."""
    return path.is_file() and (path.suffix == ".zip" or zipfile.is_zipfile(path))


def verify_bundle(path: Path, tell: Callable[[int, int], None] = lambda done, total: None) -> BundleCheck:
    """Replay all matches of a bundle and compute its ratings and grades again; a UsageError if it is no bundle.

    `tell` is called with how many matches were replayed, and how many there are.
    """
    files = _read(path)
    try:
        head = msgspec.json.decode(files["bundle.json"], type=BundleHead)
        plan = read_plan(files["plan.json"].decode())
        matches = list(_matches(files["matches.msgpack"]))
        season = read_season(files["season.toml"].decode(), "season.toml in the bundle")
    except (KeyError, ValueError, TypeError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} is not a bundle of a round, or it is damaged: {error}") from None
    if head.format != FORMAT:
        raise UsageError(f"{path} was made by another version of Croupier; install that version")
    if not 0 <= head.number < len(season.round) or head.round != season.round[head.number].name:
        raise UsageError(f"{path} is damaged: round {head.number + 1} of its season file is not {head.round!r}")
    problems = [*_form(files, head, plan, matches), *_proof(head, files["season.toml"].decode(), plan, season)]
    try:
        return _verify_matches(files, head, _wanted_plan(head, plan, season), matches, season, problems, tell)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:  # of numbers that no round has
        raise UsageError(f"{path} is damaged: {'; '.join(problems) or repr(error)}") from None


def _verify_matches(
    files: dict[str, bytes],
    head: BundleHead,
    plan: Plan,
    matches: list[Played],
    season: Season,
    problems: list[str],
    tell: Callable[[int, int], None],
) -> BundleCheck:
    proof, totals = verify_sample(plan, matches, max(1, len(matches)), 0, lambda done: tell(done, len(matches)))
    problems += [*proof.wrong_deals, *proof.differing]
    problems += _schedule(plan, matches)
    summary = summarise(totals, rated_in(plan)[0], find_game(plan.game), plan.secret)
    if _ratings(summary) != files.get("ratings.json"):
        problems.append("the ratings are not those that follow from the matches")
    grades = grades_csv(grade_round(season, head.field, summary, head.absent))
    if grades.encode() != files.get("grades.csv"):
        problems.append("the grades are not those that follow from the matches and the season file")
    return BundleCheck(head, len(matches), tuple(problems), summary, grades)


def _form(files: dict[str, bytes], head: BundleHead, plan: Plan, matches: list[Played]) -> Iterator[str]:
    """Is every byte as `make_bundle` writes it, so that nothing is in the bundle that is not read?"""
    written = {
        "bundle.json": _head_text(head),
        "plan.json": plan_text(plan).encode(),
        "matches.msgpack": _matches_text(matches),
    }
    for name, body in written.items():
        if files[name] != body:
            yield f"{name} has something in it that does not belong there"
    if extra := sorted(set(files) - {*written, "season.toml", "ratings.json", "grades.csv"}):
        yield f"there is another file in the bundle: {printable(extra[0])[:60]}"


def _proof(head: BundleHead, file: str, plan: Plan, season: Season) -> Iterator[str]:
    """Does the seed follow from the committed secret and the frozen field, and the plan from the season file?"""
    if head.season != season.title or [entry.number for entry in head.field] != list(range(len(head.field))):
        yield "the head of the bundle is not that of this season"
    if commitment_to(head.secret) != head.commitment:
        yield "the secret is not the one whose SHA-256 was published"
    if round_seed(head.secret, head.round, file, head.field) != head.seed:
        yield "the seed does not follow from the secret, the season file and the frozen field"
    if plan.seed != head.seed:
        yield "the matches were not played with the seed of the round"
    playing = _playing(head)
    if tuple(entry.team for entry in playing) != plan.names:
        yield "the bots that played are not those of the frozen field"
    if any(plan.checksums.get(entry.hash[:16]) != entry.hash for entry in playing if entry.hash):
        yield "the hashes of the bots are not those of the frozen field"
    wanted = _wanted_plan(head, plan, season)
    if plan != wanted:
        names = [name for name in plan.__struct_fields__ if getattr(plan, name) != getattr(wanted, name)]
        yield f"the round was not played as the season file says: {', '.join(names)}"


def _wanted_plan(head: BundleHead, plan: Plan, season: Season) -> Plan:
    """The plan that follows from the season file and the field; the versions of Croupier are those of the bundle."""
    versions = {"croupier": plan.croupier, "chance": plan.chance, "rules_version": plan.rules_version}
    return msgspec.structs.replace(round_plan(season, head.number, head.seed, _playing(head)), **versions)


def _schedule(plan: Plan, matches: list[Played]) -> Iterator[str]:
    """Are all matches of the tournament there, each once and in the seats that the schedule gives?"""
    wanted = scheduled_seatings(plan, matches)
    found = {played.number: (played.block, played.seating) for played in matches}
    if len(found) != len(matches):
        yield "a match is there twice"
    if wanted != found:
        missing = sorted(set(wanted) - set(found))
        extra = sorted(set(found) - set(wanted))
        if missing:
            yield f"{len(missing)} matches of the schedule are missing, first match {missing[0] + 1}"
        if extra:
            yield f"{len(extra)} matches are not in the schedule, first match {extra[0] + 1}"
        for number in sorted(set(wanted) & set(found)):
            if wanted[number] != found[number]:
                yield f"match {number + 1} was played in other seats than the schedule gives"
                break


def _read(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(each.file_size for each in archive.infolist()) > MAX_BYTES:
                raise UsageError(f"{path} is too large")
            return {each.filename: archive.read(each) for each in archive.infolist()}
    except (OSError, zipfile.BadZipFile, EOFError, RuntimeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
