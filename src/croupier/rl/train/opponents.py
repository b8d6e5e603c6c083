"""Any bot without a memory as the opponent at many tables: for best responses, which show what can be won from it."""

from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.arena.run.setup import make_entrants
from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Table
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import legal_buffer
from croupier.match.rebuild_decision import DecisionBuilder
from croupier.match.run_bots import ask_bot_for_index, luck_seed
from croupier.players.sandbox.isolation import Isolation
from croupier.rl.train.network import Ints
from croupier.rl.train.rollout import Rival, Tables


def bot_rival(game: Game, spec: str, seed: int = 1) -> Rival:
    """A bot for all seats that the network does not have; each question to it is the first it ever heard."""
    entrant = make_entrants(game, [spec], Isolation(trust=True))[0]
    if entrant.guest is not None:
        raise UsageError(f"a bot to train against must run in this process, but {spec} does not")
    if not entrant.make().is_memoryless:
        raise UsageError(f"{spec} remembers what happened, and a training can only face bots that play by their view")
    seated: dict[Tables, list[tuple[Bot[Any, Any], DecisionBuilder]]] = {}
    asked_so_far = 0

    def sit_down(tables: Tables) -> list[tuple[Bot[Any, Any], DecisionBuilder]]:
        settings, seats = tables.env.settings, tables.seats
        table = Table(game.name, seats, settings, tuple(f"player_{seat}" for seat in range(seats)))
        found: list[tuple[Bot[Any, Any], DecisionBuilder]] = []
        for seat in range(seats):
            bot = entrant.make()
            bot.sit(table, seat, luck_seed(seed, seat))
            builder = DecisionBuilder(game, table, seat, game.new_state(settings, seats), legal_buffer())
            found.append((bot, builder))
        return found

    def select(tables: Tables, asked: npt.NDArray[np.bool_]) -> Ints:
        nonlocal asked_so_far
        if tables not in seated:
            seated[tables] = sit_down(tables)
        env = tables.env
        actions = np.zeros(env.n_tables, np.int64)
        for table in asked.nonzero()[0]:
            seat = int(env.to_act[table])
            bot, builder = seated[tables][seat]
            asked_so_far += 1
            decision = builder.decision(asked_so_far, env.states[table].snapshot(seat), (), NO_CLOCK, "")
            bot.face(asked_so_far)
            actions[table] = env.legal[table, ask_bot_for_index(bot, decision, decision)]
            bot.take_talk()
        return actions

    return select
