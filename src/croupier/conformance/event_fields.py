"""A state that refuses fields which do not fit into an event, for games that are not compiled.

An event is one integer, with eight bits for each field (`croupier.kernel.event_bits`). A larger number would change the
field beside it, and the rules do not look: that would cost time in every match.
"""

from typing import Any, Final

from croupier.conformance.cases import Case
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.state import State, legal_buffer

MOST_OPEN: Final = 255
MOST_SECRET: Final = 254
_SETTERS: Final = {
    "emit_public": ("actor", "a", "b"),
    "emit_own": ("seat", "x", "y"),
    "emit_secret": ("actor", "a", "x", "y"),
}
"""The fields of each method after the kind of the event."""


def checked_state(case: Case) -> State | None:
    """A state of the game that raises a ValueError at such a field; None if its class is compiled."""
    state = case.state()
    kind = type(state)
    if "__mypyc_attrs__" in vars(kind):
        return None
    state.__class__ = type(kind.__name__, (kind,), {name: _checking(case, name) for name in _SETTERS})
    return state


def play_checked(case: Case, matches: int) -> bool:
    """Play random matches on such a state; False if there is none."""
    state, luck, moves = checked_state(case), BotRandom(7), legal_buffer()
    if state is None:
        return False
    for seed in range(matches):
        state.start(seed)
        while state.to_act >= 0:
            state.apply(moves[luck.below(state.legal(moves))])
    return True


def _checking(case: Case, method: str) -> Any:
    unchecked = getattr(State, method)

    def emit(self: State, kind: int, *fields: int) -> None:
        for name, value in zip(_SETTERS[method], fields, strict=False):
            least, most = (-1, MOST_SECRET) if name in "xy" else (0, MOST_OPEN)
            if not least <= value <= most:
                event = case.game.event.family.kinds[kind].__name__
                raise ValueError(f"field {name} of {event} is {value}; in an event it must be {least} to {most}")
        unchecked(self, kind, *fields)

    return emit
