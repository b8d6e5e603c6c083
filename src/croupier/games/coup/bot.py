"""The base class for Coup bots."""

from abc import abstractmethod
from collections.abc import Sequence

from croupier.games.coup.moves import CHARACTERS, Block, Character, CoupMove, Keep, Lose
from croupier.games.coup.view import CoupView
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision


class CoupBot(Bot[CoupMove, CoupView]):
    """Implement `act`; the other methods have careful defaults: never challenge, never block, always prove a claim."""

    @abstractmethod
    def act(self, view: CoupView) -> CoupMove | str:
        """Your turn: "income", "foreign_aid", "tax", "exchange", "coup 2", "assassinate 2", "steal 2"."""

    def respond(self, view: CoupView) -> CoupMove | Character | str:
        """Somebody acted: "allow", "challenge" (if `view.may_challenge`), or a character of `view.may_block_with`.

        With window=official the target of an action is asked twice, first about a challenge, then about a block.
        """
        return "allow"

    def challenge_block(self, view: CoupView) -> bool:
        """Somebody blocked: return whether you challenge the block."""
        return False

    def show(self, view: CoupView) -> bool:
        """You were challenged and have the character: return whether to show it. If not, you lose an influence."""
        return True

    def choose_loss(self, view: CoupView) -> Character | str:
        """Return the influence you lose, one of `view.hand`."""
        return view.hand[0]

    def choose_keep(self, view: CoupView) -> Sequence[Character | str]:
        """Return the cards you keep from `view.hand` and `view.drawn`, as many as you have influences."""
        return view.hand

    def decide(self, decision: Decision[CoupMove, CoupView]) -> CoupMove | int | str:
        view = decision.view
        match decision.question:
            case "act":
                return self.act(view)
            case "respond" | "block":
                answer = self.respond(view)
                return Block(answer) if isinstance(answer, Character) else answer
            case "challenge_block":
                return "challenge" if self.challenge_block(view) else "allow"
            case "show" if view.claimed in view.hand and self.show(view):
                return 0
            case "show" | "lose":
                return Lose(Character(self.choose_loss(view)))
            case _:
                return _kept(self.choose_keep(view))


def _kept(characters: Sequence[Character | str]) -> Keep:
    return Keep(tuple(sorted((Character(each) for each in characters), key=CHARACTERS.index)))
