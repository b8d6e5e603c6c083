"""All attacks, one after the other."""

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Final

from croupier.arena.attack.attack import Attempt, Outcome
from croupier.arena.attack.fairness import attempt_to_find_seeds, attempt_to_read_rivals, attempt_to_remember_deals
from croupier.arena.attack.program_attacks import PROGRAM_ATTACKS
from croupier.arena.attack.python_attacks import PYTHON_ATTACKS
from croupier.arena.attack.target import AttackTarget
from croupier.arena.run.table import StopFlag
from croupier.players.sandbox.isolation import IsolationLevel, find_obstacles
from croupier.players.sandbox.zygote_protocol import SandboxLost

MECHANISMS: Final = (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)
_SEED_ATTEMPTS: Final = 2
_OTHER_ATTEMPTS: Final = 5
"""Attempts at a level that are in no list: traces, deals and files, the last two for two kinds of bots each."""


def count_attempts() -> int:
    """How many attempts `attack_this_machine` makes."""
    levels = [level for level in MECHANISMS if not find_obstacles(level)]
    missing = len(MECHANISMS) - len(levels)
    each = len(PYTHON_ATTACKS) + len(PROGRAM_ATTACKS) + _OTHER_ATTEMPTS
    return len(levels) * each + missing + _SEED_ATTEMPTS


def attack_this_machine(stop: StopFlag | None = None) -> Iterator[Attempt]:
    """Make every attack on every sandbox that this machine has; after `stop` is set, no more of them."""
    with closing(_all_attempts()) as attempts:
        try:
            for attempt in attempts:
                yield attempt
                if stop is not None and stop.is_set:
                    return
        except SandboxLost:
            if stop is None or not stop.is_set:  # Ctrl-C also reaches what is just being started
                raise


def _all_attempts() -> Generator[Attempt]:
    yield from attempt_to_find_seeds()
    for level in MECHANISMS:
        obstacles = find_obstacles(level)
        if obstacles:
            reason = "; ".join(obstacle.value for obstacle in obstacles)
            yield Attempt("all", "everything", level.value, Outcome.NOT_TRIED, reason)
        else:
            yield from _attack(level)


def _attack(level: IsolationLevel) -> Iterator[Attempt]:
    with AttackTarget(level) as target:
        yield from map(target.attempt_in_python, PYTHON_ATTACKS)
        yield from map(target.attempt_as_program, PROGRAM_ATTACKS)
        yield target.attempt_to_change_what_is_outside()
        yield from attempt_to_remember_deals(target.folder, level)
        yield from attempt_to_read_rivals(target.folder / "rivals", level)
