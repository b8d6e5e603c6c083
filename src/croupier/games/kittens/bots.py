"""The built-in bots of Exploding Kittens; those that think use the friendly interface, as any author does."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from croupier.games.kittens.bot import KittensBot
from croupier.games.kittens.friendly.actions import Action, DrawCardAction, PlayCardAction, PlayComboAction
from croupier.games.kittens.friendly.cards import Card, CardType
from croupier.games.kittens.friendly.event_types import EventType
from croupier.games.kittens.friendly.events import GameEvent
from croupier.games.kittens.moves import KittensMove
from croupier.games.kittens.view import BotView
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision

_CHATTER: Final = ("Meow.", "Is it my turn already?", "I have a good feeling about this.", "Nobody move!")


def danger_of(view: BotView) -> float:
    """How likely the next card is a kitten, as far as the bot knows."""
    top = view.known_top
    if top and top[0] is not None:
        return float(top[0].card_type == "ExplodingKittenCard")
    kittens = view.kittens_in_pile - sum(1 for card in top if card and card.card_type == "ExplodingKittenCard")
    unknown = view.draw_pile_count - sum(1 for card in top if card)
    return kittens / unknown if unknown else 0.0


def richest(view: BotView) -> str | None:
    """The other player with most cards; None when they have none."""
    counts = view.other_player_card_counts
    name = max(counts, key=lambda name: counts[name])
    return name if counts[name] else None


class Random(Bot[KittensMove, BotView]):
    """Plays whatever comes to its mind, and talks about it."""

    def decide(self, decision: Decision[KittensMove, BotView]) -> int:
        rng = self.rng
        match decision.question:
            case "turn":
                if rng.random() < 0.1:
                    self.say(rng.choice(_CHATTER))
            case "react":
                if rng.random() < 0.7:
                    return 0
                self.say("Nope!")
                return 1
            case "last_words":
                self.say("That was not what I had in mind.")
            case _:
                pass
        return rng.below(len(decision.moves))


class _Player(KittensBot):
    """What the cautious and the aggressive bot have in common."""

    giving: Sequence[str] = tuple(CardType)
    """The types, the cheapest to give away first."""

    def play(self, view: BotView, *card_types: str) -> Action | None:
        """Play the first of these that is in the hand."""
        for card_type in card_types:
            cards = view.get_cards_of_type(card_type)
            if cards:
                return PlayCardAction(cards[0])
        return None

    def favor(self, view: BotView) -> Action | None:
        cards, target = view.get_cards_of_type("FavorCard"), richest(view)
        return PlayCardAction(cards[0], target) if cards and target else None

    def steal(self, view: BotView, size: int, wanted: str | None = None) -> Action | None:
        """Two or three cats of a kind against the player with most cards."""
        target = richest(view)
        if target is None:
            return None
        for card_type in self.giving[:5]:
            cards = view.get_cards_of_type(card_type)
            if len(cards) >= size:
                return PlayComboAction(cards[:size], target, wanted)
        return None

    def choose_card_to_give(self, view: BotView, requester_id: str) -> Card:
        return min(view.my_hand, key=lambda card: self.giving.index(card.card_type))

    def nope(self, view: BotView) -> Action:
        return PlayCardAction(view.get_cards_of_type("NopeCard")[0])


class Cautious(_Player):
    """Counts kittens, looks before it draws, keeps Skip and Nope for danger, and leaves kittens to others."""

    def take_turn(self, view: BotView) -> Action:
        danger = danger_of(view)
        safe = view.has_card_type("DefuseCard")
        if danger == 0:
            return DrawCardAction()
        if danger < 1 and danger >= 0.08:
            look = self.play(view, "SeeTheFutureCard")
            if look:
                return look
        if not safe:
            steal = self.steal(view, 3, "DefuseCard") or self.steal(view, 2) or self.favor(view)
            if steal:
                return steal
        if danger >= (0.35 if safe else 0.12):
            away = self.play(view, "SkipCard", "AttackCard") if view.my_turns_remaining == 1 else None
            away = away or self.play(view, "AttackCard", "SkipCard")
            if danger == 1:
                away = away or self.play(view, "ShuffleCard")
            if away:
                view.say("Not with me.")
                return away
        return DrawCardAction()

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        data = triggering_event.data
        match triggering_event.event_type:
            case EventType.CARD_PLAYED if data["card_type"] == "AttackCard":
                order = view.other_players
                dangerous = order[-1] == triggering_event.player_id and danger_of(view) >= 0.12
                return self.nope(view) if dangerous else None
            case EventType.COMBO_PLAYED if data.get("target") == view.my_id:
                return self.nope(view) if view.has_card_type("DefuseCard") else None
            case EventType.REACTION_PLAYED if view.is_my_turn and danger_of(view) >= 0.35:
                return self.nope(view)
            case _:
                return None

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int:
        """Where the next player draws it, after the turns that we still owe."""
        return min(view.my_turns_remaining - 1, draw_pile_size)


class Aggressive(_Player):
    """Steals and attacks as soon as it can, and hunts Defuses with three of a kind."""

    def take_turn(self, view: BotView) -> Action:
        hunt = self.steal(view, 3, "DefuseCard") or self.steal(view, 2) or self.favor(view)
        if hunt:
            if isinstance(hunt, PlayComboAction) and hunt.target_card_type:
                view.say(f"Your Defuse, {hunt.target_player_id}!")
            return hunt
        danger = danger_of(view)
        if danger == 0:
            return DrawCardAction()
        attack = self.play(view, "AttackCard")
        if attack and danger >= 0.1:
            view.say("Your turn. And yours again.")
            return attack
        if danger < 1 and danger >= 0.1:
            look = self.play(view, "SeeTheFutureCard")
            if look:
                return look
        if danger >= 0.3:
            return self.play(view, "SkipCard", "ShuffleCard") or DrawCardAction()
        return DrawCardAction()

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        data = triggering_event.data
        if triggering_event.event_type is EventType.REACTION_PLAYED:
            return self.nope(view) if view.is_my_turn else None
        if data.get("target") == view.my_id and data.get("combo_type"):
            view.say("Hands off!")
            return self.nope(view)
        if data.get("card_type") == "AttackCard" and view.other_players[-1] == triggering_event.player_id:
            return self.nope(view)
        return None

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int:
        return min(view.my_turns_remaining - 1, draw_pile_size)

    def on_explode(self, view: BotView) -> None:
        view.say("I regret nothing.")


BOTS: Final[Mapping[str, type[Bot[Any, Any]]]] = {"random": Random, "cautious": Cautious, "aggressive": Aggressive}
