"""What searches ask of a state besides the rules: chapters, the horizon, the outlook and the weight of a world."""

from croupier.conformance.cases import Case, random_decisions
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.state import State


def test_outlooks_share_one_win_among_the_sides(case: Case):
    """At any time: nobody expects less than nothing, and all together expect one win."""
    match = case.match(11)
    teams = case.game.teams(case.settings, case.seats)
    for _ in random_decisions(match, BotRandom(3)):
        outlooks = [match.state.outlook(seat) for seat in range(case.seats)]
        assert all(0 <= outlook <= 1000 for outlook in outlooks)
        sides = dict(zip(teams, outlooks, strict=True))
        assert sum(sides.values()) <= 1000
        if type(match.state).outlook is not State.outlook:  # the kernel's own knows no partners
            assert sum(sides.values()) >= 1000 - case.seats
        assert all(outlook == sides[team] for team, outlook in zip(teams, outlooks, strict=True))


def test_chapters_only_move_on(case: Case):
    match = case.match(12)
    chapters = [match.state.chapter() for _ in random_decisions(match, BotRandom(4))]
    assert chapters == sorted(chapters)


def test_weights_are_positive_and_the_same_for_the_same_world(case: Case):
    match = case.match(13)
    state = case.state()
    for decision in random_decisions(match, BotRandom(5)):
        weights: list[int] = []
        for _ in range(2):
            state.restore(decision.seat, decision.view.ints)
            state.imagine(decision.seat, 99)
            state.believe(decision.seat)
            weights.append(state.weight(decision.seat))
        assert weights[0] == weights[1] >= 1
