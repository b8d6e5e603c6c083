"""What a Cuttle player knows, in words."""

from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.games.cuttle.core import layout as w
from croupier.games.cuttle.core.table import GOALS
from croupier.games.cuttle.moves import QUESTIONS
from croupier.kernel.cards import CARDS, Card, Rank, cards_in
from croupier.kernel.decision import Seat, View
from croupier.kernel.declare import count


class Side(msgspec.Struct, frozen=True):
    """What lies before one player, and what you know of that hand."""

    points: tuple[Card, ...]
    permanents: tuple[Card, ...]
    """Glasses, Queens and Kings. Jacks are in `CuttleView.jacks`."""
    score: int
    goal: int
    hand_size: int
    known_hand: tuple[Card, ...]
    """Of your own hand all cards; of the other's those you have seen and that have not left it since."""
    frozen: tuple[Card, ...]

    @property
    def has_glasses(self) -> bool:
        return any(card.rank == Rank.EIGHT for card in self.permanents)

    @property
    def queens(self) -> int:
        return sum(card.rank == Rank.QUEEN for card in self.permanents)

    @property
    def kings(self) -> int:
        return sum(card.rank == Rank.KING for card in self.permanents)

    @property
    def missing(self) -> int:
        """Points still needed to win."""
        return max(0, self.goal - self.score)


class CuttleView(View):
    """Everything you know. `me` and `opponent` are the two sides of the table."""

    __slots__ = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """Your cards; a spectator has none."""
        return cards_in(self.ints[w.HAND + self.seat]) if self.seat >= 0 else ()

    @property
    def me(self) -> Side:
        return self.side(self.seat)

    @property
    def opponent(self) -> Side:
        return self.side(1 - self.seat)

    def side(self, seat: Seat) -> Side:
        ints = self.ints
        permanents = cards_in(ints[w.PERMANENTS + seat])
        return Side(
            points=cards_in(ints[w.POINTS + seat]),
            permanents=permanents,
            score=ints[w.SCORE + seat],
            goal=GOALS[sum(card.rank == Rank.KING for card in permanents)],
            hand_size=ints[w.HAND_SIZE + seat],
            known_hand=cards_in(ints[w.HAND + seat]),
            frozen=cards_in(ints[w.FROZEN] & ints[w.HAND + seat]),
        )

    @property
    def seen_by_opponent(self) -> tuple[Card, ...]:
        """The cards of your hand that the opponent knows."""
        return cards_in(self.ints[w.KNOWN] & self.ints[w.HAND + self.seat]) if self.seat >= 0 else ()

    @property
    def jacks(self) -> dict[Card, tuple[Card, ...]]:
        """For each point card that Jacks lie on: the Jacks, lowest first."""
        stacks: dict[int, list[tuple[int, Card]]] = {}
        for suit in range(4):
            byte = (self.ints[w.JACKS] >> (suit * 8)) & 255
            if byte & 63:
                stacks.setdefault((byte & 63) - 1, []).append((byte >> 6, CARDS[40 + suit]))
        return {CARDS[card]: tuple(jack for _, jack in sorted(stack)) for card, stack in sorted(stacks.items())}

    @property
    def scrap(self) -> tuple[Card, ...]:
        return cards_in(self.ints[w.SCRAP])

    @property
    def pile_size(self) -> int:
        return self.ints[w.PILE_SIZE]

    @property
    def known_top(self) -> Card | None:
        """The next card of the pile, if a Seven showed it."""
        return _card(self.ints[w.TOP])

    @property
    def revealed(self) -> tuple[Card, ...]:
        """The cards turned up by a Seven, one of which must be played."""
        return tuple(CARDS[i] for i in self.ints[w.REVEALED : w.OTHER_REVEALED + 1] if i >= 0)

    @property
    def question(self) -> str:
        return QUESTIONS[self.ints[w.QUESTION]]

    @property
    def is_my_turn(self) -> bool:
        return self.ints[w.TURN] == self.seat

    @property
    def turn(self) -> Seat:
        return self.ints[w.TURN]

    @property
    def turn_number(self) -> int:
        """How many turns are over."""
        return self.ints[w.TURNS]

    @property
    def pending(self) -> Card | None:
        """The one-off that can be countered, or the Three whose player must choose."""
        return _card(self.ints[w.PENDING])

    @property
    def pending_target(self) -> Card | None:
        return _card(self.ints[w.TARGET])

    @property
    def counters(self) -> tuple[Card, ...]:
        """The Twos played against and for the pending one-off."""
        return cards_in(self.ints[w.TWOS])

    @property
    def to_discard(self) -> int:
        """How many cards the player to act must still discard."""
        return self.ints[w.TO_DISCARD]

    def to_wire(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "sides": [self.side(0), self.side(1)],
            "jacks": {str(card): stack for card, stack in self.jacks.items()},
            "seen_by_opponent": self.seen_by_opponent,
            "scrap": self.scrap,
            "pile_size": self.pile_size,
            "known_top": self.known_top,
            "revealed": self.revealed,
            "pending": self.pending,
            "pending_target": self.pending_target,
            "counters": self.counters,
            "to_discard": self.to_discard,
            "turn": self.ints[w.TURN],
            "turn_number": self.turn_number,
        }

    def text(self) -> str:
        near = max(self.seat, 0)
        lines = self._side_lines(1 - near)
        pile = f"Pile: {count(self.pile_size, 'card')}"
        pile += "" if self.known_top is None else f" (next: {self.known_top.symbol})"
        lines.append(f"{pile}. Scrap pile: {_listed(self.scrap)}")
        return "\n".join([*lines, *self.situation(), *self._side_lines(near)])

    def situation(self) -> tuple[str, ...]:
        lines: list[str] = []
        if self.pending is not None:
            on = "" if self.pending_target is None else f" against {self.pending_target.symbol}"
            lines.append(f"One-off: {self.pending.symbol}{on}. Counters: {_listed(self.counters)}")
        if self.revealed:
            lines.append(f"Revealed: {_listed(self.revealed)}")
        return tuple(lines)

    def seat_note(self, seat: Seat) -> str:
        side = self.side(seat)
        return f"{side.score} of {side.goal} points"

    def _side_lines(self, seat: Seat) -> list[str]:
        side, jacks = self.side(seat), self.jacks
        name = self.table.names[seat] + (" (you)" if seat == self.seat else "")
        points = [f"{card.symbol}{''.join(f'+{jack.symbol}' for jack in jacks.get(card, ()))}" for card in side.points]
        hidden = ["?"] * (side.hand_size - len(side.known_hand))
        return [
            f"{name}: {self.seat_note(seat)}",
            f"  Points: {' '.join(points) or 'none'}. Permanents: {_listed(side.permanents)}",
            f"  Hand: {' '.join([*(card.symbol for card in side.known_hand), *hidden]) or 'none'}",
        ]


def _card(index: int) -> Card | None:
    return None if index < 0 else CARDS[index]


def _listed(cards: Iterable[Card]) -> str:
    return " ".join(card.symbol for card in cards) or "none"
