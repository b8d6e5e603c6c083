"""Stored matches for ratings: many runs put together by bot, or a run verified by replaying a sample."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from croupier.arena.plan.run_plan import Plan, replay_match
from croupier.arena.plan.schedule import match_seed
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.task import OUT_OF_TIME, Played
from croupier.arena.store.store import Store
from croupier.kernel.decision import Result
from croupier.kernel.errors import ReplayError, UsageError
from croupier.kernel.secret import commitment_to
from croupier.match.match import Match
from croupier.match.replay.write import encode_replay


class Collected(msgspec.Struct, frozen=True):
    """The matches of several runs: each bot once, whatever it was called."""

    names: tuple[str, ...]
    totals: RatedTotals
    versions: tuple[tuple[int, ...], ...]
    """Bots that are versions of one: their numbers, the latest last."""
    runs: int
    unrated: int
    """Series, those in which bots could talk or knew names, and those with a short seed: left out."""


def collect(store: Store, game: str, runs: Sequence[int] | None = None) -> Collected:
    """All rated runs of a game, or these. A bot is its content: a file by any path or name is the same bot."""
    found = [run for run in store.runs(game) if runs is None or run.id in runs]
    missing = [run for run in runs or () if run not in {each.id for each in found}]
    if missing:
        raise UsageError(f"run {missing[0]} in {store} is not a run of {game}; to list runs: croupier runs")
    numbers: dict[str, int] = {}
    called: dict[str, list[str]] = {}
    """By content, the specs under which it was entered; the latest content and the latest spec come last."""
    rated = [run for run in sorted(found, key=lambda each: each.id) if is_rated(run.plan) or runs is not None]
    for run in rated:
        bots = identities(run.plan)
        for entrant in run.plan.playing:
            numbers.setdefault(bots[entrant], len(numbers))
            spec = run.plan.bots[entrant]
            called[bots[entrant]] = [each for each in called.pop(bots[entrant], []) if each != spec] + [spec]
    totals = RatedTotals(len(numbers))
    block = 0
    for run in rated:
        own = [numbers.get(bot, -1) for bot in identities(run.plan)]
        last = -1
        for played in store.games(run.id):
            last = max(last, played.block)
            seating = tuple(own[entrant] for entrant in played.seating)
            totals.add(msgspec.structs.replace(played, seating=seating, block=block + played.block))
        block += last + 1
    names = _distinct_names(numbers, called)
    versions = tuple(tuple(numbers[content] for content in line) for line in _lines(called))
    return Collected(names, totals, versions, len(rated), len(found) - len(rated))


def is_rated(plan: Plan) -> bool:
    """Whether a run counts in the leaderboard.

    Series let bots remember each other, talk and names let them collude, a short seed lets them know every card.
    """
    return (
        plan.is_secret
        and not plan.options.get("unrated")
        and not plan.series
        and not plan.options.get("talk")
        and not (plan.kind != "run" and plan.options.get("names"))
    )


def identities(plan: Plan) -> list[str]:
    """The content of each entrant: the checksum of its file with its class and options, or its spec if it is none."""
    return [identity_of(bot, plan.checksums.get(bot)) for bot in plan.bots]


def identity_of(spec: str, checksum: str | None) -> str:
    return spec if not checksum else f"{checksum}{spec.partition('.py')[2]}"


def _distinct_names(contents: Iterable[str], called: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """A bot is called by its latest spec; versions of the same spec but the latest, with their checksums."""
    latest: dict[str, str] = {specs[-1]: content for content, specs in called.items()}
    specs = [(content, called[content][-1]) for content in contents]
    return tuple(spec if latest[spec] == content else f"{spec} ({content[:6]})" for content, spec in specs)


def _lines(called: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Contents that were entered under the same spec, directly or by others, the latest last."""
    lines: list[tuple[set[str], list[str]]] = []
    for content, specs in called.items():
        joined = [line for line in lines if line[0] & set(specs)]
        lines = [line for line in lines if line not in joined]
        names = set(specs).union(*(line[0] for line in joined))
        lines.append((names, [*(each for line in joined for each in line[1]), content]))
    return [contents for _, contents in lines if len(contents) > 1]


BROKEN_COMMITMENT: Final = "the seed of the run is not the one whose SHA-256 was published before its first match"


class SampleCheck(msgspec.Struct, frozen=True):
    """The result of replaying a sample of stored matches."""

    sampled: int
    matches: int
    differing: tuple[str, ...]
    """What is not as it was stored, a sentence each."""
    wrong_deals: tuple[str, ...] = ()
    """What does not follow from the seed that was committed to, a sentence each."""


def verify_sample(
    plan: Plan, matches: Iterable[Played], sample: int, seed: int, tell: Callable[[int], None] | None = None
) -> tuple[SampleCheck, RatedTotals]:
    """Play a random sample of the matches again, and collect all of them for the ratings.

    The seed must be the one that was committed to, and the deals of all matches must follow from it.
    `tell` is called with how many were played again.
    """
    names, number_of = rated_in(plan)
    totals = RatedTotals(len(names))
    chance = random.Random(seed)
    chosen: list[Played] = []
    wrong_deals = [BROKEN_COMMITMENT] if commitment_to(plan.seed) != plan.commitment and plan.chance > 1 else []
    for number, played in enumerate(matches):
        if plan.chance > 1 and played.seed != match_seed(plan.secret, played.block):
            wrong_deals.append(f"match {played.number + 1}: its deal does not follow from the seed of the run")
        totals.add(msgspec.structs.replace(played, seating=tuple(number_of[entrant] for entrant in played.seating)))
        if len(chosen) < sample:
            chosen.append(played)
        elif (place := chance.randrange(number + 1)) < sample:
            chosen[place] = played
    chosen.sort(key=lambda each: each.number)
    differing: list[str] = []
    for number, played in enumerate(chosen, 1):
        if told := difference(plan, played):
            differing.append(told)
        if tell is not None:
            tell(number)
    return SampleCheck(len(chosen), totals.matches, tuple(differing), tuple(wrong_deals)), totals


def rated_in(plan: Plan) -> tuple[tuple[str, ...], Sequence[int]]:
    """The names of those who are rated, and for each entrant its number among them."""
    if not plan.rated:
        return plan.names, range(len(plan.names))
    names = tuple(" + ".join(plan.names[entrant] for entrant in side) for side in plan.rated)
    found = {entrant: number for number, side in enumerate(plan.rated) for entrant in side}
    return names, [found.get(entrant, -1) for entrant in range(len(plan.names))]


def difference(plan: Plan, played: Played) -> str:
    """How a match played again differs from what is stored; empty if it does not."""
    if played.ending == OUT_OF_TIME:
        return ""  # broken off: there is nothing to play again
    try:
        match = _replayed(plan, played)
    except ReplayError as error:
        return f"match {played.number + 1}: {error}"
    result, stored = match.result(), Result(played.places, played.scores, played.ending)
    if result != stored:
        return f"match {played.number + 1}: replaying gives {result}, not {stored}"
    if len(match.steps) != played.moves:
        return f"match {played.number + 1}: replaying gives {len(match.steps)} moves, not {played.moves}"
    return ""


def _replayed(plan: Plan, played: Played) -> Match:
    """Played again with the names of rated play."""
    return replay_match(plan, played, tuple(f"p{seat}" for seat in range(len(played.seating))))


def with_replay(plan: Plan, played: Played, version: str) -> Played:
    """The match with the replay that an export needs; as it is, if its moves were not kept."""
    if played.replay or not played.sheet:
        return played
    specs = [plan.bots[entrant] for entrant in played.seating]
    text = encode_replay(_replayed(plan, played), version, specs).decode()
    return msgspec.structs.replace(played, replay=text)
