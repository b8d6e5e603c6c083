"""The kinds of event that bot authors know: constants that are also texts in lower case, `card_drawn`.

They can be used like the members of an Enum, but are plain attributes of a class: a bot looks one up for every event it
is told, and that would take longer than all else that is done with the event.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

_BY_NAME: dict[str, "EventType"] = {}


class _Listed(type):
    """What can be done with the class: go through all of them, or ask for one by name."""

    def __iter__(cls) -> Iterator["EventType"]:
        return iter(_BY_NAME.values())

    def __len__(cls) -> int:
        return len(_BY_NAME)

    def __getitem__(cls, name: str) -> "EventType":
        return _BY_NAME[name]

    def __setattr__(cls, name: str, value: object) -> None:
        raise AttributeError(f"EventType cannot be changed ({name})")


class EventType(str, metaclass=_Listed):
    """What kind of event it is."""

    __slots__ = ()

    GAME_START: ClassVar["EventType"]
    GAME_END: ClassVar["EventType"]
    TURN_START: ClassVar["EventType"]
    TURN_END: ClassVar["EventType"]
    CARD_DRAWN: ClassVar["EventType"]
    CARD_PLAYED: ClassVar["EventType"]
    CARD_DISCARDED: ClassVar["EventType"]
    COMBO_PLAYED: ClassVar["EventType"]
    REACTION_ROUND_START: ClassVar["EventType"]
    REACTION_ROUND_END: ClassVar["EventType"]
    REACTION_PLAYED: ClassVar["EventType"]
    REACTION_SKIPPED: ClassVar["EventType"]
    PLAYER_JOINED: ClassVar["EventType"]
    PLAYER_ELIMINATED: ClassVar["EventType"]
    DECK_SHUFFLED: ClassVar["EventType"]
    TURNS_ADDED: ClassVar["EventType"]
    TURN_SKIPPED: ClassVar["EventType"]
    EXPLODING_KITTEN_DRAWN: ClassVar["EventType"]
    EXPLODING_KITTEN_DEFUSED: ClassVar["EventType"]
    EXPLODING_KITTEN_INSERTED: ClassVar["EventType"]
    CARDS_PEEKED: ClassVar["EventType"]
    FAVOR_REQUESTED: ClassVar["EventType"]
    CARD_GIVEN: ClassVar["EventType"]
    CARD_STOLEN: ClassVar["EventType"]
    BOT_CHAT: ClassVar["EventType"]
    BOT_TIMEOUT: ClassVar["EventType"]

    def __new__(cls, name: str) -> "EventType":
        member = _BY_NAME.get(name.upper())
        if member is None:
            raise ValueError(f"{name!r} is not an event type; there are {', '.join(_BY_NAME)}")
        return member

    @property
    def name(self) -> str:
        return self.upper()

    @property
    def value(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return str.__str__(self)[:]

    def __repr__(self) -> str:
        return f"EventType.{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return EventType, (str(self),)


for _name in EventType.__annotations__:
    _BY_NAME[_name] = str.__new__(EventType, _name.lower())
    type.__setattr__(EventType, _name, _BY_NAME[_name])
