"""Words for people: moves, questions, events and views of every game, as every screen and prompt shows them."""

from croupier.games import GAMES
from croupier.games.belote.moves import Announce
from croupier.games.belote.terms import Mode
from croupier.games.bluff.events import Claimed, Held
from croupier.games.coup.moves import Act, Action, Block, Character
from croupier.games.cuttle.moves import OneOff
from croupier.games.kittens.moves import Pair
from croupier.kernel.cards import Card, Rank
from croupier.match.transcript import fold_lines

NAMES = ("Ann", "Bob", "Cid", "Dan")


def test_moves_are_written_as_people_say_them() -> None:
    assert Act(Action.TAX).label(NAMES) == "Tax: claim Duke, take 3 coins"
    assert Act(Action.FOREIGN_AID).label(NAMES) == "Foreign aid: take 2 coins"
    assert Act(Action.STEAL, 1).label(NAMES) == "Steal from Bob: claim Captain, take 2 coins"
    assert Block(Character.CONTESSA).label(NAMES) == "Block: claim Contessa"
    assert OneOff(Card("4h")).label(NAMES) == "Play 4♥ as a one-off: opponent discards two cards"
    assert OneOff(Card("9c"), Card("Qd")).label(NAMES) == "Play 9♣ as a one-off: return Q♦ to its owner's hand"
    assert Announce(Mode.COLOUR_CLUBS).label(NAMES) == "Bid Clubs"
    pair = next(move for move in GAMES["kittens"].moves if isinstance(move, Pair) and move.target == 1)
    assert pair.label(NAMES) == "Play two Taco Cats: steal a random card from Bob"


def test_programs_keep_their_notation() -> None:
    assert str(Act(Action.STEAL, 1)) == "steal 1"
    assert str(OneOff(Card("9c"), Card("Qd"))) == "one-off 9c Qd"
    assert str(Announce(Mode.COLOUR_CLUBS)) == "announce ColourClubs"


def test_numbers_of_cards_are_words() -> None:
    assert Claimed(0, Rank.SEVEN, 2).text(NAMES) == "Ann lays 2 cards and claims 7s"
    assert Claimed(0, Rank.ACE, 1).text(NAMES) == "Ann lays 1 card and claims an Ace"
    held = [Held(0, Rank.TWO, 1).text(NAMES), Held(0, Rank.KING, 3).text(NAMES)]
    assert held == ["Ann holds one 2", "Ann holds three Kings"]
    assert list(fold_lines(held)) == ["Ann holds one 2, three Kings"]


def test_equal_and_similar_lines_are_folded() -> None:
    assert list(fold_lines(["Bob is dealt a card"] * 3)) == ["Bob is dealt 3 cards"]
    assert list(fold_lines(["Bob passes"] * 2)) == ["Bob passes (2 times)"]
    assert list(fold_lines(["Ann draws 5♥", "Ann draws 6♠", "Bob draws 7♣"])) == ["Ann draws 5♥, 6♠", "Bob draws 7♣"]
    assert list(fold_lines(["Ann has 3 coins", "Ann has 5 coins"])) == ["Ann has 3 coins", "Ann has 5 coins"]
