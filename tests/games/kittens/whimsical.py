"""A bot on the friendly interface that does all there is to do, for tests that need one."""

from collections.abc import Sequence
from typing import Final

from croupier.games.kittens import Card, DrawCardAction, GameEvent, KittensBot, PlayCardAction, PlayComboAction
from croupier.games.kittens.friendly.actions import Action
from croupier.games.kittens.view import BotView

_PLAYABLE: Final = frozenset(("ShuffleCard", "SeeTheFutureCard", "SkipCard", "AttackCard"))
_APART: Final = frozenset(("NopeCard", "DefuseCard", "ExplodingKittenCard"))


class Whimsical(KittensBot):
    """Plays whatever comes to its mind, and talks about it."""

    def take_turn(self, view: BotView) -> Action:
        rng = self.rng
        if rng.random() < 0.1:
            view.say("Meow.")
        hand = view.my_hand
        below, cards = rng.below, len(hand)
        while (place := below(cards + 2)) < cards:
            action = self._use(view, hand, hand[place])
            if action is not None:
                return action
        return DrawCardAction()

    def _use(self, view: BotView, hand: Sequence[Card], card: Card) -> Action | None:
        """What this card is good for now, by itself or with others."""
        kind = card.card_type
        if kind in _APART:
            return None
        rng = self.rng
        alike = [other for other in hand if other.card_type == kind]
        if kind in _PLAYABLE and (len(alike) == 1 or rng.random() < 0.5):
            return PlayCardAction(card)
        targets = [name for name, count in view.other_player_card_counts.items() if count]
        if not targets:
            return None
        if kind == "FavorCard" and (len(alike) == 1 or rng.random() < 0.5):
            return PlayCardAction(card, rng.choice(targets))
        if getattr(view.table.settings, "combo_cards", "") != "standard":
            return None
        if len(alike) > 2 and rng.random() < 0.5:
            return PlayComboAction(tuple(alike[:3]), rng.choice(targets), "DefuseCard")
        if len(alike) > 1:
            return PlayComboAction(tuple(alike[:2]), rng.choice(targets))
        return self._five(view, hand) if len(hand) > 4 else None

    def _five(self, view: BotView, hand: Sequence[Card]) -> Action | None:
        different = {card.card_type: card for card in hand if card.card_type not in _APART}
        if len(different) < 5 or not (pile := view.discard_pile):
            return None
        return PlayComboAction(tuple(different.values())[:5], target_card_type=self.rng.choice(pile).card_type)

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        if self.rng.random() < 0.3:
            view.say("Nope!")
            return PlayCardAction(view.get_cards_of_type("NopeCard")[0])
        return None

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int:
        return self.rng.below(draw_pile_size + 1)

    def choose_card_to_give(self, view: BotView, requester_id: str) -> Card:
        return self.rng.choice(view.my_hand)

    def on_explode(self, view: BotView) -> None:
        view.say("That was not what I had in mind.")
