"""Coup's words: characters, actions, and the moves with their ids, fields, notation and sentences."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import product
from typing import Any, Final

from croupier.games.coup.core import codes
from croupier.kernel.decision import Move, Seat

QUESTIONS: Final = ("act", "respond", "block", "challenge_block", "show", "lose", "keep")


PROMPTS: Final[Mapping[str, str]] = {
    "act": "Your turn",
    "respond": "Respond to the action",
    "block": "Block the action?",
    "challenge_block": "Challenge the block?",
    "show": "You are challenged: show the card or lose one",
    "lose": "Lose an influence",
    "keep": "Choose the cards to keep",
}


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

_SENTENCES: Final = {
    Action.INCOME: "Income: take 1 coin",
    Action.FOREIGN_AID: "Foreign aid: take 2 coins",
    Action.TAX: "Tax: claim Duke, take 3 coins",
    Action.EXCHANGE: "Exchange: claim Ambassador, swap cards with the court",
    Action.COUP: "Coup against {}: pay 7 coins",
    Action.ASSASSINATE: "Assassinate {}: claim Assassin, pay 3 coins",
    Action.STEAL: "Steal from {}: claim Captain, take 2 coins",
}

_SEATS: Final = range(6)
_ACTS: Final = {
    codes.M_ACT: product(ACTIONS[:4]),
    codes.M_COUP: product([Action.COUP], _SEATS),
    codes.M_ASSASSINATE: product([Action.ASSASSINATE], _SEATS),
    codes.M_STEAL: product([Action.STEAL], _SEATS),
}
_PAIRS: Final = [(CHARACTERS[low], CHARACTERS[high]) for high in range(5) for low in range(high + 1)]
_KEEPS: Final = {codes.M_KEEP_ONE: product(product(CHARACTERS)), codes.M_KEEP_TWO: product(_PAIRS)}


class CoupMove(Move):
    """Any move of Coup."""

    @staticmethod
    def phrase(value: Any, names: Sequence[str]) -> str:
        return name_of(value)


def name_of(character: Character) -> str:
    """The character as people write it: "Duke"."""
    return character.value.capitalize()


class Allow(CoupMove, ids=codes.M_ALLOW):
    """Let the action or the block happen."""

    notation = "allow"
    says = "Allow it"


class Challenge(CoupMove, ids=codes.M_CHALLENGE):
    """Say that the claimed character is not there."""

    notation = "challenge"
    says = "Challenge the claim"


class Act(CoupMove, ids=_ACTS):
    """The action of a turn."""

    action: Action
    target: Seat | None = None
    notation = "{action}[ {target}]"

    def label(self, names: Sequence[str]) -> str:
        return _SENTENCES[self.action].format("" if self.target is None else names[self.target])

    def group(self) -> str:
        return "No claim needed" if self.action.claims is None else "Claim a character"


class Block(CoupMove, ids={codes.M_BLOCK: product(CHARACTERS)}):
    """Stop the action, claiming a character."""

    character: Character
    notation = "block {character}"
    says = "Block: claim {character}"


class Show(CoupMove, ids={codes.M_SHOW: product(CHARACTERS)}):
    """Prove a claim; the card is exchanged for one of the court."""

    character: Character
    notation = "show {character}"
    says = "Show {character}"


class Lose(CoupMove, ids={codes.M_LOSE: product(CHARACTERS)}):
    """Turn this influence face up."""

    character: Character
    notation = "lose {character}"
    says = "Lose {character}"


class Keep(CoupMove, ids=_KEEPS):
    """After an exchange: the hand from now on, the lower of two characters first; the rest goes back."""

    characters: tuple[Character, ...]

    def __str__(self) -> str:
        return f"keep {' '.join(self.characters)}"

    def label(self, names: Sequence[str]) -> str:
        return f"Keep {' and '.join(map(name_of, self.characters))}"
