"""The table of events in RULES.md, section 11: who is sent what, over random matches with expulsions."""

import pytest
from frames.positions import random_steps
from frames.redaction import Expected, check_masks
from games.kittens.play import dealt

from croupier.games.kittens import GAME, KittensState
from croupier.games.kittens import events as e
from croupier.games.kittens.core import codes
from croupier.games.kittens.core import layout as w
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER, PUBLIC, actor_of, b_of, kind_of
from croupier.match.match import Match

OWN = {codes.E_DEALT, codes.E_CHOSE, codes.E_ANSWERED}
ACTOR_KNOWS = {codes.E_PEEKED, codes.E_INSERTED, *OWN}
TWO_KNOW = {codes.E_GAVE, codes.E_STOLE}


def expected(event: int, seats: int, knew_top: int) -> Expected:
    kind, own, everyone = kind_of(event), 1 << actor_of(event), (1 << seats) - 1
    sees = own if kind in OWN else everyone
    if kind == codes.E_DREW:
        return Expected(sees, own | knew_top)
    if kind in ACTOR_KNOWS:
        return Expected(sees, own)
    if kind in TWO_KNOW:
        return Expected(sees, own | 1 << (b_of(event) - 1))
    return Expected(sees)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_11_who_is_sent_what(seats: int) -> None:
    state = GAME.new_state(GAME.settings(), seats)
    assert isinstance(state, KittensState)
    kinds: set[int] = set()
    for seed in range(60):
        knew_top = 0
        for events in random_steps(state, seed, expel_one_in=100):
            for event in events:
                check_masks(event, expected(event, seats, knew_top))
                kinds.add(kind_of(event))
            size = state.words[w.PILE_SIZE]
            knew_top = state.words[w.PILE + size - 1] >> 4 if size else 0
    assert kinds >= set(range(codes.E_TURN, codes.E_ENDED + 1))


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
        play, luck = dealt(4, seed), BotRandom(seed)
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
