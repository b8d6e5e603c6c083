"""What a learning agent reads of Coup, compared with the words of the view."""

import pytest
from games.observed import Entries, Observed, observations, one_of, several, single

from croupier.games.coup import GAME
from croupier.games.coup.moves import ACTIONS, CHARACTERS, QUESTIONS, Character


def number(character: Character | None) -> int | None:
    return None if character is None else CHARACTERS.index(character)


def expected(seen: Observed) -> Entries:
    view, seats = seen.view, seen.view.seats
    hand, drawn = (*view.hand, None, None), (*view.drawn, None, None)
    row: Entries = {}
    row |= one_of("my seat", seats, view.seat)
    row |= one_of("question", len(QUESTIONS), QUESTIONS.index(view.question))
    for i in range(2):
        row |= one_of(f"card {i + 1}, mine", 5, number(hand[i]))
    row |= one_of("drawn", 5, number(drawn[0]))
    row |= one_of("drawn too", 5, number(drawn[1]))
    row |= one_of("seats still in the game, minus one", seats, sum(view.is_alive(seat) for seat in range(seats)) - 1)
    row |= one_of("turn", seats, view.actor)
    row |= one_of("action", len(ACTIONS), None if view.action is None else ACTIONS.index(view.action))
    row |= one_of("target", seats, view.target)
    contest = 0 if view.challenger is None else 1 if view.blocker is None else 2
    row |= one_of("contest", 3, contest)
    row |= one_of("challenger", seats, view.challenger)
    row |= one_of("blocker", seats, view.blocker)
    row |= one_of("block", 5, number(view.blocked_with))
    for seat in range(seats):
        row |= single(f"coins, of {seat}", view.coins(seat))
        row |= single(f"influence, of {seat}", view.influence(seat))
        lost = (*view.lost(seat), None, None)
        for i in range(2):
            row |= one_of(f"lost influence {i + 1}, of {seat}", 5, number(lost[i]))
        for at, character in enumerate(CHARACTERS):
            record = view.record(seat, character)
            row |= single(f"claims of {at} made, of {seat}", record.made)
            row |= single(f"claims of {at} shown, of {seat}", record.shown)
            row |= single(f"claims of {at} not shown, of {seat}", record.failed)
        row |= several(f"claims since, of {seat}", [view.recent_claims(seat, character) for character in CHARACTERS])
    for at, character in enumerate(CHARACTERS):
        cards = [card.may_be_with for card in view.returned if card.character is character]
        for i in range(3):
            row |= single(f"{at} gone back {i + 1}", int(i < len(cards)))
            with_whom = cards[i] if i < len(cards) else ()
            row |= several(f"{at} gone back {i + 1}, may be with", [seat in with_whom for seat in range(seats)])
    row |= single("cards in the court", view.court_size)
    row |= single("turns", view.turn_number // 4)
    return row


@pytest.mark.parametrize(("seats", "window"), [(2, "official"), (3, "joint"), (4, "official"), (6, "joint")])
def test_every_feature_is_what_the_view_says(seats: int, window: str) -> None:
    kinds: set[str] = set()
    for seed in range(6):
        for seen in observations(GAME, seats, seed, {"window": window}):
            assert seen.row == expected(seen)
            kinds.add(seen.view.question)
    assert {"act", "respond", "challenge_block", "show", "lose", "keep"} <= kinds
