"""Gymnasium: one agent against bots that run in this process."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from croupier.arena.run.setup import make_entrants
from croupier.kernel.bot import Bot
from croupier.kernel.errors import SeatError, UsageError
from croupier.kernel.rng import SEED_LIMIT
from croupier.match.match import Match
from croupier.match.run_bots import ask_bot_for_index, luck_seed
from croupier.players.entrant import Entrant
from croupier.players.sandbox.isolation import Isolation
from croupier.rl.saved_state import without
from croupier.rl.single import Bytes, GameLike, SettingsLike, SingleTable, resolve_game, returns

Observation = dict[str, Bytes]


class GymEnv(gymnasium.Env[Observation, int]):
    """A match seen from one seat. The reward comes at the end: see `croupier.rl.single.returns`.

    A move that the mask does not allow ends the match with the reward -1 and `illegal` in the info, so that agents
    without masks can learn too. An opponent that fails plays the safe move.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as in the base class

    def __init__(
        self,
        game: GameLike,
        opponents: Sequence[str] = ("heuristic",),
        seats: int | None = None,
        settings: SettingsLike = None,
        seat: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        """With `seat=None` the agent's seat changes from match to match."""
        self.game, self.settings, self.seats = resolve_game(game, settings, seats)
        if not opponents:
            raise UsageError("an agent needs opponents, such as heuristic or random")
        if seat is not None and not 0 <= seat < self.seats:
            raise UsageError(f"no seat {seat} at a table of {self.seats}")
        self._opponents = tuple(opponents)
        self._entrants = self._load_opponents()
        self._fixed = seat
        self.seat = seat or 0
        self.render_mode = render_mode
        self._single = SingleTable(self.game, self.settings, self.seats)
        self.layout = self._single.layout
        seen: Any = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, (self.layout.size,), np.int8),
                "action_mask": spaces.Box(0, 1, (self.game.move_count,), np.int8),
            }
        )
        moves: Any = spaces.Discrete(self.game.move_count)
        self.observation_space = seen
        self.action_space = moves
        self._match: Match | None = None
        self._bots: list[Bot[Any, Any] | None] = []
        self._forfeited = False
        self._index_of: dict[int, int] = {}

    def _load_opponents(self) -> list[Entrant]:
        """The bots of the other seats, in their order."""
        entrants = make_entrants(self.game, list(self._opponents), Isolation(trust=True))
        away = [entrant.name for entrant in entrants if entrant.guest is not None]
        if away:
            raise UsageError(f"opponents of a learning agent must run in this process, but {away[0]} does not")
        return [entrants[number % len(entrants)] for number in range(self.seats - 1)]

    def __getstate__(self) -> dict[str, Any]:
        match = self._match
        played = None if match is None else (match.seed, [step.move for step in match.steps])
        kept = without(self.__dict__, "_single", "_entrants", "_match", "_bots", "_index_of")
        return {**kept, "played": played}

    def __setstate__(self, values: dict[str, Any]) -> None:
        """Replay the match. Opponents with a memory are asked again, so that they remember the same."""
        self.__dict__.update(without(values, "played"))
        self._single = SingleTable(self.game, self.settings, self.seats)
        self._entrants = self._load_opponents()
        self._match, self._bots, self._index_of = None, [], {}
        if values["played"] is not None:
            match_seed, moves = values["played"]
            match = self._sit_down(match_seed)
            for move in moves:
                self._repeat(match, move)
            self._list_moves(match)

    def _repeat(self, match: Match, move: int) -> None:
        """Play a move of the match that this is a copy of."""
        decision = match.ask()
        assert decision is not None
        bot = self._bots[decision.seat]
        if bot is not None and not (bot.is_memoryless and bot.is_ours):
            with suppress(SeatError):
                ask_bot_for_index(bot, decision, decision)
            bot.take_talk()
        match.play(decision.moves.index(self.game.moves[move]))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and play until the agent's first question. A match that ends before that is dealt again."""
        super().reset(seed=seed)
        self._leave()
        self._forfeited = False
        while True:
            match_seed = int(self.np_random.integers(SEED_LIMIT))
            self.seat = int(self.np_random.integers(self.seats)) if self._fixed is None else self._fixed
            match = self._sit_down(match_seed)
            if not self._play_on(match):
                return self._seen(match), self._info(match)

    def _sit_down(self, match_seed: int) -> Match:
        """Deal, and let the opponents sit down."""
        others = iter(self._entrants)
        names = ["agent" if seat == self.seat else f"opponent_{seat}" for seat in range(self.seats)]
        self._match = match = Match(self.game, self.settings, names, match_seed, talk=False)
        self._bots = [None if seat == self.seat else next(others).make() for seat in range(self.seats)]
        for seat, bot in enumerate(self._bots):
            if bot is not None:
                bot.sit(match.table, seat, luck_seed(match_seed, seat))
        return match

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        match = self._match
        if match is None or match.over or self._forfeited:
            raise UsageError("the match is over or has not started: call reset() first")
        match.ask()
        index = self._index_of.get(int(action), -1)
        if index < 0:
            self._forfeited = True
            return self._seen(match), -1.0, True, False, {**self._info(match), "illegal": int(action)}
        match.play(index)
        over = self._play_on(match)
        reward = returns(match.state)[self.seat] if over else 0.0
        return self._seen(match), reward, over, False, self._info(match)

    def action_masks(self) -> Bytes:
        """The mask alone, as some learning libraries ask for it."""
        assert self._match is not None, "call reset() first"
        return self._mask(self._match)

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What the agent knows, as text."""
        return None if self.render_mode is None or self._match is None else self._match.view(self.seat).text()

    def close(self) -> None:
        self._leave()

    def _leave(self) -> None:
        for bot in self._bots:
            if bot is not None:
                bot.leave()
        self._bots = []

    def _play_on(self, match: Match) -> bool:
        """Let the others play until the agent is asked; whether the match is over by then."""
        over = self._others_play(match)
        self._list_moves(match)
        return over

    def _list_moves(self, match: Match) -> None:
        """Keep the mask, and the number of each legal move."""
        buffer = self._single.buffer
        buffer.write_mask(match.state)
        self._index_of = {int(buffer.legal[index]): index for index in range(buffer.n_legal)}

    def _others_play(self, match: Match) -> bool:
        while (seat := match.state.to_act) != self.seat:
            if seat < 0:
                return True
            decision, bot = match.ask(), self._bots[seat]
            assert decision is not None
            assert bot is not None
            try:
                index = ask_bot_for_index(bot, decision, decision)
            except SeatError:
                index = 0
            match.play(index, *bot.take_talk())
        return False

    def _mask(self, match: Match) -> Bytes:
        if match.state.to_act == self.seat and not self._forfeited:
            return self._single.mask()
        return self._single.no_mask()

    def _seen(self, match: Match) -> Observation:
        return {"observation": self._single.observation(match.state, self.seat), "action_mask": self._mask(match)}

    def _info(self, match: Match) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.seat, "match_seed": match.seed}
        if match.over:
            info["place"] = match.result().places[self.seat]
        return info
