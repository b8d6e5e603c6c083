"""What a player of Exploding Kittens knows, in words. A bot's view also carries the bot's own voice and memory."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from croupier.games.kittens.core import codes
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.layout import LAYOUT
from croupier.games.kittens.friendly.cards import (
    COMBO_TYPES,
    COPIES,
    NAMES,
    NUMBERS,
    TYPES,
    WORDS,
    Card,
    CardType,
    card_of,
    cards_from,
    hand_of,
    unpacked,
)
from croupier.games.kittens.moves import QUESTIONS
from croupier.kernel.decision import Seat, Table, View
from croupier.kernel.declare import count
from croupier.kernel.event_bits import DEALER

if TYPE_CHECKING:
    from croupier.games.kittens.bot import KittensBot
    from croupier.games.kittens.friendly.events import GameEvent

_NUMBERS: Final[dict[str, int]] = {card.value: number for card, number in NUMBERS.items() if number < codes.KITTEN}


@cache
def _others(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All other seats in turn order; for a spectator all there are."""
    return tuple((seat + 1 + i) % seats for i in range(seats - 1)) if seat >= 0 else tuple(range(seats))


class BotView(View):
    """Everything you know. Players are called by their names at the table."""

    __slots__ = ("owner",)

    owner: "KittensBot"
    """The bot that this view was handed to: its voice and its memory. A view that was handed to no bot has none."""

    def __init__(self, table: Table, seat: Seat, ints: tuple[int, ...]) -> None:
        # mypyc runs an `__init__` that is inherited from an open class twice, and leaks what the first run was given.
        super().__init__(table, seat, ints)

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "owner"):
            raise AttributeError(f"a view cannot be changed ({name})")
        super().__setattr__(name, value)

    def _each(self, word: int) -> tuple[int, ...]:
        """A word that each seat has, by seat."""
        first = LAYOUT.at(word, self.table.seats)
        return self.ints[first : first + self.table.seats]

    def _is_alive(self, seat: Seat) -> bool:
        return (self.ints[w.ALIVE] >> seat) & 1 == 1

    # Yourself.

    @property
    def my_id(self) -> str:
        return self.table.names[self.seat]

    @property
    def my_hand(self) -> tuple[Card, ...]:
        return hand_of(self.ints[w.HAND + self.seat]) if self.seat >= 0 else ()

    @property
    def my_turns_remaining(self) -> int:
        """The turns you still have to take, the current one included; 0 when it is not your turn."""
        return self.ints[w.OWED] if self.is_my_turn else 0

    @property
    def is_my_turn(self) -> bool:
        return self.ints[w.TURN] == self.seat

    # The table.

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """All of it, the top card last."""
        return cards_from(unpacked(self._pile(0), self.ints[w.DISCARD_SIZE]))

    @property
    def draw_pile_count(self) -> int:
        return self.ints[w.PILE_SIZE]

    @property
    def kittens_in_pile(self) -> int:
        """How many Exploding Kittens are in the draw pile; that much everybody knows."""
        ints = self.ints
        drawn = ints[w.TO_ACT] >= 0 and ints[w.QUESTION] in (codes.Q_DEFUSE, codes.Q_LAST_WORDS)
        return ints[w.ALIVE].bit_count() - 1 - drawn

    @property
    def other_players(self) -> tuple[str, ...]:
        """The others who are still alive, in turn order from the one after you."""
        names, alive = self.table.names, self.ints[w.ALIVE]
        return tuple([names[seat] for seat in _others(self.seat, self.table.seats) if (alive >> seat) & 1])

    @property
    def other_player_card_counts(self) -> dict[str, int]:
        """How many cards each of `other_players` holds."""
        names, alive, ints, seats = self.table.names, self.ints[w.ALIVE], self.ints, self.table.seats
        sizes = LAYOUT.at(w.HAND_SIZE, seats)
        return {names[seat]: ints[sizes + seat] for seat in _others(self.seat, seats) if (alive >> seat) & 1}

    @property
    def current_player(self) -> str:
        return self.table.names[self.ints[w.TURN]]

    @property
    def turn_order(self) -> tuple[str, ...]:
        """Everybody who is alive, in turn order, the first seat first."""
        return tuple([name for seat, name in enumerate(self.table.names) if self._is_alive(seat)])

    @property
    def eliminated_players(self) -> tuple[str, ...]:
        """Everybody who is out, the first to go first."""
        places = self._each(w.PLACE)
        out = sorted((-place, seat) for seat, place in enumerate(places) if not self._is_alive(seat))
        return tuple([self.table.names[seat] for _, seat in out])

    @property
    def question(self) -> str:
        return QUESTIONS[self.ints[w.QUESTION]]

    # What you were shown.

    @property
    def known_top(self) -> tuple[Card | None, ...]:
        """The draw pile from the next card down to the last one that you know; None for one that you do not."""
        words = self._pile(1)
        if not any(words):
            return ()
        cards = unpacked(words, self.ints[w.PILE_SIZE])
        lowest = next(i for i, number in enumerate(cards) if number >= 0)
        return tuple([None if number < 0 else card_of(number) for number in reversed(cards[lowest:])])

    @property
    def known_hands(self) -> dict[str, tuple[Card, ...]]:
        """Cards that the others certainly hold; those of whom you know nothing are left out."""
        names = self.table.names
        return {names[s]: hand_of(hand) for s, hand in enumerate(self._each(w.HAND)) if hand and s != self.seat}

    @property
    def known_missing(self) -> dict[str, tuple[CardType, ...]]:
        """Types that a player certainly does not hold, beyond what you know him to hold: asked for in vain."""
        by_name = zip(self.table.names, self._each(w.LACKS), strict=True)
        return {name: tuple(TYPES[n] for n in range(12) if (lacks >> n) & 1) for name, lacks in by_name if lacks}

    def _pile(self, number: int) -> tuple[int, ...]:
        """The words of the discard pile (0) or the draw pile (1)."""
        seats = self.table.seats
        first = LAYOUT.at(w.LACKS, seats) + seats
        if self.seat == DEALER:
            settings: Any = self.table.settings
            size = settings.options(seats)["pile_words"]
        else:
            size = (len(self.ints) - first) // 2
        return self.ints[first + number * size : first + (number + 1) * size]

    # Cards of a type.

    def get_cards_of_type(self, card_type: str) -> tuple[Card, ...]:
        """Your cards of this type."""
        number = _NUMBERS.get(card_type)
        if number is None or self.seat < 0:
            return ()
        return COPIES[number][(self.ints[w.HAND + self.seat] >> (number * 5)) & 31]

    def has_card_type(self, card_type: str) -> bool:
        return self.count_cards_of_type(card_type) > 0

    def count_cards_of_type(self, card_type: str) -> int:
        return len(self.get_cards_of_type(card_type))

    def get_playable_cards(self) -> tuple[Card, ...]:
        """Your cards that can be played by themselves now."""
        is_my_turn = self.is_my_turn
        return tuple([card for card in self.my_hand if card.can_play(self, is_my_turn)])

    def get_reaction_cards(self) -> tuple[Card, ...]:
        """Your Nopes."""
        return self.get_cards_of_type(CardType.NOPE)

    def can_play_combo(self, card_type: str, required_count: int = 2) -> bool:
        """Whether you hold so many cards of this type, and they can be combined with the settings of the table."""
        number = _NUMBERS.get(card_type)
        setting: str = getattr(self.table.settings, "combo_cards", "standard")
        return number in COMBO_TYPES[setting] and self.count_cards_of_type(card_type) >= required_count

    # Talk and memory.

    def say(self, message: object) -> None:
        """Say something to the table; it goes out with your next answer. What is no text is ignored."""
        owner = getattr(self, "owner", None)
        if owner is not None:
            owner.say(message)

    @property
    def recent_events(self) -> "tuple[GameEvent, ...]":
        """The last ten events that you were sent."""
        owner = getattr(self, "owner", None)
        return () if owner is None else owner.recent_events()

    # For people and for the wire.

    def to_wire(self) -> dict[str, Any]:
        ints = self.ints
        return {
            "hand": _counted(ints[w.HAND + self.seat]) if self.seat >= 0 else {},
            "turn": ints[w.TURN],
            "turns_owed": ints[w.OWED],
            "alive": [seat for seat in range(self.table.seats) if self._is_alive(seat)],
            "card_counts": self._each(w.HAND_SIZE),
            "places": self._each(w.PLACE),
            "pile_size": ints[w.PILE_SIZE],
            "kittens_in_pile": self.kittens_in_pile,
            "discard_size": ints[w.DISCARD_SIZE],
            "discard": _counts(unpacked(self._pile(0), ints[w.DISCARD_SIZE])),
            "known_top": [None if card is None else card.card_type for card in self.known_top[:10]],
            "known_hands": {
                str(seat): _counted(hand) for seat, hand in enumerate(self._each(w.HAND)) if hand and seat != self.seat
            },
            "pending": None if ints[w.PENDING] < 0 else self.pending,
            "pending_target": None if ints[w.TARGET] < 0 else ints[w.TARGET],
            "nopes": ints[w.NOPES],
        }

    @property
    def pending(self) -> str:
        """What waits for Nopes or for a Favor's card: a word, or empty."""
        code = self.ints[w.PENDING]
        if code < 0:
            return ""
        return WORDS[TYPES[code]] if code < codes.PAIR else ("pair", "triple", "five")[code - codes.PAIR]

    def text(self) -> str:
        lines: list[str] = []
        for seat, name in enumerate(self.table.names):
            you = " (you)" if seat == self.seat else ""
            if not self._is_alive(seat):
                lines.append(f"{name}{you}: out, {self.seat_note(seat)}")
                continue
            hand = hand_of(self._each(w.HAND)[seat])
            owed = f". {count(self.ints[w.OWED], 'turn')} to take" if seat == self.ints[w.TURN] else ""
            cards = _listed([card.number for card in hand])
            unknown = self._each(w.HAND_SIZE)[seat] - len(hand)
            shown = ", ".join(filter(None, (cards, f"{unknown} unknown" if unknown else "")))
            lines.append(f"{name}{you}: {shown or 'no cards'}{owed}")
        top = ", ".join("?" if card is None else NAMES[card.number] for card in self.known_top)
        pile = f"Draw pile: {count(self.draw_pile_count, 'card')}, {count(self.kittens_in_pile, 'kitten')} among them"
        lines.append(pile + (f". Next: {top}" if top else ""))
        discard = unpacked(self._pile(0), self.ints[w.DISCARD_SIZE])
        lines.append("Discard pile: " + (_listed(discard) or "empty"))
        return "\n".join([*lines, *self.situation()])

    def situation(self) -> tuple[str, ...]:
        code, target, nopes = self.ints[w.PENDING], self.ints[w.TARGET], self.ints[w.NOPES]
        if code < 0:
            return ()
        played = NAMES[code] if code < codes.PAIR else ("pair", "triple", "five-card combo")[code - codes.PAIR]
        on = "" if target < 0 else f" on {self.table.names[target]}"
        lines = [f"{self.current_player}'s {played}{on}"]
        if nopes:
            lines.append(f"{count(nopes, 'Nope')}: {'cancelled' if nopes % 2 else 'takes effect'}")
        return tuple(lines)

    def seat_note(self, seat: Seat) -> str:
        if not self._is_alive(seat):
            return f"place {self._each(w.PLACE)[seat]}"
        owed = self.ints[w.OWED] if seat == self.ints[w.TURN] else 0
        return f"{count(owed, 'turn')} to take" if owed > 1 else count(self._each(w.HAND_SIZE)[seat], "card")


def hand_to(view: BotView, bot: "KittensBot") -> None:
    """Make `bot` the owner of the view; from then on it cannot be changed."""
    object.__setattr__(view, "owner", bot)


def _counted(hand: int) -> dict[str, int]:
    return {str(TYPES[n]): (hand >> (n * 5)) & 31 for n in range(codes.HAND_TYPES) if (hand >> (n * 5)) & 31}


def _counts(numbers: list[int]) -> dict[str, int]:
    return {str(TYPES[number]): numbers.count(number) for number in sorted(set(numbers))}


def _listed(numbers: Sequence[int]) -> str:
    """Cards in words, those of a type together: "Skip, Taco Cat (x2)"."""
    counts = {number: numbers.count(number) for number in dict.fromkeys(numbers)}
    return ", ".join(NAMES[number] + (f" (x{times})" if times > 1 else "") for number, times in counts.items())
