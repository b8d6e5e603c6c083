"""The built-in bots of Belote."""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.bot import BeloteBot
from croupier.games.belote.core.ranks import BEATS, VALUES
from croupier.games.belote.core.rules import BeloteState
from croupier.games.belote.moves import Announce, BeloteMove, Bid
from croupier.games.belote.settings import BeloteSettings
from croupier.games.belote.terms import MODES, NUMBERS, Mode
from croupier.games.belote.view import BeloteView
from croupier.kernel.bot import Bot
from croupier.kernel.cards import Card, Rank
from croupier.kernel.decision import Decision


class CalculatingBot(Bot[BeloteMove, BeloteView]):
    """Counts cards and points, and estimates what a bid is worth from its five cards: the game's heuristic.

    It rebuilds the table from its view, so it knows no more than any bot.
    """

    def on_start(self) -> None:
        settings = self.table.settings
        assert isinstance(settings, BeloteSettings)
        self._state = BeloteState(settings.options())
        self._state.watching = False
        self._moves = vec[i64]([0] * 64)

    def decide(self, decision: Decision[BeloteMove, BeloteView]) -> int:
        state, moves = self._state, self._moves
        state.restore(self.seat, decision.view.ints)
        n = state.legal(moves)
        move = state.hint(self.rng.getrandbits(32), moves, n)
        return next(index for index in range(n) if moves[index] == move)


class DeterministicBot(BeloteBot):
    """A few fixed rules and no chance: bids on Jacks and Aces, wins a trick if it can, else plays its lowest card."""

    def choose_negotiation_action(self, view: BeloteView, valid_actions: Sequence[Bid]) -> Bid:
        wanted = self._wanted(view.hand)
        for action in valid_actions:
            if isinstance(action, Announce) and action.mode is wanted:
                return action
        return valid_actions[0]

    def _wanted(self, hand: tuple[Card, ...]) -> Mode | None:
        """All trumps with two Jacks, no trumps with three Aces, a Colour with its Jack and three cards."""
        jacks = [card for card in hand if card.rank == Rank.JACK]
        if len(jacks) >= 2:
            return Mode.ALL_TRUMPS
        if sum(card.rank == Rank.ACE for card in hand) >= 3:
            return Mode.NO_TRUMPS
        for jack in jacks:
            if sum(card.suit == jack.suit for card in hand) >= 3:
                return MODES[jack.suit]
        return None

    def choose_card(self, view: BeloteView, valid_plays: Sequence[Card]) -> Card:
        assert view.mode is not None
        offset = view.mode.number * 32

        def worth(card: Card) -> int:
            return VALUES[offset + NUMBERS[card]]

        best = view.winning
        if best is None:
            return max(valid_plays, key=worth)
        if best.seat != view.partner:
            better = BEATS[offset + NUMBERS[best.card]]
            winners = [card for card in valid_plays if (better >> NUMBERS[card]) & 1]
            if winners:
                return min(winners, key=worth)
        return valid_plays[0]


BOTS: Final = {"calculating": CalculatingBot, "deterministic": DeterministicBot}
