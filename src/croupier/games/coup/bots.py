"""The built-in bots of Coup besides random: Honest, who never lies, and Bluffer, who plays by odds and records."""

from collections.abc import Sequence
from typing import Final

from croupier.games.coup.bot import CoupBot
from croupier.games.coup.core.rules import CoupState
from croupier.games.coup.moves import Act, Action, Character, CoupMove
from croupier.games.coup.settings import CoupSettings
from croupier.games.coup.view import CoupView
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Seat
from croupier.kernel.state import legal_buffer

WORTH = (Character.DUKE, Character.ASSASSIN, Character.CAPTAIN, Character.CONTESSA, Character.AMBASSADOR)
"""For Honest: which characters it likes best."""

_GUARDS = (Character.CAPTAIN, Character.AMBASSADOR)


class Honest(CoupBot):
    """Never claims what it does not hold, and challenges only what is impossible."""

    def act(self, view: CoupView) -> CoupMove:
        if view.my_coins >= 7:
            return Act(Action.COUP, self._worst(view, view.rivals))
        prey = [seat for seat in view.rivals if not self._claimed(view, seat, Character.CONTESSA)]
        if Character.ASSASSIN in view.hand and view.my_coins >= 3 and prey:
            return Act(Action.ASSASSINATE, self._worst(view, prey))
        if Character.DUKE in view.hand:
            return Act(Action.TAX)
        marks = [seat for seat in view.rivals if view.coins(seat) >= 2 and not self._claimed(view, seat, *_GUARDS)]
        if Character.CAPTAIN in view.hand and marks:
            return Act(Action.STEAL, max(marks, key=view.coins))
        if Character.AMBASSADOR in view.hand and view.turn_number < 4 * view.seats:
            return Act(Action.EXCHANGE)
        blocked = any(self._claimed(view, seat, Character.DUKE) for seat in view.rivals)
        return Act(Action.INCOME if blocked else Action.FOREIGN_AID)

    def _claimed(self, view: CoupView, seat: Seat, *characters: Character) -> bool:
        """Whether a rival said that it has one of the characters, and may still have it."""
        return any(view.recent_claims(seat, character) for character in characters)

    def _worst(self, view: CoupView, rivals: Sequence[Seat]) -> Seat:
        """The most dangerous of these."""
        return max(rivals, key=lambda seat: (view.influence(seat), view.coins(seat)))

    def respond(self, view: CoupView) -> Character | str:
        if view.may_challenge and view.claimed is not None and not view.could_hold(view.actor, view.claimed):
            return "challenge"
        return next((character for character in view.may_block_with if character in view.hand), "allow")

    def challenge_block(self, view: CoupView) -> bool:
        claimed, blocker = view.claimed, view.blocker
        return claimed is not None and blocker is not None and not view.could_hold(blocker, claimed)

    def choose_loss(self, view: CoupView) -> Character:
        return max(view.hand, key=WORTH.index)

    def choose_keep(self, view: CoupView) -> list[Character]:
        cards = sorted((*view.hand, *view.drawn), key=WORTH.index)
        kinds = list(dict.fromkeys(cards))
        return (kinds + cards)[: len(view.hand)]


class Bluffer(Bot[CoupMove, CoupView]):
    """Claims by odds, blocks what hurts, challenges by counting cards and by each rival's record: core/heuristic.py."""

    def on_start(self) -> None:
        settings = self.table.settings
        assert isinstance(settings, CoupSettings)
        self._state = CoupState(settings.options(self.table.seats), ())
        self._state.watching = False

    def decide(self, decision: Decision[CoupMove, CoupView]) -> int:
        state, moves = self._state, legal_buffer()
        state.restore(self.seat, decision.view.ints)
        n = state.legal(moves)
        move = state.hint(self.rng.getrandbits(32), moves, n)
        return next(index for index in range(n) if moves[index] == move)


BOTS: Final = {"bluffer": Bluffer, "honest": Honest}
