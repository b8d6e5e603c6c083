"""What players rely on: decisions, their bytes, the wire, and what they may tell."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.conformance.cases import Case, random_decisions
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Decision
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.rng import DEAL
from croupier.kernel.wire import encode, question_message, read_answer, read_decision
from croupier.match.match import Match

MATCHES = 15
VIEW_LIMIT = 4096


def test_notation_is_unique_among_the_legal_moves_and_finds_its_move(case: Case) -> None:
    for seed in range(MATCHES):
        for decision in random_decisions(case.match(seed), BotRandom(seed)):
            texts = [str(move) for move in decision.moves]
            assert len(set(texts)) == len(texts)
            for index, move in enumerate(decision.moves):
                assert decision.index_of(str(move)) == decision.index_of(move) == decision.index_of(index) == index


def test_a_decision_survives_the_wire(case: Case) -> None:
    for seed in range(MATCHES):
        match = case.match(seed)
        for decision in random_decisions(match, BotRandom(seed)):
            message = encode(question_message(decision, "m"))
            assert read_decision(message, case.game, match.table) == decision
            answer = f'{{"type":"move","id":{decision.id},"move":"{decision.moves[-1]}"}}'
            assert decision.index_of(read_answer(answer, decision).move) == len(decision.moves) - 1


def test_views_on_the_wire_are_bounded(case: Case) -> None:
    for seed in range(MATCHES):
        for decision in random_decisions(case.match(seed), BotRandom(seed)):
            assert len(encode(question_message(decision)).partition(b'"events"')[0]) <= VIEW_LIMIT


def test_same_seed_and_answers_give_the_same_match(case: Case) -> None:
    for seed in range(MATCHES):
        one = [bytes_of(decision) for decision in random_decisions(case.match(seed), BotRandom(seed))]
        two = [bytes_of(decision) for decision in random_decisions(case.match(seed), BotRandom(seed))]
        assert one == two, "the same seed and answers gave another match"


def test_another_seed_gives_another_match(case: Case) -> None:
    state = case.state()
    state.start(1)
    if not state.shuffles:
        pytest.skip("nothing is dealt at the start, so two seeds may give the same match")
    matches = {
        b"".join(bytes_of(decision) for decision in random_decisions(case.match(seed), BotRandom(1)))
        for seed in range(20)
    }
    assert len(matches) > 15


def test_a_fixed_deal_is_not_told_to_the_table(case: Case) -> None:
    assert not getattr(case.match(1).table.settings, "deal", "")


def test_decision_ids_count_per_seat(case: Case) -> None:
    for seed in range(MATCHES):
        asked = [0] * case.seats
        for decision in random_decisions(case.match(seed), BotRandom(seed)):
            asked[decision.seat] += 1
            assert decision.id == asked[decision.seat]


def exchanged_worlds(case: Case, seed: int) -> Iterator[Match]:
    """A match, and the same with two cards of its first deal exchanged in several ways."""
    yield case.match(seed)
    for number in range(1, 12):
        luck = BotRandom(number)
        yield case.match(seed, exchange=(DEAL, 0, luck.below(16), luck.below(16)))


def test_what_a_seat_was_shown_decides_what_it_is_asked(case: Case) -> None:
    """Equal `seen` means equal decisions, also across worlds that differ in cards the seat does not know.

    The bytes on the wire follow from the decision; they are compared as well in the worlds of one seed.
    """
    decisions: dict[tuple[int, int], Decision[Any, Any]] = {}
    met_again = 0
    for seed in range(10):
        for match in exchanged_worlds(case, seed):
            for decision in random_decisions(match, BotRandom(seed)):
                key = (decision.seat, match.state.seen[decision.seat])
                known = decisions.setdefault(key, decision)
                if known is not decision:
                    met_again += 1
                    assert known == decision
                    assert seed or bytes_of(known) == bytes_of(decision)
    assert met_again > 100


def test_what_a_seat_was_shown_decides_what_it_knows(case: Case) -> None:
    """The same for every seat after every answer, and for a spectator."""
    snapshots: dict[tuple[int, int], tuple[int, ...]] = {}
    met_again = 0
    for seed in range(5):
        for match in exchanged_worlds(case, seed):
            public_seen, told = 0, 0
            for _ in random_decisions(match, BotRandom(seed)):
                for step in range(told, len(match.steps) + 1):
                    for event in match.happened(PUBLIC, step):
                        public_seen = hash((public_seen, event))
                told = len(match.steps) + 1
                seen = {seat: match.state.seen[seat] for seat in range(case.seats)} | {PUBLIC: public_seen}
                for seat, shown in seen.items():
                    snapshot = match.state.snapshot(seat)
                    met_again += (seat, shown) in snapshots
                    assert snapshots.setdefault((seat, shown), snapshot) == snapshot
    assert met_again > 100


def test_sealed_answers_commute(case: Case) -> None:
    """Whoever is asked first, the decisions are the same, and so is what comes of the answers."""
    windows = 0
    for seed in range(MATCHES):
        luck = BotRandom(seed)
        forward, backward = case.match(seed), case.match(seed)
        while not forward.over:
            seats = forward.open_seats()
            assert seats == backward.open_seats()
            windows += len(seats) > 1
            asked = {seat: forward.ask(seat) for seat in seats}
            for seat in reversed(seats):
                decision = backward.ask(seat)
                assert decision == asked[seat]
                twin = case.state()
                twin.restore(seat, backward.state.snapshot(seat))
                assert twin.to_act == seat, "who owes an answer is the first to give it, as far as it knows"
            choices = {seat: luck.below(len(decision.moves)) for seat, decision in asked.items() if decision}
            for seat in seats:
                forward.play(choices[seat], say=("aha",), seat=seat)
            for seat in reversed(seats):
                backward.play(choices[seat], say=("aha",), seat=seat)
            assert forward.state.snapshot(-1) == backward.state.snapshot(-1)
        assert [step.move for step in forward.steps] == [step.move for step in backward.steps]
    assert windows or case.game.name != "liar"


def bytes_of(decision: Decision[Any, Any] | None) -> bytes:
    assert decision is not None
    return encode(question_message(decision))
