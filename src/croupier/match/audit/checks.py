"""What needs no second match: the secret itself, a bot's own chance, settings, and what stays in a restored state."""

from collections.abc import Iterator
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Settings
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.audit.compare import Original, observer_name
from croupier.match.run_bots import luck_seed

SEED_BITS: Final = 60
DEALS_TRIED: Final = 2000
EXCHANGES_TRIED: Final = 20
TEXTS_APART: Final = 5  # messages
_room: Final = vec[i64]([0] * 4096)


def secrets_in_text(original: Original) -> Iterator[str]:
    """Messages that hold the seed of the match, in whatever form numbers are written."""
    forms = (str(original.seed).encode(), f"{original.seed:x}".encode())
    for observer, messages in original.messages.items():
        for number in range(0, len(messages), TEXTS_APART):
            texts = original.wire(observer, number)
            if any(form in text.lower() for text in texts for form in forms):
                yield f"{observer_name(observer)} is sent the seed of the match"
                return


def correlated_luck(luck: BotRandom, seats: int) -> Iterator[str]:
    """The seed of a bot's own chance: whichever bit of the match's seed changes, about half of its bits must."""
    for seat in range(seats):
        flips = 0
        for bit in range(SEED_BITS):
            seed = luck.getrandbits(SEED_BITS)
            change = luck_seed(seed, seat) ^ luck_seed(seed ^ (1 << bit), seat)
            flips += 10 <= change.bit_count() <= SEED_BITS - 10
        if flips < SEED_BITS - 6:
            yield f"seat {seat} can compute the seed of the match from the seed of its own random numbers"


def fixed_by_settings(game: Game, settings: Settings, seats: int, luck: BotRandom) -> Iterator[str]:
    """Hidden numbers that anyone could work out from the settings that all are told.

    A number that depends on the deal is hidden in that case only if other deals by the same settings have another one.
    """
    seed = luck.getrandbits(SEED_BITS)
    truth = _dealt(game, settings, seats, seed)
    suspects = _dependent_on_deal(game, settings, seats, seed, truth, luck)
    told = settings.public()
    for _ in range(DEALS_TRIED):
        if not suspects:
            return
        deal = _dealt(game, told, seats, luck.getrandbits(SEED_BITS))
        suspects = {place for place in suspects if place < len(deal) and deal[place] == truth[place]}
    yield f"the public settings determine {len(suspects)} hidden numbers of the deal"


def _dealt(game: Game, settings: Settings, seats: int, seed: int) -> tuple[int, ...]:
    state = game.new_state(settings, seats)
    state.start(seed)
    return state.snapshot(DEALER)[:-1]


def _dependent_on_deal(
    game: Game, settings: Settings, seats: int, seed: int, truth: tuple[int, ...], luck: BotRandom
) -> set[int]:
    """The places of numbers that change when two cards of the deal are exchanged."""
    places: set[int] = set()
    for _ in range(EXCHANGES_TRIED):
        state = game.new_state(settings, seats)
        state.start(seed)
        if not state.shuffles:
            break  # nothing is dealt at the start
        stream, index, cards = state.shuffles[luck.below(len(state.shuffles))]
        state.exchange_stream, state.exchange_index = stream, index
        state.exchange_a, state.exchange_b = luck.below(cards), luck.below(cards)
        state.start(seed)
        ints = state.snapshot(DEALER)
        places |= {place for place, number in enumerate(truth) if place < len(ints) and ints[place] != number}
    return places


def left_in_state(state: State, seat: int, ints: tuple[int, ...], seed: int) -> Iterator[str]:
    """Where a view is turned into a state, nothing hidden may stay from the state that was there before."""
    clean, used = state.fresh(), state.fresh()
    used.copy_from(state)
    for world in (clean, used):
        world.restore(seat, ints)
    if clean.snapshot(DEALER) != used.snapshot(DEALER):
        yield f"seat {seat} finds hidden numbers in a state restored from its view"
    for world in (clean, used):
        world.imagine(seat, seed)
    if clean.snapshot(DEALER) != used.snapshot(DEALER):
        yield f"seat {seat} finds hidden numbers in a world imagined from its view"
    n = state.write_snapshot(seat, _room)
    if tuple(int(number) for number in _room[:n]) != ints:
        yield f"seat {seat} can observe numbers that are not in its view"
