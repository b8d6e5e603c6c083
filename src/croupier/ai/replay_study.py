"""The analysis of a replay page: costly decisions, and branches that play on as the search expects.

With all cards open a branch is played with the real cards, each seat searching from what it knows. For one seat alone
that would show what others hold, so its branches are played with imagined cards that fit what it knew.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from croupier.ai.review import Judgement, decisions_of, judge_seat, make_critic, review
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import NO_CLOCK, Seat
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.state import State, legal_buffer
from croupier.match.match import Match
from croupier.match.rebuild_decision import DecisionBuilder
from croupier.match.replay.study import Branch, BranchStep, CostlyDecision, Study

ITERATIONS: Final = 300
"""Search effort for each decision, in iterations of `ismcts`."""
MIN_COST: Final = 0.03
"""No decision is listed that costs less of a win, or less than the noise of its own search."""
MAX_COSTLY: Final = 12
BRANCHES: Final = 2
"""Other moves of each costly decision that can be opened."""
BRANCH_MOVES: Final = 6
"""Most moves of a branch."""


def study_match(
    script: Match,
    viewers: Collection[Seat] | None = None,
    iterations: int = ITERATIONS,
    tell: Callable[[int], None] | None = None,
) -> Study | None:
    """Study a match for these points of view; None if it is not over, and for spectators alone, who know too little.

    `tell` is called with the number of each step before it is searched.
    """
    if not script.over:
        return None
    sees_all = viewers is None or DEALER in viewers
    seats = [] if viewers is None else [seat for seat in viewers if seat not in (DEALER, PUBLIC)]
    if sees_all:
        found = review(script, iterations, tell=tell)
        judgements, win = list(found.judgements), found.forecasts
    elif seats:
        judgements, win = [each for seat in seats for each in judge_seat(script, seat, iterations)], ()
    else:
        return None
    chosen = {each.number: each for each in costliest(judgements)}
    studied: list[CostlyDecision] = []
    for number, _, _, match in decisions_of(script):
        if number in chosen:
            studied.append(_costly(script, match, chosen[number], iterations, sees_all))
    studied.sort(key=lambda each: (-each.lost, each.step))
    return Study(script.table, win, studied, is_imagined=not sees_all)


def costliest(judgements: Iterable[Judgement]) -> list[Judgement]:
    """The decisions that a page lists, the costliest first."""
    costly = (each for each in judgements if each.lost >= max(MIN_COST, each.noise))
    return sorted(costly, key=lambda each: (-each.lost, each.number))[:MAX_COSTLY]


def cost_text(name: str, judgement: Judgement) -> str:
    """What a decision cost its seat, in a sentence."""
    return f"{name} could expect {judgement.best.value:.0%} of a win and was left with {judgement.played.value:.0%}."


def _costly(script: Match, match: Match, judgement: Judgement, iterations: int, sees_all: bool) -> CostlyDecision:
    names = script.table.names
    best, played = judgement.best, judgement.played
    moves = judgement.findings.moves
    # What is worth more than the best move was hardly searched.
    others = [each for each in moves if each.visits and each.move is not played.move and each.value <= best.value]
    tried = sorted(others, key=lambda each: (each.move is not best.move, -each.value))[:BRANCHES]
    return CostlyDecision(
        judgement.number,
        judgement.seat,
        round(judgement.lost, 3),
        played.move.label(names),
        best.move.label(names),
        cost_text(names[judgement.seat], judgement),
        tuple(
            Branch(
                each.move.label(names), each.value, _play_on(script, match, judgement, each.move, iterations, sees_all)
            )
            for each in tried
        ),
    )


def _play_on(
    script: Match, match: Match, judgement: Judgement, move: Any, iterations: int, sees_all: bool
) -> tuple[BranchStep, ...]:
    """The move, then what a search plays for each seat."""
    game, seat = script.game, judgement.seat
    state = match.state.fresh()
    if sees_all:
        state.copy_from(match.state)
    else:
        state.restore(seat, match.state.snapshot(seat))
        state.imagine(seat, derived_seed("branch", script.seed, judgement.number))
    state.watching = True
    names = script.table.names
    index = game.moves.index(move)
    steps = [_apply(state, seat, index, move.label(names))]
    while state.to_act >= 0 and len(steps) < BRANCH_MOVES:
        seat = state.to_act
        builder = DecisionBuilder(game, script.table, seat, state.fresh(), legal_buffer())
        decision = builder.decision(len(steps), state.snapshot(seat), (), NO_CLOCK, "")
        critic = make_critic(game, iterations)
        critic.sit(script.table, seat, derived_seed("branch", script.seed, judgement.number, len(steps)))
        critic.face(len(steps))
        chosen = decision.moves[critic.select_move_with_stats(decision, lines=0)[0]]
        steps.append(_apply(state, seat, game.moves.index(chosen), chosen.label(names)))
    return tuple(steps)


def _apply(state: State, seat: Seat, move: int, label: str) -> BranchStep:
    """Play a move, and keep the state after it."""
    state.apply(move)
    kept = state.fresh()
    kept.copy_from(state)
    events = tuple(int(state.events[number]) for number in range(state.n_events))
    return BranchStep(seat, label, kept, events)
