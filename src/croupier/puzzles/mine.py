"""Find puzzles: cheap searches point at decisions that look instructive, costly ones decide.

A puzzle is a decision whose best move is clear (`examine.py`) and that the heuristic gets wrong, or that turns the
match. No kind of decision may crowd out the others, and no two puzzles may be near-duplicates; both are checked before
the costly searches.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final

import msgspec

from croupier.ai.baselines import HeuristicBot
from croupier.ai.learned.weights import shipped_policy
from croupier.ai.registry import BUILT_IN
from croupier.ai.review import decisions_of
from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.decision import Decision, Settings, Table
from croupier.kernel.game import CheckedTable, Game
from croupier.match.match import Match
from croupier.match.run_players import luck_seed
from croupier.puzzles.examine import (
    LEAST_GAP,
    LEAST_WIN,
    SIGMAS,
    Model,
    Verdict,
    Weights,
    look_models_for,
    models_for,
    verdict_of,
    weigh,
)
from croupier.puzzles.explain import Findings, explain
from croupier.puzzles.puzzle import NAMES, Puzzle, puzzle_id, unusual_settings

ITERATIONS: Final = 20_000
GLANCE: Final = 200
"""Iterations of the first search, which most decisions do not survive."""
LOOK: Final = 2_000
"""Iterations of the second."""
GLANCE_SIGMAS: Final = 1.0
LOOK_SIGMAS: Final = 1.5
TURNS_MATCH: Final = 2.5
"""A decision turns the match if its gap is so many times the least."""
MOST_MOVES: Final = 60
MOST_STEPS: Final = 400
PER_MATCH: Final = 4
MOST_OF_A_KIND: Final = 0.3
"""Of the puzzles wanted: same question, kind of move and first theme."""
MOST_TURNS: Final = 0.6
"""Of the puzzles wanted: those that the heuristic solves."""
MIN_DIFFERENT: Final = 4
"""Numbers in which the views of two puzzles with the same answer must differ."""
MIN_DIFFERENT_SHARE: Final = 0.08
"""The same as a part of a view."""
TEMPTED: Final = ("noob", "easy")
TEMPTATIONS: Final = 4
"""How often each of the weak levels is asked whether it would play something else than the first move."""
LEAST_TEMPTED: Final = 0.25
"""The part of their answers that must be wrong."""
PLAYERS: Final = ("heuristic", "learned", "epsilon-greedy", "heuristic", "medium")
"""Who plays the matches that are searched, in turn; without a policy, medium in place of learned."""


class Candidate(msgspec.Struct, frozen=True):
    """A decision that may be a puzzle."""

    table: Table
    settings: Settings
    decision: Decision[Any, Any]
    match: int
    """Number of the match it comes from."""


def fresh_decisions(game: Game, seed: object, tables: Sequence[CheckedTable] = ()) -> Iterator[Candidate]:
    """Decisions of matches between built-in bots of different strength, table by table, without end."""
    tables = tables or game.puzzle_tables or tuple(CheckedTable(seats) for seats in game.seats[:2])
    names = [each if each != "learned" or shipped_policy(game.name).is_file() else "medium" for each in PLAYERS]
    for number in count():
        chosen = tables[number % len(tables)]
        settings = game.settings(chosen.settings)
        match = Match(game, settings, NAMES[: chosen.seats], derived_seed("mine", seed, game.name, number))
        first = BotRandom(derived_seed("seats", seed, number)).below(len(names))
        bots = [_make(game, names[(first + seat) % len(names)]) for seat in range(chosen.seats)]
        for seat, bot in enumerate(bots):
            bot.sit(match.table, seat, luck_seed(match.seed, seat))
        while len(match.steps) < MOST_STEPS and (decision := match.ask()) is not None:
            bot = bots[decision.seat]
            bot.face(decision.id)
            if bot.listens:
                bot.hear(decision.events, decision.view)
            index = decision.index_of(bot.decide(decision))
            yield Candidate(match.table, settings, decision, number)
            match.play(index)


def _make(game: Game, name: str) -> Any:
    return game.bots[name]() if name in game.bots else BUILT_IN[name](game)


def stored_decisions(matches: Iterable[Match]) -> Iterator[Candidate]:
    """Decisions of matches that were played."""
    for number, script in enumerate(matches):
        for _, decision, _, match in decisions_of(script):
            yield Candidate(match.table, match.settings, decision, number)


class Mine:
    """The puzzles of one game found so far, and what is still wanted."""

    def __init__(
        self, game: Game, wanted: int, known: Iterable[Puzzle] = (), iterations: int = ITERATIONS, seed: object = 0
    ) -> None:
        self.game = game
        self.wanted = wanted
        self.iterations = iterations
        self.seed = seed
        self.puzzles = list(known)
        self.new: list[Puzzle] = []
        self.searched = 0
        """Decisions looked at."""
        self.examined = 0
        """Decisions that were searched in full."""
        self._heuristic = HeuristicBot(game)
        self._kinds: Counter[tuple[str, ...]] = Counter()
        self._turns = 0
        self._per_match: Counter[int] = Counter()
        for puzzle in self.puzzles:
            self._count(puzzle)

    @property
    def is_done(self) -> bool:
        return len(self.puzzles) >= self.wanted

    def dig(self, candidates: Iterable[Candidate]) -> Iterator[Puzzle | None]:
        """Look at one decision after the other until there are enough puzzles; None for each that is no puzzle."""
        for candidate in candidates:
            if self.is_done:
                return
            self.searched += 1
            puzzle = self._look_at(candidate)
            if puzzle is not None:
                self.puzzles.append(puzzle)
                self.new.append(puzzle)
                self._count(puzzle)
                self._per_match[candidate.match] += 1
            yield puzzle

    def _look_at(self, candidate: Candidate) -> Puzzle | None:
        decision, table, game = candidate.decision, candidate.table, self.game
        if not 1 < len(decision.moves) <= MOST_MOVES or self._per_match[candidate.match] >= PER_MATCH:
            return None
        natural = self._natural(table, decision)
        models = models_for(game)
        if self._search(candidate, models[:1], GLANCE, GLANCE_SIGMAS, natural) is None:
            return None
        look = self._search(candidate, look_models_for(game), LOOK, LOOK_SIGMAS, natural)
        if look is None or not self._is_new(self._puzzle(candidate, look, natural)):
            return None
        self.examined += 1
        verdict = self._search(candidate, models, self.iterations, SIGMAS, natural)
        if verdict is None:
            return None
        puzzle = self._puzzle(candidate, verdict, natural)
        if not self._is_new(puzzle):
            return None
        wrong = verdict.others[0] if puzzle.turn else natural
        found = Findings(verdict.answers, wrong, verdict.value(verdict.answers[0]), verdict.value(wrong))
        why = explain(game, table, decision, found)
        return msgspec.structs.replace(puzzle, why=why, evidence=verdict.evidence(models, self.iterations, wrong))

    def _natural(self, table: Table, decision: Decision[Any, Any]) -> int:
        """The heuristic's move."""
        self._heuristic.sit(table, decision.seat, luck_seed(0, decision.seat))
        return self._heuristic.decide(decision)

    def _search(
        self, candidate: Candidate, models: Sequence[Model], iterations: int, sigmas: float, natural: int
    ) -> Verdict | None:
        """What the searches agree on; None as soon as one of them sees no clear best move that is worth a puzzle."""
        searches: list[Weights] = []
        verdict = None
        for model in models:
            seed = (self.seed, self.searched, iterations)
            searches.append(weigh(self.game, candidate.table, candidate.decision, model, iterations, seed, (natural,)))
            verdict = verdict_of(searches, sigmas)
            if verdict is None or not self._is_instructive(candidate, verdict, natural):
                return None
        return verdict

    def _is_instructive(self, candidate: Candidate, verdict: Verdict, natural: int) -> bool:
        """Whether the heuristic is wrong, or the move turns the match and is not just the safe one."""
        if natural not in verdict.answers:
            return True
        least = max(LEAST_WIN, LEAST_GAP * verdict.spread)
        if verdict.gap < TURNS_MATCH * least:
            return False
        return verdict.answers[0] != 0 or self.tempts(candidate, verdict.answers)

    def tempts(self, candidate: Candidate, answers: Sequence[int]) -> bool:
        """Whether weak levels play something else often: to trust a claim is a puzzle if it looks like a lie."""
        decision, wrong = candidate.decision, 0
        for name in TEMPTED:
            for luck in range(TEMPTATIONS):
                bot = _make(self.game, name)
                bot.sit(candidate.table, decision.seat, derived_seed("tempted", self.seed, self.searched, luck))
                bot.face(decision.id)
                wrong += decision.index_of(bot.decide(decision)) not in answers
        return wrong >= LEAST_TEMPTED * len(TEMPTED) * TEMPTATIONS

    def _puzzle(self, candidate: Candidate, verdict: Verdict, natural: int) -> Puzzle:
        """The puzzle without its explanation; `natural` is the heuristic's move."""
        decision, game = candidate.decision, self.game
        settings = unusual_settings(game, candidate.settings)
        best = decision.moves[verdict.answers[0]]
        is_turn = natural in verdict.answers
        wrong = verdict.others[0] if is_turn else natural
        themes = tuple(theme.name for theme in game.themes if theme.holds(decision.view, best))
        return Puzzle(
            id=puzzle_id(game.name, settings, decision.seat, decision.view.ints),
            seats=candidate.table.seats,
            seat=decision.seat,
            rules=game.version_of(candidate.settings),
            answers=tuple(str(decision.moves[index]) for index in verdict.answers),
            natural=str(decision.moves[wrong]),
            themes=themes or (decision.question,),
            why="",
            evidence=(),
            view=decision.view.ints,
            settings=settings,
            turn=is_turn,
        )

    def _is_new(self, puzzle: Puzzle) -> bool:
        """Whether there is room for such a puzzle, and none that is nearly the same."""
        if puzzle.turn and self._turns >= MOST_TURNS * self.wanted:
            return False
        if self._kinds[_kind(puzzle)] >= max(1, MOST_OF_A_KIND * self.wanted):
            return False
        return not any(is_near(puzzle, other) for other in self.puzzles)

    def _count(self, puzzle: Puzzle) -> None:
        self._kinds[_kind(puzzle)] += 1
        self._turns += puzzle.turn


def _kind(puzzle: Puzzle) -> tuple[str, ...]:
    """The kind of move and the first theme."""
    return puzzle.answers[0].partition(" ")[0], puzzle.themes[0]


def is_near(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles are the same but for a few numbers of their views."""
    if (one.seats, one.answers, one.settings) != (other.seats, other.answers, other.settings):
        return False
    different = sum(a != b for a, b in zip(one.view, other.view, strict=False))
    different += abs(len(one.view) - len(other.view))
    return different < max(MIN_DIFFERENT, len(one.view) * MIN_DIFFERENT_SHARE)
