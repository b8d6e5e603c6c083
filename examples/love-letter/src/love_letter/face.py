"""Love Letter in words: moves, events, the view and the base class for bots."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.declare import from_a, from_b, from_x, from_y
from love_letter.core import codes as c
from love_letter.core import layout as w

QUESTIONS: Final = ("play", "return")
PROMPTS: Final = {"play": "Which card do you play?", "return": "Which card do you keep?"}
ENDINGS: Final = ("", "a player has enough tokens", "a player left")
KINDS: Final = ("Spy", "Guard", "Priest", "Baron", "Handmaid", "Prince", "Chancellor", "King", "Countess", "Princess")
"""The cards by value."""
GUESSES: Final = tuple(name for name in KINDS if name != "Guard")
TARGETS: Final = range(6)
UNAIMED: Final = ("Guard", "Priest", "Baron", "King")
AIMED: Final = {c.M_PRIEST: "Priest", c.M_BARON: "Baron", c.M_PRINCE: "Prince", c.M_KING: "King"}
ALONE: Final = ("Spy", "Handmaid", "Chancellor", "Countess", "Princess")


class LoveLetterMove(Move):
    """Any move."""


class Play(LoveLetterMove, ids={c.M_SPY: product(ALONE), c.M_NO_TARGET: product(UNAIMED)}):
    """Play a card that is aimed at nobody."""

    card: str
    notation = "play {card}"
    says = "Play the {card}"


class Aim(LoveLetterMove, ids={first: product([card], TARGETS) for first, card in AIMED.items()}):
    """Play a card against a player."""

    card: str
    target: Seat
    notation = "play {card} {target}"
    says = "Play the {card}: {target}"


class Guess(LoveLetterMove, ids={c.M_GUARD: product(TARGETS, GUESSES)}):
    """Play a Guard and name a card."""

    target: Seat
    card: str
    notation = "guess {target} {card}"
    says = "Play the Guard: does {target} hold the {card}?"


class Keep(LoveLetterMove, ids={c.M_RETURN: product(KINDS, (False, True))}):
    """Keep a card of the Chancellor; the lower or the higher of the others goes to the bottom."""

    card: str
    lower: bool
    notation = "keep {card} {lower?low|high}"
    says = "Keep the {card}, the {lower?lower|higher} one goes to the bottom"


class LoveLetterEvent(Event):
    """Any event."""


class RoundBegan(LoveLetterEvent, code=c.E_ROUND):
    """A new round; `seat` begins."""

    seat: Seat
    round: int = from_a()
    says = "round {round+1}: {seat} begins"


class LaidOpen(LoveLetterEvent, code=c.E_OPEN, reveals=True):
    """A card is out of the round from the start."""

    card: str = from_a(KINDS)
    says = "the {card} is out of the round"


class Dealt(LoveLetterEvent, code=c.E_DEALT, reveals=True):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: str | None = from_x(KINDS)
    says = "{seat} is dealt {card|a card}"


class Drew(LoveLetterEvent, code=c.E_DREW, reveals=True):
    """A card was drawn. Only the one who drew it learns which."""

    seat: Seat
    card: str | None = from_x(KINDS)
    says = "{seat} draws {card|a card}"


class Played(LoveLetterEvent, code=c.E_PLAYED, reveals=True):
    """A card was played."""

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
    """A player looked at a hand. Only the two learn the card."""

    seat: Seat
    target: Seat = from_a(Seat)
    card: str | None = from_x(KINDS)
    says = "{seat} looks at the hand of {target}[: {card}]"


class Compared(LoveLetterEvent, code=c.E_COMPARED, reveals=True):
    """Two players compared their hands. Only the two learn the cards."""

    seat: Seat
    target: Seat = from_a(Seat)
    mine: str | None = from_x(KINDS)
    theirs: str | None = from_y(KINDS)
    says = "{seat} and {target} compare hands[: {mine} and {theirs}]"


class Swapped(LoveLetterEvent, code=c.E_SWAPPED, reveals=True):
    """Two players swapped hands. Only the two learn the cards."""

    seat: Seat
    target: Seat = from_a(Seat)
    taken: str | None = from_x(KINDS)
    given: str | None = from_y(KINDS)
    says = "{seat} and {target} swap hands[: {given} for {taken}]"


class Discarded(LoveLetterEvent, code=c.E_DISCARDED, reveals=True):
    """A hand was discarded because of a Prince."""

    seat: Seat
    card: str = from_a(KINDS)
    says = "{seat} discards the {card}"


class Returned(LoveLetterEvent, code=c.E_RETURNED, reveals=True):
    """A Chancellor put cards under the deck. Only its player learns which."""

    seat: Seat
    number: int = from_a()
    above: str | None = from_x(KINDS)
    bottom: str | None = from_y(KINDS)
    says = "{seat} puts {number:card} under the deck[: at the bottom the {bottom}][, above it the {above}]"


class Out(LoveLetterEvent, code=c.E_OUT, reveals=True):
    """A player is out of the round and shows the hand."""

    seat: Seat
    card: str = from_a(KINDS)
    says = "{seat} is out of the round with the {card}"


class Shown(LoveLetterEvent, code=c.E_SHOWN, reveals=True):
    """A hand was shown at the end of a round."""

    seat: Seat
    card: str = from_a(KINDS)
    says = "{seat} shows the {card}"


class Won(LoveLetterEvent, code=c.E_WON):
    """A player got a token."""

    seat: Seat
    tokens: int = from_a()
    spy: bool = from_b(bool)
    says = "{seat} gets a token {spy?for the only Spy|for the round}, and has {tokens}"


class Ended(LoveLetterEvent, code=c.E_ENDED):
    """The match is over."""

    ending: str = from_a(ENDINGS)
    says = "the match is over: {ending}"


def name_of(number: int) -> str | None:
    return KINDS[number] if number >= 0 else None


def unpacked(packed: int) -> list[str]:
    """The cards of a word with four bits for each."""
    return [KINDS[(packed >> shift & 15) - 1] for shift in range(0, packed.bit_length(), 4)]


class LoveLetterView(View):
    """Everything you know."""

    __slots__ = ()

    def _word(self, place: int) -> int:
        return self.ints[w.LAYOUT.at(place, self.table.seats)]

    @property
    def hand(self) -> list[str]:
        """Your cards: one, two in your turn, up to three with a Chancellor."""
        if self.seat < 0:
            return []
        held = (self._word(w.HAND + self.seat), self._word(w.DRAWN + self.seat))
        return [KINDS[card] for card in held if card >= 0] + unpacked(self._word(w.EXTRA + self.seat))

    def known(self, seat: Seat) -> str | None:
        """The hand of another seat, if you know it."""
        return name_of(self._word(w.KNOWN + self.seat * c.SEATS + seat)) if self.seat >= 0 else None

    def is_in(self, seat: Seat) -> bool:
        """Whether a seat is still in the round."""
        return bool(self._word(w.ALIVE) >> seat & 1)

    def is_protected(self, seat: Seat) -> bool:
        return bool(self._word(w.PROTECTED) >> seat & 1)

    def laid(self, seat: Seat) -> list[str]:
        """What lies open before a seat."""
        return unpacked(self._word(w.LAID + seat))

    @property
    def tokens(self) -> list[int]:
        return [self._word(w.TOKENS + seat) for seat in range(self.table.seats)]

    @property
    def deck_size(self) -> int:
        return self._word(w.SIZE)

    def hand_size(self, seat: Seat) -> int:
        return int(self.is_in(seat)) + int(self.is_in(seat) and self.ints[w.TO_ACT] == seat)

    def to_wire(self) -> dict[str, Any]:
        seats = range(self.table.seats)
        return {
            "round": self._word(w.ROUND),
            "hand": self.hand,
            "known": [[known] if (known := self.known(s)) else [] for s in seats],
            "hand_sizes": [self.hand_size(s) for s in seats],
            "laid": [self.laid(s) for s in seats],
            "state": ["out" if not self.is_in(s) else "protected" if self.is_protected(s) else "" for s in seats],
            "tokens": self.tokens,
            "open": unpacked(self._word(w.OPEN)),
            "deck_size": self.deck_size,
        }

    def text(self) -> str:
        lines = [f"round {self._word(w.ROUND) + 1}, {self.deck_size} cards in the deck"]
        for seat, name in enumerate(self.table.names):
            words = [f"{self.tokens[seat]} tokens", *(["out"] if not self.is_in(seat) else [])]
            words += ["protected"] if self.is_protected(seat) else []
            words += [f"holds the {self.known(seat)}"] if self.known(seat) else []
            lines.append(f"{name}: {', '.join(words)}; {' '.join(self.laid(seat))}")
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


class Low(LoveLetterBot):
    """Plays the lower card, at the first that it may be aimed at."""

    def play(self, view: LoveLetterView, moves: Sequence[LoveLetterMove]) -> LoveLetterMove:
        return moves[0]


BOTS: Final = {"low": Low}
