"""Profile a bot: play it against another on equal deals, and measure what its acts give away.

>>> profile = profile_bot(setup, plan, options)
>>> profile.verdict()
"""

from collections.abc import Callable, Sequence
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
from croupier.kernel.tells import Habit, Tell

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
    observer = Observer(tells.tells, tells.habits, MOST_ACTS)
    wins = WinShare(BOT)
    stop = stop or StopFlag()
    with open_session(setup, plan, options, stop=stop) as session:
        if BOT not in session.plan.playing or OTHER not in session.plan.playing:
            reasons = "; ".join(f"{name} {reason}" for name, reason in session.plan.disqualified.items())
            raise UsageError(f"a profile needs both bots: {reasons}")
        plan = session.plan
        for number, played in enumerate(session.play(), 1):
            wins.add(played)
            seats = [seat for seat, entrant in enumerate(played.seating) if entrant == BOT]
            if played.sheet:
                names = tuple(f"p{seat}" for seat in range(len(played.seating)))
                observer.read(played.match(setup.game, setup.settings, names), played.block, seats)
            if observe is not None:
                observe(number)
    if not wins.matches:
        raise UsageError("stopped before the first match was over")
    return _profile(setup, plan, observer, tells.tells, tells.habits, wins, stop.is_set)


def _profile(
    setup: RunSetup,
    plan: Plan,
    observer: Observer,
    tells: Sequence[Tell],
    habits: Sequence[Habit],
    wins: "WinShare",
    is_stopped: bool,
) -> Profile:
    found, findings = measure_tells(tells, observer, wins.matches)
    share = wins.opponent(setup.entrants[BOT].name)
    return Profile(
        game=setup.game.name,
        bot=setup.entrants[BOT].name,
        against=_opponent_name(setup),
        seats=plan.schedule().seats,
        matches=wins.matches,
        deals=wins.blocks,
        seed=plan.seed,
        wins=share.rate,
        wins_low=share.low,
        wins_high=share.high,
        parity=wins.parity,
        tells=tuple(found),
        findings=tuple(findings),
        habits=tuple(_habits(habits, observer)),
        faulty=wins.faulty,
        is_stopped=is_stopped,
    )


def measure_tells(tells: Sequence[Tell], observer: Observer, matches: int) -> tuple[list[TellResult], list[Finding]]:
    """What the acts that were observed in so many matches give away, and the sentences about it, the clearest first."""
    found: list[TellResult] = []
    findings: list[Finding] = []
    watched = [(tell, acts) for tell, acts in zip(tells, observer.acts, strict=True) if len(acts) >= 2]
    sentences = sum(len({act.words for act in acts}) * len(tell.facts) for tell, acts in watched)
    for tell, acts in watched:
        result, own = _measure(tell, acts, len(watched), max(1, sentences), matches)
        found.append(result)
        findings += own
    findings.sort(key=lambda finding: (not finding.is_clear, -finding.bits_per_match))
    return found, findings


def _opponent_name(setup: RunSetup) -> str:
    bot, other = setup.entrants[BOT], setup.entrants[OTHER]
    return "itself" if bot.spec == other.spec else other.name


def _measure(tell: Tell, acts: list[Act], tells: int, sentences: int, matches: int) -> tuple[TellResult, list[Finding]]:
    gains = held_out_gains(acts)
    blocks = [act.block for act in acts]
    low, high = mean_interval(gains, blocks)
    strict_low, _ = mean_interval(gains, blocks, z=_quantile(tells))
    is_clear = strict_low > 0
    bits = float(gains.mean())
    result = TellResult(tell.name, len(acts), bits, low, high, uncertainty(acts), is_clear)
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
    """The share of the wins of one entrant, with the interval of its deal blocks."""

    def __init__(self, entrant: int) -> None:
        self._entrant = entrant
        self._blocks: dict[int, list[float]] = {}
        self.matches = 0
        self.faulty = 0
        """Matches in which the entrant made a fault."""
        self.parity = 0.5

    def add(self, played: Played) -> None:
        block = self._blocks.setdefault(played.block, [0, 0.0])
        block[0] += 1
        block[1] += win_parts(played.seating, played.teams, played.places, (self._entrant,)) / WIN
        own = {team for team, entrant in zip(played.teams, played.seating, strict=True) if entrant == self._entrant}
        self.parity = len(own) / len(set(played.teams))
        self.matches += 1
        self.faulty += any(played.seating[seat] == self._entrant for seat, _ in played.faults)

    @property
    def blocks(self) -> int:
        return len(self._blocks)

    def opponent(self, name: str) -> Opponent:
        """The share as a result."""
        rate = sum(block[1] for block in self._blocks.values()) / max(1, self.matches)
        spread = sum((block[1] - rate * block[0]) ** 2 for block in self._blocks.values())
        return Opponent(name, self.matches, rate, *block_interval(rate, self.matches, self.blocks, spread))
