"""Strategies as people wrote them for the Cuttle simulation: `select_move(state, legal_moves)`, and one habit each.

They were brought over as the migration page says: another base class, and `view` where `state` was. Each uses another
part of the interface, and `uses` counts how often it came to that part.
"""

from collections import Counter as Tally
from collections.abc import Sequence
from typing import ClassVar

from croupier.ai.search.bots import IsmctsBot, MctsBot
from croupier.games.cuttle import (
    Card,
    Counter,
    CuttleBot,
    CuttleMove,
    CuttleView,
    Discard,
    Draw,
    OneOff,
    Pass,
    Permanent,
    Points,
    Rank,
    Scuttle,
    Strategist,
    Take,
)
from croupier.kernel.decision import Decision, Event


class Strategy(CuttleBot):
    """What the old project's strategies shared: a name, and a score for each move."""

    name = "strategy"
    uses: ClassVar[Tally[str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.uses = Tally()

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove | int | str:
        return max(legal_moves, key=lambda move: self.score_move(view, move))

    def score_move(self, view: CuttleView, move: CuttleMove) -> float:
        return 0.0


class RacingStrategy(Strategy):
    """Scores moves by their class: points, then Kings, else draws."""

    def score_move(self, view: CuttleView, move: CuttleMove) -> float:
        match move:
            case Points(card=card):
                self.uses["points"] += 1
                return card.rank
            case Permanent(card=card) if card.rank == Rank.KING:
                return 8
            case Draw():
                return 1
            case _:
                return 0


class RandomStrategy(Strategy):
    """Answers by an index, with the chance it is given."""

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> int:
        self.uses["rng"] += 1
        return self.rng.randrange(len(legal_moves))


class EpsilonGreedyStrategy(Strategy):
    """Holds two other strategies and asks them."""

    def __init__(self, epsilon: float = 0.2) -> None:
        self.epsilon = epsilon

    def on_start(self) -> None:
        self.greedy, self.wild = RacingStrategy(), RandomStrategy()
        for part in (self.greedy, self.wild):
            part.sit(self.table, self.seat, 7)

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove | int | str:
        chosen = self.wild if self.rng.random() < self.epsilon else self.greedy
        self.uses["wild" if chosen is self.wild else "greedy"] += 1
        return chosen.select_move(view, legal_moves)


class NotationStrategy(Strategy):
    """Reads and answers texts."""

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> str:
        texts = sorted((str(move) for move in legal_moves), key=lambda text: (not text.startswith("points"), text))
        self.uses["text"] += 1
        return texts[0]


class CounterStrategy(Strategy):
    """Dispatches on the question, as the old phases did; counters what hurts."""

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove:
        self.uses[view.question] += 1
        match view.question:
            case "counter":
                hurts = view.pending is not None and view.pending.rank in (Rank.ACE, Rank.SIX, Rank.FIVE)
                wanted = Counter if hurts and not view.counters else Pass
                return next((move for move in legal_moves if isinstance(move, wanted)), legal_moves[0])
            case "three":
                return max(legal_moves, key=lambda move: move.card.rank if isinstance(move, Take) else 0)
            case "four" | "five" | "limit":
                assert view.to_discard > 0
                return min(legal_moves, key=lambda move: move.card.rank if isinstance(move, Discard) else 0)
            case _:
                return next((move for move in legal_moves if isinstance(move, OneOff)), legal_moves[0])


class ControlStrategy(Strategy):
    """Scuttles, steals and destroys: it reads both sides of the table, Jacks and protection."""

    def score_move(self, view: CuttleView, move: CuttleMove) -> float:
        match move:
            case Scuttle(card=card, target=target):
                assert target in view.opponent.points
                self.uses["scuttle"] += 1
                return 20 + target.rank - card.rank / 10
            case Permanent(target=Card() as target):
                assert view.opponent.queens == 0
                self.uses["jack"] += 1
                return 30 + target.rank
            case OneOff(card=card, target=Card() as target) if card.rank == Rank.TWO:
                self.uses["two"] += 1
                stolen = any(target in stack for stack in view.jacks.values())
                return 40 if stolen else 10
            case Points(card=card):
                return card.rank
            case _:
                return 0


class SpyStrategy(Strategy):
    """Plays Eights as glasses and remembers what it saw."""

    def score_move(self, view: CuttleView, move: CuttleMove) -> float:
        if view.me.has_glasses:
            self.uses["sees"] += len(view.opponent.known_hand) == view.opponent.hand_size
        self.uses["seen"] += len(view.seen_by_opponent)
        match move:
            case Permanent(card=card) if card.rank == Rank.EIGHT and not view.me.has_glasses:
                return 50
            case Points(card=card):
                return card.rank
            case _:
                return 0


class SevenStrategy(Strategy):
    """Plays Sevens off the deck whenever it can, and knows the card that went back on top."""

    def score_move(self, view: CuttleView, move: CuttleMove) -> float:
        if view.question == "seven":
            assert 1 <= len(view.revealed) <= 2
            self.uses["revealed"] += 1
        if isinstance(move, Draw) and view.known_top is not None:
            self.uses["known_top"] += 1
            return 9
        if isinstance(move, OneOff) and move.card.rank == Rank.SEVEN:
            return 30
        return move.card.rank if isinstance(move, Points) else 0


class CautiousStrategy(Strategy):
    """Catches the IllegalMoveError that the old engine raised: there is none to catch. Notes why it moves."""

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove:
        for move in legal_moves:
            try:
                if self.score_move(view, move) >= 0 and not isinstance(move, Draw | Pass):
                    self.note = f"{move}: {view.me.score} to {view.opponent.score}, {view.me.missing} to go"
                    self.uses["note"] += 1
                    return move
            except Exception:
                continue
        return legal_moves[0]


class WatchingStrategy(Strategy):
    """Follows the game event by event, and says something."""

    def on_start(self) -> None:
        self.history: list[str] = []

    def observe(self, event: Event, view: CuttleView) -> None:
        self.history.append(type(event).__name__)
        self.uses[type(event).__name__] += 1

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove | int | str:
        self.say(f"{len(self.history)} things happened")
        return len(self.history) % len(legal_moves)


class ReviverStrategy(Strategy):
    """Counts the scrap pile and revives the best of it."""

    def score_move(self, view: CuttleView, move: CuttleMove) -> float:
        match move:
            case OneOff(card=card) if card.rank == Rank.THREE:
                self.uses["scrap"] += bool(view.scrap)
                return 15 if any(card.rank >= Rank.TEN for card in view.scrap) else 2
            case Take(card=card):
                return card.rank
            case Points(card=card):
                return card.rank
            case _:
                return 1


class MCTSStrategy(MctsBot):
    """`MCTSStrategy(1000)`: the search with its statistics."""

    uses: ClassVar[Tally[str]] = Tally()

    def __init__(self, iterations: int = 30) -> None:
        super().__init__(iterations=iterations, worlds=3)

    def decide(self, decision: Decision[CuttleMove, CuttleView]) -> int:
        index, stats = self.select_move_with_stats(decision)
        self.uses["stats"] += sum(each.visits for each in stats.moves) == stats.iterations
        return index


class ISMCTSStrategy(IsmctsBot):
    """The same with one tree over what was seen."""

    uses: ClassVar[Tally[str]] = Tally()

    def __init__(self, iterations: int = 30, exploration_constant: float = 1.4) -> None:
        super().__init__(iterations=iterations, exploration=exploration_constant)

    def decide(self, decision: Decision[CuttleMove, CuttleView]) -> int:
        index, stats = self.select_move_with_stats(decision)
        self.uses["lines"] += bool(stats.best.line)
        return index


class ImprovedStrategy(Strategist):
    """Improves on a built-in one."""

    uses: ClassVar[Tally[str]] = Tally()

    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove:
        self.uses["built in"] += 1
        kings = [move for move in legal_moves if isinstance(move, Permanent) and move.card.rank == Rank.KING]
        return kings[0] if kings else super().select_move(view, legal_moves)


PARTS: dict[type, tuple[str, ...]] = {
    RacingStrategy: ("points",),
    RandomStrategy: ("rng",),
    EpsilonGreedyStrategy: ("wild", "greedy"),
    NotationStrategy: ("text",),
    CounterStrategy: ("turn", "counter", "seven", "three", "four"),
    ControlStrategy: ("scuttle", "jack", "two"),
    SpyStrategy: ("sees", "seen"),
    SevenStrategy: ("revealed", "known_top"),
    CautiousStrategy: ("note",),
    WatchingStrategy: ("Dealt", "PlayedPoints", "Scuttled", "Resolved"),
    ReviverStrategy: ("scrap",),
    MCTSStrategy: ("stats",),
    ISMCTSStrategy: ("lines",),
    ImprovedStrategy: ("built in",),
}
"""The strategies, and the parts that each must have used in a few matches."""
