"""The sorts of other worlds: what a seat cannot know is different in each, and nothing else."""

from enum import Enum
from typing import Final

from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import redact
from croupier.kernel.state import State, legal_buffer
from croupier.match.audit.compare import Comparison, always, never
from croupier.match.audit.follow import Played
from croupier.match.audit.record import AuditedMatch, Observer

MOVES_TRIED: Final = 16


class Sort(Enum):
    """A sort of world, by its name in reports."""

    CARDS = "two cards swapped"
    MOVE = "a hidden move changed"
    ANSWER = "a sealed answer changed"
    ORDER = "sealed answers requested in another order"
    CHANCE = "later random events changed"
    SEED = "all random events changed"


class SameMoves:
    """Everybody does the same as in the original."""

    in_order = True

    def __init__(self, talks: bool = False) -> None:
        self.talks = talks
        self.what = ""
        """What was done differently, in words."""

    def index(self, at: int, step: Played, index: int, match: AuditedMatch) -> int:
        return index

    def played(self, match: AuditedMatch) -> None:
        pass


class OtherOrder(SameMoves):
    """Sealed answers are asked for at once, the last seat first."""

    in_order = False


class OtherChance(SameMoves):
    """Chance is different after so many answers."""

    def __init__(self, after: int, seed: int) -> None:
        super().__init__()
        self._left = after
        self._seed = seed

    def played(self, match: AuditedMatch) -> None:
        self._left -= 1
        if self._left == 0:
            match.state.seed = self._seed


class OtherMove(SameMoves):
    """From step `first` on, the first move that can be replaced by another that looks the same to some observers is."""

    def __init__(
        self, comparison: Comparison, first: int, luck: BotRandom, sealed: bool = False, talks: bool = False
    ) -> None:
        super().__init__(talks)
        self._sealed = sealed
        self._comparison = comparison
        self._first = first
        self._luck = luck
        self._owing = 0

    def index(self, at: int, step: Played, index: int, match: AuditedMatch) -> int:
        if self.what or at < self._first or step.sealed != self._sealed:
            return index
        observers = self._comparison.observers - {step.seat}
        other, fooled = _lookalike(match.state, index, observers, self._luck)
        if other < 0:
            return index
        self._comparison.observers &= fooled
        self.what = f"another answer of seat {step.seat} at step {at} ('{step.question}')"
        if step.sealed:
            self._owing = match.state.sealed.bit_count()
            self._comparison.may_differ = never
        else:
            actor, shown = step.seat, self._comparison.shown
            # The actor may show by its later moves what it did.
            self._comparison.may_differ = lambda one, new, mover: mover == actor or shown(one, new, mover)
        return other

    def played(self, match: AuditedMatch) -> None:
        if self._owing:
            self._owing -= 1
            if self._owing == 0 or match.state.sealed == 0:
                self._owing = 0
                self._comparison.may_differ = always  # the window is closed, and its result may be known


def _lookalike(state: State, index: int, observers: set[Observer], luck: BotRandom) -> tuple[int, set[Observer]]:
    """Another move that some of the observers cannot tell from number `index`, and which observers; -1 if none."""
    buffer = legal_buffer()
    moves = [int(buffer[number]) for number in range(state.legal(buffer))]
    others = [number for number in range(len(moves)) if number != index]
    if not others or not observers:
        return -1, set()
    played = _shown_after(state, moves[index], observers)
    for _ in range(min(MOVES_TRIED, len(others))):
        number = others.pop(luck.below(len(others)))
        shown = _shown_after(state, moves[number], observers)
        fooled = {observer for observer in observers if shown[observer] == played[observer]}
        if fooled:
            return number, fooled
    return -1, set()


def _shown_after(state: State, move: int, observers: set[Observer]) -> dict[Observer, list[int]]:
    after = state.after(move)
    events = [int(after.events[number]) for number in range(after.n_events)]
    return {
        observer: [shown for event in events if (shown := redact(event, observer, state.seats))]
        for observer in observers
    }
