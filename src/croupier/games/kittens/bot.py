"""The base class for bots of Exploding Kittens: each question becomes a method call, each answer a move."""

import logging
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from croupier.games.kittens.core import codes
from croupier.games.kittens.friendly.actions import (
    NO_PLAN,
    Action,
    DefuseAction,
    DrawCardAction,
    GiveCardAction,
    PassAction,
    Plan,
    PlayCardAction,
    move_for,
    own_card,
)
from croupier.games.kittens.friendly.cards import TYPES, Card
from croupier.games.kittens.friendly.events import TRIGGERS, EventTranslator, GameEvent, event_translator
from croupier.games.kittens.moves import Depth, Give, KittensMove
from croupier.games.kittens.view import BotView, hand_to
from croupier.kernel.bot import Bot as KernelBot
from croupier.kernel.decision import Decision, Event, Seat, Table
from croupier.kernel.errors import BadMessage, IllegalMove, TooSlow

RECENT: Final = 10
_log: Final = logging.getLogger("croupier.kittens")


class KittensBot(KernelBot[KittensMove, BotView]):
    """Implement `take_turn`; all other methods have a safe default.

    `view.say(text)` sends a chat message from any method. `self.rng` has your random numbers.
    """

    always_react: bool = False
    """Whether `react` is called even when you hold no Nope; what it returns then does not count."""
    refused: str = ""
    """Why your previous answer to this very question was refused; empty the first time."""

    _history: list[Event]
    _translator: EventTranslator
    _plan: Plan = NO_PLAN
    _hears: bool = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._hears = cls.on_event is not KittensBot.on_event
        cls.listens = cls._hears

    @property
    def name(self) -> str:
        """Your name at this table."""
        return self.table.names[self.seat] if self.seat >= 0 else type(self).__name__

    def own_name(self) -> str:
        return "" if type(self).name is KittensBot.name else self.name

    # What a bot author writes.

    @abstractmethod
    def take_turn(self, view: BotView) -> Action:
        """Play something or draw. After a play you are asked again, until your turn ends."""

    def react(self, view: BotView, triggering_event: GameEvent) -> Action | None:
        """Somebody played a card, and you hold a Nope: return PlayCardAction(nope), or None to allow it."""
        return None

    def choose_defuse_position(self, view: BotView, draw_pile_size: int) -> int | DefuseAction:
        """You defused a kitten: return how many cards to put on top of it, 0 (next) to draw_pile_size (bottom)."""
        return draw_pile_size

    def choose_card_to_give(self, view: BotView, requester_id: str) -> Card | GiveCardAction:
        """Somebody played a Favor on you: return a card from your hand."""
        return view.my_hand[0]

    def on_event(self, event: GameEvent, view: BotView) -> None:
        """Called for every event, in order, just before your next question and after the end."""

    def on_explode(self, view: BotView) -> None:
        """Called when you explode; `view.say` sends your last words."""

    # How the questions come in.

    def sit(self, table: Table, seat: Seat, luck_seed: int) -> None:
        self._history = []
        self._translator = event_translator(table.names)
        super().sit(table, seat, luck_seed)

    def hear(self, events: Sequence[Event], view: BotView) -> None:
        hand_to(view, self)
        history, translator, on_event = self._history, self._current_translator(), self.on_event
        met, step = translator.get, len(history)
        history.extend(events)
        for event in events:
            for kind, player, origin in met(id(event)) or translator.parts(event):
                try:
                    on_event(GameEvent(kind, step, player, origin), view)
                except TooSlow:
                    return
                except BaseException:
                    continue  # it loses the news and nothing else
            step += 1

    def _current_translator(self) -> EventTranslator:
        timeout = self.clock.answer
        if timeout != self._translator.timeout:
            self._translator = event_translator(self.table.names, timeout)
        return self._translator

    def decide(self, decision: Decision[KittensMove, BotView]) -> KittensMove | int:
        view = decision.view
        hand_to(view, self)
        self.refused = decision.refused
        if not decision.refused:
            if not self._hears:
                self._history.extend(decision.events)
            if self.always_react:
                self._react_in_vain(view, decision)
        match decision.question:
            case "turn":
                action = self.take_turn(view)
                if type(action) is DrawCardAction:
                    return 0
                move, self._plan = move_for(view, action)
            case "react":
                return self._answer(view)
            case "give":
                given: Any = self.choose_card_to_give(view, view.current_player)
                move = Give(TYPES[own_card(view, given.card if type(given) is GiveCardAction else given)])
            case "defuse":
                move = self._depth(view)
            case "last_words":
                self.on_explode(view)
                return 0
            case question:
                return self._planned(question, decision)
        try:
            return decision.moves.index(move)
        except ValueError:
            raise IllegalMove(f"'{move}' is not possible now") from None

    def _answer(self, view: BotView) -> int:
        history = self._history
        step = len(history) - 1
        while type(history[step]) not in TRIGGERS:
            step -= 1
        kind, player, origin = self._translator.parts(history[step])[0]
        action: Any = self.react(view, GameEvent(kind, step, player, origin))
        if action is None or type(action) is PassAction:
            return 0
        if type(action) is not PlayCardAction:
            raise BadMessage(
                f"react returned a {type(action).__name__}; it must be PlayCardAction(a Nope) or None to let it happen"
            )
        number = own_card(view, action.card)
        if number != codes.NOPE:
            raise IllegalMove(f"{TYPES[number].value} cannot be played as a reaction; only a Nope can")
        return 1

    def _depth(self, view: BotView) -> KittensMove:
        size = view.draw_pile_count
        depth: Any = self.choose_defuse_position(view, size)
        if type(depth) is DefuseAction:
            depth = depth.insert_position
        if type(depth) is not int:
            raise IllegalMove(f"choose_defuse_position must return 0 (next) to {size} (bottom), not {_short(depth)}")
        if not 0 <= depth <= size:
            depth = 0 if depth < 0 else size
            _log.warning("choose_defuse_position returned a number that is not 0 to %s; it counts as %s", size, depth)
        return Depth(depth)

    def _planned(self, question: str, decision: Decision[KittensMove, BotView]) -> KittensMove:
        """The rest of a combo, as the action said."""
        for move in self._plan.get(question, ()):
            if move in decision.moves:
                return move
        return decision.moves[0]

    def _react_in_vain(self, view: BotView, decision: Decision[KittensMove, BotView]) -> None:
        """Call `react` for what happened while there was no Nope to play."""
        began = len(self._history) - len(decision.events)
        triggers = [(i, event) for i, event in enumerate(decision.events) if type(event) in TRIGGERS]
        if decision.question == "react":
            del triggers[-1:]
        for i, event in triggers:
            trigger = self._translator.translate(event, began + i)[0]
            if trigger.player_id != view.my_id:
                self.react(view, trigger)

    def recent_events(self) -> tuple[GameEvent, ...]:
        """The last ten events you were sent; `view.recent_events` is the same."""
        history, translator = self._history, self._current_translator()
        recent: list[GameEvent] = []
        step = len(history)
        while step > 0 and len(recent) < RECENT:
            step -= 1
            recent[:0] = translator.translate(history[step], step)
        return tuple(recent[-RECENT:])


def _short(value: object) -> str:
    text = repr(value) if type(value) in (int, str, float, bool) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:60] + "..."
