"""Profile a bot: play it against another on equal deals, and measure what its acts give away.

>>> profile = profile_bot(setup, plan, options)
>>> profile.verdict()
"""

from collections.abc import Callable, Collection, Sequence
from math import isfinite
from statistics import NormalDist
from typing import Final

from croupier.arena.plan.run_plan import Plan
from croupier.arena.profile.information import Tally, held_out_gains, mean_interval, uncertainty
from croupier.arena.profile.observe import Act, Observer
from croupier.arena.profile.report import Finding, HabitResult, Opponent, Profile, TellResult
from croupier.arena.results.intervals import WIN, block_interval, win_parts
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.open_session import open_session
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Played, RunSetup
from croupier.kernel.errors import UsageError
from croupier.kernel.tells import Habit, Tell, Tells
from croupier.match.match import Match

BOT, OTHER = 0, 1
"""The numbers of the entrants: the bot that is profiled, and its opponent."""
KIND: Final = "profile"
MOST_ACTS: Final = 4000
"""Most acts of a kind that are examined; those of the first matches."""
FEWEST: Final = 20
"""A sentence needs this many acts or decisions."""
ERROR: Final = 0.05
"""The chance that any of a game's tells is called clear where there is none."""

Observe = Callable[[int], None]
"""Called with the number of matches that were played and read."""


def profile_bot(
    setup: RunSetup,
    plan: Plan,
    options: RunOptions,
    *,
    stop: StopFlag | None = None,
    observe: Observe | None = None,
) -> Profile:
    """The profile of the first entrant, which plays against the second; if stopped, from the matches so far."""
    tells = setup.game.tells
    if tells is None:
        raise UsageError(f"{setup.game.name} declares no tells; see docs/profiles.md")
    reader = ProfileReader(tells, MOST_ACTS)
    stop = stop or StopFlag()
    with open_session(setup, plan, options, stop=stop) as session:
        if BOT not in session.plan.playing or OTHER not in session.plan.playing:
            reasons = "; ".join(f"{name} {reason}" for name, reason in session.plan.disqualified.items())
            raise UsageError(f"a profile needs both bots: {reasons}")
        plan = session.plan
        for number, played in enumerate(session.play(), 1):
            names = tuple(f"p{seat}" for seat in range(len(played.seating)))
            match = played.match(setup.game, setup.settings, names) if played.sheet else None
            reader.add(match, played, {BOT}, played.block)
            if observe is not None:
                observe(number)
    if not reader.wins.matches:
        raise UsageError("stopped before the first match was over")
    bot, against = setup.entrants[BOT].name, _opponent_name(setup)
    return reader.profile(setup.game.name, bot, against, plan.schedule().seats, plan.seed, stop.is_set)


class ProfileReader:
    """Reads the matches of a bot one after the other, and makes its profile."""

    def __init__(self, tells: Tells, most_acts: int) -> None:
        self._tells = tells
        self._observer = Observer(tells.tells, tells.habits, most_acts)
        self.wins = WinShare()

    def add(self, match: Match | None, played: Played, members: Collection[int], block: int) -> None:
        """One match, in which the bot is one of the entrants `members`; None for one whose moves were not kept."""
        self.wins.add(played, members, block)
        if match is not None:
            seats = [seat for seat, entrant in enumerate(played.seating) if entrant in members]
            self._observer.read(match, block, seats)

    def tells(self) -> tuple[list[TellResult], list[Finding]]:
        """What the acts in the matches so far give away, and the sentences about it, the clearest first."""
        found: list[TellResult] = []
        findings: list[Finding] = []
        acts_of = zip(self._tells.tells, self._observer.acts, strict=True)
        watched = [(tell, acts) for tell, acts in acts_of if len(acts) >= 2]
        sentences = sum(len({act.words for act in acts}) * len(tell.facts) for tell, acts in watched)
        for tell, acts in watched:
            result, own = _measure(tell, acts, len(watched), max(1, sentences), self.wins.matches)
            found.append(result)
            findings += own
        findings.sort(key=lambda finding: (not finding.is_clear, -finding.bits_per_match))
        return found, findings

    def profile(self, game: str, bot: str, against: str, seats: int, seed: str, is_stopped: bool = False) -> Profile:
        """The profile by the matches so far."""
        observer, wins = self._observer, self.wins
        found, findings = self.tells()
        share = wins.opponent(bot)
        return Profile(
            game=game,
            bot=bot,
            against=against,
            seats=seats,
            matches=wins.matches,
            deals=wins.blocks,
            seed=seed,
            wins=share.rate,
            wins_low=share.low,
            wins_high=share.high,
            parity=wins.parity,
            tells=tuple(found),
            findings=tuple(findings),
            habits=tuple(_habits(self._tells.habits, observer)),
            faulty=wins.faulty,
            is_stopped=is_stopped,
        )


def _opponent_name(setup: RunSetup) -> str:
    bot, other = setup.entrants[BOT], setup.entrants[OTHER]
    return "itself" if bot.spec == other.spec else other.name


def _measure(tell: Tell, acts: list[Act], tells: int, sentences: int, matches: int) -> tuple[TellResult, list[Finding]]:
    gains = held_out_gains(acts)
    blocks = [act.block for act in acts]
    unknown = uncertainty(acts)
    low, high = mean_interval(gains, blocks)
    if not isfinite(high):  # one deal says nothing: no more can be given away than is unknown
        low, high = 0.0, unknown
    strict_low, _ = mean_interval(gains, blocks, z=_quantile(tells))
    is_clear = strict_low > 0
    bits = float(gains.mean())
    result = TellResult(tell.name, len(acts), bits, low, high, unknown, is_clear)
    facts = list(tell.facts.values())
    findings: list[Finding] = []
    for words in dict.fromkeys(act.words for act in acts):
        own = [index for index, act in enumerate(acts) if act.words == words]
        if len(own) < FEWEST:
            continue
        tallies = [Tally() for _ in facts]
        for index in own:
            act = acts[index]
            for fact, tally in enumerate(tallies):
                tally.add(act.block, act.fact == fact, act.baseline[fact])
        gained = float(gains[own].sum()) / matches
        for fact, tally in zip(facts, tallies, strict=True):
            if tally.rate > tally.expected:
                clear = is_clear and gained > 0 and tally.exceeds(_quantile(sentences))
                rates = tally.rate, *tally.interval(), tally.expected
                findings.append(Finding(tell.name, words, fact, tally.count, *rates, gained, clear))
    return result, findings


def _quantile(number: int) -> float:
    """Standard errors beyond which one of a number of figures is hardly by chance (Bonferroni)."""
    return NormalDist().inv_cdf(1 - ERROR / 2 / max(1, number))


def _habits(habits: Sequence[Habit], observer: Observer) -> list[HabitResult]:
    tallies: dict[tuple[int, str], Tally] = {}
    for decision in observer.decisions:
        tally = tallies.setdefault((decision.habit, decision.situation), Tally())
        tally.add(decision.block, decision.did)
    found = [
        HabitResult(habits[number].does, habits[number].among, situation, tally.count, tally.rate, *tally.interval())
        for (number, situation), tally in tallies.items()
        if tally.count >= FEWEST
    ]
    return sorted(found, key=lambda habit: min(habit.high, 1 - habit.low))


class WinShare:
    """The share of the wins of one bot, with the interval of its deal blocks."""

    def __init__(self) -> None:
        self._blocks: dict[int, list[float]] = {}
        self.matches = 0
        self.faulty = 0
        """Matches in which the bot made a fault."""
        self.parity = 0.5

    def add(self, played: Played, members: Collection[int], block: int) -> None:
        """One match of the bot, which is one of the entrants `members`."""
        counts = self._blocks.setdefault(block, [0, 0.0])
        counts[0] += 1
        counts[1] += win_parts(played.seating, played.teams, played.places, members) / WIN
        own = {team for team, entrant in zip(played.teams, played.seating, strict=True) if entrant in members}
        self.parity = len(own) / len(set(played.teams))
        self.matches += 1
        self.faulty += any(played.seating[seat] in members for seat, _ in played.faults)

    @property
    def blocks(self) -> int:
        return len(self._blocks)

    def opponent(self, name: str) -> Opponent:
        """The share as a result."""
        rate = sum(block[1] for block in self._blocks.values()) / max(1, self.matches)
        spread = sum((block[1] - rate * block[0]) ** 2 for block in self._blocks.values())
        return Opponent(name, self.matches, rate, *block_interval(rate, self.matches, self.blocks, spread))
