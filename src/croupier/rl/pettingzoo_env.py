"""PettingZoo: one agent for each seat, asked in turn.

Every agent stays until the match is over. An eliminated agent is not asked again.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]

from croupier.kernel.decision import Table
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.rng import SEED_LIMIT
from croupier.rl.saved_state import load_state, save_state, without
from croupier.rl.single import Bytes, GameLike, SettingsLike, SingleTable, resolve_game, returns

Observation = dict[str, Bytes]


class ZooEnv(AECEnv[str, Observation, int | None]):
    """A match. Actions are move ids; an observation holds what the seat sees, and the mask of what it may do.

    The mask of a seat that is not asked is empty. Rewards come at the end: see `croupier.rl.single.returns`.
    """

    def __init__(
        self,
        game: GameLike,
        seats: int | None = None,
        settings: SettingsLike = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.settings, self.seats = resolve_game(game, settings, seats)
        self.metadata = {
            "name": f"croupier_{self.game.name}_v{self.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._state = self.game.new_state(self.settings, self.seats)
        self._state.watching = False
        self._state.start(0)
        self._single = SingleTable(self.game, self.settings, self.seats)
        self.layout = self._single.layout
        """`layout.entries` names what an observation holds."""
        moves = self.game.move_count
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 127, (self.layout.size,), np.int8),
                    "action_mask": spaces.Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._moves = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def __getstate__(self) -> dict[str, Any]:
        return {**without(self.__dict__, "_single"), "_state": save_state(self._state)}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self._single = SingleTable(self.game, self.settings, self.seats)
        self._state = load_state(self.game, self.settings, self.seats, values["_state"])
        self._single.buffer.write_mask(self._state)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._moves[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. With a seed the matches from here on are the same every time."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._state.start(int(self._seeds.integers(SEED_LIMIT)))
        self._single.buffer.write_mask(self._state)
        agents = self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[self._state.to_act]

    def observe(self, agent: str) -> Observation:
        seat = self._seat_of[agent]
        state, single = self._state, self._single
        mask = single.mask() if state.to_act == seat else single.no_mask()
        return {"observation": single.observation(state, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a move of the agent selected; who is asked after the end answers None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        state = self._state
        if action is None or not self._single.buffer.play(state, int(action)):
            raise ValueError(f"{self.game.name}: {agent} chose action {action}, which its mask does not allow")
        self._cumulative_rewards[agent] = 0.0
        if state.to_act >= 0:
            self.agent_selection = self.possible_agents[state.to_act]
            return
        for name, reward in zip(self.possible_agents, returns(state), strict=True):
            self.rewards[name] = reward
            self.terminations[name] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        if self.render_mode is None:
            return None
        table = Table(self.game.name, self.seats, self.settings.public(), tuple(self.possible_agents))
        return self.game.view(table, PUBLIC, self._state.snapshot(PUBLIC)).text()

    def close(self) -> None:
        return
