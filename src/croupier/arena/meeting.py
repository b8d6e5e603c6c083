"""A few bots meet on equal deals, and a new bot is checked: what a ladder and a season both do between tournaments."""

from collections.abc import Callable, Sequence
from typing import Final

from croupier.arena.check.checker import CheckOptions
from croupier.arena.check.checks import Finding, check
from croupier.arena.plan.blocks import lineup_orders
from croupier.arena.plan.orders import OrderCycle
from croupier.arena.plan.schedule import Pairing, match_seed
from croupier.arena.run.task import Task
from croupier.kernel.decision import Settings
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant, printable

MAX_CHECK_FAULTS: Final = 3
"""Faults after which a check ends, because others wait."""
CHECK_MATCHES: Final = 4


def meeting_blocks(
    secret: int, teams: Sequence[int], bots: int, first_block: int, first_match: int, blocks: int
) -> list[list[Task]]:
    """The matches of each deal of a meeting of `bots` bots, numbered on from those before."""
    cycle = OrderCycle(secret, lineup_orders(teams, [(place,) for place in range(bots)]))
    found: list[list[Task]] = []
    number = first_match
    for block in range(first_block, first_block + blocks):
        seed, seatings = match_seed(secret, block), cycle.next(block)
        found.append([Task(number + at, Pairing(block, seed, seating)) for at, seating in enumerate(seatings)])
        number += len(seatings)
    return found


def check_newcomer(
    game: Game, entrant: Entrant, settings: Settings, limit: float, before_question: Callable[[], None] = lambda: None
) -> list[Finding]:
    """The checks of `croupier check`, with few matches and an early end."""
    options = CheckOptions(
        CHECK_MATCHES,
        limit,
        1,
        settings=settings,
        before_question=before_question,
        max_faults=MAX_CHECK_FAULTS,
    )
    return check(game, entrant, options)


def refusal_in(findings: Sequence[Finding]) -> str:
    """The first check that a bot fails, in a sentence; empty if it passes all."""
    broken = next((finding for finding in findings if not finding.passed), None)
    return "" if broken is None else f"failed a check: {broken.check}: {printable(broken.observed)}"
