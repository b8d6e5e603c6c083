"""Bots that search: budget, search from the view, and findings in words."""

import re
from abc import abstractmethod
from math import sqrt
from time import perf_counter
from typing import Any, Final, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.learned.weights import has_guide, policy_for
from croupier.ai.search.expected_line import expected_line
from croupier.ai.search.search import Search
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Move, Seat
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import State

ITERATIONS: Final = 1000
EXPLORATION: Final = 1.414
LINE_MOVES: Final = 6
"""Most moves of an expected line."""
NOTED_MOVES: Final = 3
"""Most moves in a note."""
CLOCK_SHARE: Final = 0.8
"""The part of the time for an answer after which a search stops."""
CLOCK_CHECK_ITERATIONS: Final = 64
"""Iterations between two looks at the clock."""
MAX_ITERATIONS_PER_SECOND: Final = 250_000
MAX_ITERATIONS: Final = 400_000

Rollout = Literal["random", "heuristic", "epsilon-greedy"]
Rivals = Literal["heuristic", "search"]
RANDOMNESS: Final[dict[str, int]] = {"random": 4096, "heuristic": 0, "epsilon-greedy": 819}
"""Of 4096 rollout moves so many are random; epsilon-greedy plays one move in five at random."""

RIVAL_HEURISTIC_SHARE: Final = 3700
"""Of 4096 moves that rivals make in the tree so many are the heuristic's at first, unless they are to be searched."""

_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?")


class MoveStats(msgspec.Struct, frozen=True):
    """What a search found out about one move."""

    index: int
    move: Move
    visits: int
    value: float
    """From 0 to 1: the reward that the seat may expect."""
    error: float = 0.0
    """The standard error of the value: how far chance alone may have moved it."""
    line: tuple[tuple[Seat, Move], ...] = ()
    """What is expected to follow, in one of the imagined worlds."""

    def text(self) -> str:
        after = ", ".join(f"{seat}: {move}" for seat, move in self.line)
        return f"{self.move} {self.value:.0%} ({self.visits}{'; then ' + after if after else ''})"


class Findings(msgspec.Struct, frozen=True):
    """A finished search: every legal move, the one for which most speaks first."""

    moves: tuple[MoveStats, ...]
    iterations: int
    seconds: float
    is_known: bool = True
    """Whether values say anything about who wins; see `croupier.ai.calibration`."""

    @property
    def best(self) -> MoveStats:
        return self.moves[0]

    def of(self, index: int) -> MoveStats:
        """What was found about the move with this number."""
        return next(stats for stats in self.moves if stats.index == index)

    def note(self) -> str:
        """A line for the replay."""
        told = " | ".join(stats.text() for stats in self.moves[:NOTED_MOVES] if stats.visits)
        return f"{self.iterations} iterations: {told}"


class SearchBot(Bot[Any, Any]):
    """Searches in worlds imagined from its view, so it knows no more than any bot and can be anywhere.

    With a number of iterations the same seed gives the same answer. With `think` the clock decides.
    """

    is_memoryless = True
    edges = 1
    """How many edges of the tree a round adds at most."""

    def __init__(
        self,
        game: Game | None = None,
        *,
        iterations: int = ITERATIONS,
        think: str = "",
        exploration: float = EXPLORATION,
        rollout: Rollout = "epsilon-greedy",
        ordering: bool = True,
        rivals: Rivals = "heuristic",
        notes: bool = True,
    ) -> None:
        if not 1 <= iterations <= MAX_ITERATIONS:
            raise UsageError(f"iterations must be 1 to {MAX_ITERATIONS}, not {iterations}")
        if not 0 <= exploration <= 100:
            raise UsageError(f"exploration must be 0 to 100, not {exploration:g}")
        self.iterations = iterations
        self.think = seconds_of(think)
        self.exploration = exploration
        self.rollout: Rollout = rollout
        self.ordering = ordering
        self.rivals: Rivals = rivals
        self.notes = notes
        self._game = game
        self._line = vec[i64]([0] * (LINE_MOVES + 1))
        self._line_seats = vec[i64]([0] * (LINE_MOVES + 1))

    def on_start(self) -> None:
        game = self._game or find_game(self.table.game)
        self._game = game
        state = game.new_state(self.table.settings, self.table.seats)
        size = (
            self.iterations
            if not self.think
            else min(MAX_ITERATIONS, 2000 + int(self.think * MAX_ITERATIONS_PER_SECOND))
        )
        self._search = Search(state, state.fresh(), size * self.edges + 8)
        # The formula is about rewards from -1 to 1, and here they are from 0 to 1.
        self._search.exploration = self.exploration / 2
        self._search.playout.randomness = RANDOMNESS[self.rollout]
        self._search.playout.rival_randomness = RANDOMNESS[self.rollout]
        self._search.ordered = self.ordering
        self._search.adapts = True
        if type(state).weight is State.weight:
            self._search.worlds.candidates = 0
        alone = len(set(game.teams(self.table.settings, self.table.seats))) == self.table.seats
        if self.rivals == "heuristic" and alone and type(state).hint is not State.hint:
            self._search.model = RIVAL_HEURISTIC_SHARE
        self.set_up(self._search)

    def set_up(self, search: Search) -> None:
        """Change what a search does before its first one."""

    @abstractmethod
    def stride(self) -> int:
        """How many iterations are made before the clock is looked at."""

    def decide(self, decision: Decision[Any, Any]) -> int:
        if len(decision.moves) == 1:
            return 0
        if not self.notes:
            self._run_search(decision)
            return self._search.choice()
        index, found = self.select_move_with_stats(decision)
        self.note = found.note()
        return index

    def select_move_with_stats(self, decision: Decision[Any, Any], lines: int = NOTED_MOVES) -> tuple[int, Findings]:
        """The number of the move to play, and what the search found; for so many moves with what is expected next."""
        began = perf_counter()
        self._run_search(decision)
        search = self._search
        order = sorted(range(search.n_moves), key=lambda i: (-search.root_shares[i], -search.root_rewards[i], i))
        chosen = search.choice()
        told = tuple(self._stats(decision, index, place < lines) for place, index in enumerate(order))
        return chosen, Findings(told, search.rounds, perf_counter() - began)

    def _run_search(self, decision: Decision[Any, Any]) -> None:
        """Search until the budget is used up."""
        search = self._search
        began = perf_counter()
        search.begin(self.seat, decision.view.ints, self.rng.getrandbits(60))
        limit = self.clock.answer * CLOCK_SHARE if self.clock.answer is not None else None
        stride = self.stride()
        if self.think:
            limit = self.think if limit is None else min(limit, self.think)
        elif limit is None:
            stride = max(stride, self.iterations) if search.open_worlds else stride
        while True:
            search.run(stride if self.think else min(stride, self.iterations - search.rounds))
            if not self.think and search.rounds >= self.iterations:
                return
            if limit is not None and perf_counter() - began >= limit:
                return

    def _stats(self, decision: Decision[Any, Any], index: int, with_line: bool) -> MoveStats:
        search = self._search
        visits = search.root_visits[index]
        value = search.root_rewards[index] / visits / 1000 if visits else 0.0
        error = 0.0
        if visits:
            spread = search.move_squares[search.root_moves[index]] / visits / 1e6 - value * value
            error = sqrt(max(0.0, spread) / visits)
        if visits and search.gain:
            value = min(1.0, max(0.0, search.standing / 1000 + (value - 0.5) / search.gain))
            error /= search.gain
        line: tuple[tuple[Seat, Move], ...] = ()
        if with_line and visits:
            assert self._game is not None
            n = expected_line(search, search.root_moves[index], self._line, self._line_seats)
            moves = self._game.moves
            line = tuple((int(self._line_seats[i]), moves[self._line[i]]) for i in range(1, n))
        return MoveStats(index, decision.moves[index], visits, value, error, line)


def seconds_of(text: str) -> float:
    """`50ms`, `2s` or `0.05` in seconds; 0 for an empty text."""
    if not text:
        return 0.0
    found = _DURATION.fullmatch(text)
    seconds = 0.0
    if found is not None:
        seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
    if not 0 < seconds <= 600:
        raise UsageError(f"think must be a time of at most ten minutes, such as 50ms or 2s, not {text!r}")
    return seconds


class IsmctsBot(SearchBot):
    """The strongest built-in player of every game."""

    def stride(self) -> int:
        return CLOCK_CHECK_ITERATIONS


EXPERT_ITERATIONS: Final = 400
PLAIN_EXPERT_ITERATIONS: Final = 2000
"""Where no policy guides it: such rounds take a tenth of the time."""
EXPERT_EXPLORATION: Final = 2.0
EXPERT_TRUST: Final = 0.9
EXPERT_EAGERNESS: Final = 10.0
EXPERT_SHARPNESS: Final = 25.0
EDGES: Final = 16
"""Room for so many moves in a node of a learned search, on average."""


class ExpertBot(SearchBot):
    """Searches with a learned policy: it says which moves are worth a try, what rivals do, and who will win.

    What it plays is the policy, changed by what the search found, and drawn where `mixing` is on. The end of a chapter
    is worked out in each imagined world where the game can do that (`State.solve`, the last tricks of Belote). A game
    that can, and whose policy does not guide searches, is searched like `ismcts` until then.
    """

    edges = EDGES

    def __init__(
        self,
        game: Game,
        weights: str = "",
        iterations: int = 0,
        exploration: float = 0.0,
        trust: float = EXPERT_TRUST,
        eagerness: float = EXPERT_EAGERNESS,
        sharpness: float = EXPERT_SHARPNESS,
        mixing: bool = True,
        belief: bool = True,
        **options: Any,
    ) -> None:
        """0 iterations or exploration: as much as is usual with a policy, or without one."""
        self._policy = None if not weights and solves_without_policy(game) else policy_for(game, weights)
        usual = EXPERT_ITERATIONS if self._policy else PLAIN_EXPERT_ITERATIONS
        curiosity = EXPERT_EXPLORATION if self._policy else EXPLORATION
        super().__init__(game, iterations=iterations or usual, exploration=exploration or curiosity, **options)
        if not 0 <= trust < 1:
            raise UsageError(f"trust must be from 0 to less than 1, not {trust:g}")
        for name, value in (("eagerness", eagerness), ("sharpness", sharpness)):
            if not 0 <= value <= 1000:
                raise UsageError(f"{name} must be 0 to 1000, not {value:g}")
        self.trust = trust
        self.eagerness = eagerness
        self.sharpness = sharpness
        self.mixing = mixing
        self.belief = belief

    def set_up(self, search: Search) -> None:
        if self._policy is None:
            return
        search.guide = self._policy.evaluator(self.table.settings, self.table.seats)
        search.gain = self._policy.policy.gain
        search.adapts = False
        search.trust = self.trust
        search.eagerness = self.eagerness
        search.sharpness = self.sharpness
        search.mixes = self.mixing
        if not self.belief:
            search.worlds.candidates = 0
            search.worlds.believes = False

    def _run_search(self, decision: Decision[Any, Any]) -> None:
        assert self._game is not None
        self._search.solves = self._game.is_worth_solving(decision.view.ints)
        super()._run_search(decision)

    def stride(self) -> int:
        return CLOCK_CHECK_ITERATIONS


def solves_without_policy(game: Game) -> bool:
    """Whether `expert` searches without a policy, because it can solve the end and no shipped policy guides it."""
    if has_guide(game.name):
        return False
    return type(game.new_state(game.settings(), min(game.seats))).solve is not State.solve


WORLDS = 20


class MctsBot(SearchBot):
    """`worlds` trees, which share the iterations."""

    def __init__(self, *arguments: Any, worlds: int = WORLDS, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if not 1 <= worlds <= self.iterations:
            raise UsageError(f"worlds must be 1 to {self.iterations}, the number of iterations, not {worlds}")
        self.worlds = worlds

    def set_up(self, search: Search) -> None:
        search.open_worlds = False

    def stride(self) -> int:
        return -(-self.iterations // self.worlds)
