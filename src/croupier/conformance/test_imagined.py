"""Imagined worlds are as likely as real deals: at its first question a seat that imagines learns nothing false.

Until another seat has chosen something, what is hidden from a seat is a fair deal of what it does not see. So over many
matches each bit of the hidden numbers must be set as often in imagined worlds as in the true ones. A game's own tests
say the same of later positions, where it knows which worlds fit.
"""

from collections import Counter

import pytest

from croupier.conformance.cases import Case
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER

MATCHES = 1500
PEEKS = 20
SIGMAS = 5.5
BITS = 60


def bits_of(ints: tuple[int, ...]) -> list[tuple[int, int]]:
    """The bits that are set, by the number's place; of negative numbers, their value."""
    found: list[tuple[int, int]] = []
    for place, value in enumerate(ints):
        if value < 0:
            found.append((place, value))
        else:
            found += [(place, number) for number in range(min(BITS, value.bit_length())) if value >> number & 1]
    return found


def test_at_the_first_question_imagined_worlds_are_like_real_ones(case: Case) -> None:
    if not case.game.deals_fairly or case.settings.public() != case.settings:
        pytest.skip("its deal is not fair in this sense: a fixed one, or the game says so")
    real, imagined = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    state, world, luck = case.state(), case.state(), BotRandom(5)
    for seed in range(MATCHES):
        state.start(luck.below(1 << 30))
        seat = state.to_act
        truth = state.snapshot(DEALER)[:-1]  # without the seed
        world.restore(seat, state.snapshot(seat))
        world.imagine(seat, seed)
        guess = world.snapshot(DEALER)[:-1]
        assert len(truth) == len(guess)
        real.update(bits_of(truth))
        imagined.update(bits_of(guess))
    for bit in sorted({*real, *imagined}):
        chance = (real[bit] + imagined[bit]) / (2 * MATCHES)
        sigma = (2 * MATCHES * chance * (1 - chance)) ** 0.5
        difference = abs(real[bit] - imagined[bit])
        counts = f"in {real[bit]} of {MATCHES} real deals, in {imagined[bit]} imagined ones"
        value = f"is {bit[1]}" if bit[1] < 0 else f"has bit {bit[1]}"
        assert difference <= SIGMAS * sigma, f"{case.word_at(bit[0])} {value} {counts}"


def test_an_imagined_world_follows_from_the_snapshot_and_the_seed_alone(case: Case) -> None:
    """It must not matter what else this process has dealt: an imagined world does not peek at the real one."""
    state, luck = case.state(), BotRandom(6)
    for seed in range(PEEKS):
        state.start(luck.below(1 << 30))
        seat, known = state.to_act, state.snapshot(state.to_act)
        worlds: list[tuple[int, ...]] = []
        for other in range(2):
            world = case.state()
            world.restore(seat, known)
            world.imagine(seat, seed)
            worlds.append(world.snapshot(DEALER))
            case.state().start(other)
        assert worlds[0] == worlds[1], "the same snapshot and seed gave two worlds: look for what is kept elsewhere"
