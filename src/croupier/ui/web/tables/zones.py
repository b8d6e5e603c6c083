"""A view as zones of cards, for a table that knows no game: made from the view in the JSON dialect and nothing else.

Lists of words are cards face up, tables from word to number are as many cards, sizes are cards face down, and a list
with an entry for every seat belongs to the seats. What is none of these stays text.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

import msgspec

from croupier.games import GAMES
from croupier.kernel.cards import Card
from croupier.kernel.decision import encode_hook
from croupier.kernel.view import View
from croupier.kernel.zones import TableZones
from croupier.ui.web.api.messages import CardShown, Zone

_NO_HINTS = TableZones()
_DOWN = CardShown("?", face_up=False)
MAX_CARDS = 120


def wire_of(view: View) -> dict[str, Any]:
    """The view as the page gets it: in words, without the integers that only bots need."""
    words = msgspec.to_builtins(view.to_wire(), enc_hook=encode_hook, str_keys=True)
    return {"seat": view.seat if view.seat >= 0 else None, **words}


def zones_of(view: View, wire: Mapping[str, Any]) -> tuple[Zone, ...]:
    """What lies on the table, as this view knows it."""
    own = view.seat if view.seat >= 0 else None
    game = GAMES.get(view.table.game)
    return tuple(_zones(wire, None, own, view.table.seats, _NO_HINTS if game is None else game.zones))


def open_zones(views: Sequence[View], public: View) -> tuple[Zone, ...]:
    """What lies on the table with all hands open, from what each seat knows of its own."""
    shown = [zone for zone in zones_of(public, wire_of(public)) if zone.title != "Hand"]
    hands = [
        zone
        for view in views
        for zone in zones_of(view, wire_of(view))
        if zone.seat == view.seat and zone.title == "Hand"
    ]
    return (*hands, *shown)


def _zones(wire: Mapping[str, Any], seat: int | None, own: int | None, seats: int, hints: TableZones) -> list[Zone]:
    zones: list[Zone] = []
    for key, value in wire.items():
        title = hints.titles.get(key) or _title(key)
        if key in hints.not_cards:
            continue
        if type(value) is int and (key.endswith("_size") or key in hints.face_down):
            stem = key.removesuffix("_size")
            is_own_hand = seat is not None and seat == own and stem in ("hand", *hints.face_down)
            if not is_own_hand and not (stem != key and wire.get(stem)):
                zones.append(_face_down(title, seat, value))
        elif type(value) not in (list, tuple, dict):
            continue
        elif _is_per_seat(value, seats):
            zones += _of_seats(key, title, cast("Sequence[Any]", value), own, seats, hints)
        elif (cards := _cards(value)) is not None and (cards or key == "hand"):
            at = own if seat is None and (key == "hand" or key.startswith("my_")) else seat
            if at is not None or key != "hand":
                zones.append(Zone(title, at, cards, len(cards)))
    return zones


def _is_per_seat(value: object, seats: int) -> bool:
    if not isinstance(value, list | tuple):
        return False
    entries = cast("Sequence[object]", value)
    return len(entries) == seats and all(isinstance(each, int | list | tuple | dict) for each in entries)


def _of_seats(key: str, title: str, value: Sequence[Any], own: int | None, seats: int, hints: TableZones) -> list[Zone]:
    zones: list[Zone] = []
    for seat, entry in enumerate(value):
        if type(entry) is int:
            if key.endswith(("_sizes", "_counts")) and seat != own:
                zones.append(_face_down(title, seat, entry))
        elif isinstance(entry, Mapping) and _cards(cast("Any", entry)) is None:
            zones += _zones(cast("Mapping[str, Any]", entry), seat, own, seats, hints)
        elif cards := _cards(cast("Any", entry)):
            zones.append(Zone(title, seat, cards, len(cards)))
    return zones


def _cards(value: Any) -> tuple[CardShown, ...] | None:
    """The cards that a list of words or a table from word to number stands for; None if it is neither."""
    if isinstance(value, list | tuple):
        words = [_card_in(each) for each in cast("Sequence[Any]", value)]
        if all(each is None or isinstance(each, str | Card) for each in words):
            return tuple(_DOWN if each is None else card_shown(str(each)) for each in words[:MAX_CARDS])
    elif isinstance(value, Mapping) and value:
        numbers = cast("Mapping[Any, Any]", value)
        if all(type(each) is int and each >= 0 for each in numbers.values()):
            shown = [card_shown(str(word)) for word, times in numbers.items() for _ in range(min(times, MAX_CARDS))]
            return tuple(shown[:MAX_CARDS])
    elif isinstance(value, Mapping):
        return ()
    return None


def _card_in(entry: Any) -> Any:
    """What is said about a card, beside others, stands for the card."""
    if isinstance(entry, Mapping):
        said = cast("Mapping[str, Any]", entry)
        return said.get("card", said)
    return entry


@cache
def card_shown(word: str) -> CardShown:
    try:
        card = Card(word)
    except ValueError:
        return CardShown(word)
    return CardShown(card.text, rank=str(card.rank), suit=card.suit.name.lower())


def _face_down(title: str, seat: int | None, count: int) -> Zone:
    return Zone(title, seat, (_DOWN,) * min(count, MAX_CARDS), count)


@cache
def _title(key: str) -> str:
    words = key.removesuffix("_size").removesuffix("_sizes").removesuffix("_counts").replace("_", " ")
    return words[:1].upper() + words[1:]
