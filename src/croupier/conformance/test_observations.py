"""What learning agents see: made from a snapshot alone, entry by entry as the game's features say."""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.observation.layout import observation_layout
from croupier.conformance.cases import Case, random_decisions
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.features import LARGEST, Feature, Kind, raw

INTS = 1024
MATCHES = 3


def expected(feature: Feature, ints: Sequence[int], seat: int) -> list[int]:
    """A feature's entries, written for reading."""
    size, a, b, ring = feature.size, feature.a, feature.b, feature.ring
    turned = ring and feature.kind not in (Kind.SEAT, Kind.SEATS)
    k = (seat + feature.k) % ring if turned else feature.k

    def one(value: int) -> list[int]:
        return [int(entry == value) for entry in range(size)]

    def pile() -> list[int]:
        return [(ints[feature.at + place // 15] >> 4 * (place % 15) & 15) - 1 for place in range(ints[a])]

    match feature.kind:
        case Kind.ME:
            return one(seat)
        case Kind.RECENT:
            return one(ints[feature.at + ints[a] - ints[b] + k] if k < ints[b] else -1)
        case Kind.STACK:
            return one(pile()[-1 - k] if k < ints[a] else -1)
        case Kind.TALLY:
            return [pile().count(card) for card in range(size)]
        case _:
            value = ints[feature.at + feature.stride * k]
    match feature.kind:
        case Kind.BITS:
            return [value >> a >> entry & 1 for entry in range(size)]
        case Kind.NUMBER:
            return [min(LARGEST, max(0, value + a >> b))]
        case Kind.CHOICE:
            return one(value + a if value >= 0 else -1)
        case Kind.SEAT:
            return one(-1 if value < 0 else (value - seat) % ring if ring else value)
        case Kind.SEATS:
            return [value >> b + ((seat + entry) % ring if ring else entry) & 1 for entry in range(size)]
        case _:
            return [min(LARGEST, value >> b + entry * a & (1 << a) - 1) for entry in range(size)]


def test_writing_a_snapshot_gives_its_integers(case: Case):
    out = vec[i64]([0] * INTS)
    for seed in range(MATCHES):
        match = case.match(seed)
        for _ in random_decisions(match, BotRandom(seed)):
            for seat in (*range(case.seats), DEALER, PUBLIC):
                n = match.state.write_snapshot(seat, out)
                assert tuple(int(number) for number in out[:n]) == match.state.snapshot(seat)


def test_an_observation_is_what_the_features_say(case: Case):
    layout = observation_layout(case.game, case.settings, case.seats)
    buffer = layout.buffer(case.game.move_count)
    match = case.match(5)
    told = case.game.features
    features = raw(len(match.state.snapshot(0))) if told is None else told(case.settings, case.seats, False)
    named = {name: at for at, name in enumerate(layout.entries) if name}
    assert len(named) == sum(feature.size for feature in features), "every entry has a name of its own"
    seen: set[bytes] = set()
    for number, decision in enumerate(random_decisions(match, BotRandom(5))):
        if number % 7 and number > 7:
            continue
        for seat in range(case.seats):
            ints = match.state.snapshot(seat)
            buffer.write_observation(match.state, seat)
            row = bytes(memoryview(buffer.row))
            buffer.write_snapshot(ints, seat)
            assert bytes(memoryview(buffer.row)) == row
            for feature in features:
                names = [feature.name if feature.size == 1 else f"{feature.name} {i}" for i in range(feature.size)]
                assert [row[named[name]] for name in names] == expected(feature, ints, seat), feature
            assert not any(row[at] for at, name in enumerate(layout.entries) if not name)
        buffer.write_observation(match.state, decision.seat)
        seen.add(bytes(memoryview(buffer.row)))
    assert len(seen) > 1


def test_a_seat_sees_the_same_in_every_world_that_it_can_imagine(case: Case):
    layout = observation_layout(case.game, case.settings, case.seats)
    buffer = layout.buffer(case.game.move_count)
    match = case.match(6)
    world = case.state()
    for decision in random_decisions(match, BotRandom(6)):
        buffer.write_observation(match.state, decision.seat)
        row = bytes(memoryview(buffer.row))
        world.restore(decision.seat, decision.view.ints)
        world.imagine(decision.seat, decision.id)
        buffer.write_observation(world, decision.seat)
        assert bytes(memoryview(buffer.row)) == row


def test_the_mask_allows_the_legal_moves_and_nothing_else(case: Case):
    buffer = observation_layout(case.game, case.settings, case.seats).buffer(case.game.move_count)
    state, luck = case.state(), BotRandom(8)
    state.watching = False
    state.start(8)
    buffer.write_mask(state)
    moves = vec[i64]([0] * 512)
    while state.to_act >= 0:
        legal = {int(move) for move in moves[: state.legal(moves)]}
        assert {move for move, allowed in enumerate(bytes(memoryview(buffer.mask))) if allowed} == legal
        illegal = next((move for move in range(case.game.move_count) if move not in legal), -1)  # -1: all are legal
        assert not buffer.play(state, illegal)
        assert not buffer.play(state, case.game.move_count)
        assert not buffer.play(state, -1)
        assert buffer.play(state, sorted(legal)[luck.below(len(legal))])
    assert not any(bytes(memoryview(buffer.mask)))
