"""Why a move is best, in words: what it wins, and what tends to happen after it and after the natural one.

Both moves are played in the same imagined worlds up to the seat's next decision. The event whose frequency
differs most is told with the game's own sentence.
"""

from collections import Counter
from typing import Any, Final

import msgspec

from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.decision import Decision, Event, Table
from croupier.kernel.event_bits import redact
from croupier.kernel.game import Game
from croupier.kernel.state import State, legal_buffer

WORLDS: Final = 60
MOST_STEPS: Final = 80
CLEAR_DIFFERENCE: Final = 0.15
"""Of the worlds; what differs less is not worth a sentence."""
NEARLY_ALWAYS: Final = 0.97
WEIGHTS: Final = (1.0, 2.0, 4.0)
"""How much more an event is worth a sentence that people are given time for, and one that ends the match for a seat."""


class Findings(msgspec.Struct, frozen=True):
    """What the searches found: the accepted moves, the natural one, and the values of the best and the natural one."""

    answers: tuple[int, ...]
    natural: int
    best_value: float
    natural_value: float


def explain(game: Game, table: Table, decision: Decision[Any, Any], found: Findings) -> str:
    """Two or three sentences, with `{0}` for the name of seat 0 and so on."""
    names = tuple(f"{{{seat}}}" for seat in range(table.seats))
    best, natural = found.answers[0], found.natural
    labels = [_quoted(move.label(names)) for move in decision.moves]
    told = f"{labels[best]} wins {_percent(found.best_value)}, {labels[natural]} {_percent(found.natural_value)}."
    if len(found.answers) > 1:
        equals = " and ".join(labels[index] for index in found.answers[1:])
        told += f" {equals} {'is' if len(found.answers) == 2 else 'are'} as good."
    after = {index: _consequences(game, table, decision, index) for index in (best, natural)}
    for move, other in ((natural, best), (best, natural)):
        event = _clearest(game, decision.seat, after[move], after[other])
        if event is not None:
            share, rest = after[move][event] / WORLDS, after[other][event] / WORLDS
            told += f" After {labels[move]}, in {_percent(share)} of the worlds imagined: {event.text(names)}"
            told += f" (after {labels[other]}: {_percent(rest)})." if rest else "."
    return told


def _quoted(label: str) -> str:
    return f"“{label}”"


def _percent(value: float) -> str:
    return f"{value * 100:.0f} %"


Consequences = Counter[Event]
"""In how many worlds each event happens."""


def _consequences(game: Game, table: Table, decision: Decision[Any, Any], index: int) -> Consequences:
    """What the seat sees after a move, up to its next decision."""
    root = game.new_state(table.settings, table.seats)
    root.restore(decision.seat, decision.view.ints)
    world = root.fresh()
    buffer = legal_buffer()
    root.legal(buffer)
    move = buffer[index]
    counts: Consequences = Counter()
    for number in range(WORLDS):
        world.copy_from(root)
        world.imagine(decision.seat, derived_seed("explain", number))
        world.believe(decision.seat)
        world.watching = True
        counts.update(set(_play_on(game, world, decision.seat, move, BotRandom(number))))
    return counts


def _play_on(game: Game, world: State, seat: int, move: int, luck: BotRandom) -> list[Event]:
    """The events that `seat` sees of its move and of all that follows, up to its next choice."""
    chapter = world.chapter()
    world.apply(move)
    seen = _seen(game, world, seat)
    buffer = legal_buffer()
    for _ in range(MOST_STEPS):
        if world.to_act < 0 or world.chapter() != chapter:
            break
        n = world.legal(buffer)
        if n > 1 and world.to_act == seat:
            break
        world.apply(buffer[0] if n == 1 else world.hint(luck.getrandbits(32), buffer, n))
        seen += _seen(game, world, seat)
    return seen


def _seen(game: Game, world: State, seat: int) -> list[Event]:
    shown = [redact(world.events[index], seat, world.seats) for index in range(world.n_events)]
    return [game.events[event] for event in shown if event]


def _clearest(game: Game, seat: int, after: Consequences, other: Consequences) -> Event | None:
    """The event that best tells a move from the other; None if the difference is small."""
    found: dict[Event, float] = {}
    for event, times in after.items():
        is_end = type(event) in game.leaving or type(event).__name__ == "Ended"
        if getattr(event, "seat", None) == seat and times >= NEARLY_ALWAYS * WORLDS and not is_end:
            continue  # the move itself
        difference = (times - other[event]) / WORLDS
        if difference >= CLEAR_DIFFERENCE:
            found[event] = difference * WEIGHTS[2 if is_end else type(event) in game.slow]
    return max(found, key=lambda event: found[event], default=None)
