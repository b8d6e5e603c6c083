"""The events of Exploding Kittens: the classes, their sentences, and the one table from integers to events."""

from collections.abc import Callable, Sequence
from typing import Final

from croupier.games.kittens import codes
from croupier.games.kittens.cards import TYPES, WORDS, CardType
from croupier.kernel.decision import Event, Seat
from croupier.kernel.events import a_of, actor_of, b_of, kind_of, x_of, y_of

ENDINGS: Final = ("", "the last player alive", "the others were expelled")


def _word(card: CardType | None) -> str:
    return "a card" if card is None else WORDS[card]


def _words(cards: Sequence[CardType]) -> str:
    return " ".join(WORDS[card] for card in cards)


class Started(Event, frozen=True, gc=False):
    """The cards were dealt; `seat` begins."""

    seat: Seat
    hand_size: int

    def text(self, names: Sequence[str]) -> str:
        return f"{len(names)} players have {self.hand_size} cards each and {names[self.seat]} begins"


class Dealt(Event, frozen=True, gc=False):
    """Cards of your first hand. Nobody else is sent it."""

    seat: Seat
    cards: tuple[CardType, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is dealt {_words(self.cards)}"


class TurnBegan(Event, frozen=True, gc=False):
    """A turn begins; `turns` are owed by this seat, this one included."""

    seat: Seat
    turns: int
    ended: Seat | None
    """Whose turn ended just before, unless it ended with that seat going out."""

    def text(self, names: Sequence[str]) -> str:
        more = f", {self.turns} turns to take" if self.turns > 1 else ""
        return f"it is the turn of {names[self.seat]}{more}"


class Drew(Event, frozen=True, gc=False):
    """A card was drawn. Only its owner, and those who knew the top of the pile, learn which."""

    seat: Seat
    card: CardType | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {_word(self.card)}"


class Played(Event, frozen=True, gc=False):
    """A single card was played."""

    seat: Seat
    card: CardType
    target: Seat | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays {WORDS[self.card]}" + (
            "" if self.target is None else f" on {names[self.target]}"
        )


class PairPlayed(Event, frozen=True, gc=False):
    """Two of a kind."""

    seat: Seat
    card: CardType
    target: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays two {WORDS[self.card]} on {names[self.target]}"


class TriplePlayed(Event, frozen=True, gc=False):
    """Three of a kind."""

    seat: Seat
    card: CardType
    target: Seat
    named: CardType | None

    def text(self, names: Sequence[str]) -> str:
        wanted = "nothing" if self.named is None else WORDS[self.named]
        return f"{names[self.seat]} plays three {WORDS[self.card]} on {names[self.target]} and wants {wanted}"


class FivePlayed(Event, frozen=True, gc=False):
    """Five different cards."""

    seat: Seat
    cards: tuple[CardType, ...]
    named: CardType | None

    def text(self, names: Sequence[str]) -> str:
        wanted = "nothing" if self.named is None else WORDS[self.named]
        return f"{names[self.seat]} plays {_words(self.cards)} for {wanted} from the discard pile"


class Chose(Event, frozen=True, gc=False):
    """Part of a combo that is being put together. Nobody else is sent it."""

    seat: Seat
    card: CardType | None
    target: Seat | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes {_word(self.card)} in hand"


class Answered(Event, frozen=True, gc=False):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    nope: bool

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} {'holds out a nope' if self.nope else 'lets it happen'}"


class Noped(Event, frozen=True, gc=False):
    """A Nope was played; everybody else may answer it."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} says nope"


class Resolved(Event, frozen=True, gc=False):
    """Nobody had anything more to say: it takes effect or not."""

    seat: Seat
    what: str
    """A card type, "two_of_a_kind", "three_of_a_kind" or "five_different"."""
    target: Seat | None
    works: bool

    def text(self, names: Sequence[str]) -> str:
        what = WORDS.get(CardType(self.what), "") if self.what in WORDS else self.what.replace("_", " ")
        return f"{names[self.seat]}: {what} {'takes effect' if self.works else 'is cancelled'}"


class Gave(Event, frozen=True, gc=False):
    """A Favor was paid. Only the two seats involved learn the card; to others it is None."""

    seat: Seat
    taker: Seat
    card: CardType | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} gives {names[self.taker]} {_word(self.card)}"


class Stole(Event, frozen=True, gc=False):
    """A random card was taken. Only the two seats involved learn it; to others it is None."""

    seat: Seat
    victim: Seat
    card: CardType | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} steals {_word(self.card)} from {names[self.victim]}"


class Took(Event, frozen=True, gc=False):
    """What three of a kind brought: the card that was named, or None."""

    seat: Seat
    victim: Seat
    card: CardType | None

    def text(self, names: Sequence[str]) -> str:
        got = "nothing" if self.card is None else WORDS[self.card]
        return f"{names[self.seat]} gets {got} from {names[self.victim]}"


class Picked(Event, frozen=True, gc=False):
    """What five different cards brought from the discard pile."""

    seat: Seat
    card: CardType | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} picks up {'nothing' if self.card is None else WORDS[self.card]}"


class Shuffled(Event, frozen=True, gc=False):
    """The pile was shuffled: what anybody knew of its order is void."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} shuffles the pile"


class Peeked(Event, frozen=True, gc=False):
    """The top of the pile was seen, the next card first. Only who saw it learns the cards."""

    seat: Seat
    count: int
    cards: tuple[CardType, ...] | None

    def text(self, names: Sequence[str]) -> str:
        seen = "" if self.cards is None else f": {_words(self.cards)}"
        what = "the next card" if self.count == 1 else f"the next {self.count} cards"
        return f"{names[self.seat]} sees {what}{seen}"


class KittenDrawn(Event, frozen=True, gc=False):
    """An Exploding Kitten."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws an Exploding Kitten"


class Defused(Event, frozen=True, gc=False):
    """A Defuse was used; where the kitten goes comes next."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} defuses it"


class Inserted(Event, frozen=True, gc=False):
    """The kitten went back into the pile. Only who put it there knows the depth."""

    seat: Seat
    pile_size: int
    depth: int | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} puts the kitten back{self._where()}"

    def _where(self) -> str:
        if self.depth is None:
            return " into the pile"
        if self.depth == 0:
            return " on top of the pile"
        return f" under {self.depth} {'card' if self.depth == 1 else 'cards'}"


class WentOut(Event, frozen=True, gc=False):
    """A seat exploded or was expelled."""

    seat: Seat
    place: int
    expelled: bool
    method: str
    """What an expelled bot failed at: "take_turn" or "choose_card_to_give"; empty after an explosion."""

    def text(self, names: Sequence[str]) -> str:
        how = "is expelled, and a kitten leaves the pile," if self.expelled else "explodes"
        return f"{names[self.seat]} {how} and takes place {self.place}"


class Discarded(Event, frozen=True, gc=False):
    """Cards of a seat that is out went to the discard pile."""

    seat: Seat
    cards: tuple[CardType, ...]

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} leaves behind {_words(self.cards)}"


class Ended(Event, frozen=True, gc=False):
    """The match is over."""

    seat: Seat
    ending: str

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} wins: {self.ending}"


EVENT_TYPES = (
    Started
    | Dealt
    | TurnBegan
    | Drew
    | Played
    | PairPlayed
    | TriplePlayed
    | FivePlayed
    | Chose
    | Answered
    | Noped
    | Resolved
    | Gave
    | Stole
    | Took
    | Picked
    | Shuffled
    | Peeked
    | KittenDrawn
    | Defused
    | Inserted
    | WentOut
    | Discarded
    | Ended
)

SHOWING: Final = frozenset({Dealt, Drew, Gave, Stole, Took, Peeked, KittenDrawn, Discarded, Defused})
WINDOWS: Final = frozenset({Played, PairPlayed, TriplePlayed, FivePlayed, Noped})

_WHAT: Final = (*TYPES, "two_of_a_kind", "three_of_a_kind", "five_different")


def _card(number: int) -> CardType | None:
    return TYPES[number] if 0 <= number < codes.KITTEN else None


def _seat(number: int) -> Seat | None:
    return None if number == 0 else number - 1


def _cards(*numbers: int) -> tuple[CardType, ...]:
    """Two cards to a number, 15 for none."""
    halves = [half for number in numbers for half in (number & 15, number >> 4)]
    return tuple(TYPES[half] for half in halves if half != codes.NO_CARD)


def _five(event: int) -> FivePlayed:
    types = a_of(event) | (b_of(event) & 15) << 8
    cards = tuple(TYPES[number] for number in range(codes.HAND_TYPES) if (types >> number) & 1)
    return FivePlayed(actor_of(event), cards, _card(b_of(event) >> 4))


def _peeked(event: int) -> Peeked:
    cards = None if x_of(event) < 0 else _cards(x_of(event), y_of(event) | codes.NO_CARD << 4)
    return Peeked(actor_of(event), a_of(event), cards)


def _out(event: int) -> WentOut:
    method = ("", "take_turn", "choose_card_to_give")[a_of(event)]
    return WentOut(actor_of(event), b_of(event), method != "", method)


_TABLE: Final[dict[int, Callable[[int], Event]]] = {
    codes.E_STARTED: lambda e: Started(actor_of(e), a_of(e)),
    codes.E_DEALT: lambda e: Dealt(actor_of(e), _cards(x_of(e), y_of(e))),
    codes.E_TURN: lambda e: TurnBegan(actor_of(e), a_of(e), _seat(b_of(e))),
    codes.E_DREW: lambda e: Drew(actor_of(e), _card(x_of(e))),
    codes.E_PLAYED: lambda e: Played(actor_of(e), TYPES[a_of(e)], _seat(b_of(e))),
    codes.E_PAIR: lambda e: PairPlayed(actor_of(e), TYPES[a_of(e)], b_of(e) - 1),
    codes.E_TRIPLE: lambda e: TriplePlayed(actor_of(e), TYPES[a_of(e) & 15], b_of(e) - 1, _card(a_of(e) >> 4)),
    codes.E_FIVE: _five,
    codes.E_CHOSE: lambda e: Chose(actor_of(e), _card(x_of(e)), None if y_of(e) < 0 else y_of(e)),
    codes.E_ANSWERED: lambda e: Answered(actor_of(e), x_of(e) == 1),
    codes.E_NOPED: lambda e: Noped(actor_of(e)),
    codes.E_RESOLVED: lambda e: Resolved(actor_of(e), str(_WHAT[b_of(e)]), _seat(a_of(e) >> 1), a_of(e) & 1 == 1),
    codes.E_GAVE: lambda e: Gave(actor_of(e), b_of(e) - 1, _card(x_of(e))),
    codes.E_STOLE: lambda e: Stole(actor_of(e), b_of(e) - 1, _card(x_of(e))),
    codes.E_TOOK: lambda e: Took(actor_of(e), b_of(e) - 1, _card(a_of(e) - 1)),
    codes.E_PICKED: lambda e: Picked(actor_of(e), _card(a_of(e) - 1)),
    codes.E_SHUFFLED: lambda e: Shuffled(actor_of(e)),
    codes.E_PEEKED: _peeked,
    codes.E_KITTEN: lambda e: KittenDrawn(actor_of(e)),
    codes.E_DEFUSED: lambda e: Defused(actor_of(e)),
    codes.E_INSERTED: lambda e: Inserted(actor_of(e), a_of(e), None if x_of(e) < 0 else x_of(e)),
    codes.E_OUT: _out,
    codes.E_DISCARDED: lambda e: Discarded(actor_of(e), _cards(a_of(e), b_of(e))),
    codes.E_ENDED: lambda e: Ended(actor_of(e), ENDINGS[a_of(e)]),
}


def make_event(event: int) -> Event:
    """The event behind a redacted integer."""
    return _TABLE[kind_of(event)](event)
