"""What a learning agent reads of Bluff, compared with the words of the view."""

from typing import Any

import pytest
from games.observed import Entries, Observed, members, observations, one_of, several, single

from croupier.games.bluff import GAME
from croupier.games.bluff.moves import QUESTIONS
from croupier.games.bluff.view import Counts
from croupier.kernel.cards import Rank

RANKS = tuple(Rank)


def cards(name: str, counts: Counts, whose: str = "") -> Entries:
    """Thirteen counts in two features."""
    held = [counts.get(rank, 0) for rank in RANKS]
    return several(f"{name}, A to 7{whose}", held[:7]) | several(f"{name}, 8 to K{whose}", held[7:])


def number(rank: Rank | None) -> int | None:
    return None if rank is None else RANKS.index(rank)


def expected(seen: Observed) -> Entries:
    view: Any = seen.view
    seats, me = view.seats, view.seat
    row: Entries = {}
    row |= cards("hand", view.hand)
    row |= cards("mine on the pile", view.my_laid)
    row |= cards("chosen", view.chosen)
    for after in range(seats):
        seat, whose = (me + after) % seats, ", mine" if after == 0 else f", {after} after me"
        row |= cards("certainly with", view.known(seat), whose)
        row |= cards("known to all", view.known_to_all(seat), whose)
        row |= cards("claimed on this pile", view.claims_on_pile(seat), whose)
        row |= cards("claimed of a pile taken", view.claims_taken(seat), whose)
        row |= single(f"cards in hand{whose}", view.hand_sizes[seat])
        row |= single(f"cards on the pile{whose}", view.laid_sizes[seat])
        row |= single(f"rounds won{whose}", round(view.rounds_won[seat] * 840) // 8)
        record = view.record(seat)
        for name in ("claims", "challenged", "caught", "challenges", "successes", "collected"):
            row |= single(f"{name}{whose}", getattr(record, name))
    row |= one_of("question", len(QUESTIONS), QUESTIONS.index(view.question))
    row |= one_of("turn", seats, (view.turn - me) % seats)
    row |= members("expelled", seats, [(seat - me) % seats for seat in view.expelled])
    row |= one_of("claimed rank", 13, number(view.claimed_rank))
    row |= single("claimed cards", view.claimed_count)
    row |= one_of("last rank", 13, number(view.last_rank))
    row |= single("chosen so far", sum(view.chosen.values()))
    row |= single("my lies", view.my_bluffs)
    row |= single("of them believed", view.my_successful_bluffs)
    row |= single("round", view.round)
    row |= single("turns", view.turn_number // 2)
    row |= single("cards out of play", view.out_of_play)
    return row


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        (2, {"hand_size": 9}),
        (3, {"mode": "chaos"}),
        (4, {"mode": "team", "rounds": 2}),
        (4, {"mode": "truth", "max_turns": 8}),
        (6, {"decks": 2, "max_turns": 8}),
    ],
)
def test_every_feature_is_what_the_view_says(seats: int, values: dict[str, Any]) -> None:
    kinds: set[str] = set()
    for seed in range(3):
        for seen in observations(GAME, seats, seed, values):
            assert seen.row == expected(seen)
            kinds.add(seen.view.question)
    assert {"lay", "challenge"} <= kinds
