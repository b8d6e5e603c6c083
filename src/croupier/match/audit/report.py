"""What an audit did, reached and found."""

from collections import Counter
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Decision, Event
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.game import Game
from croupier.match.audit.record import Message, Observer

CANNOT_SEE: Final = (
    "timing (how long an answer, a message or a reaction window takes)",
    "whether the rules show cards to the right seats (covered by each game's own tests)",
)


class Reached(msgspec.Struct, frozen=True):
    """How often each kind was met, and which never were."""

    counts: dict[str, int]
    never: tuple[str, ...]


class AuditReport(msgspec.Struct, frozen=True):
    """What an audit did, and every leak it found (the first few in words)."""

    game: str
    seats: int
    seed: int | str
    matches: int
    players: tuple[str, ...]
    """Who played them, besides random moves."""
    worlds: int
    """Matches played again in another world."""
    sorts: dict[str, int]
    """How many worlds there were of each sort."""
    compared: dict[str, int]
    """Number of messages of each sort that were compared."""
    shown: int
    """Comparisons for one seat or spectator that stopped early because something was legitimately revealed to it."""
    impossible: int
    """Worlds that stopped early because a move of the original was not possible in them."""
    questions: Reached
    events: Reached
    moves: Reached
    showing: Reached
    """The events that may show cards: how often one of them ended a comparison."""
    leaks: tuple[str, ...]
    cannot_see: tuple[str, ...] = CANNOT_SEE

    @property
    def clean(self) -> bool:
        return not self.leaks

    @property
    def decisions(self) -> int:
        return self.compared["questions"]


class Tally:
    """Counts, while an audit is under way."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.matches = 0
        self.sorts: Counter[str] = Counter()
        self.messages: Counter[str] = Counter()
        self.texts = 0
        self.imagined = 0
        self.shown = 0
        self.impossible = 0
        self.shown_by: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.moves: Counter[str] = Counter()

    def count_message(self, observer: Observer, message: Message) -> int:
        """Count a message that was the same in both worlds; how many there are of all kinds."""
        self.messages["public" if observer == PUBLIC else message.kind] += 1
        return self.messages.total()

    def count_shown(self, event: Event | None) -> None:
        self.shown += 1
        self.shown_by[type(event).__name__] += 1

    def count_step(self, decision: Decision[Any, Any], index: int) -> None:
        self.questions[decision.question] += 1
        self.moves[type(decision.moves[index]).__name__] += 1

    def compared(self) -> dict[str, int]:
        return {
            "questions": self.messages["question"],
            "news": self.messages["news"],
            "final views": self.messages["end"],
            "messages to spectators": self.messages["public"],
            "texts": self.texts,
            "imagined worlds": self.imagined,
        }

    def reached_questions(self) -> Reached:
        return _reached(self.questions, self._game.questions)

    def reached_events(self) -> Reached:
        return _reached(self.events, [kind.__name__ for kind in self._game.event.family.kinds.values()])

    def reached_moves(self) -> Reached:
        return _reached(self.moves, [kind.__name__ for kind in self._game.move.family.kinds])

    def reached_showing(self) -> Reached:
        return _reached(self.shown_by, sorted(kind.__name__ for kind in self._game.showing))


def _reached(counts: Counter[str], kinds: "list[str] | tuple[str, ...]") -> Reached:
    return Reached({kind: counts[kind] for kind in kinds if counts[kind]}, tuple(k for k in kinds if not counts[k]))
