"""What a learning agent reads of Exploding Kittens, compared with the words of the view."""

from typing import Any

import pytest
from games.observed import Entries, Observed, members, observations, one_of, several, single

from croupier.games.kittens import GAME
from croupier.games.kittens.core import codes
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.friendly.cards import TYPES, Card
from croupier.games.kittens.moves import QUESTIONS

TOP = 5  # cards of the pile that have features of their own


def counted(cards: tuple[Card | None, ...], types: int) -> list[int]:
    return [sum(card is not None and card.card_type == TYPES[number] for card in cards) for number in range(types)]


def expected(seen: Observed) -> Entries:
    view: Any = seen.view
    names, me, wire = view.table.names, view.seat, view.to_wire()
    alive = [seat for seat, name in enumerate(names) if name == names[me] or name in view.other_players]
    row: Entries = {}
    row |= one_of("my seat", len(names), me)
    hands = {**view.known_hands, names[me]: view.my_hand}
    sizes = {**view.other_player_card_counts, names[me]: len(view.my_hand)}
    for seat, name in enumerate(names):
        row |= several(f"certainly in hand, of {seat}", counted(hands.get(name, ()), 12))
        row |= several(f"certainly not, of {seat}", [kind in view.known_missing.get(name, ()) for kind in TYPES[:12]])
        row |= single(f"cards in hand, of {seat}", sizes.get(name, 0))
    top = (*view.known_top, *[None] * TOP)
    for place in range(TOP):
        row |= several(f"card {place + 1} of the pile", counted((top[place],), 13))
    row |= several("known cards in the pile", counted(view.known_top, 13))
    row |= several("discarded", counted(view.discard_pile, 13))
    row |= one_of("question", len(QUESTIONS), QUESTIONS.index(view.question))
    row |= members("alive", len(names), alive)
    row |= one_of("turn", len(names), names.index(view.current_player))
    row |= one_of("target", len(names), wire["pending_target"])
    row |= single("turns to take", wire["turns_owed"])
    row |= single("cards in the pile", view.draw_pile_count)
    row |= single("cards discarded", len(view.discard_pile))
    row |= single("nopes", wire["nopes"])
    return row | unspoken(seen)


def unspoken(seen: Observed) -> Entries:
    """What the view has no word for, as the state means it."""
    words = seen.state.words
    row: Entries = {}
    row |= one_of("who acted last", words[w.SEATS], words[w.LAST])
    row |= one_of("pending", codes.FIVE + 1, words[w.PENDING] if words[w.PENDING] >= 0 else None)
    row |= one_of("named", 13, words[w.NAMED])
    row |= several("types of the combo", [words[w.COMBO] >> kind & 1 for kind in range(12)])
    row |= single("attacked", words[w.ATTACKED])
    row |= single("actions in this turn", words[w.ACTIONS])
    return row


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_feature_is_what_the_view_says(seats: int) -> None:
    kinds: set[str] = set()
    for seed in range(5):
        for seen in observations(GAME, seats, seed, {}):
            assert seen.row == expected(seen)
            kinds.add(seen.view.question)
    assert {"turn", "react", "give", "defuse", "name"} <= kinds
