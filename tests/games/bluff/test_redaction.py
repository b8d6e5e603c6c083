"""Who is sent which event, and who learns its secrets: the table of RULES.md over random matches of every mode."""

from typing import Any

import pytest
from frames.positions import legal_moves, random_steps
from frames.redaction import Expected, check_masks

from croupier.games.bluff import GAME, BluffState
from croupier.games.bluff.core.codes import E_ANSWERED, E_EXPELLED, E_FOUND, E_HELD, E_LAID, E_STOPPED
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER, PUBLIC, actor_of, kind_of, redact

OWN = {E_HELD, E_LAID, E_STOPPED, E_ANSWERED}
SECRETS = {E_HELD, E_LAID, E_ANSWERED, E_FOUND}
MODES: list[tuple[int, dict[str, Any]]] = [
    (2, {"max_turns": 8}),
    (4, {"mode": "team", "max_turns": 8}),
    (3, {"mode": "chaos", "claim_order": "free", "max_turns": 8, "rounds": 2}),
    (3, {"mode": "truth", "max_turns": 8}),
]


def expected(event: int, state: BluffState) -> Expected:
    kind, actor = kind_of(event), actor_of(event)
    sees = (1 << state.seats) - 1
    if kind in OWN:
        sees = 1 << actor
    elif kind == E_FOUND:
        half = state.options["half"]
        sees = 1 << actor | 1 << (actor + half) % state.seats if half else 1 << actor
    return Expected(sees, sees if kind in SECRETS else 0)


@pytest.mark.parametrize(("seats", "values"), MODES)
def test_every_event_goes_to_those_in_the_table(seats: int, values: dict[str, Any]) -> None:
    state = GAME.new_state(GAME.settings(values), seats)
    assert isinstance(state, BluffState)
    kinds: set[int] = set()
    for seed in range(30):
        for events in random_steps(state, seed):
            for event in events:
                check_masks(event, expected(event, state))
                kinds.add(kind_of(event))
    left_out = {E_EXPELLED} if values.get("mode") == "chaos" else {E_EXPELLED, E_STOPPED}
    assert kinds == set(range(1, 17)) - left_out


@pytest.mark.parametrize(("seats", "values"), MODES)
def test_no_event_before_the_answers_are_opened_depends_on_the_truth(seats: int, values: dict[str, Any]) -> None:
    """What others are sent of a turn, up to the window, is the claim alone."""
    state = GAME.new_state(GAME.settings(values), seats)
    assert isinstance(state, BluffState)
    state.start(1)
    luck = BotRandom(1)
    while state.to_act >= 0:
        seat, question = state.to_act, GAME.questions[state.question]
        moves = legal_moves(state)
        state.apply(moves[luck.below(len(moves))])
        if question == "challenge" and state.sealed == 0:
            continue
        sent = [redact(state.events[i], PUBLIC, seats) for i in range(state.n_events)]
        names = [type(GAME.events[event]).__name__ for event in sent if event]
        assert names in ([], ["Claimed"]) or question == "challenge"
        for other in range(seats):
            if other != seat:
                shown = [redact(state.events[i], other, seats) for i in range(state.n_events)]
                assert not {type(GAME.events[event]) for event in shown if event} & GAME.showing


def test_the_dealer_sees_everything() -> None:
    state = GAME.new_state(GAME.settings(), 2)
    state.start(1)
    texts = [GAME.events[redact(state.events[i], DEALER, 2)].text(("a", "b")) for i in range(state.n_events)]
    assert not any("None" in text for text in texts)
