"""Coup's words: characters, actions, the moves with their notation, and the one table from move ids to moves."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from croupier.games.coup import codes
from croupier.kernel.decision import Move, Seat

QUESTIONS: Final = ("act", "respond", "block", "challenge_block", "show", "lose", "keep")


class Character(StrEnum):
    """One of the five; there are three cards of each."""

    ASSASSIN = "assassin"
    AMBASSADOR = "ambassador"
    CAPTAIN = "captain"
    DUKE = "duke"
    CONTESSA = "contessa"


class Action(StrEnum):
    """What a player may do on his turn."""

    INCOME = "income"
    FOREIGN_AID = "foreign_aid"
    TAX = "tax"
    EXCHANGE = "exchange"
    COUP = "coup"
    ASSASSINATE = "assassinate"
    STEAL = "steal"

    @property
    def has_target(self) -> bool:
        return self in (Action.COUP, Action.ASSASSINATE, Action.STEAL)

    @property
    def claims(self) -> Character | None:
        """The character that the action needs."""
        return _CLAIMS.get(self)

    @property
    def blocked_by(self) -> tuple[Character, ...]:
        """The characters that stop it."""
        return _BLOCKS.get(self, ())

    @property
    def price(self) -> int:
        return _PRICES.get(self, 0)


CHARACTERS: Final = tuple(Character)
ACTIONS: Final = tuple(Action)

_PRICES: Final = {Action.COUP: 7, Action.ASSASSINATE: 3}
_CLAIMS: Final = {
    Action.TAX: Character.DUKE,
    Action.EXCHANGE: Character.AMBASSADOR,
    Action.ASSASSINATE: Character.ASSASSIN,
    Action.STEAL: Character.CAPTAIN,
}
_BLOCKS: Final = {
    Action.FOREIGN_AID: (Character.DUKE,),
    Action.ASSASSINATE: (Character.CONTESSA,),
    Action.STEAL: (Character.CAPTAIN, Character.AMBASSADOR),
}


class CoupMove(Move, frozen=True, gc=False):
    """Any move of Coup."""


class Allow(CoupMove, frozen=True, gc=False):
    """Let the action or the block happen."""

    def __str__(self) -> str:
        return "allow"


class Challenge(CoupMove, frozen=True, gc=False):
    """Say that the claimed character is not there."""

    def __str__(self) -> str:
        return "challenge"


class Act(CoupMove, frozen=True, gc=False):
    """The action of a turn."""

    action: Action
    target: Seat | None = None

    def __str__(self) -> str:
        return str(self.action) if self.target is None else f"{self.action} {self.target}"


class Block(CoupMove, frozen=True, gc=False):
    """Stop the action, claiming a character."""

    character: Character

    def __str__(self) -> str:
        return f"block {self.character}"


class Show(CoupMove, frozen=True, gc=False):
    """Prove a claim; the card is exchanged for one of the court."""

    character: Character

    def __str__(self) -> str:
        return f"show {self.character}"


class Lose(CoupMove, frozen=True, gc=False):
    """Turn this influence face up."""

    character: Character

    def __str__(self) -> str:
        return f"lose {self.character}"


class Keep(CoupMove, frozen=True, gc=False):
    """After an exchange: the hand from now on, the lower of two characters first; the rest goes back."""

    characters: tuple[Character, ...]

    def __str__(self) -> str:
        return f"keep {' '.join(self.characters)}"


MOVE_TYPES = Allow | Challenge | Act | Block | Show | Lose | Keep


def make_move(move: int) -> CoupMove:
    """The move with this id."""
    first, build = next((first, build) for first, build in _TABLE if move >= first)
    return build(move - first)


_PAIRS: Final = [(CHARACTERS[low], CHARACTERS[high]) for high in range(5) for low in range(high + 1)]

_TABLE: Final[tuple[tuple[int, Callable[[int], CoupMove]], ...]] = (
    (codes.M_KEEP_TWO, lambda code: Keep(_PAIRS[code])),
    (codes.M_KEEP_ONE, lambda code: Keep((CHARACTERS[code],))),
    (codes.M_LOSE, lambda code: Lose(CHARACTERS[code])),
    (codes.M_SHOW, lambda code: Show(CHARACTERS[code])),
    (codes.M_BLOCK, lambda code: Block(CHARACTERS[code])),
    (codes.M_STEAL, lambda code: Act(Action.STEAL, code)),
    (codes.M_ASSASSINATE, lambda code: Act(Action.ASSASSINATE, code)),
    (codes.M_COUP, lambda code: Act(Action.COUP, code)),
    (codes.M_ACT, lambda code: Act(ACTIONS[code])),
    (codes.M_CHALLENGE, lambda code: Challenge()),
    (codes.M_ALLOW, lambda code: Allow()),
)
