"""What search and drivers rely on: the contract of `croupier.kernel.state.State`."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from croupier.conformance.cases import Case, finished, random_decisions
from croupier.conformance.event_fields import play_checked
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER, PUBLIC, redact
from croupier.kernel.state import LEGAL_LIMIT, MOVE_LIMIT, State

MATCHES = 30


# One for all: a compiled method keeps a vector for ever that it is handed from here.
BUFFER = vec[i64]([0] * LEGAL_LIMIT)


def legal(state: State) -> list[int]:
    n = state.legal(BUFFER)
    return [int(BUFFER[index]) for index in range(n)]


def test_random_matches_end_with_a_result(case: Case) -> None:
    for seed in range(MATCHES):
        match = finished(case.match(seed), BotRandom(seed))
        result = match.result()
        assert len(result.places) == len(result.scores) == case.seats
        assert min(result.places) == 1
        assert all(1 <= place <= case.seats for place in result.places)
        assert result.ending
        rewards = [match.state.reward(seat) for seat in range(case.seats)]
        assert all(0 <= reward <= 1000 for reward in rewards)
        best = max(rewards)
        assert [reward == best for reward in rewards] == [place == 1 for place in result.places]


def test_the_fields_of_events_fit_into_them(case: Case) -> None:
    if not play_checked(case, MATCHES):
        pytest.skip("its rules are compiled; see CROUPIER_PURE")


def test_partners_share_a_place(case: Case) -> None:
    teams = case.game.teams(case.settings, case.seats)
    for seed in range(MATCHES):
        places = finished(case.match(seed), BotRandom(seed)).result().places
        assert all(places[a] == places[b] for a, x in enumerate(teams) for b, y in enumerate(teams) if x == y)


def test_move_ids_are_small_distinct_and_there(case: Case) -> None:
    assert case.game.move_count <= MOVE_LIMIT
    for seed in range(MATCHES):
        match = case.match(seed)
        for _ in random_decisions(match, BotRandom(seed)):
            ids = legal(match.state)
            assert 0 < len(ids) <= LEGAL_LIMIT
            assert len(set(ids)) == len(ids)
            assert all(0 <= move < case.game.move_count for move in ids)


def test_a_copy_is_independent_and_equal(case: Case) -> None:
    luck = BotRandom(1)
    for seed in range(MATCHES):
        match = case.match(seed)
        for _ in random_decisions(match, luck):
            state = match.state
            before = state.snapshot(DEALER)
            copy = case.state()
            copy.copy_from(state)
            assert copy.snapshot(DEALER) == before
            assert list(copy.seen) == list(state.seen)
            move = legal(state)[luck.below(len(legal(state)))]
            after = state.after(move)
            copy.apply(move)
            assert after.snapshot(DEALER) == copy.snapshot(DEALER)
            assert list(after.seen) == list(copy.seen)
            assert state.snapshot(DEALER) == before


def test_the_dealers_snapshot_holds_everything(case: Case) -> None:
    for seed in range(MATCHES):
        match, luck = case.match(seed), BotRandom(seed)
        twin = case.state()
        for number, _ in enumerate(random_decisions(match, luck)):
            if number == 5:
                twin.restore(DEALER, match.state.snapshot(DEALER))
                assert twin.snapshot(DEALER) == match.state.snapshot(DEALER)
                break
        else:
            continue
        for state in (twin, match.state):
            chooser = BotRandom(99)
            while state.to_act >= 0:
                state.apply(legal(state)[chooser.below(len(legal(state)))])
        assert twin.snapshot(DEALER) == match.state.snapshot(DEALER)


def test_a_view_is_enough_to_know_the_legal_moves(case: Case) -> None:
    for seed in range(MATCHES):
        match = case.match(seed)
        for decision in random_decisions(match, BotRandom(seed)):
            twin = case.state()
            twin.restore(decision.seat, decision.view.ints)
            assert twin.to_act == decision.seat
            known = [str(case.game.moves[move]) for move in legal(twin)]
            asked = [str(move) for move in decision.moves]
            assert known == asked, f"by what the seat knows the moves are {known}, but it is offered {asked}"


def test_an_imagined_world_looks_the_same_to_its_seat(case: Case) -> None:
    for seed in range(MATCHES):
        match = case.match(seed)
        for number, decision in enumerate(random_decisions(match, BotRandom(seed))):
            world = case.state()
            world.restore(decision.seat, decision.view.ints)
            world.imagine(decision.seat, number)
            if number % 2:
                world.believe(decision.seat)
            assert world.snapshot(decision.seat) == decision.view.ints, "an imagined world looks different to its seat"
            known = [str(case.game.moves[move]) for move in legal(world)]
            assert known == [str(move) for move in decision.moves], "legal moves differ in an imagined world"


def test_imagined_worlds_can_be_played_to_their_end(case: Case) -> None:
    for seed in range(MATCHES):
        match, luck = case.match(seed), BotRandom(seed)
        for number, decision in enumerate(random_decisions(match, luck)):
            if number % 4:
                continue
            world = case.state()
            world.watching = False
            world.restore(decision.seat, decision.view.ints)
            world.imagine(decision.seat, number)
            if number % 8:
                world.believe(decision.seat)
            chooser = BotRandom(number)
            while world.to_act >= 0:
                world.apply(legal(world)[chooser.below(len(legal(world)))])
            assert world.ending > 0


def test_the_heuristic_is_blind_to_what_its_seat_cannot_see(case: Case) -> None:
    buffer = vec[i64]([0] * LEGAL_LIMIT)
    for seed in range(MATCHES):
        match = case.match(seed)
        for number, decision in enumerate(random_decisions(match, BotRandom(seed))):
            hints: set[int] = set()
            for world_seed in range(3):
                world = case.state()
                world.restore(decision.seat, decision.view.ints)
                world.imagine(decision.seat, world_seed)
                n = world.legal(buffer)
                hints.add(world.hint(number * 7919, buffer, n))
            n = match.state.legal(buffer)
            hints.add(match.state.hint(number * 7919, buffer, n))
            assert len(hints) == 1


def test_every_answer_leaves_an_event_for_its_own_seat(case: Case) -> None:
    for seed in range(MATCHES):
        match = case.match(seed)
        for decision in random_decisions(match, BotRandom(seed)):
            state = match.state.after(legal(match.state)[0])
            assert 0 < state.n_events <= len(state.events)
            assert any(redact(state.events[i], decision.seat, case.seats) for i in range(state.n_events))
            assert state.seen[decision.seat] != match.state.seen[decision.seat]


def test_rollouts_without_events_end_the_same(case: Case) -> None:
    for seed in range(MATCHES):
        ends: list[tuple[int, ...]] = []
        for watching in (True, False):
            state, luck = case.state(), BotRandom(seed)
            state.watching = watching
            state.start(seed)
            while state.to_act >= 0:
                state.apply(legal(state)[luck.below(len(legal(state)))])
            ends.append(state.snapshot(DEALER))
        assert ends[0] == ends[1]


def test_spectators_have_a_view(case: Case) -> None:
    match = case.match(3)
    for _ in random_decisions(match, BotRandom(3)):
        assert match.view(PUBLIC).text()


def test_a_belief_weighs_a_world_and_leaves_it_as_it_is(case: Case) -> None:
    for seed in range(5):
        match = case.match(seed)
        for decision in random_decisions(match, BotRandom(seed)):
            world = case.state()
            world.restore(decision.seat, decision.view.ints)
            world.imagine(decision.seat, seed)
            before = world.snapshot(DEALER)
            weight = world.weight(decision.seat)
            assert 1 <= weight < 1 << 50
            assert world.weight(decision.seat) == weight
            assert world.snapshot(DEALER) == before
