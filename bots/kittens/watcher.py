"""A bot that watches: it remembers who has used a Defuse, and attacks when the next player has none left."""

from croupier.games.kittens import Action, Bot, BotView, DrawCardAction, EventType, GameEvent, PlayCardAction


class Watcher(Bot):
    def __init__(self) -> None:
        self.without_defuse: set[str] = set()

    def on_event(self, event: GameEvent, view: BotView) -> None:
        player = event.player_id
        if event.event_type == EventType.EXPLODING_KITTEN_DEFUSED and player is not None:
            self.without_defuse.add(player)
        elif event.event_type == EventType.PLAYER_ELIMINATED and player != view.my_id:
            view.say(f"Goodbye, {player}.")

    def take_turn(self, view: BotView) -> Action:
        attacks = view.get_cards_of_type("AttackCard")
        if attacks and view.other_players[0] in self.without_defuse:
            return PlayCardAction(attacks[0])
        skips = view.get_cards_of_type("SkipCard")
        if skips and view.kittens_in_pile * 5 > view.draw_pile_count:
            return PlayCardAction(skips[0])
        return DrawCardAction()
