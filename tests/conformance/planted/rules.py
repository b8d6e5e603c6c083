"""Leaks in the rules of Liar, one class for each kind."""

from liar.codes import CHALLENGED, E_ANSWERED, E_DEALT, E_LOST, HAND, M_CLAIM, M_TRUST, OPEN, Q_ANSWER
from liar.rules import LiarState
from librt.vecs import vec
from mypy_extensions import i64

from conformance.planted.harness import in_rules
from croupier.kernel.event_bits import DEALER, PUBLIC, kind_of, mix, pack, public
from croupier.kernel.state import State

# The view.


class Peeking(LiarState):
    """Says where in the view a number of the card that seat 0 holds first is to go."""

    def with_peek(self, ints: tuple[int, ...]) -> tuple[int, ...]:
        place = len(ints) - HAND * self.seats
        return (*ints[:place], self.cards[0], *ints[place + 1 :])


@in_rules("a hidden card in the view")
class InView(Peeking):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        return self.with_peek(ints) if seat >= 0 else ints


@in_rules("a hidden card in the view of spectators")
class InPublicView(Peeking):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        return self.with_peek(ints) if seat == PUBLIC else ints


@in_rules("a hidden card in the view after the end")
class InFinalView(Peeking):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        return self.with_peek(ints) if seat != DEALER and self.to_act < 0 else ints


@in_rules("a hidden card in the view of a seat that is not asked")
class InPushedView(Peeking):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        return self.with_peek(ints) if seat >= 0 and seat != self.to_act and self.to_act >= 0 else ints


@in_rules("a number in the view that depends on hidden cards")
class InNumber(LiarState):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        if seat == DEALER:
            return ints
        kings = sum(card >= 12 for card in self.cards)
        return (*ints[:8], ints[8] * 10 + kings, *ints[9:])


@in_rules("points counted before the cards are shown")
class InPoints(LiarState):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        if seat == DEALER or self.claim < 0:
            return ints
        place = 10 + self.seats + self.turn
        return (*ints[:place], ints[place] + (self.cards[self.claim] // 4 == self.rank), *ints[place + 1 :])


@in_rules("a number in the view made from chance to come")
class InChance(LiarState):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        return ints if seat == DEALER else (*ints[:8], ints[8] * 100 + self.seed % 97, *ints[9:])


# Moves and questions.


@in_rules("the order of legal moves depends on a hidden card")
class InOrderOfMoves(LiarState):
    def legal(self, out: vec[i64]) -> int:
        n = super().legal(out)
        claims = [int(out[i]) for i in range(n) if out[i] >= M_CLAIM]
        if len(claims) > 2 and self.cards[(self.to_act + 1) % self.seats * HAND] % 2:
            out[1], out[2] = int(out[2]), int(out[1])
        return n


@in_rules("a move is legal only if another seat holds a King")
class InLegalMoves(LiarState):
    def legal(self, out: vec[i64]) -> int:
        n = super().legal(out)
        if self.to_act == 0 and n > 12 and all(card < 12 for card in self.cards[HAND : 2 * HAND]):
            return 12
        return n


# Events.


@in_rules("a card in an event to the wrong seat")
class InEvent(LiarState):
    def emit(self, event: int) -> None:
        if kind_of(event) == E_DEALT:
            event |= 1 << 43  # seat 1 learns every card
        super().emit(event)


@in_rules("who learns of an event depends on a hidden card")
class InAudience(LiarState):
    def _claim(self, position: int, rank: int) -> None:
        if self.cards[self.turn * HAND + position] // 4 != rank:
            everyone_else = self.everyone & ~1
            self.emit(pack(E_LOST, self.turn, 1, 0, -1, -1, 0, everyone_else))
        super()._claim(position, rank)


@in_rules("an open field of an event depends on a hidden card")
class InOpenField(LiarState):
    def _tell(self, kind: int, actor: int, a: int = 0, b: int = 0) -> None:
        super()._tell(kind, actor, a + 4 * (self.cards[0] % 2) if kind == E_LOST else a, b)


@in_rules("a pass that was automatic leaves other events than one that was asked for")
class InAutomaticPass(LiarState):
    def apply(self, move: int) -> None:
        asked = self.to_act
        super().apply(move)
        if move == M_TRUST and self.to_act >= 0:
            self.emit(public(E_ANSWERED, asked, 0, 0, self.seats))


@in_rules("the hash of what a seat was shown depends on a hidden card")
class InHash(LiarState):
    def emit(self, event: int) -> None:
        super().emit(event)
        if kind_of(event) == E_LOST:
            self.seen[0] = mix(int(self.seen[0]), 1 + self.cards[HAND])


# Sealed answers and hidden moves.


@in_rules("a sealed answer is seen before the others have answered")
class InSealedAnswer(LiarState):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        if seat == DEALER or self.to_act < 0:
            return ints
        place = 10 + 2 * self.seats
        mine = [OPEN if answer == OPEN else CHALLENGED if answer >= CHALLENGED else 1 for answer in self.answers]
        return (*ints[:place], *mine, *ints[place + self.seats :])


@in_rules("an answer already given changes who is asked first")
class InOrderOfAnswers(LiarState):
    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        if seat == DEALER or self.question != Q_ANSWER or self.to_act < 0:
            return ints
        return (ints[0], self.to_act, self.sealed, *ints[3:])


# What is made from a view, and what is sent besides it.


@in_rules("a restored state keeps hidden cards")
class InRestored(LiarState):
    def restore(self, seat: int, ints: tuple[int, ...]) -> None:
        cards = list(self.cards)
        super().restore(seat, ints)
        self.cards = [card if card >= 0 or self.phase[p] == 0 else cards[p] for p, card in enumerate(self.cards)]


@in_rules("an imagined world keeps the true cards")
class InImagined(LiarState):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        self.kept = list(self.cards)

    def imagine(self, seat: int, seed: int) -> None:
        super().imagine(seat, seed)
        self.cards = getattr(self, "kept", self.cards)


@in_rules("learning agents are shown other numbers than the view")
class InFeatures(LiarState):
    def write_snapshot(self, seat: int, out: vec[i64]) -> int:
        n = super().write_snapshot(seat, out)
        out[8] = int(out[8]) * 4 + self.cards[0] % 4
        return n


@in_rules("a hidden card in a state that random play does not reach")
class InRareState(Peeking):
    """Those who lie at random lose their lives long before the twenty-fourth claim. Honest ones do not."""

    def snapshot(self, seat: int) -> tuple[int, ...]:
        ints = super().snapshot(seat)
        is_rare = self.claims >= 24
        return self.with_peek(ints) if seat != DEALER and is_rare else ints
