"""Events in the words of the friendly interface: GameEvent, with a type, a step, a player and data.

One event of the rules becomes one or more of these. They are made when a bot asks for them and hold only values.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from croupier.games.kittens import events as happened
from croupier.games.kittens.friendly.cards import CardType
from croupier.games.kittens.friendly.event_types import EventType
from croupier.kernel.decision import Event, Said

_T = EventType
_PLAYED: Final = (_T.CARD_PLAYED, _T.REACTION_ROUND_START)
_COMBO: Final = (_T.COMBO_PLAYED, _T.REACTION_ROUND_START)

_TYPES_BY_CLASS: Final[dict[type[Event], tuple[EventType, ...]]] = {
    happened.Dealt: (),
    happened.Drew: (_T.CARD_DRAWN,),
    happened.Played: _PLAYED,
    happened.PairPlayed: _COMBO,
    happened.TriplePlayed: _COMBO,
    happened.FivePlayed: _COMBO,
    happened.Chose: (),
    happened.Noped: (_T.REACTION_PLAYED, _T.REACTION_ROUND_START),
    happened.Gave: (_T.CARD_GIVEN,),
    happened.Stole: (_T.CARD_STOLEN,),
    happened.Shuffled: (_T.DECK_SHUFFLED,),
    happened.Peeked: (_T.CARDS_PEEKED,),
    happened.KittenDrawn: (_T.EXPLODING_KITTEN_DRAWN,),
    happened.Defused: (_T.EXPLODING_KITTEN_DEFUSED,),
    happened.Inserted: (_T.EXPLODING_KITTEN_INSERTED,),
    happened.Ended: (_T.GAME_END,),
}

TRIGGERS: Final = frozenset(happened.KittensEvent.family.windows)
"""What a Nope can answer."""


def _find_types(event: Event, seats: int) -> tuple[EventType, ...]:
    """The friendly types of an event whose class alone does not say them."""
    match event:
        case happened.Started():
            return (_T.PLAYER_JOINED,) * seats + (_T.GAME_START,)
        case happened.TurnBegan():
            if event.ended is None:
                return (_T.TURN_START,)
            if event.ended != event.seat and event.turns > 1:
                return (_T.TURN_END, _T.TURNS_ADDED, _T.TURN_START)
            return (_T.TURN_END, _T.TURN_START)
        case happened.Answered():
            return () if event.nope else (_T.REACTION_SKIPPED,)
        case happened.Resolved():
            if event.works and event.what == CardType.SKIP:
                return (_T.REACTION_ROUND_END, _T.TURN_SKIPPED)
            if event.works and event.what == CardType.FAVOR:
                return (_T.REACTION_ROUND_END, _T.FAVOR_REQUESTED)
            return (_T.REACTION_ROUND_END,)
        case happened.Took():
            return () if event.card is None else (_T.CARD_STOLEN,)
        case happened.Picked():
            return () if event.card is None else (_T.CARD_DRAWN,)
        case happened.WentOut():
            return (_T.BOT_TIMEOUT, _T.PLAYER_ELIMINATED) if event.expelled else (_T.PLAYER_ELIMINATED,)
        case happened.Discarded():
            return (_T.CARD_DISCARDED,) * len(event.cards)
        case _:
            raise TypeError(f"{type(event).__name__} is not an event of this game")


class GameEvent(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, as you may know it. What you may not know is not in `data`."""

    event_type: EventType
    step: int
    """Counts what you were sent; all that comes from one event of the rules has the same step."""
    player_id: str | None
    """Who did it; None for the whole table."""
    origin: "Origin"

    @property
    def data(self) -> dict[str, Any]:
        """A copy of your own: changing it changes nothing."""
        build = _DATA.get(self.event_type)
        if build is None:
            return {}
        return build(self, self.origin[0], self.origin[1])


Origin = tuple[Event, tuple[str, ...], int, float | None]
"""The event of the rules that a GameEvent comes from, the names at the table, its place among the GameEvents of that
event, and how many seconds a bot has for an answer."""

Parts = tuple[tuple[EventType, str | None, Origin], ...]
"""Type, player and origin of each GameEvent that one event of the rules becomes."""


class EventTranslator(dict[int, Parts]):
    """Translates events of the rules at one table. Events are shared, so their parts are kept by identity."""

    def __init__(self, names: tuple[str, ...], timeout: float | None) -> None:
        super().__init__()
        self.names = names
        self.timeout = timeout
        self._kept: list[Event] = []  # an identity is good for as long as there is the event

    def parts(self, event: Event) -> Parts:
        met = self.get(id(event))
        if met is not None:
            return met
        names = self.names
        if type(event) is Said:  # talk is not shared
            return ((EventType.BOT_CHAT, names[event.seat], (event, names, 0, None)),)
        if len(self) > 10_000:
            self.clear()
            self._kept.clear()
        types = _TYPES_BY_CLASS.get(type(event))
        if types is None:
            types = _find_types(event, len(names))
        parts = tuple(
            (kind, self._player(kind, event, part), (event, names, part, self.timeout))
            for part, kind in enumerate(types)
        )
        self._kept.append(event)
        self[id(event)] = parts
        return parts

    def _player(self, kind: EventType, event: Any, part: int) -> str | None:
        match kind:
            case EventType.GAME_START:
                return None
            case EventType.PLAYER_JOINED:
                return self.names[part]
            case EventType.TURN_END:
                seat: int = event.ended
            case _:
                seat = event.seat
        return self.names[seat]

    def translate(self, event: Event, step: int) -> list[GameEvent]:
        """Make the GameEvents of an event of the rules."""
        return [GameEvent(kind, step, player, origin) for kind, player, origin in self.parts(event)]


@lru_cache(maxsize=32)
def event_translator(names: tuple[str, ...], timeout: float | None = None) -> EventTranslator:
    """The translator for a table with these names, where a bot has `timeout` seconds for an answer."""
    return EventTranslator(names, timeout)


def _known(**data: Any) -> dict[str, Any]:
    """Without what the bot may not know, or what there is not."""
    return {key: value for key, value in data.items() if value is not None}


def _text(card: CardType | None) -> str | None:
    return None if card is None else card.value


def _name(names: tuple[str, ...], seat: int | None) -> str | None:
    return None if seat is None else names[seat]


def _played(event: GameEvent, source: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return _known(card_type=source.card.value, target=_name(names, source.target))


def _combo(event: GameEvent, source: Any, names: tuple[str, ...]) -> dict[str, Any]:
    match source:
        case happened.PairPlayed():
            kind, cards, target, named = "two_of_a_kind", (source.card,) * 2, source.target, None
        case happened.TriplePlayed():
            kind, cards, target, named = "three_of_a_kind", (source.card,) * 3, source.target, source.named
        case _:
            kind, cards, target, named = "five_different", source.cards, None, source.named
    return _known(
        card_types=tuple(card.value for card in cards),
        count=len(cards),
        combo_type=kind,
        target=_name(names, target),
        target_card_type=_text(named),
    )


def _drawn(event: GameEvent, source: Any, names: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(source, happened.Picked):
        return _known(card_type=_text(source.card), source="discard_pile") | {"from": "discard"}
    return _known(card_type=_text(source.card))


def _stolen(event: GameEvent, source: Any, names: tuple[str, ...]) -> dict[str, Any]:
    method = "named" if isinstance(source, happened.Took) else "random"
    return _known(target=names[source.victim], card_type=_text(source.card), method=method)


def _peeked(event: GameEvent, source: Any, names: tuple[str, ...]) -> dict[str, Any]:
    cards = None if source.cards is None else tuple(card.value for card in source.cards)
    return _known(count=source.count, card_types=cards)


_DATA: Final[dict[EventType, Callable[[GameEvent, Any, tuple[str, ...]], dict[str, Any]]]] = {
    _T.GAME_START: lambda event, source, names: {"turn_order": names, "hand_size": source.hand_size - 1},
    _T.GAME_END: lambda event, source, names: {"winner": names[source.seat]},
    _T.TURN_START: lambda event, source, names: {"turns_remaining": source.turns},
    _T.TURN_END: lambda event, source, names: {"has_more_turns": source.ended == source.seat},
    _T.CARD_DRAWN: _drawn,
    _T.CARD_PLAYED: _played,
    _T.CARD_DISCARDED: lambda event, source, names: {"card_type": source.cards[event.origin[2]].value},
    _T.COMBO_PLAYED: _combo,
    _T.REACTION_ROUND_START: lambda event, source, names: {"triggering_event_step": event.step},
    _T.REACTION_ROUND_END: lambda event, source, names: {"negated": not source.works},
    _T.REACTION_PLAYED: lambda event, source, names: {"card_type": CardType.NOPE.value},
    _T.REACTION_SKIPPED: lambda event, source, names: {"reason": "passed"},
    _T.PLAYER_ELIMINATED: lambda event, source, names: {
        "place": source.place,
        "reason": "expelled" if source.expelled else "exploded",
    },
    _T.TURNS_ADDED: lambda event, source, names: {"extra_turns": source.turns, "attacker": names[source.ended]},
    _T.EXPLODING_KITTEN_INSERTED: lambda event, source, names: _known(
        position=source.depth, pile_size=source.pile_size - 1
    ),
    _T.CARDS_PEEKED: _peeked,
    _T.FAVOR_REQUESTED: lambda event, source, names: {"target": _name(names, source.target)},
    _T.CARD_GIVEN: lambda event, source, names: _known(to=names[source.taker], card_type=_text(source.card)),
    _T.CARD_STOLEN: _stolen,
    _T.BOT_CHAT: lambda event, source, names: {"message": source.message},
    _T.BOT_TIMEOUT: lambda event, source, names: {"method": source.method, "timeout": event.origin[3]},
}
