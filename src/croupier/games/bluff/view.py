"""What a Bluff player knows, in words."""

from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.layout import LAYOUT
from croupier.games.bluff.moves import QUESTIONS
from croupier.games.bluff.settings import DECKS, BluffSettings
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Seat, View
from croupier.kernel.declare import count
from croupier.kernel.event_bits import DEALER

RANKS: Final = tuple(Rank)
_LANES: Final = tuple((0, 8 * rank - 8) if rank <= 7 else (1, 8 * rank - 64) for rank in range(14))
_OWN: Final = {seats: LAYOUT.at(w.HAND, seats) for seats in range(2, 9)}  # where begins what you alone know

Counts = Mapping[Rank, int]


class Record(msgspec.Struct, frozen=True):
    """What everybody could count about one player in this match."""

    claims: int
    challenged: int
    """How often its claims were challenged."""
    caught: int
    """How often they were lies then."""
    challenges: int
    """How often it challenged."""
    successes: int
    collected: int
    """Cards taken with piles."""

    @property
    def falsely_accused(self) -> int:
        return self.challenged - self.caught


RECORD: Final = {name: LAYOUT.names[name.upper()] for name in Record.__struct_fields__}


def counts_of(low: int, high: int) -> dict[Rank, int]:
    """Two words of the rules as cards by rank; ranks without a card are left out."""
    lanes = low.to_bytes(7, "little") + high.to_bytes(6, "little")
    return {rank: count for rank, count in zip(RANKS, lanes, strict=True) if count}


class BluffView(View):
    """Everything you know. Cards are counts by rank, because suits do not matter."""

    __slots__ = ()

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def settings(self) -> BluffSettings:
        return cast(BluffSettings, self.table.settings)

    @property
    def question(self) -> str:
        """lay, claim or challenge. To the other seats, a whole turn looks like lay."""
        return QUESTIONS[self.ints[w.QUESTION]]

    # Cards.

    def _own(self, offset: int) -> int:
        return self.ints[_OWN[self.table.seats] + offset] if self.seat >= 0 else 0

    @property
    def hand(self) -> Counts:
        """Your cards, including those picked in this turn; a spectator has none."""
        return counts_of(self._own(0), self._own(1))

    def count(self, rank: Rank) -> int:
        """How many cards of this rank you hold."""
        word, shift = _LANES[rank]
        return (self.ints[_OWN[self.table.seats] + word] >> shift) & 255

    @property
    def chosen(self) -> Counts:
        """The cards you picked in this turn so far."""
        return counts_of(self.ints[w.CHOSEN], self.ints[w.CHOSEN + 1])

    @property
    def my_laid(self) -> Counts:
        """Your own cards on the pile."""
        return counts_of(self._own(c.OWN_LAID), self._own(c.OWN_LAID + 1))

    def known(self, seat: Seat) -> Counts:
        """Cards that are certainly with another seat: in its hand or among those it laid on this pile."""
        return self._known_row(self._rows(), seat)

    def known_to_all(self, seat: Seat) -> Counts:
        """The same, limited to what everybody knows; for your own seat, what others know about you."""
        return self._known_row(self._rows() + 2 * self.seats, seat)

    def _rows(self) -> int:
        """Where the knowledge of others begins."""
        return len(self.ints) - 4 * self.seats

    def _known_row(self, start: int, seat: Seat) -> Counts:
        at = start + 2 * seat
        return counts_of(self.ints[at], self.ints[at + 1])

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return self._vector(w.HAND_SIZE)

    @property
    def laid_sizes(self) -> tuple[int, ...]:
        """How many cards of the pile each seat has laid."""
        return self._vector(w.LAID_SIZE)

    @property
    def pile_size(self) -> int:
        return sum(self.laid_sizes)

    @property
    def out_of_play(self) -> int:
        return self.ints[w.STOCK_SIZE]

    @property
    def copies(self) -> int:
        """How many cards of each rank there are."""
        return 4 * self.settings.decks

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the deck, in the order in which they are asked for."""
        return tuple(RANKS[index] for index in DECKS[self.settings.deck])

    # Claims.

    @property
    def asked_rank(self) -> Rank | None:
        """The rank that must be claimed in this turn; None where the order leaves a choice."""
        settings = self.settings
        if settings.claim_order != "ascending":
            return None
        order = DECKS[settings.deck]
        return RANKS[order[self.ints[w.TURNS] % len(order)]]

    @property
    def claimable(self) -> tuple[Rank, ...]:
        """The ranks that may be claimed in this turn."""
        asked, last, ranks = self.asked_rank, self.last_rank, self.ranks
        if asked is not None:
            return (asked,)
        if self.settings.claim_order != "same-or-adjacent" or last is None:
            return ranks
        at = ranks.index(last)
        return (last, ranks[(at + 1) % len(ranks)], ranks[at - 1])

    @property
    def last_rank(self) -> Rank | None:
        """What was last claimed on this pile."""
        return _rank(self.ints[w.LAST_RANK])

    @property
    def claimer(self) -> Seat | None:
        """Whose claim waits for answers."""
        return self.ints[w.TURN] if self.ints[w.CLAIM_COUNT] else None

    @property
    def claimed_rank(self) -> Rank | None:
        return _rank(self.ints[w.CLAIM_RANK])

    @property
    def claimed_count(self) -> int:
        return self.ints[w.CLAIM_COUNT]

    def claims_on_pile(self, seat: Seat) -> Counts:
        """Claims of this seat about its cards on the pile."""
        return self._pair(w.CLAIMED, seat)

    def claims_taken(self, seat: Seat) -> Counts:
        """Claims about the cards of the last pile that this seat took."""
        return self._pair(w.TAKEN, seat)

    @property
    def is_certain_lie(self) -> bool:
        """Whether too many cards of the claimed rank are known to be elsewhere for the claim to be true."""
        ints = self.ints
        count, claimer = ints[w.CLAIM_COUNT], ints[w.TURN]
        if not count or claimer == self.seat or self.seat < 0:
            return False
        return self.copies - self.seen(RANKS[ints[w.CLAIM_RANK]], claimer) < count

    def seen(self, rank: Rank, besides: Seat) -> int:
        """How many cards of this rank are yours or known to be with others than `besides`."""
        ints, seats = self.ints, self.table.seats
        word, shift = _LANES[rank]
        own = _OWN[seats] + word
        rows = len(ints) - 4 * seats + word
        cards = ints[own] + ints[own + c.OWN_LAID] + sum(ints[rows : rows + 2 * seats : 2]) - ints[rows + 2 * besides]
        return (cards >> shift) & 255

    # The match.

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""
        return self.ints[w.TURN]

    @property
    def turn_number(self) -> int:
        """How many turns of this round are over."""
        return self.ints[w.TURNS]

    @property
    def round(self) -> int:
        return self.ints[w.ROUND]

    @property
    def rounds_won(self) -> tuple[float, ...]:
        return tuple(parts / c.ROUND_WON for parts in self._vector(w.WON))

    @property
    def cards_left(self) -> tuple[int, ...]:
        """Cards each seat kept in the rounds that are over."""
        return self._vector(w.LEFT)

    @property
    def partner(self) -> Seat | None:
        return (self.seat + self.seats // 2) % self.seats if self.settings.mode == "team" else None

    @property
    def expelled(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.seats) if (self.ints[w.EXPELLED] >> seat) & 1)

    def record(self, seat: Seat) -> Record:
        """Public statistics of a player."""
        at = LAYOUT.at(w.CLAIMS, self.seats) + seat
        return Record(*self.ints[at : at + len(RECORD) * self.seats : self.seats])

    @property
    def my_bluffs(self) -> int:
        """How often you lied in this match."""
        return self._own(c.OWN_BLUFFS)

    @property
    def my_successful_bluffs(self) -> int:
        """How many of your lies nobody challenged."""
        return self._own(c.OWN_FOOLED)

    def _vector(self, word: int) -> tuple[int, ...]:
        at = LAYOUT.at(word, self.seats)
        return self.ints[at : at + self.seats]

    def _pair(self, word: int, seat: Seat) -> Counts:
        at = LAYOUT.at(word, self.seats) + 2 * seat
        return counts_of(self.ints[at], self.ints[at + 1])

    def to_wire(self) -> dict[str, Any]:
        seats = range(self.seats)
        return {
            "hand": _wire(self.hand),
            "chosen": _wire(self.chosen),
            "my_laid": _wire(self.my_laid),
            "hand_sizes": self.hand_sizes,
            "laid_sizes": self.laid_sizes,
            "known": [_wire(self.known(seat)) for seat in seats],
            "claims_on_pile": [_wire(self.claims_on_pile(seat)) for seat in seats],
            "claimable": [str(rank) for rank in self.claimable],
            "claimer": self.claimer,
            "claimed": None if self.claimed_rank is None else str(self.claimed_rank),
            "claimed_count": self.claimed_count,
            "turn": self.turn,
            "turn_number": self.turn_number,
            "round": self.round,
            "records": [list(msgspec.structs.astuple(self.record(seat))) for seat in seats],
        }

    def text(self) -> str:
        names = self.table.names
        lines = [f"Round {self.round + 1}, turn {self.turn_number + 1}: {names[self.turn]}'s turn"]
        for seat, name in enumerate(names):
            you = " (you)" if seat == self.seat else ""
            details = [] if self.seat in (seat, DEALER) else [f"known: {_listed(self.known(seat))}"]
            if self.laid_sizes[seat]:
                details.append(f"claimed: {_listed(self.claims_on_pile(seat))}")
            lines.append(f"{name}{you}: {count(self.hand_sizes[seat], 'card')}{'; '.join(['', *details])}")
        lines.append(f"Pile: {count(self.pile_size, 'card')}")
        if self.seat >= 0:
            lines[-1] += f"; yours: {_listed(self.my_laid)}"
            lines.append(f"Your hand: {_listed(self.hand)}")
        lines += self.situation()
        return "\n".join(lines)

    def situation(self) -> tuple[str, ...]:
        if self.claimer is not None and self.claimed_rank is not None:
            name = self.table.names[self.claimer]
            return (f"{name} claims {self.claimed_rank.counted(self.claimed_count)}",)
        return () if self.asked_rank is None else (f"Rank to claim: {self.asked_rank.plural}",)

    def seat_note(self, seat: Seat) -> str:
        record = self.record(seat)
        return f"{count(record.claims, 'claim')}, caught {record.caught}" if record.claims else "no claim yet"


def _rank(index: int) -> Rank | None:
    return None if index < 0 else RANKS[index]


def _wire(counts: Counts) -> dict[str, int]:
    return {str(rank): count for rank, count in counts.items()}


def _listed(counts: Counts) -> str:
    return ", ".join(rank.counted(number) for rank, number in counts.items()) or "none"
