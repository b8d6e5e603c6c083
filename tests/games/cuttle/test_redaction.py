"""Who sees each event and who learns its secret card: a table of its own, checked against thousands of matches.

The table knows nothing of the rules' books. It follows the match as the dealer does, by events alone.
"""

from collections.abc import Callable

import pytest
from frames.positions import random_steps
from frames.redaction import Expected, check_event, check_redacted
from games.cuttle.play import position

from croupier.games.cuttle import GAME
from croupier.games.cuttle.core import codes
from croupier.kernel.event_bits import a_of, actor_of, b_of, kind_of, knows_of, pack

MATCHES = 1500  # per preset
BOTH = 3
EIGHTS = range(28, 32)


class Onlooker:
    """What decides who may know a card: glasses on the table, the card that a Seven put back, an empty pile."""

    def __init__(self, open_hands: bool = False) -> None:
        self.open_hands = open_hands
        self.pile = 41
        self.glasses: list[set[int]] = [set(), set()]
        self.revealed: set[int] = set()
        self.top_is_known = False

    def drawn(self, seat: int) -> int:
        """Who learns what `seat` draws."""
        return BOTH if self.top_is_known or self.glasses[1 - seat] else 1 << seat

    def shown(self, seat: int) -> int:
        """A hand is shown through the glasses that the other seat has just played, or once the pile is empty."""
        assert self.glasses[1 - seat] or (self.open_hands and self.pile == 0), "nobody wears glasses"
        return BOTH

    def follow(self, event: int) -> None:
        kind, card = kind_of(event), a_of(event)
        if kind == codes.E_PERMANENT and card in EIGHTS:
            self.glasses[actor_of(event)].add(card)
        elif kind in (codes.E_SCRAPPED, codes.E_RETURNED):
            for glasses in self.glasses:
                glasses.discard(card)
        elif kind == codes.E_DREW:
            self.top_is_known = False
            self.pile -= 1
        elif kind == codes.E_REVEALED:
            self.top_is_known = False
            self.revealed = {card} | ({b_of(event) - 1} if b_of(event) else set())
            self.pile -= len(self.revealed)
        if kind != codes.E_REVEALED and card in self.revealed:
            self.top_is_known = len(self.revealed) == 2
            self.pile += self.top_is_known
            self.revealed = set()


Learners = Callable[[Onlooker, int], int]

SECRETS: dict[int, Learners] = {
    codes.E_DEALT: lambda onlooker, owner: 1 << owner,
    codes.E_DREW: Onlooker.drawn,
    codes.E_SHOWN: Onlooker.shown,
}
"""The kinds with a secret card, and who learns it. Everything else is open. Both seats see every event."""

OPEN_KINDS = (
    codes.E_PASSED,
    codes.E_POINTS,
    codes.E_SCUTTLED,
    codes.E_ONE_OFF,
    codes.E_PERMANENT,
    codes.E_COUNTERED,
    codes.E_RESOLVED,
    codes.E_SCRAPPED,
    codes.E_RETURNED,
    codes.E_TOOK,
    codes.E_DISCARDED,
    codes.E_REVEALED,
    codes.E_ENDED,
    codes.E_CONTROL,
)


def expected(event: int, onlooker: Onlooker) -> Expected | None:
    kind = kind_of(event)
    if kind in SECRETS:
        return Expected(BOTH, SECRETS[kind](onlooker, actor_of(event)), 1, range(52))
    return Expected(BOTH) if kind in OPEN_KINDS else None


@pytest.mark.parametrize("rules", ["classic", "online"])
def test_10_every_event_goes_to_whom_the_table_says(rules: str) -> None:
    state = GAME.new_state(GAME.settings({"rules": rules}), 2)
    seen: set[tuple[int, int]] = set()
    for seed in range(MATCHES):
        onlooker = Onlooker(open_hands=rules == "online")
        for events in random_steps(state, seed):
            for event in events:
                check_event(event, expected(event, onlooker))
                onlooker.follow(event)
                seen.add((kind_of(event), knows_of(event)))
    assert {kind for kind, _ in seen} == {*SECRETS, *OPEN_KINDS}
    assert {knows for kind, knows in seen if kind == codes.E_DREW} == {1, 2, 3}


def test_10_a_seat_is_sent_exactly_what_the_masks_allow() -> None:
    state = GAME.new_state(GAME.settings(), 2)
    for seed in range(50):
        for events in random_steps(state, seed):
            for event in events:
                check_redacted(event, 2)


def drew(seat: int, knows: int, sees: int = 3) -> int:
    return pack(codes.E_DREW, seat, 0, 0, 17, -1, knows, sees)


@pytest.mark.parametrize(
    "event",
    [
        drew(0, knows=3),
        drew(0, knows=2),
        drew(0, knows=0),
        drew(1, knows=3),
        drew(0, knows=1, sees=1),
        pack(codes.E_DREW, 0, 17, 0, 17, -1, 1, 3),
        pack(codes.E_DREW, 0, 0, 0, 17, 18, 1, 3),
        pack(codes.E_DEALT, 1, 0, 0, 17, -1, 1, 3),
        pack(codes.E_DEALT, 1, 0, 0, 17, -1, 3, 3),
        pack(codes.E_POINTS, 0, 17, 0, -1, -1, 0, 1),
        pack(codes.E_PASSED, 0, 0, 0, 17, -1, 0, 3),
        pack(codes.E_REVEALED, 0, 17, 3, -1, -1, 3, 3),
        pack(codes.E_SHOWN, 0, 0, 0, 17, -1, 3, 3),
        pack(40, 0, 0, 0, -1, -1, 0, 3),
    ],
)
def test_10_a_wrong_mask_is_caught(event: int) -> None:
    with pytest.raises(AssertionError):
        check_event(event, expected(event, Onlooker()))


@pytest.mark.parametrize(
    ("glasses_of", "top_known", "right", "wrong"),
    [(None, False, 1, 3), (0, False, 1, 3), (1, False, 3, 1), (None, True, 3, 1), (0, True, 3, 1)],
)
def test_7_2_who_learns_what_seat_0_draws(glasses_of: int | None, top_known: bool, right: int, wrong: int) -> None:
    onlooker = Onlooker()
    permanents = ["", ""]
    if glasses_of is not None:
        onlooker.glasses[glasses_of].add(28)
        permanents[glasses_of] = "8c"
    onlooker.top_is_known = top_known
    check_event(drew(0, right), expected(drew(0, right), onlooker))
    with pytest.raises(AssertionError):
        check_event(drew(0, wrong), expected(drew(0, wrong), onlooker))
    play = position(("3c", "3d"), ("", ""), (permanents[0], permanents[1]), top_known=top_known)
    state = play.do("draw").match.state
    assert knows_of(state.events[0]) == right
