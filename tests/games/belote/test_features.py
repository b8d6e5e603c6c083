"""What a learning agent reads of Belote, compared with the words of the view."""

from typing import Any

import pytest
from games.observed import Entries, Observed, members, observations, one_of, single

from croupier.games.belote import GAME
from croupier.games.belote.core.codes import MODES
from croupier.games.belote.core.ranks import VALUES
from croupier.games.belote.moves import QUESTIONS, Accept, Announce
from croupier.games.belote.terms import MULTIPLIERS, NUMBERS

WHOSE = ("mine", "1 after me", "2 after me", "3 after me")


def expected(seen: Observed) -> Entries:
    view: Any = seen.view
    me = view.seat
    trick = view.trick
    in_trick = () if trick is None else trick.cards

    def after_me(seat: int | None) -> int | None:
        return None if seat is None else (seat - me) % 4

    row: Entries = {}
    row |= members("hand, mine", 32, [NUMBERS[card] for card in view.hand])
    for k in range(3):
        row |= one_of(f"card {k + 1} of the trick", 32, NUMBERS[in_trick[k].card] if k < len(in_trick) else None)
    row |= one_of("question", len(QUESTIONS), QUESTIONS.index(view.question))
    row |= one_of("mode", MODES, None if view.mode is None else view.mode.number)
    row |= single("multiplier", next(times for times, word in MULTIPLIERS.items() if word == view.multiplier))
    row |= one_of("announcer", 4, after_me(view.announcer))
    row |= one_of("dealer", 4, after_me(view.dealer))
    row |= single("cards in the trick", len(in_trick))
    row |= single("cards played", len(view.played))
    for k, whose in enumerate(WHOSE[:2]):
        team = (me + k) % 2
        row |= single(f"card points, {whose}", view.card_points[team] // 2)
        row |= single(f"tricks, {whose}", view.tricks_won[team])
        row |= single(f"match points, {whose}", view.match_points[team] // 2)
        said = [
            spoken.bid.mode.number
            for spoken in view.bidding
            if isinstance(spoken.bid, Announce) and spoken.seat % 2 == team
        ]
        row |= members(f"announced, {whose}", MODES, said)
    row |= single("target", view.target // 2)
    row |= single("deal", view.deal)
    row |= one_of("highest bid", MODES, None if view.current_bid is None else view.current_bid.number)
    row |= one_of("whose", 4, after_me(view.current_bidder))
    row |= single("accepts in a row", view.consecutive_accepts)
    row |= members("doubled", MODES, [mode.number for mode in view.doubled_modes])
    row |= members("redoubled", MODES, [mode.number for mode in view.redoubled_modes])
    may_double: set[int] = set()
    for spoken in view.bidding:
        if spoken.seat == me and isinstance(spoken.bid, Accept | Announce):
            may_double = set()
        elif isinstance(spoken.bid, Announce) and spoken.seat % 2 != me % 2:
            may_double.add(spoken.bid.mode.number)
    row |= members("may double, mine", MODES, sorted(may_double))
    leader = (view.dealer + 1) % 4 if trick is None else trick.leader
    row |= one_of("leader", 4, after_me(leader))
    # Between two tricks the last winner, who leads; before the first card of a deal nobody, which reads as seat 0.
    winning = view.winning.seat if in_trick else leader if view.played else 0
    row |= one_of("winning the trick", 4, after_me(winning))
    points = [VALUES[view.mode.number * 32 + NUMBERS[played.card]] for played in in_trick]
    return row | single("points in the trick", sum(points))


def may_hold(seen: Observed, after: int) -> list[int]:
    """The unseen cards among those of the feature, which also has cards that were played."""
    unseen = [NUMBERS[card] for card in seen.view.unseen]
    return [card for card in unseen if seen.row[f"may hold, {WHOSE[after]} {card}"]]


@pytest.mark.parametrize("values", [{"deals": 3}, {"accept_doubles": "lock", "cut": "fixed", "deals": 2}])
def test_every_feature_is_what_the_view_says(values: dict[str, Any]) -> None:
    kinds: set[str] = set()
    for seed in range(6):
        for seen in observations(GAME, 4, seed, values):
            for after in (1, 2, 3):
                seat = (seen.view.seat + after) % 4
                assert may_hold(seen, after) == [NUMBERS[card] for card in seen.view.may_hold(seat)]
            told = {name: entry for name, entry in seen.row.items() if not name.startswith("may hold")}
            assert told == expected(seen)
            kinds.add(seen.view.question)
    assert kinds == set(QUESTIONS)
