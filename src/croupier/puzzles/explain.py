"""Why a move is best, in words: what it wins, and what tends to happen after it and after the natural one.

Both moves are played in the same imagined worlds, by the heuristic after the move. An event is worth a sentence if it
comes more often after one move than after the other, before the seat chooses again, and if results differ with it.
"""

from collections import defaultdict
from typing import Any, Final

import msgspec

from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.decision import Decision, Event, Table
from croupier.kernel.event_bits import redact
from croupier.kernel.game import Game
from croupier.kernel.state import State, legal_buffer

WORLDS: Final = 200
MOST_STEPS: Final = 400
CLEAR_DIFFERENCE: Final = 0.15
"""Of the worlds; what differs less is not worth a sentence."""
CLEAR_EFFECT: Final = 0.1
"""Of a win, between results with an event and without; what matters less is not worth a sentence."""
LEAST_WITHOUT: Final = 0.1
"""The part of the worlds without an event that is enough to compare with; else the other move is compared with."""
NEARLY_ALWAYS: Final = 0.97
END_WEIGHT: Final = 2.0
"""How much more an event is worth a sentence that ends the match for a seat or for all."""


class Findings(msgspec.Struct, frozen=True):
    """What the searches found: the accepted moves, the natural one, and the values of the best and the natural one."""

    answers: tuple[int, ...]
    natural: int
    best_value: float
    natural_value: float


class Happening(msgspec.Struct):
    """What is known about one event after one move."""

    times: int = 0
    reward: float = 0.0
    """Sum of the results, each a part of a win, of the worlds in which it happens."""


class Consequences(msgspec.Struct):
    """What the seat sees after a move, up to its next choice, and how matches end."""

    events: defaultdict[Event, Happening] = msgspec.field(default_factory=lambda: defaultdict(Happening))
    reward: float = 0.0
    """The mean result."""

    def share(self, event: Event) -> float:
        return self.events[event].times / WORLDS if event in self.events else 0.0


def explain(game: Game, table: Table, decision: Decision[Any, Any], found: Findings) -> str:
    """Two or three sentences, with `{0}` for the name of seat 0 and so on."""
    names = tuple(f"{{{seat}}}" for seat in range(table.seats))
    best, natural = found.answers[0], found.natural
    labels = [_quoted(move.label(names)) for move in decision.moves]
    wins = f"wins {_percent(found.best_value)} of the time"
    told = f"{labels[best]} {wins}, {labels[natural]} {_percent(found.natural_value)}."
    if len(found.answers) > 1:
        equals = " and ".join(labels[index] for index in found.answers[1:])
        told += f" {equals} {'is' if len(found.answers) == 2 else 'are'} as good."
    after = {index: _consequences(game, table, decision, index) for index in (best, natural)}
    for move, other in ((natural, best), (best, natural)):
        event, is_clear = _clearest(game, decision.seat, after[move], after[other], move == best)
        if event is None:
            continue
        rest = after[other].share(event)
        told += f" After {labels[move]}, in {_percent(after[move].share(event))} of cases: {event.text(names)}"
        told += f" (after {labels[other]}: {_percent(rest)})." if rest else "."
        if is_clear and not _is_end(game, event):
            told += f" This {'helps' if move == best else 'hurts'} {names[decision.seat]}."
    return told


def _quoted(label: str) -> str:
    return f"“{label}”"


def _percent(value: float) -> str:
    return f"{value * 100:.0f} %"


def _consequences(game: Game, table: Table, decision: Decision[Any, Any], index: int) -> Consequences:
    """Play a move in all worlds."""
    root = game.new_state(table.settings, table.seats)
    root.restore(decision.seat, decision.view.ints)
    world = root.fresh()
    buffer = legal_buffer()
    root.legal(buffer)
    move = buffer[index]
    found = Consequences()
    for number in range(WORLDS):
        world.copy_from(root)
        world.imagine(decision.seat, derived_seed("explain", number))
        world.believe(decision.seat)
        world.watching = True
        seen, reward = _play_on(game, world, decision.seat, move, BotRandom(number))
        found.reward += reward / WORLDS
        for event in seen:
            happening = found.events[event]
            happening.times += 1
            happening.reward += reward
    return found


def _play_on(game: Game, world: State, seat: int, move: int, luck: BotRandom) -> tuple[set[Event], float]:
    """The events that `seat` sees, up to its next choice, and the result, as a part of a win."""
    chapter = world.chapter()
    world.apply(move)
    seen = _seen(game, world, seat)
    buffer = legal_buffer()
    is_watched = True
    for _ in range(MOST_STEPS):
        if world.to_act < 0 or world.chapter() != chapter:
            break
        n = world.legal(buffer)
        is_watched = is_watched and (n == 1 or world.to_act != seat)
        world.apply(buffer[0] if n == 1 else world.hint(luck.getrandbits(32), buffer, n))
        if is_watched:
            seen |= _seen(game, world, seat)
    return seen, (world.reward(seat) if world.to_act < 0 else world.outlook(seat)) / 1000


def _seen(game: Game, world: State, seat: int) -> set[Event]:
    shown = (redact(world.events[index], seat, world.seats) for index in range(world.n_events))
    return {game.events[event] for event in shown if event}


def _is_end(game: Game, event: Event) -> bool:
    """Whether the match ends with it, for all or for one."""
    return type(event) in game.leaving or type(event).__name__ == "Ended"


def _clearest(
    game: Game, seat: int, after: Consequences, other: Consequences, is_best: bool
) -> tuple[Event | None, bool]:
    """The event that best tells a move from the other, and whether it is clearly good or bad for the seat.

    It is a good one after the best move and a bad one after the natural move, or one that is certain. Without any, the
    one that the best move makes most likely.
    """
    clear: dict[Event, float] = {}
    likely: dict[Event, float] = {}
    for event, each in after.events.items():
        is_end = _is_end(game, event)
        is_certain = each.times >= NEARLY_ALWAYS * WORLDS
        if not is_end and (type(event) not in game.puzzle_events or (is_certain and _is_own(event, seat))):
            continue
        difference = after.share(event) - other.share(event)
        if difference < CLEAR_DIFFERENCE:
            continue
        likely[event] = difference
        without = WORLDS - each.times
        enough = without >= LEAST_WITHOUT * WORLDS
        rest = (after.reward * WORLDS - each.reward) / without if enough else other.reward
        effect = each.reward / each.times - rest
        if is_certain or (effect if is_best else -effect) >= CLEAR_EFFECT:
            clear[event] = difference * max(CLEAR_EFFECT, abs(effect)) * (END_WEIGHT if is_end else 1.0)
    if clear:
        return _first(clear), True
    return (_first(likely) if likely and is_best else None), False


def _first(scores: dict[Event, float]) -> Event:
    """The event with the highest score; of equal ones always the same."""
    return max(scores, key=lambda event: (round(scores[event], 9), repr(event)))


def _is_own(event: Event, seat: int) -> bool:
    """Whether it is what the seat itself does."""
    return getattr(event, "seat", None) == seat
