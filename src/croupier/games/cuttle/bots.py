"""The built-in bot of Cuttle besides those of every game: Strategist, who plays as the notes on strategy have it.

`heuristic` grew out of the same notes and was then tuned by playing: it uses cards at other rates, and wins more.
Strategist keeps to the notes: how often each card is points and how often an effect, when to draw, what to counter,
what a Three takes. Chance decides what a card is meant for when it comes to hand. A move that wins at once is always
played.
"""

from collections.abc import Sequence
from typing import Final

from croupier.games.cuttle.bot import CuttleBot
from croupier.games.cuttle.core.table import GOALS
from croupier.games.cuttle.moves import CuttleMove, Discard, OneOff, Permanent, Points, Take
from croupier.games.cuttle.view import CuttleView
from croupier.kernel.cards import Card, Rank

# The notes count in turns of one player: 1 to 3 are the opening, 4 to 8 the midgame.
OPENING_TURNS: Final = 3
MIDGAME_TURNS: Final = 8
HIGH: Final = Rank.SEVEN
"""From which rank on a card is played rather than another drawn."""
COMEBACK: Final = 8
"""Points behind from which on an Ace is played for its effect."""

# How often, so that the rates of the notes come out: some cards wait in hand for a chance that never comes.
EFFECT_RATES: Final = {
    Rank.TWO: 0.2,
    Rank.THREE: 0.48,
    Rank.FOUR: 0.33,
    Rank.FIVE: 0.045,
    Rank.SIX: 0.56,
    Rank.SEVEN: 0.22,
    Rank.EIGHT: 0.05,
}
"""How often a card that comes to hand is meant for its effect instead of points."""
DRAW_RATES: Final = (0.57, 0.45, 0.3)
"""In the opening, the midgame, the lategame: how often a card is drawn though one could be played."""
ACE_RATE: Final = 0.45
JACK_RATE: Final = 0.6
DEFENCE_RATE: Final = 0.6
"""How often a Two defends one's own one-off."""
KING_RATES: Final = (0.33, 0.6, 1.0)
QUEEN_RATE: Final = 0.16
COUNTER_RATES: Final = {Rank.ACE: 0.36, Rank.TWO: 0.14, Rank.FOUR: 0.15, Rank.FIVE: 0.50}

REVIVALS: Final = (
    *(Rank.JACK, Rank.TEN, Rank.KING, Rank.NINE, Rank.EIGHT, Rank.SEVEN, Rank.SIX, Rank.FIVE, Rank.FOUR, Rank.ACE),
    *(Rank.TWO, Rank.THREE, Rank.QUEEN),
)
"""What a Three takes, the best first."""
WORTH_REVIVING: Final = REVIVALS[:6]
HELD: Final = (
    *(Rank.QUEEN, Rank.ACE, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.TWO, Rank.SIX, Rank.SEVEN, Rank.JACK, Rank.EIGHT),
    *(Rank.NINE, Rank.TEN, Rank.KING),
)
"""What is discarded, the first first."""


class Strategist(CuttleBot):
    """Races to 21 points, and uses each card as often for each purpose as the notes on strategy found best."""

    def on_start(self) -> None:
        self._meant_for_effect: dict[Card, bool] = {}

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove:
        for card in (*view.hand, *view.revealed):
            if card not in self._meant_for_effect:
                self._meant_for_effect[card] = self._happens(EFFECT_RATES.get(card.rank, 0.0))
        match view.question:
            case "turn":
                return _winning(view, legal_moves) or self._turn(view, legal_moves)
            case "seven":
                return _winning(view, legal_moves) or self._play(view, legal_moves) or legal_moves[0]
            case "counter":
                return self._counter(view, legal_moves)
            case "three":
                return min(legal_moves, key=_revival)
            case _:
                return min(legal_moves, key=_in_hand)

    # A turn, or the cards that a Seven revealed.

    def _turn(self, view: CuttleView, moves: Sequence[CuttleMove]) -> CuttleMove:
        behind = view.opponent.score - view.me.score
        may_draw = view.pile_size > 1 or (view.pile_size == 1 and behind <= 0)  # the last card may end the match
        highest = max((move.card.rank for move in moves if isinstance(move, Points)), default=0)
        if may_draw and highest < HIGH and self._happens(DRAW_RATES[_phase(view)]):
            return moves[0]
        return self._play(view, moves) or moves[0]

    def _play(self, view: CuttleView, moves: Sequence[CuttleMove]) -> CuttleMove | None:
        """A way to play a card; None if none is worth it."""
        return (
            self._comeback(view, moves)
            or self._permanent(view, moves)
            or next((move for move in moves if self._is_due(view, move)), None)
            or self._points(view, moves)
        )

    def _comeback(self, view: CuttleView, moves: Sequence[CuttleMove]) -> CuttleMove | None:
        """An Ace from far behind; a Jack on a high card, from behind on any but the lowest."""
        behind = view.opponent.score - view.me.score
        for move in moves:
            if (
                isinstance(move, OneOff)
                and move.card.rank == Rank.ACE
                and behind >= COMEBACK
                and self._happens(ACE_RATE)
            ):
                return move
        least = Rank.FIVE if behind > 0 else Rank.SEVEN
        jacks = [move for move in moves if isinstance(move, Permanent) and move.target is not None]
        best = max(jacks, key=lambda move: move.target.rank if move.target else 0, default=None)
        if best is None or best.target is None or best.target.rank < least:
            return None
        return best if self._happens(JACK_RATE) else None

    def _permanent(self, view: CuttleView, moves: Sequence[CuttleMove]) -> CuttleMove | None:
        rates = {Rank.KING: KING_RATES[_phase(view)], Rank.QUEEN: QUEEN_RATE}
        for move in reversed(moves):
            if isinstance(move, Permanent) and self._happens(rates.get(move.card.rank, 0.0)):
                return move
        return None

    def _is_due(self, view: CuttleView, move: CuttleMove) -> bool:
        """Whether a card is meant for its effect, and the time for it has come."""
        if not isinstance(move, OneOff | Permanent) or not self._meant_for_effect[move.card]:
            return False
        match move.card.rank:
            case Rank.THREE:
                return any(card.rank in WORTH_REVIVING for card in view.scrap)
            case Rank.TWO:
                return move.target is not None and move.target.rank in (Rank.JACK, Rank.KING)
            case Rank.SIX:
                return len(view.opponent.permanents) > len(view.me.permanents)
            case _:
                return True

    def _points(self, view: CuttleView, moves: Sequence[CuttleMove]) -> CuttleMove | None:
        """The highest card that is meant for points. Aces, Twos and Threes that wait for their chance stay in hand."""
        numbers = [move for move in moves if isinstance(move, Points) and move.card.rank > Rank.ACE]
        free = [move for move in numbers if not (self._meant_for_effect[move.card] and move.card.rank <= Rank.THREE)]
        return max(free, key=lambda move: move.card.rank, default=None)

    # The rest.

    def _counter(self, view: CuttleView, moves: Sequence[CuttleMove]) -> CuttleMove:
        pending = view.pending
        if pending is None or len(moves) == 1:
            return moves[0]
        rate = DEFENCE_RATE if view.is_my_turn else COUNTER_RATES.get(pending.rank, 0.0)
        return moves[1] if self._happens(rate) else moves[0]

    def _happens(self, rate: float) -> bool:
        return self.rng.random() < rate


def _phase(view: CuttleView) -> int:
    """0 in the opening, 1 in the midgame, 2 in the lategame."""
    turn = view.turn_number // 2
    return 0 if turn < OPENING_TURNS else 1 if turn < MIDGAME_TURNS else 2


def _winning(view: CuttleView, moves: Sequence[CuttleMove]) -> CuttleMove | None:
    """A move that reaches the goal at once and cannot be countered."""
    me = view.me
    for move in moves:
        match move:
            case Points(card=card) if card.rank >= me.missing:
                return move
            case Permanent(target=Card() as target) if target.rank >= me.missing:
                return move
            case Permanent(card=card) if card.rank == Rank.KING and me.score >= GOALS[me.kings + 1]:
                return move
            case _:
                pass
    return None


def _revival(move: CuttleMove) -> int:
    return REVIVALS.index(move.card.rank) if isinstance(move, Take) else 0


def _in_hand(move: CuttleMove) -> int:
    """What a card is worth in hand."""
    return HELD.index(move.card.rank) if isinstance(move, Discard) else 0


BOTS: Final = {"strategist": Strategist}
