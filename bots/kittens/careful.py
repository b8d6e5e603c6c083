"""A careful bot: it counts kittens, looks before it draws, and uses what it has when it gets dangerous.

croupier run kittens bots/kittens/careful.py random random random -n 1000 --trust
"""

from croupier.games.kittens import Action, Bot, BotView, DrawCardAction, GameEvent, PlayCardAction

LOOK_FIRST = ("SeeTheFutureCard", "SkipCard", "AttackCard", "ShuffleCard")


class Careful(Bot):
    def take_turn(self, view: BotView) -> Action:
        if self.danger(view) > (0.4 if view.has_card_type("DefuseCard") else 0.1):
            for card_type in ("SkipCard", "AttackCard", "ShuffleCard") if view.known_top else LOOK_FIRST:
                cards = view.get_cards_of_type(card_type)
                if cards:
                    return PlayCardAction(cards[0])
        return DrawCardAction()

    def danger(self, view: BotView) -> float:
        """How likely the next card is a kitten."""
        top = view.known_top
        if top and top[0] is not None:
            return float(top[0].card_type == "ExplodingKittenCard")
        return view.kittens_in_pile / view.draw_pile_count

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        if triggering_event.data.get("target") == view.my_id:
            view.say("Not so fast!")
            return PlayCardAction(view.get_cards_of_type("NopeCard")[0])
        return None

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int:
        view.say("Phew, that was close!")
        return min(view.my_turns_remaining - 1, draw_pile_size)  # the next player's problem
