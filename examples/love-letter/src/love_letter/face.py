"""Love Letter in words: moves, events, the view and the base class for bots."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.declare import from_a, from_b, from_word, from_words, from_x, from_y
from love_letter.core import codes as c
from love_letter.core import layout as w

QUESTIONS: Final = ("play", "return")
PROMPTS: Final = {"play": "Which card do you play?", "return": "Which card do you keep?"}
ENDINGS: Final = ("", "a player has enough tokens", "a player left")
KINDS: Final = ("Spy", "Guard", "Priest", "Baron", "Handmaid", "Prince", "Chancellor", "King", "Countess", "Princess")
"""The cards by value."""
GUESSES: Final = tuple(name for name in KINDS if name != "Guard")
AIMED: Final = ("Priest", "Baron", "Prince", "King")


def unpacked(packed: int) -> list[str]:
    """The cards of a word with four bits for each."""
    return [KINDS[(packed >> shift & 15) - 1] for shift in range(0, packed.bit_length(), 4)]


class LoveLetterMove(Move):
    """Any move."""


class Play(LoveLetterMove, ids={c.M_PLAY: product(KINDS, [None]), c.M_AIM: product(AIMED, range(c.SEATS))}):
    card: str
    target: Seat | None
    notation = "play {card}[ {target}]"
    says = "Play the {card}[: {target}]"


class Guess(LoveLetterMove, ids={c.M_GUARD: product(range(c.SEATS), GUESSES)}):
    target: Seat
    card: str
    notation = "guess {target} {card}"
    says = "Play the Guard: does {target} hold the {card}?"


class Keep(LoveLetterMove, ids={c.M_RETURN: product(KINDS, (False, True))}):
    card: str
    lower: bool
    notation = "keep {card} {lower?low|high}"
    says = "Keep the {card}, the {lower?lower|higher} one goes to the bottom"


class LoveLetterEvent(Event):
    """Any event."""


class RoundBegan(LoveLetterEvent, code=c.E_ROUND):
    seat: Seat
    round: int = from_a()
    says = "round {round+1}: {seat} begins"


class LaidOpen(LoveLetterEvent, code=c.E_OPEN, reveals=True):
    card: str = from_a(KINDS)
    says = "the {card} is out of the round"


class Drew(LoveLetterEvent, code=c.E_DREW, reveals=True):
    seat: Seat
    card: str | None = from_x(KINDS)
    says = "{seat} draws {card|a card}"


class Played(LoveLetterEvent, code=c.E_PLAYED, reveals=True):
    seat: Seat
    card: str = from_a(KINDS)
    target: Seat | None = from_b(Seat, plus_one=True)
    says = "{seat} plays the {card}[ against {target}]"


class Guessed(LoveLetterEvent, code=c.E_GUESSED):
    """A card was named; a hit is followed by `Out`."""

    seat: Seat
    card: str = from_a(KINDS)
    target: Seat = from_b(Seat)
    says = "{seat} guesses that {target} holds the {card}"


class Saw(LoveLetterEvent, code=c.E_SAW, reveals=True):
    seat: Seat
    target: Seat = from_a(Seat)
    card: str | None = from_x(KINDS)
    says = "{seat} looks at the hand of {target}[: {card}]"


class Compared(LoveLetterEvent, code=c.E_COMPARED):
    seat: Seat
    target: Seat = from_a(Seat)
    says = "{seat} and {target} compare hands"


class Swapped(LoveLetterEvent, code=c.E_SWAPPED, reveals=True):
    seat: Seat
    target: Seat = from_a(Seat)
    taken: str | None = from_x(KINDS)
    given: str | None = from_y(KINDS)
    says = "{seat} and {target} swap hands[: {given} for {taken}]"


class Discarded(LoveLetterEvent, code=c.E_DISCARDED, reveals=True):
    seat: Seat
    card: str = from_a(KINDS)
    says = "{seat} discards the {card}"


class Returned(LoveLetterEvent, code=c.E_RETURNED, reveals=True):
    seat: Seat
    number: int = from_a()
    above: str | None = from_x(KINDS)
    bottom: str | None = from_y(KINDS)
    says = "{seat} puts {number:card} under the deck[: at the bottom the {bottom}][, above it the {above}]"


class Out(LoveLetterEvent, code=c.E_OUT, reveals=True):
    seat: Seat
    card: str = from_a(KINDS)
    says = "{seat} is out of the round with the {card}"


class Shown(LoveLetterEvent, code=c.E_SHOWN, reveals=True):
    seat: Seat
    card: str = from_a(KINDS)
    says = "{seat} shows the {card}"


class Won(LoveLetterEvent, code=c.E_WON):
    seat: Seat
    tokens: int = from_a()
    spy: bool = from_b(bool)
    says = "{seat} gets a token {spy?for the only Spy|for the round}, and has {tokens}"


class Ended(LoveLetterEvent, code=c.E_ENDED):
    ending: str = from_a(ENDINGS)
    says = "the match is over: {ending}"


class LoveLetterView(View):
    """Everything you know."""

    __slots__ = ()
    layout = w.LAYOUT
    round: int = from_word(w.ROUND)
    deck_size: int = from_word(w.SIZE)
    open: list[str] = from_word(w.OPEN, unpacked)
    """Cards that are out of the round from its start."""
    laid: tuple[list[str], ...] = from_words(w.LAID, unpacked)
    """What lies open before each seat."""
    tokens: tuple[int, ...] = from_words(w.TOKENS)

    def _word(self, place: int) -> int:
        return self.ints[w.LAYOUT.at(place, self.table.seats)]

    @property
    def hand(self) -> list[str]:
        """Your cards: one, two in your turn, up to three with a Chancellor."""
        if self.seat < 0:
            return []
        extra = w.EXTRA + 2 * self.seat
        held = (w.HAND + self.seat, w.DRAWN + self.seat, extra, extra + 1)
        return [KINDS[card] for card in map(self._word, held) if card >= 0]

    def known(self, seat: Seat) -> str | None:
        """The hand of another seat, if you know it."""
        card = self._word(w.KNOWN + self.seat * c.SEATS + seat) if self.seat >= 0 else -1
        return KINDS[card] if card >= 0 else None

    @property
    def states(self) -> list[str]:
        """For each seat "out" of the round, "safe" from being aimed at, or empty."""
        alive, protected = self._word(w.ALIVE), self._word(w.PROTECTED)
        return [
            "out" if not alive >> seat & 1 else "safe" * (protected >> seat & 1) for seat in range(self.table.seats)
        ]

    def to_wire(self) -> dict[str, Any]:
        seats = range(self.table.seats)
        return {
            "round": self.round,
            "hand": self.hand,
            "known": [[known] if (known := self.known(s)) else [] for s in seats],
            "hand_sizes": [(self.states[s] != "out") + (self.ints[w.TO_ACT] == s) for s in seats],
            "laid": self.laid,
            "state": self.states,
            "tokens": self.tokens,
            "open": self.open,
            "deck_size": self.deck_size,
        }

    def text(self) -> str:
        lines = [f"round {self.round + 1}, {self.deck_size} cards in the deck"]
        for seat, name in enumerate(self.table.names):
            words = [f"{self.tokens[seat]} tokens", *filter(None, [self.states[seat]])]
            words += [f"holds the {self.known(seat)}"] if self.known(seat) else []
            lines.append(f"{name}: {', '.join(words)}; {' '.join(self.laid[seat])}")
        return "\n".join([*lines, f"your hand: {' '.join(self.hand)}"] if self.hand else lines)


class LoveLetterBot(Bot[LoveLetterMove, LoveLetterView]):
    """Implement `play`."""

    @abstractmethod
    def play(self, view: LoveLetterView, moves: Sequence[LoveLetterMove]) -> LoveLetterMove:
        """Your turn: one of `moves`."""

    def keep(self, view: LoveLetterView, moves: Sequence[LoveLetterMove]) -> LoveLetterMove:
        """What a Chancellor keeps. Without this method, the highest card."""
        return moves[-1]

    def decide(self, decision: Decision[LoveLetterMove, LoveLetterView]) -> LoveLetterMove:
        choose = self.play if decision.question == "play" else self.keep
        return choose(decision.view, decision.moves)
