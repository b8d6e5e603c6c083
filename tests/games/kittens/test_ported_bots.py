"""Bots in the manner of the bot battle, each using another part of its interface: they play without a fault."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import pytest

import croupier
from croupier.games.kittens import (
    Action,
    Bot,
    BotView,
    Card,
    DefuseAction,
    DrawCardAction,
    EventType,
    GameEvent,
    GiveCardAction,
    PassAction,
    PlayCardAction,
    PlayComboAction,
)

MAX_MATCHES = 40


class Ported(Bot):
    """What a student's bot has: every method, and a count of what it came to use."""

    used: ClassVar[Counter[str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.used = Counter()

    @property
    def name(self) -> str:
        return type(self).__name__

    def take_turn(self, view: BotView) -> Action:
        return DrawCardAction()

    def on_event(self, event: GameEvent, view: BotView) -> None: ...

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        return None

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int | DefuseAction:
        return draw_pile_size

    def choose_card_to_give(self, view: BotView, requester_id: str) -> Card | GiveCardAction:
        return view.my_hand[0]

    def on_explode(self, view: BotView) -> None: ...


class Prophet(Ported):
    """Looks at the pile, remembers it by events, and skips a kitten."""

    def __init__(self) -> None:
        self._known_top: Sequence[str] = ()

    def on_event(self, event: GameEvent, view: BotView) -> None:
        if event.event_type == EventType.CARDS_PEEKED and event.player_id == view.my_id:
            self._known_top = tuple(event.data.get("card_types", ()))
            self.used["peeked"] += 1
        elif event.event_type in (EventType.DECK_SHUFFLED, EventType.EXPLODING_KITTEN_INSERTED):
            self._known_top = ()
        elif event.event_type == EventType.CARD_DRAWN and event.data.get("from") != "discard":
            self._known_top = self._known_top[1:]

    def take_turn(self, view: BotView) -> Action:
        if self._known_top[:1] == ("ExplodingKittenCard",):
            for card in view.get_cards_of_type("SkipCard"):
                return PlayCardAction(card=card)
        for card in view.get_cards_of_type("SeeTheFutureCard"):
            if not self._known_top:
                return PlayCardAction(card=card)
        return DrawCardAction()


class PairThief(Ported):
    """Steals with pairs from anybody alive, also from players without cards."""

    def take_turn(self, view: BotView) -> Action:
        for card in view.my_hand:
            if view.can_play_combo(card.card_type, 2) and view.other_players:
                pair = view.get_cards_of_type(card.card_type)[:2]
                return PlayComboAction(cards=pair, target_player_id=view.other_players[-1])
        return DrawCardAction()

    def on_event(self, event: GameEvent, view: BotView) -> None:
        if event.event_type == EventType.CARD_STOLEN and event.player_id == view.my_id:
            self.used[event.data["method"]] += 1


class DefuseHunter(Ported):
    """Names a Defuse with three of a kind."""

    def take_turn(self, view: BotView) -> Action:
        counts = Counter(card.card_type for card in view.my_hand if card.can_combo())
        for card_type, count in counts.items():
            if count >= 3:
                self.used["three"] += 1
                three = view.get_cards_of_type(card_type)[:3]
                target = max(view.other_player_card_counts, key=lambda name: view.other_player_card_counts[name])
                return PlayComboAction(cards=three, target_player_id=target, target_card_type="DefuseCard")
        return DrawCardAction()


class Collector(Ported):
    """Takes from the discard pile with five different cards."""

    def take_turn(self, view: BotView) -> Action:
        different = {card.card_type: card for card in view.my_hand if card.can_combo()}
        if len(different) >= 5 and view.discard_pile:
            self.used["five"] += 1
            return PlayComboAction(cards=tuple(different.values())[:5], target_card_type="DefuseCard")
        return DrawCardAction()


class Denier(Ported):
    """Nopes what is aimed at it, and Attacks."""

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        data = triggering_event.data
        if data.get("target") == view.my_id or data.get("card_type") == "AttackCard":
            for card in view.get_reaction_cards():
                self.used["nope"] += 1
                return PlayCardAction(card=card)
        return None


class Formal(Ported):
    """Answers everything with an action."""

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        self.used["pass"] += 1
        return PassAction()

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int | DefuseAction:
        return DefuseAction(insert_position=draw_pile_size // 2)

    def choose_card_to_give(self, view: BotView, requester_id: str) -> Card | GiveCardAction:
        return GiveCardAction(card=min(view.my_hand, key=lambda card: card.card_type == "DefuseCard"))


class Chatterbox(Ported):
    """Talks in every method and hears itself."""

    def take_turn(self, view: BotView) -> Action:
        view.say(f"{view.draw_pile_count} cards to go, {len(view.other_players)} rivals")
        view.say(view.draw_pile_count)  # type: ignore[arg-type]
        return DrawCardAction()

    def on_event(self, event: GameEvent, view: BotView) -> None:
        if event.event_type == EventType.BOT_CHAT and event.player_id == view.my_id:
            assert "cards to go" in event.data["message"] or event.data["message"] in ("Phew!", "Meow...")
            self.used["heard itself"] += 1

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int:
        view.say("Phew!")
        return 0

    def on_explode(self, view: BotView) -> None:
        view.say("Meow...")


class Bookkeeper(Ported):
    """Counts events by their lower-case values."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def on_event(self, event: GameEvent, view: BotView) -> None:
        self.counts[event.event_type.value] += 1

    def take_turn(self, view: BotView) -> Action:
        assert self.counts["game_start"] == 1
        assert self.counts["player_joined"] == 4
        assert view.recent_events[-1].event_type == "turn_start"
        self.used["counted"] += self.counts["card_drawn"]
        return DrawCardAction()


class Attacker(Ported):
    """Plays whatever ends its turn."""

    def take_turn(self, view: BotView) -> Action:
        for card in view.get_playable_cards():
            if card.ends_turn() and card.can_play(view, is_own_turn=True):
                self.used[card.name] += 1
                return PlayCardAction(card=card)
        assert view.my_turns_remaining >= 1
        return DrawCardAction()


class Beggar(Ported):
    """Asks Favors of the richest; a bot that begs the poorest is refused and asked again."""

    def take_turn(self, view: BotView) -> Action:
        for card in view.get_cards_of_type("FavorCard"):
            counts = view.other_player_card_counts
            richest = max(counts, key=lambda name: counts[name])
            if counts[richest]:
                return PlayCardAction(card=card, target_player_id=richest)
        return DrawCardAction()

    def on_event(self, event: GameEvent, view: BotView) -> None:
        if event.event_type == EventType.CARD_GIVEN and event.data["to"] == view.my_id:
            self.used[event.data["card_type"]] += 1


class Spectator(Ported):
    """Looks at the table from every side."""

    def take_turn(self, view: BotView) -> Action:
        assert view.is_my_turn
        assert view.current_player == view.my_id
        assert set(view.turn_order) == {view.my_id, *view.other_players}
        assert set(view.other_player_card_counts) == set(view.other_players)
        assert not set(view.turn_order) & set(view.eliminated_players)
        self.used["out"] += len(view.eliminated_players)
        return DrawCardAction()


class Gambler(Ported):
    """Uses the global `random`, and positions that need clamping."""

    def take_turn(self, view: BotView) -> Action:
        playable = [card for card in view.get_playable_cards() if card.card_type in ("ShuffleCard", "SkipCard")]
        if playable and random.random() < 0.5:
            return PlayCardAction(card=random.choice(playable))
        return DrawCardAction()

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int:
        self.used["clamped"] += 1
        return draw_pile_size + 5


@pytest.mark.parametrize("kind", Ported.__subclasses__(), ids=lambda kind: kind.__name__)
def test_a_bot_in_the_manner_of_the_bot_battle(kind: type[Ported]) -> None:
    for seed in range(MAX_MATCHES):
        match = croupier.play("kittens", ["random", kind, "random", "cautious"], seed=seed)
        assert match.table.names[1] == kind.__name__
        assert [step.faults for step in match.steps if step.seat == 1 and step.faults] == []
        if kind.used.total():
            return
    raise AssertionError(f"in {MAX_MATCHES} matches it did not come to use its part of the interface")


def test_there_are_at_least_ten() -> None:
    assert len(Ported.__subclasses__()) >= 10
