"""A view as zones of cards, for screens that know no game: made from the view in the JSON dialect and nothing else.

A game declares its zones (`croupier.kernel.display.zones`). One that does not is read as best can be:

Lists of words are cards face up, tables from word to number are as many cards, sizes are cards face down, and a list
with an entry for every seat belongs to the seats. What is none of these stays text.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

import msgspec

from croupier.games import GAMES
from croupier.kernel.cards import Card
from croupier.kernel.decision import encode_hook
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.view import View


class CardShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """One card of a zone."""

    text: str
    """ "?" for one that is face down."""
    face_up: bool = True
    rank: str = ""
    suit: str = ""


class Zone(msgspec.Struct, frozen=True):
    """Cards that lie together, or a number or word in place of them."""

    title: str
    seat: int | None
    cards: tuple[CardShown, ...]
    count: int
    label: str = ""
    """The number or word; empty for cards."""
    middle: bool = False
    """Whether the cards of a seat lie in the middle of the table."""


_NO_HINTS = TableZones()
_DOWN = CardShown("?", face_up=False)
MAX_CARDS = 120


def wire_of(view: View) -> dict[str, Any]:
    """The view as the page gets it: in words, without the integers that only bots need."""
    words = msgspec.to_builtins(view.to_wire(), enc_hook=encode_hook, str_keys=True)
    notes = [view.seat_note(seat) for seat in range(view.table.seats)]
    table_words = {"situation": view.situation(), "notes": notes}
    return {"seat": view.seat if view.seat >= 0 else None, "table_words": table_words, **words}


def zones_of(view: View, wire: Mapping[str, Any]) -> tuple[Zone, ...]:
    """What lies on the table, as this view knows it."""
    own = view.seat if view.seat >= 0 else None
    game = GAMES.get(view.table.game)
    declared = _NO_HINTS if game is None else game.zones
    if declared.drawn:
        return tuple(zone for spec in declared.drawn for zone in _declared(spec, wire, own, view.table.seats))
    return tuple(_zones(wire, None, own, view.table.seats, declared))


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


def _declared(spec: ZoneSpec, wire: Mapping[str, Any], own: int | None, seats: int) -> Iterator[Zone]:
    """The zones of one declaration: for each seat, or for the middle of the table."""
    if not (spec.is_own or spec.known or spec.size or "*" in spec.path):
        yield from _one(spec, _at(wire, spec.path, 0), None)
        return
    for seat in range(seats):
        if not spec.is_own:
            yield from _one(spec, _at(wire, spec.path, seat), seat)
            continue
        is_mine = seat == own
        known = _at(wire, spec.path if is_mine else spec.known, seat) if is_mine or spec.known else None
        cards = _cards(known) or ()
        size = _size(spec, wire, seat)
        hidden = max(0, size - len(cards)) if not is_mine else 0
        if cards or hidden or (size and is_mine):
            yield Zone(spec.title, seat, (*cards, *(_DOWN,) * min(hidden, MAX_CARDS)), len(cards) + hidden)


def _one(spec: ZoneSpec, value: Any, seat: int | None) -> Iterator[Zone]:
    if value is None or value == "":
        return
    if spec.is_text:
        words = cast("Sequence[object]", value) if isinstance(value, list | tuple) else [value]
        yield Zone(spec.title, seat, (), 0, " : ".join(str(each) for each in words))
    elif spec.is_down:
        if value:
            yield _face_down(spec.title, seat, int(value))
    else:
        cards = _cards([value] if isinstance(value, str | Card) else value) or ()
        if any(card.face_up for card in cards):
            yield Zone(spec.title, seat, cards, len(cards), middle=spec.in_middle)


def _size(spec: ZoneSpec, wire: Mapping[str, Any], seat: int) -> int:
    if not spec.size:
        return 0
    return int(_at(wire, spec.size, seat) or 0) if isinstance(spec.size, str) else spec.size(wire, seat)


def _at(wire: Mapping[str, Any], path: str, seat: int) -> Any:
    """What stands at a path of the view; None where there is nothing."""
    found: Any = wire
    for part in path.split("."):
        key = str(seat) if part == "*" else part
        if isinstance(found, Mapping):
            found = cast("Mapping[str, Any]", found).get(key)
        elif isinstance(found, list | tuple):
            entries = cast("Sequence[Any]", found)
            found = entries[int(key)] if int(key) < len(entries) else None
        else:
            return None
    return found


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
