"""A bot that plays every combo it can: pairs for a random card, threes for a Defuse, fives from the discard pile."""

from croupier.games.kittens import Action, Bot, BotView, Card, DrawCardAction, PlayCardAction, PlayComboAction

CATS = ("TacoCatCard", "HairyPotatoCatCard", "BeardCatCard", "RainbowRalphingCatCard", "CattermelonCard")


class Grabber(Bot):
    def take_turn(self, view: BotView) -> Action:
        cats = [view.get_cards_of_type(card_type) for card_type in CATS]
        if all(cats) and any(card.card_type == "DefuseCard" for card in view.discard_pile):
            return PlayComboAction(cards=[cards[0] for cards in cats], target_card_type="DefuseCard")
        counts = view.other_player_card_counts
        victim = max(counts, key=lambda name: counts[name])
        if counts[victim]:
            for cards in cats:
                if len(cards) >= 3:
                    view.say(f"I want your Defuse, {victim}!")
                    return PlayComboAction(cards[:3], victim, target_card_type="DefuseCard")
                if len(cards) == 2:
                    return PlayComboAction(cards, victim)
            favors = view.get_cards_of_type("FavorCard")
            if favors:
                return PlayCardAction(favors[0], target_player_id=victim)
        return DrawCardAction()

    def choose_card_to_give(self, view: BotView, requester_id: str) -> Card:
        view.say(f"Take it and be quiet, {requester_id}.")
        return min(view.my_hand, key=lambda card: card.card_type == "DefuseCard")
