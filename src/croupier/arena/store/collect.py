"""Stored matches for ratings: many runs put together by bot, or a run verified by replaying a sample."""

import random
from collections.abc import Callable, Iterable, Sequence
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
    """The matches of several runs: each bot once, by its spec, and its file's checksum if it is one."""

    names: tuple[str, ...]
    totals: RatedTotals
    runs: int
    unrated: int
    """Series, those in which bots could talk or knew names, and those with a short seed: left out."""


def collect(store: Store, game: str, runs: Sequence[int] | None = None) -> Collected:
    """All rated runs of a game, or these. Bots of the same spec (and file contents) are the same bot."""
    found = [run for run in store.runs(game) if runs is None or run.id in runs]
    missing = [run for run in runs or () if run not in {each.id for each in found}]
    if missing:
        raise UsageError(f"run {missing[0]} is no run of {game} in {store}; croupier runs lists them")
    numbers: dict[tuple[str, str], int] = {}
    rated = [run for run in sorted(found, key=lambda each: each.id) if is_rated(run.plan) or runs is not None]
    for run in rated:
        bots = identities(run.plan)
        for entrant in run.plan.playing:
            numbers.setdefault(bots[entrant], len(numbers))
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
    return Collected(_distinct_names(list(numbers)), totals, len(rated), len(found) - len(rated))


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


def identities(plan: Plan) -> list[tuple[str, str]]:
    return [(bot, plan.checksums.get(bot, "")) for bot in plan.bots]


def _distinct_names(bots: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """A file that was changed between runs is another bot, and is shown with its checksum."""
    specs = [spec for spec, _ in bots]
    return tuple(f"{spec} ({checksum[:6]})" if specs.count(spec) > 1 else spec for spec, checksum in bots)


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
            wrong_deals.append(f"match {played.number}: its deal does not follow from the seed of the run")
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
        return f"match {played.number}: {error}"
    result, stored = match.result(), Result(played.places, played.scores, played.ending)
    if result != stored:
        return f"match {played.number}: played again, the result is {result}, not {stored}"
    if len(match.steps) != played.moves:
        return f"match {played.number}: played again, it has {len(match.steps)} moves, not {played.moves}"
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
