"""The table of events in RULES.md, section 11: who is sent what, over random matches with expulsions."""

import pytest
from games.kittens.play import dealt

from croupier.games.kittens import GAME, codes
from croupier.games.kittens import events as e
from croupier.kernel.events import DEALER, PUBLIC, actor_of, b_of, kind_of, knows_of, sees_of
from croupier.kernel.luck import Luck
from croupier.match.core import Match

OWN = {codes.E_DEALT, codes.E_CHOSE, codes.E_ANSWERED}
ACTOR_KNOWS = {codes.E_PEEKED, codes.E_INSERTED, *OWN}
TWO_KNOW = {codes.E_GAVE, codes.E_STOLE}


def expected_masks(event: int, seats: int, knew_top: int) -> tuple[int, int]:
    """Who learns the secrets, who learns that it happened."""
    kind, actor, everyone = kind_of(event), actor_of(event), (1 << seats) - 1
    sees = 1 << actor if kind in OWN else everyone
    if kind == codes.E_DREW:
        return 1 << actor | knew_top, sees
    if kind in ACTOR_KNOWS:
        return 1 << actor, sees
    if kind in TWO_KNOW:
        return 1 << actor | 1 << (b_of(event) - 1), sees
    return 0, sees


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_11_who_is_sent_what(seats: int) -> None:
    met: set[int] = set()
    for seed in range(60):
        play, luck = dealt(seats, seed), Luck(seed)
        match = play.match
        while (decision := match.ask()) is not None:
            table = match.state.table
            knew_top = table.knows[table.pile_size - 1] if table.pile_size else 0
            if match.state.sealed == 0 and luck.random() < 0.01:
                match.expel(luck.below(seats))
            else:
                match.play(luck.below(len(decision.moves)))
            for i in range(match.state.n_events):
                event = match.state.events[i]
                met.add(kind_of(event))
                assert (knows_of(event), sees_of(event)) == expected_masks(event, seats, knew_top)
    assert met >= set(range(codes.E_TURN, codes.E_ENDED + 1))


def fields_hidden_from_all_but(match: Match, kind: type, fields: tuple[str, ...]) -> None:
    for step in range(len(match.steps) + 1):
        for event in match.happened(DEALER, step):
            if not isinstance(event, kind):
                continue
            assert all(getattr(event, field) is not None for field in fields)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [(e.Drew, ("card",)), (e.Gave, ("card",)), (e.Stole, ("card",)), (e.Peeked, ("cards",)), (e.Inserted, ("depth",))],
)
def test_11_a_spectator_is_told_without_the_secret(kind: type, fields: tuple[str, ...]) -> None:
    met = 0
    for seed in range(15):
        play, luck = dealt(4, seed), Luck(seed)
        while (decision := play.match.ask()) is not None:
            play.match.play(luck.below(len(decision.moves)))
            for event in play.match.happened(PUBLIC):
                if isinstance(event, kind):
                    met += 1
                    assert all(getattr(event, field) is None for field in fields)
        fields_hidden_from_all_but(play.match, kind, fields)
    assert met


def test_11_a_spectator_sees_no_hand() -> None:
    view = dealt(3).view(PUBLIC)
    assert view.my_hand == ()
    assert view.known_hands == {}
    assert view.known_top == ()
    assert view.to_wire()["hand"] == {}
    assert GAME.name == "kittens"
