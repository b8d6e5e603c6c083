"""Moves and events as declarations: fields from integers, notations and sentences."""

from itertools import product

import msgspec
import pytest

from croupier.kernel.cards import CARDS, Card
from croupier.kernel.decision import Event, Move, Seat
from croupier.kernel.declare import from_a, from_actor, from_b, from_event, from_x, from_y
from croupier.kernel.event_bits import a_of, b_of, pack, redact

NAMES = ("Ann", "Bob", "Cy")


class AnyEvent(Event):
    pass


class Gave(AnyEvent, code=1, reveals=True):
    seat: Seat
    taker: Seat = from_b(Seat)
    card: Card | None = from_x(CARDS)
    other: int | None = from_y()
    says = "{seat} gives {taker} {card|a card}[ and {other}]"


class Ended(AnyEvent, code=2, window=True, leaves=True):
    winner: Seat | None = from_b(Seat, plus_one=True)
    round: int = from_a()
    by_force: bool = from_event(lambda event: a_of(event) == b_of(event))
    beginner: str = from_actor("abc")
    says = "{winner|nobody} wins {round:round}, number {round+1}, {by_force?by force|fairly}; {beginner} began"


class AnyMove(Move):
    pass


class Rest(AnyMove, ids=2):
    notation = "rest"


class Play(AnyMove, ids={0: product(CARDS[:2]), 3: product(CARDS[:2], range(2))}):
    card: Card
    target: Seat | None = None
    notation = "play {card}[ at {target}]"


def test_an_event_is_made_from_its_bits() -> None:
    event = pack(1, 2, 0, 1, 5, 7, 0b011, 0b111)
    make = AnyEvent.family.make
    assert make(redact(event, 0, 3)) == Gave(2, 1, CARDS[5], 7)
    assert make(redact(event, 2, 3)) == Gave(2, 1, None, None)
    assert make(pack(2, 1, 3, 3, -1, -1, 0, 0)) == Ended(2, 3, True, "b")
    assert make(pack(2, 0, 3, 0, -1, -1, 0, 0)) == Ended(None, 3, False, "a")


def test_a_sentence_shows_names_fields_and_what_is_not_known() -> None:
    assert Gave(0, 2, CARDS[0], 4).text(NAMES) == "Ann gives Cy A♣ and 4"
    assert Gave(0, 2, None, None).text(NAMES) == "Ann gives Cy a card"
    assert Ended(1, 1, True, "a").text(NAMES) == "Bob wins 1 round, number 2, by force; a began"
    assert Ended(None, 3, False, "a").text(NAMES) == "nobody wins 3 rounds, number 4, fairly; a began"


def test_the_base_class_collects_what_is_declared() -> None:
    family = AnyEvent.family
    assert list(family.kinds.values()) == [Gave, Ended]
    assert (family.revealing, family.windows, family.leaving) == ({Gave}, {Ended}, {Ended})
    text = b'{"type":"Gave","seat":0,"taker":1,"card":null,"other":2}'
    assert msgspec.json.decode(text, type=family.union(), dec_hook=lambda kind, value: Card(value)) == Gave(
        0, 1, None, 2
    )


def test_a_field_without_a_default_is_required() -> None:
    with pytest.raises(msgspec.ValidationError, match="other"):
        msgspec.json.decode(b'{"type":"Gave","seat":0,"taker":1,"card":null}', type=AnyEvent.family.union())


def test_moves_are_made_in_the_order_of_their_ids() -> None:
    assert [str(move) for move in AnyMove.family.make_all()] == [
        "play Ac",
        "play Ad",
        "rest",
        "play Ac at 0",
        "play Ac at 1",
        "play Ad at 0",
        "play Ad at 1",
    ]


def test_a_code_that_is_taken_and_ids_that_are_missing_are_refused() -> None:
    with pytest.raises(AssertionError, match="Again has the code of Gave"):

        class Again(AnyEvent, code=1):
            seat: Seat
            says = "{seat}"

    class Sparse(Move):
        pass

    class Late(Sparse, ids=1):
        notation = "late"

    with pytest.raises(AssertionError, match="Late begins with id 1, but the next free one is 0"):
        Sparse.family.make_all()


def test_a_move_says_its_seat_by_name_and_its_card_by_its_suit() -> None:
    class Aimed(Move):
        pass

    class Give(Aimed, ids={0: [(CARDS[0], 1)]}):
        card: Card
        target: Seat
        notation = "give {card} {target}"
        says = "Give {card} to {target}"
        heading = "Gifts"

    class Rest(Aimed, ids=1):
        notation = "rest"

    assert (str(Give(CARDS[0], 1)), Give(CARDS[0], 1).label(NAMES)) == ("give Ac 1", "Give A♣ to Bob")
    assert (Rest().label(NAMES), Rest().group(), Give(CARDS[0], 1).group()) == ("rest", "", "Gifts")


def test_the_sentence_is_the_docstring_of_a_class_that_has_none():
    class Happened(Event):
        """Any event."""

    class Rained(Happened, code=1):
        says = "it rains"

    class Snowed(Happened, code=2):
        """Frozen rain."""

        says = "it snows"

    assert (Rained.__doc__, Snowed.__doc__) == ("it rains", "Frozen rain.")
