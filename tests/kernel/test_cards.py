"""Cards: 52 shared values."""

import pickle

import pytest

from croupier.kernel.cards import CARDS, Card, Rank, Suit, cards_in


@pytest.mark.parametrize(("text", "rank", "suit"), [("Qh", 12, 2), ("10s", 10, 3), ("Ac", 1, 0), ("2d", 2, 1)])
def test_notation(text: str, rank: int, suit: int) -> None:
    card = Card(text)
    assert (card.rank, card.suit) == (rank, suit)
    assert str(card) == text
    assert card is CARDS[(rank - 1) * 4 + suit]


@pytest.mark.parametrize("text", ["", "1h", "qh", "Qx", "10", "QH", "Qh ", None, 7, ["Qh"]])
def test_what_is_no_card(text: object) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        Card(text)  # type: ignore[arg-type]


def test_cards_cannot_be_changed_or_faked() -> None:
    with pytest.raises(AttributeError):
        Card("Qh").rank = Rank.ACE
    with pytest.raises(TypeError):
        type("Fake", (Card,), {})


def test_order_pickle_and_sets() -> None:
    assert sorted([Card("Kh"), Card("Ac"), Card("As")]) == [Card("Ac"), Card("As"), Card("Kh")]
    assert pickle.loads(pickle.dumps(Card("10h"))) is Card("10h")
    assert cards_in(0b1001) == (Card("Ac"), Card("As"))
    assert Card("10s").symbol == "10♠"
    assert Suit.HEARTS.symbol == "♥"
