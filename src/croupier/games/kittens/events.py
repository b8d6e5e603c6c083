"""The events of Exploding Kittens: their codes, fields and sentences."""

from collections.abc import Sequence
from typing import Any, Final, cast

from croupier.games.kittens.core import codes
from croupier.games.kittens.friendly.cards import TYPES, CardType, name_of, plural_of
from croupier.kernel.decision import Event, Seat
from croupier.kernel.declare import count, from_a, from_b, from_event, from_x, from_y
from croupier.kernel.event_bits import a_of, b_of, x_of, y_of

ENDINGS: Final = ("", "the last player alive", "the others were expelled")

_METHODS: Final = ("", "take_turn", "choose_card_to_give")
_COMBO_NAMES: Final = {"two_of_a_kind": "pair", "three_of_a_kind": "triple", "five_different": "five-card combo"}
_COMBOS: Final = tuple(_COMBO_NAMES)


def _card(number: int) -> CardType | None:
    return TYPES[number] if number < codes.KITTEN else None


def _cards(*numbers: int) -> tuple[CardType, ...]:
    """Two cards to a number, 15 for none."""
    halves = [half for number in numbers for half in (number & 15, number >> 4)]
    return tuple(TYPES[half] for half in halves if half != codes.NO_CARD)


def _five(event: int) -> tuple[CardType, ...]:
    types = a_of(event) | (b_of(event) & 15) << 8
    return tuple(TYPES[number] for number in range(codes.HAND_TYPES) if (types >> number) & 1)


def _seen(event: int) -> tuple[CardType, ...] | None:
    return None if x_of(event) < 0 else _cards(x_of(event), y_of(event) | codes.NO_CARD << 4)


class KittensEvent(Event):
    """Any event of Exploding Kittens."""

    @staticmethod
    def word(value: Any, names: Sequence[str]) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(name_of, cast("tuple[CardType, ...]", value)))
        return name_of(value) if isinstance(value, CardType) else str(value)


class Started(KittensEvent, code=codes.E_STARTED):
    """The cards were dealt; `seat` begins."""

    seat: Seat
    hand_size: int = from_a()

    def text(self, names: Sequence[str]) -> str:
        return f"{len(names)} players get {self.hand_size} cards each; {names[self.seat]} begins"


class Dealt(KittensEvent, code=codes.E_DEALT, reveals=True):
    """Cards of your first hand. Nobody else is sent it."""

    seat: Seat
    cards: tuple[CardType, ...] = from_event(lambda e: _cards(x_of(e), *([y_of(e)] if y_of(e) >= 0 else [])))
    says = "{seat} is dealt {cards}"


class TurnBegan(KittensEvent, code=codes.E_TURN):
    """A turn begins; `turns` are owed by this seat, this one included."""

    seat: Seat
    turns: int = from_a()
    ended: Seat | None = from_b(Seat, plus_one=True)
    """Whose turn ended just before, unless it ended with that seat going out."""

    def text(self, names: Sequence[str]) -> str:
        more = f" ({self.turns} turns to take)" if self.turns > 1 else ""
        return f"{names[self.seat]}'s turn{more}"


class Drew(KittensEvent, code=codes.E_DREW, reveals=True):
    """A card was drawn. Only its owner, and those who knew the top of the pile, learn which."""

    seat: Seat
    card: CardType | None = from_x(_card)
    says = "{seat} draws {card|a card}"


class Played(KittensEvent, code=codes.E_PLAYED, window=True):
    """A single card was played."""

    seat: Seat
    card: CardType = from_a(TYPES)
    target: Seat | None = from_b(Seat, plus_one=True)
    says = "{seat} plays {card}[ on {target}]"


class PairPlayed(KittensEvent, code=codes.E_PAIR, window=True):
    """Two of a kind."""

    seat: Seat
    card: CardType = from_a(TYPES)
    target: Seat = from_b(Seat, plus_one=True)

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays two {plural_of(self.card)} on {names[self.target]}"


class TriplePlayed(KittensEvent, code=codes.E_TRIPLE, window=True):
    """Three of a kind."""

    seat: Seat
    card: CardType = from_a(lambda a: TYPES[a & 15])
    target: Seat = from_b(Seat, plus_one=True)
    named: CardType | None = from_a(lambda a: _card(a >> 4))

    def text(self, names: Sequence[str]) -> str:
        wish = "names no card" if self.named is None else f"asks for {name_of(self.named)}"
        return f"{names[self.seat]} plays three {plural_of(self.card)} on {names[self.target]} and {wish}"


class FivePlayed(KittensEvent, code=codes.E_FIVE, window=True):
    """Five different cards."""

    seat: Seat
    cards: tuple[CardType, ...] = from_event(_five)
    named: CardType | None = from_b(lambda b: _card(b >> 4))
    says = "{seat} plays {cards} to take {named|nothing} from the discard pile"


class Chose(KittensEvent, code=codes.E_CHOSE):
    """Part of a combo that is being put together. Nobody else is sent it."""

    seat: Seat
    card: CardType | None = from_x(_card)
    target: Seat | None = from_y(Seat)
    says = "{seat} prepares a combo[ with {card}]"


class Answered(KittensEvent, code=codes.E_ANSWERED):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    nope: bool = from_x(bool)
    says = "{seat} answers in secret: {nope?Nope|let it happen}"


class Noped(KittensEvent, code=codes.E_NOPED, window=True, slow=True):
    """A Nope was played; everybody else may answer it."""

    seat: Seat
    says = "{seat} plays Nope"


class Resolved(KittensEvent, code=codes.E_RESOLVED):
    """Nobody had anything more to say: it takes effect or not."""

    seat: Seat
    what: str = from_b((*map(str, TYPES), *_COMBOS))
    """A card type, "two_of_a_kind", "three_of_a_kind" or "five_different"."""
    target: Seat | None = from_a(lambda a: (a >> 1) - 1 if a > 1 else None)
    works: bool = from_a(lambda a: a & 1 == 1)

    def text(self, names: Sequence[str]) -> str:
        what = _COMBO_NAMES.get(self.what) or name_of(CardType(self.what))
        return f"{names[self.seat]}'s {what} {'takes effect' if self.works else 'is cancelled'}"


class Gave(KittensEvent, code=codes.E_GAVE, reveals=True):
    """A Favor was paid. Only the two seats involved learn the card; to others it is None."""

    seat: Seat
    taker: Seat = from_b(Seat, plus_one=True)
    card: CardType | None = from_x(_card)
    says = "{seat} gives {taker} {card|a card}"


class Stole(KittensEvent, code=codes.E_STOLE, reveals=True):
    """A random card was taken. Only the two seats involved learn it; to others it is None."""

    seat: Seat
    victim: Seat = from_b(Seat, plus_one=True)
    card: CardType | None = from_x(_card)
    says = "{seat} steals {card|a card} from {victim}"


class Took(KittensEvent, code=codes.E_TOOK, reveals=True):
    """What three of a kind brought: the card that was named, or None."""

    seat: Seat
    victim: Seat = from_b(Seat, plus_one=True)
    card: CardType | None = from_a(_card, plus_one=True)
    says = "{seat} takes {card|nothing} from {victim}"


class Picked(KittensEvent, code=codes.E_PICKED):
    """What five different cards brought from the discard pile."""

    seat: Seat
    card: CardType | None = from_a(_card, plus_one=True)
    says = "{seat} takes {card|nothing} from the discard pile"


class Shuffled(KittensEvent, code=codes.E_SHUFFLED):
    """The pile was shuffled: what anybody knew of its order is void."""

    seat: Seat
    says = "{seat} shuffles the draw pile"


class Peeked(KittensEvent, code=codes.E_PEEKED, reveals=True):
    """The top of the pile was seen, the next card first. Only who saw it learns the cards."""

    seat: Seat
    count: int = from_a()
    cards: tuple[CardType, ...] | None = from_event(_seen)

    def text(self, names: Sequence[str]) -> str:
        seen = "" if self.cards is None else f": {self.word(self.cards, names)}"
        what = "the next card" if self.count == 1 else f"the next {self.count} cards"
        return f"{names[self.seat]} sees {what}{seen}"


class KittenDrawn(KittensEvent, code=codes.E_KITTEN, reveals=True, slow=True):
    """An Exploding Kitten."""

    seat: Seat
    says = "{seat} draws an Exploding Kitten"


class Defused(KittensEvent, code=codes.E_DEFUSED, reveals=True, slow=True):
    """A Defuse was used; where the kitten goes comes next."""

    seat: Seat
    says = "{seat} plays Defuse"


class Inserted(KittensEvent, code=codes.E_INSERTED):
    """The kitten went back into the pile. Only who put it there knows the depth."""

    seat: Seat
    pile_size: int = from_a()
    depth: int | None = from_x()

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} puts the kitten back{self._where()}"

    def _where(self) -> str:
        if self.depth is None:
            return " into the draw pile"
        if self.depth == 0:
            return " on top of the draw pile"
        return f" under {count(self.depth, 'card')}"


class WentOut(KittensEvent, code=codes.E_OUT, leaves=True, slow=True):
    """A seat exploded or was expelled."""

    seat: Seat
    place: int = from_b()
    expelled: bool = from_a(bool)
    method: str = from_a(_METHODS)
    """What an expelled bot failed at: "take_turn" or "choose_card_to_give"; empty after an explosion."""
    says = "{seat} {expelled?is expelled (a kitten leaves the draw pile)|explodes} and finishes in place {place}"


class Discarded(KittensEvent, code=codes.E_DISCARDED, reveals=True):
    """Cards of a seat that is out went to the discard pile."""

    seat: Seat
    cards: tuple[CardType, ...] = from_event(lambda e: _cards(a_of(e), b_of(e)))
    says = "{seat} discards {cards}"


class Ended(KittensEvent, code=codes.E_ENDED):
    """The match is over."""

    seat: Seat
    ending: str = from_a(ENDINGS)
    says = "{seat} wins: {ending}"
