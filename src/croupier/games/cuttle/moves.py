"""Cuttle's moves: their ids, fields, notation and sentences."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from croupier.games.cuttle.core import codes
from croupier.kernel.cards import CARDS, Card, Rank
from croupier.kernel.decision import Move

QUESTIONS: Final = ("turn", "counter", "seven", "three", "four", "five", "limit")

_NUMBERS: Final = CARDS[:40]
_TWOS: Final = CARDS[4:8]
_NINES: Final = CARDS[32:36]
_JACKS: Final = CARDS[40:44]
_SCUTTLES: Final = [(CARDS[card], CARDS[target]) for card in range(40) for target in range(card)]
_ONE_OFFS: Final = {
    codes.M_ONE_OFF: product(CARDS[:28]),
    codes.M_TWO: product(_TWOS, CARDS),
    codes.M_NINE: product(_NINES, CARDS),
}
_PERMANENTS: Final = {codes.M_JACK: product(_JACKS, _NUMBERS), codes.M_PERMANENT: product(CARDS[28:])}
PROMPTS: Final[Mapping[str, str]] = {
    "turn": "Your turn",
    "counter": "Counter with a Two?",
    "seven": "Play one of the revealed cards",
    "three": "Take a card from the scrap pile",
    "four": "Discard a card",
    "five": "Discard a card",
    "limit": "Too many cards: discard one",
}

_EFFECTS: Final = {
    Rank.ACE: "scrap all point cards",
    Rank.TWO: "scrap {}",
    Rank.THREE: "take a card from the scrap pile",
    Rank.FOUR: "opponent discards two cards",
    Rank.FIVE: "draw cards",
    Rank.SIX: "scrap all permanents",
    Rank.SEVEN: "play a card from the top of the pile",
    Rank.EIGHT: "see the opponent's hand",
    Rank.NINE: "return {} to its owner's hand",
    Rank.JACK: "take it over",
    Rank.QUEEN: "protect your other cards",
    Rank.KING: "need fewer points to win",
}
_WORDS: Final = {Rank.EIGHT: "glasses", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}


class CuttleMove(Move):
    """Any move of Cuttle."""

    @property
    def played_card(self) -> Card | None:
        """The card this move plays, discards or takes; None for draw and pass."""
        return getattr(self, "card", None)


class Draw(CuttleMove, ids=codes.M_DRAW):
    """Draw a card; always the safe move while the pile lasts."""

    notation = "draw"
    says = "Draw a card"


class Pass(CuttleMove, ids=codes.M_PASS):
    """Do nothing: with an empty pile, or to let a one-off happen."""

    notation = "pass"
    says = "Pass"


class Points(CuttleMove, ids={codes.M_POINTS: product(_NUMBERS)}):
    """Play a number card for its points."""

    card: Card
    notation = "points {card}"
    says = "Play {card} for points"
    heading = "Points"


class Scuttle(CuttleMove, ids={codes.M_SCUTTLE: _SCUTTLES}):
    """Destroy a lower point card of the opponent; both cards are scrapped."""

    card: Card
    target: Card
    notation = "scuttle {card} {target}"
    says = "Scuttle {target} with {card}"
    heading = "Scuttle"


class OneOff(CuttleMove, ids=_ONE_OFFS):
    """Play a card for its effect; Two and Nine have a target."""

    card: Card
    target: Card | None = None
    notation = "one-off {card}[ {target}]"
    heading = "One-offs"

    def label(self, names: Sequence[str]) -> str:
        effect = _EFFECTS[self.card.rank].format(self.target and self.target.symbol)
        return f"Play {self.card.symbol} as a one-off: {effect}"


class Permanent(CuttleMove, ids=_PERMANENTS):
    """Play an Eight as glasses, a Jack on an opposing point card, a Queen or a King."""

    card: Card
    target: Card | None = None
    heading = "Permanents"

    def __str__(self) -> str:
        text = f"{_WORDS.get(self.card.rank, 'permanent')} {self.card}"
        return text if self.target is None else f"{text} {self.target}"

    def label(self, names: Sequence[str]) -> str:
        how = " as glasses" if self.card.rank == Rank.EIGHT else ""
        on = "" if self.target is None else f" on {self.target.symbol}"
        return f"Play {self.card.symbol}{how}{on}: {_EFFECTS[self.card.rank]}"


class Counter(CuttleMove, ids={codes.M_COUNTER: product(_TWOS)}):
    """Answer a one-off, or a Two that countered one, with a Two."""

    card: Card
    notation = "counter {card}"
    says = "Counter with {card}"


class Take(CuttleMove, ids={codes.M_TAKE: product(CARDS)}):
    """Choose what a Three takes from the scrap pile."""

    card: Card
    notation = "take {card}"
    says = "Take {card} from the scrap pile"


class Discard(CuttleMove, ids={codes.M_DISCARD: product(CARDS)}):
    """Choose what to discard, after a Four or a Five or over the hand limit."""

    card: Card
    notation = "discard {card}"
    says = "Discard {card}"


class Scrap(CuttleMove, ids={codes.M_SCRAP: product(_JACKS)}):
    """Choose which of two unplayable Jacks that a Seven revealed is scrapped."""

    card: Card
    notation = "scrap {card}"
    says = "Scrap {card}"
