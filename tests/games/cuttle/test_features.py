"""What a learning agent reads of Cuttle, compared with the words of the view."""

from collections.abc import Sequence
from itertools import takewhile

import pytest
from games.observed import Entries, Observed, members, observations, one_of, several, single

from croupier.games.cuttle import GAME, Card
from croupier.games.cuttle.moves import QUESTIONS


def numbers(cards: Sequence[Card]) -> list[int]:
    return [card.index for card in cards]


def number(card: Card | None) -> int | None:
    return None if card is None else card.index


def expected(seen: Observed, freezes: bool) -> Entries:
    view = seen.view
    row: Entries = {}
    for whose, side in (("mine", view.me), ("1 after me", view.opponent)):
        row |= members(f"hand, {whose}", 52, numbers(side.known_hand))
        row |= members(f"points, {whose}", 40, numbers(side.points))
        row |= members(f"permanents, {whose}", 24, [card.index - 28 for card in side.permanents])
        row |= single(f"score, {whose}", side.score)
        row |= single(f"cards in hand, {whose}", side.hand_size)
    row |= members("scrap", 52, numbers(view.scrap))
    row |= members("known to both", 52, numbers([*view.seen_by_opponent, *view.opponent.known_hand]))
    if freezes:
        row |= members("frozen", 52, numbers([*view.me.frozen, *view.opponent.frozen]))
    row |= members("twos played", 4, [card.index - 4 for card in view.counters])
    row |= one_of("pending one-off", 52, number(view.pending))
    row |= one_of("its target", 52, number(view.pending_target))
    row |= one_of("top of the deck", 52, number(view.known_top))
    revealed = (*view.revealed, None, None)
    row |= one_of("revealed", 52, number(revealed[0]))
    row |= one_of("revealed too", 52, number(revealed[1]))
    row |= one_of("question", len(QUESTIONS), QUESTIONS.index(view.question))
    row |= several("turn", [view.is_my_turn, not view.is_my_turn])
    lies_on = {jack: (card, height) for card, stack in view.jacks.items() for height, jack in enumerate(stack)}
    for suit in range(4):
        under, height = lies_on.get(Card(f"J{'cdhs'[suit]}"), (None, 0))
        row |= single(f"the card under jack {suit}, plus one", 0 if under is None else under.index + 1)
        row |= single(f"the height of jack {suit}", height)
    row |= single("cards in the deck", view.pile_size)
    row |= single("turns", view.turn_number // 4)
    turns = [answer for question, answer in seen.played if question in ("turn", "seven")]
    row |= single("passes in a row", len(list(takewhile(lambda answer: answer == "pass", reversed(turns)))))
    row |= single("twos in a row", len(view.counters))
    row |= single("cards to discard", view.to_discard)
    return row


@pytest.mark.parametrize("rules", ["classic", "online"])
def test_every_feature_is_what_the_view_says(rules: str) -> None:
    kinds: set[str] = set()
    for seed in range(12):
        for seen in observations(GAME, 2, seed, {"rules": rules}):
            assert seen.row == expected(seen, rules == "online")
            kinds.add(seen.view.question)
    assert {"turn", "counter", "seven", "three", "four"} <= kinds
