"""The rules of Liar: plain Python over the kernel's State. RULES.md says them in words; comments cite its numbers.

Every card lies at a place: three in front of each seat, and it stays there when it is played. Who knows the card at a
place is common knowledge, because swaps are seen by all; so one set of seats per place is all there is to remember.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, first
from croupier.kernel.event_bits import DEALER, PUBLIC, pack, public
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State
from liar.codes import (
    CHALLENGED,
    DECK,
    E_ANSWERED,
    E_CHALLENGED,
    E_CLAIMED,
    E_DEAL,
    E_DEALT,
    E_ENDED,
    E_LOST,
    E_OUT,
    E_REVEALED,
    E_SWAPPED,
    E_TRUSTED,
    END_DEALS,
    END_LAST,
    HAND,
    HELD,
    M_CHALLENGE,
    M_CLAIM,
    M_SWAP,
    M_TRUST,
    NONE,
    OPEN,
    PLAYED,
    Q_ANSWER,
    Q_TURN,
    REVEALED,
    TRUSTED,
)

PICK: Final = purpose("liar: which challenger")

# What a state holds besides the kernel's part, in the order of the snapshot.
NUMBERS: Final = ("deal", "turn", "claim", "rank", "claims", "swapped")
LISTS: Final = ("lives", "points", "answers", "phase", "knows", "cards")


class LiarState(State):
    """A match of Liar."""

    def __init__(self, seats: int, deals: int, lives: int, teams: bool) -> None:
        super().__init__(seats)
        self.options = (seats, deals, lives, teams)
        self.everyone = first(seats)
        self.all_eyes = first(seats + 1)  # everyone and the spectators, who come after the last seat
        self.deal = 0
        self.turn = 0
        self.claim = -1  # the place of the card that waits for answers
        self.rank = 0  # and what it is said to be
        self.claims = 0  # in the match so far
        self.swapped = 0  # the seats that swapped in this deal
        self.lives = [lives] * seats
        self.points = [0] * seats
        self.answers = [OPEN] * seats
        self.phase = [NONE] * (HAND * seats)
        self.knows = [0] * (HAND * seats)
        self.cards = [-1] * (HAND * seats)

    def fresh(self) -> State:
        return type(self)(*self.options)

    def asks_openly(self) -> bool:
        return self.question != Q_ANSWER  # rule 3.5: who is asked holds the claimed rank

    def start(self, seed: i64) -> None:
        self.begin(seed)
        seats, _, lives, _ = self.options
        self.rank = 0
        self.claims = 0
        self.lives = [lives] * seats
        self.points = [0] * seats
        self._clear_window()
        self._start_deal(0)

    def _start_deal(self, deal: int) -> None:
        """Rule 1.2. Whoever is out is not dealt to; nobody else's cards change by it."""
        order = vec[i64](list(range(DECK)))
        self.shuffled(order, DECK, DEAL, deal)
        self.deal = deal
        self.swapped = 0
        self.turn = next(s for s in self._round(deal - 1) if self.lives[s])
        self._tell(E_DEAL, self.turn, deal)
        for place in range(HAND * self.seats):
            seat, position = divmod(place, HAND)
            dealt = self.lives[seat] > 0
            self.phase[place] = HELD if dealt else NONE
            self.cards[place] = order[place] if dealt else -1
            self.knows[place] = bit(seat) if dealt else 0
            if dealt:
                self.emit(pack(E_DEALT, seat, position, 0, order[place], -1, bit(seat), self.everyone))
        self.to_act = self.turn

    # Legal moves.

    def legal(self, out: vec[i64]) -> i64:
        moves = self._turn_moves() if self.question == Q_TURN else self._answers()
        for i, move in enumerate(moves):
            out[i] = move
        return len(moves)

    def _turn_moves(self) -> list[int]:
        """Rules 2.1 and 4.1. Safe: the first card held, truthfully."""
        seat = self.to_act
        held = self._held(seat)
        safe = M_CLAIM + held[0] * 4 + self.cards[seat * HAND + held[0]] // 4
        moves = [safe] + [m for p in held for m in range(M_CLAIM + p * 4, M_CLAIM + p * 4 + 4) if m != safe]
        if not (self.swapped >> seat) & 1:
            others = [s for s in range(self.seats) if s != seat and self.lives[s]]
            moves += [M_SWAP + (p * 4 + s) * 3 + q for p in held for s in others for q in self._held(s)]
        return moves

    def _answers(self) -> list[int]:
        return [M_TRUST] + [M_CHALLENGE + p for p in self._proofs(self.to_act)]

    def _held(self, seat: int) -> list[int]:
        """The positions of the cards that `seat` has not played."""
        return [p for p in range(HAND) if self.phase[seat * HAND + p] == HELD]

    def _proofs(self, seat: int) -> list[int]:
        """The positions that entitle `seat` to challenge (rule 3.2)."""
        return [p for p in self._held(seat) if self.cards[seat * HAND + p] // 4 == self.rank]

    # Moves.

    def apply(self, move: i64) -> None:
        self.n_events = 0
        if self.question == Q_ANSWER:
            self._answer(self.to_act, TRUSTED if move == M_TRUST else CHALLENGED + move - M_CHALLENGE)
            self._ask_next()
        elif move < M_SWAP:
            self._claim(*divmod(move - M_CLAIM, 4))
        else:
            mine, theirs = divmod(move - M_SWAP, HAND)
            self._swap(mine // 4, mine % 4, theirs)

    def _tell(self, kind: int, actor: int, a: int = 0, b: int = 0) -> None:
        self.emit(public(kind, actor, a, b, self.seats))

    def _swap(self, mine: int, other: int, theirs: int) -> None:
        """Rules 4.1 to 4.3: a card carries those who know it along."""
        seat = self.turn
        here, there = seat * HAND + mine, other * HAND + theirs
        both = bit(seat) | bit(other)
        given, taken = self.cards[here], self.cards[there]
        self.cards[here], self.cards[there] = taken, given
        self.knows[here], self.knows[there] = self.knows[there] | both, self.knows[here] | both
        self.swapped |= bit(seat)
        self.emit(pack(E_SWAPPED, seat, mine * HAND + theirs, other, given, taken, both, self.everyone))
        self._next_turn()

    def _claim(self, position: int, rank: int) -> None:
        seat = self.turn
        self.claim = seat * HAND + position
        self.rank = rank
        self.claims += 1
        self.phase[self.claim] = PLAYED
        self._tell(E_CLAIMED, seat, position, rank)
        self.question = Q_ANSWER
        self.sealed = self._witnesses()
        for other in self._round(seat):
            if (self.sealed >> other) & 1 and not self._proofs(other):
                self._answer(other, TRUSTED)  # rule 3.5: nothing else is open to it
        self._ask_next()

    # The sealed window.

    def _witnesses(self) -> int:
        """Everybody who answers a claim (rule 3.1)."""
        return sum(bit(s) for s in range(self.seats) if s != self.turn and self.lives[s])

    def _round(self, seat: int) -> list[int]:
        """All seats in turn order, beginning after `seat`."""
        return [(seat + 1 + i) % self.seats for i in range(self.seats)]

    def _answer(self, seat: int, answer: int) -> None:
        self.answers[seat] = answer
        self.sealed &= ~bit(seat)
        self.emit(pack(E_ANSWERED, seat, 0, 0, answer, -1, bit(seat), bit(seat)))

    def _ask_next(self) -> None:
        if self.sealed:
            self.to_act = next(s for s in self._round(self.turn) if (self.sealed >> s) & 1)
        else:
            self._close()

    def _close(self) -> None:
        """Rules 3.3 and 3.4: nobody knows how the others answered until now, and then only what this tells."""
        seat, place, answers = self.turn, self.claim, self.answers
        challengers = [s for s in self._round(seat) if answers[s] >= CHALLENGED]
        self._clear_window()
        loser = -1
        if challengers:
            self.chance.start(self.seed, PICK, self.claims)
            challenger = challengers[self.chance.below(len(challengers))]
            proof = challenger * HAND + answers[challenger] - CHALLENGED
            self.phase[place] = REVEALED
            self.knows[place] = self.knows[proof] = self.all_eyes
            self._tell(E_CHALLENGED, challenger, proof % HAND, self.cards[proof])
            self._tell(E_REVEALED, seat, place % HAND, self.cards[place])
            loser = challenger if self.cards[place] // 4 == self.rank else seat
        else:
            self._tell(E_TRUSTED, seat)
        if loser != seat:
            self.points[seat] += self.rank + 1
        if loser >= 0:
            self.lives[loser] -= 1
            self._tell(E_LOST, loser, self.lives[loser])
            if self.lives[loser] == 0:
                self._tell(E_OUT, loser)
        self._next_turn()

    def _clear_window(self) -> None:
        self.sealed = 0
        self.claim = -1
        self.answers = [OPEN] * self.seats
        self.question = Q_TURN

    # Turns and ends.

    def _next_turn(self) -> None:
        """Rules 1.4, 2.2, 5.1 and 5.3."""
        seat = next((s for s in self._round(self.turn) if self.lives[s] and self._held(s)), -1)
        if self._sides_left() < 2:
            self._end(END_LAST)
        elif seat >= 0:
            self.turn = self.to_act = seat
        elif self.deal + 1 < self.options[1]:
            self._start_deal(self.deal + 1)
        else:
            self._end(END_DEALS)

    def _end(self, ending: int) -> None:
        self.ending = ending
        self.to_act = -1
        self._tell(E_ENDED, 0, ending)

    def expel(self, seat: i64) -> None:
        """Rule 5.2."""
        self.n_events = 0
        if self.to_act < 0 or self.lives[seat] == 0:
            return
        self.lives[seat] = 0
        self._tell(E_OUT, seat, 1)
        if self.turn == seat or self._sides_left() < 2:
            self._clear_window()
            self._next_turn()
        elif self.question == Q_ANSWER:
            self.answers[seat] = OPEN
            self.sealed &= ~bit(seat)
            self._ask_next()

    def side(self, seat: int) -> int:
        """Partners sit opposite each other (rule 1.5)."""
        return seat % 2 if self.options[3] else seat

    def _sides_left(self) -> int:
        return len({self.side(s) for s in range(self.seats) if self.lives[s]})

    def _standing(self, side: int) -> tuple[bool, int]:
        seats = [s for s in range(self.seats) if self.side(s) == side]
        return any(self.lives[s] for s in seats), sum(self.points[s] for s in seats)

    def _others(self, seat: int) -> list[tuple[bool, int]]:
        return [self._standing(side) for side in {self.side(s) for s in range(self.seats)} - {self.side(seat)}]

    def place(self, seat: i64) -> i64:
        mine = self._standing(self.side(seat))
        return 1 + sum(other > mine for other in self._others(seat))

    def reward(self, seat: i64) -> i64:
        mine, others = self._standing(self.side(seat)), self._others(seat)
        return sum(1000 if mine > other else 500 if mine == other else 0 for other in others) // len(others)

    def score(self, seat: i64) -> i64:
        return self._standing(self.side(seat))[1]

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, LiarState)
        super().copy_from(other)
        for name in NUMBERS:
            setattr(self, name, getattr(other, name))
        for name in LISTS:
            setattr(self, name, list(getattr(other, name)))

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        to_act, sealed, answers, cards = self.to_act, self.sealed, self.answers, self.cards
        if seat != DEALER:
            answers = [answer if s == seat else OPEN for s, answer in enumerate(answers)]
            eye = self.seats if seat == PUBLIC else seat
            cards = [card if (knows >> eye) & 1 else -1 for card, knows in zip(cards, self.knows, strict=True)]
        if seat != DEALER and self.question == Q_ANSWER and to_act >= 0:
            # As far as this seat can tell nobody else has answered yet, and if it must answer it is the first.
            sealed = self._witnesses() & ~sum(bit(s) for s, answer in enumerate(answers) if answer)
            owing = [s for s in (seat, *self._round(self.turn)) if s >= 0 and (sealed >> s) & 1]
            to_act = owing[0]
        head = (self.question, to_act, sealed, self.ending, *(getattr(self, name) for name in NUMBERS))
        ints = (*head, *self.lives, *self.points, *answers, *self.phase, *self.knows, *cards)
        return (*ints, self.seed) if seat == DEALER else ints

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        self.begin(ints[-1] if seat == DEALER else 0)
        self.question, self.to_act, self.sealed, self.ending = ints[:4]
        for name, value in zip(NUMBERS, ints[4:], strict=False):
            setattr(self, name, value)
        at = 4 + len(NUMBERS)
        for name in LISTS:
            size = len(getattr(self, name))
            setattr(self, name, list(ints[at : at + size]))
            at += size

    def imagine(self, seat: i64, seed: i64) -> None:
        """Every unknown card may be at every unknown place: shuffling them over those is uniform over all worlds."""
        self.seed = seed
        pool = [card for card in range(DECK) if card not in self.cards]
        order = vec[i64](pool)
        self.chance.start(seed, DEAL, 0)
        self.chance.shuffle(order, len(pool))
        unknown = [p for p, phase in enumerate(self.phase) if phase != NONE and self.cards[p] < 0]
        for place, card in zip(unknown, order, strict=False):
            self.cards[place] = card
