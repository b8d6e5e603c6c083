"""A bot that does as it likes, and says so. Its own chance is `self.rng`, so the same seed gives the same match."""

from croupier.games.kittens import Action, Bot, BotView, DrawCardAction, GameEvent, PlayCardAction


class Joker(Bot):
    def take_turn(self, view: BotView) -> Action:
        if self.rng.random() < 0.6:
            return DrawCardAction()
        playable = [card for card in view.my_hand if card.can_play(view, is_own_turn=True)]
        if not playable:
            return DrawCardAction()
        card = self.rng.choice(playable)
        if card.card_type != "FavorCard":
            return PlayCardAction(card)
        targets = [name for name, count in view.other_player_card_counts.items() if count]
        return PlayCardAction(card, target_player_id=self.rng.choice(targets))

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        if self.rng.random() < 0.5:
            view.say("Nope nope nope.")
            return PlayCardAction(view.get_cards_of_type("NopeCard")[0])
        return None

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int:
        return self.rng.randint(0, draw_pile_size)

    def on_explode(self, view: BotView) -> None:
        view.say("Ha ha ha. Ouch.")
