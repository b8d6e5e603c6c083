"""Who is sent which event, and who learns its secrets: the table of RULES.md over random matches of every mode."""

from typing import Any

import pytest
from games.bluff.play import options

from croupier.games.bluff import GAME, BluffState
from croupier.games.bluff.codes import E_ANSWERED, E_EXPELLED, E_FOUND, E_HELD, E_LAID, E_STOPPED
from croupier.games.bluff.events import SHOWING, make_event
from croupier.kernel.events import DEALER, PUBLIC, actor_of, kind_of, knows_of, redact, sees_of
from croupier.kernel.luck import Luck

OWN = {E_HELD, E_LAID, E_STOPPED, E_ANSWERED}
SECRETS = {E_HELD, E_LAID, E_ANSWERED, E_FOUND}
MODES: list[tuple[int, dict[str, Any]]] = [
    (2, {"max_turns": 8}),
    (4, {"mode": "team", "max_turns": 8}),
    (3, {"mode": "chaos", "claim_order": "free", "max_turns": 8, "rounds": 2}),
    (3, {"mode": "truth", "max_turns": 8}),
]


@pytest.mark.parametrize(("seats", "values"), MODES)
def test_every_event_goes_to_those_in_the_table(seats: int, values: dict[str, Any]) -> None:
    everyone = (1 << seats) - 1
    kinds: set[int] = set()
    for seed in range(30):
        luck = Luck(seed)
        state = GAME.new_state(GAME.settings(values), seats)
        assert isinstance(state, BluffState)
        state.start(seed)
        while True:
            for i in range(state.n_events):
                event = int(state.events[i])
                kind, actor = int(kind_of(event)), int(actor_of(event))
                kinds.add(kind)
                own, side = 1 << actor, int(state.options.sides[actor])
                sees = own if kind in OWN else side if kind == E_FOUND else everyone
                assert sees_of(event) == sees
                assert knows_of(event) == (sees if kind in SECRETS else 0)
            if state.to_act < 0:
                break
            moves = options(state)
            state.apply(moves[luck.below(len(moves))])
    left_out = {E_EXPELLED} if values.get("mode") == "chaos" else {E_EXPELLED, E_STOPPED}
    assert kinds == set(range(1, 17)) - left_out


@pytest.mark.parametrize(("seats", "values"), MODES)
def test_no_event_before_the_answers_are_opened_depends_on_the_truth(seats: int, values: dict[str, Any]) -> None:
    """What others are sent of a turn, up to the window, is the claim alone."""
    state = GAME.new_state(GAME.settings(values), seats)
    assert isinstance(state, BluffState)
    state.start(1)
    luck = Luck(1)
    while state.to_act >= 0:
        seat, question = state.to_act, GAME.questions[state.question]
        moves = options(state)
        state.apply(moves[luck.below(len(moves))])
        if question == "challenge" and state.sealed == 0:
            continue
        sent = [redact(state.events[i], PUBLIC, seats) for i in range(state.n_events)]
        names = [type(make_event(event)).__name__ for event in sent if event]
        assert names in ([], ["Claimed"]) or question == "challenge"
        for other in range(seats):
            if other != seat:
                shown = [redact(state.events[i], other, seats) for i in range(state.n_events)]
                assert not {type(make_event(event)) for event in shown if event} & SHOWING


def test_the_dealer_sees_everything() -> None:
    state = GAME.new_state(GAME.settings(), 2)
    state.start(1)
    texts = [make_event(redact(state.events[i], DEALER, 2)).text(("a", "b")) for i in range(state.n_events)]
    assert not any("None" in text for text in texts)
