"""OpenSpiel: our games as `pyspiel` games, and its bots and policies as players here.

A match begins with a chance node that chooses the deal; everything later follows from it and from the moves. What a
player sees is made from its view only, so a policy that learns from observations learns nothing it may not know.
"""

from abc import abstractmethod
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import Any, Final

import msgspec
import numpy as np

from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Decision, Settings, Table, encode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.kernel.rng import SEED_LIMIT
from croupier.kernel.state import State
from croupier.rl.saved_state import SavedState, load_state, save_state
from croupier.rl.single import GameLike, SettingsLike, SingleTable, resolve_game, returns

pyspiel: Any = import_module("pyspiel")  # it has no types

LONGEST = 100_000
"""Upper bound on the moves of a match."""


def open_spiel_game(game: GameLike, seats: int | None = None, settings: SettingsLike = None, deals: int = 1000) -> Any:
    """The game as a `pyspiel.Game`; also `pyspiel.load_game("croupier_cuttle")` once this module is imported."""
    found, checked, count = resolve_game(game, settings, seats)
    # Parameters of a game are part of its text, where commas and brackets mean something.
    values = b"" if checked == found.settings() else msgspec.json.encode(checked, enc_hook=encode_hook)
    parameters = {"players": count, "deals": deals, "settings": values.hex()}
    if find_game(found.name) is not found:
        return SpielGame(game_type(found), found, parameters)
    return pyspiel.load_game(f"croupier_{found.name}", parameters)


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know about a game of ours."""
    return pyspiel.GameType(
        short_name=f"croupier_{game.name}",
        long_name=f"Croupier's {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], "deals": 1000, "settings": ""},
    )


class SpielGame(pyspiel.Game):
    """One of our games with settings and a number of seats."""

    def __init__(self, kind: Any, game: Game, parameters: dict[str, Any] | None = None) -> None:
        given: dict[str, Any] = {"players": game.seats[0], "deals": 1000, "settings": "", **(parameters or {})}
        self.croupier_game = game
        self.seats = int(given["players"])
        self.deals = int(given["deals"])
        values: dict[str, Any] = msgspec.json.decode(bytes.fromhex(given["settings"]) or b"{}")
        self.settings: Settings = game.settings({name: value for name, value in values.items() if value is not None})
        self.single = SingleTable(game, self.settings, self.seats)
        self.table = Table(
            game.name, self.seats, self.settings.public(), tuple(f"p{seat}" for seat in range(self.seats))
        )
        most = 2.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.move_count,
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        pyspiel.Game.__init__(self, kind, info, parameters or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return open_spiel_game, (self.croupier_game, self.seats, self.settings, self.deals)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def deal(self, number: int) -> State:
        """The state in which a match of this deal begins."""
        state = self.croupier_game.new_state(self.settings, self.seats)
        state.start(derived_seed("open_spiel", number, 0) % SEED_LIMIT)
        return state

    def returns_of(self, state: State) -> list[float]:
        """The return of each seat at the end of a match."""
        return returns(state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


class StateHolder:
    """Holds a State inside one of OpenSpiel's, which copies and pickles itself together with its attributes."""

    def __init__(self, game: Game, settings: Settings, seats: int, state: State | None = None) -> None:
        self._made_from = (game, settings, seats)
        self.state = state

    def __deepcopy__(self, memo: Any) -> "StateHolder":
        if self.state is None:
            return StateHolder(*self._made_from)
        copied = self.state.fresh()
        copied.copy_from(self.state)
        return StateHolder(*self._made_from, copied)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.state is None:
            return StateHolder, self._made_from
        return _restore_holder, (*self._made_from, save_state(self.state))


def _restore_holder(game: Game, settings: Settings, seats: int, saved: SavedState) -> StateHolder:
    return StateHolder(game, settings, seats, load_state(game, settings, seats, saved))


class SpielState(pyspiel.State):
    """A match. Before the deal, the chance player is to act."""

    def __init__(self, game: SpielGame) -> None:
        pyspiel.State.__init__(self, game)
        self.held = StateHolder(game.croupier_game, game.settings, game.seats)

    @property
    def state(self) -> State | None:
        return self.held.state

    def set_world(self, state: State) -> None:
        """Continue from the middle of a match."""
        self.held.state = state

    def current_player(self) -> int:
        state = self.state
        if state is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if state.to_act < 0 else state.to_act

    def _legal_actions(self, player: int) -> list[int]:
        state, game = self.state, self._game()
        if state is None or player != state.to_act:
            return []
        buffer = game.single.buffer
        buffer.write_mask(state)
        return sorted(int(buffer.legal[at]) for at in range(buffer.n_legal))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self._game().deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        state = self.state
        if state is None:
            self.held.state = self._game().deal(action)
        else:
            state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self._game().croupier_game.moves[action])

    def is_terminal(self) -> bool:
        return self.state is not None and self.state.to_act < 0

    def returns(self) -> list[float]:
        state = self.state
        if state is None or state.to_act >= 0:
            return [0.0] * self._game().seats
        return self._game().returns_of(state)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """A world in which this player has seen the same; those that fit are equally likely. For OpenSpiel's ISMCTS."""
        resampled: SpielState = self.clone()
        state, game = self.state, self._game()
        if state is not None:
            world = game.croupier_game.new_state(game.settings, game.seats)
            world.restore(player_id, state.snapshot(player_id))
            world.imagine(player_id, int(probability_sampler() * SEED_LIMIT))
            world.seen[player_id] = state.seen[player_id]
            resampled.set_world(world)
        return resampled

    def __str__(self) -> str:
        state, game = self.state, self._game()
        if state is None:
            return "not dealt yet"
        ints = state.snapshot(DEALER)
        text = game.croupier_game.view(game.table, DEALER, ints).text()
        return f"{text}\nall hidden things: {sha256(repr(ints).encode()).hexdigest()[:16]}"

    def _game(self) -> SpielGame:
        return self.get_game()


class SpielObserver:
    """What a player sees. With perfect recall only as text: what it knows, and a hash of all that it was sent."""

    def __init__(self, game: SpielGame, recalls: bool) -> None:
        self._game = game
        self._recalls = recalls
        self.tensor = None if recalls else np.zeros(game.single.layout.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        if state.state is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._game.single.observation(state.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        ours, game = state.state, self._game
        if ours is None:
            return "not dealt yet"
        text = game.croupier_game.view(game.table, player, ours.snapshot(player)).text()
        return f"{text}\n{ours.seen[player]}" if self._recalls else text


NO_COMPILED_ISMCTS: Final = (
    "pyspiel.ISMCTSBot crashes at games that are written in Python, such as OpenSpiel's own python_kuhn_poker; "
    "use open_spiel.python.algorithms.ismcts.ISMCTSBot"
)


class OpenSpielBot(Bot[Any, Any]):
    """A bot or a policy of OpenSpiel as a player here: subclass it and implement `make_brain`.

    It never sees the match: at every question it is handed a world imagined from what its seat knows.
    """

    def __init__(self) -> None:
        self._brain: Any = None
        self._spiel: SpielGame | None = None

    @abstractmethod
    def make_brain(self, game: Any, seat: int) -> Any:
        """A `pyspiel.Bot`, or an `open_spiel.python.policy.Policy`, for this `pyspiel.Game` and seat."""

    def on_start(self) -> None:
        table = self.table
        self._spiel = open_spiel_game(table.game, table.seats, table.settings)
        self._brain = self.make_brain(self._spiel, self.seat)
        if isinstance(self._brain, pyspiel.ISMCTSBot):
            raise UsageError(NO_COMPILED_ISMCTS)

    def decide(self, decision: Decision[Any, Any]) -> int:
        spiel = self._spiel
        assert spiel is not None, "nobody has sat down yet"
        world = spiel.croupier_game.new_state(spiel.settings, spiel.seats)
        world.restore(decision.seat, decision.view.ints)
        world.imagine(decision.seat, self.rng.randrange(SEED_LIMIT))
        state = spiel.new_initial_state()
        state.set_world(world)
        moves = spiel.croupier_game.moves
        chosen_move = moves[self._chosen(state, decision.seat)]
        return decision.index_of(chosen_move)

    def _chosen(self, state: SpielState, seat: int) -> int:
        brain = self._brain
        if hasattr(brain, "action_probabilities"):
            chances: dict[int, float] = brain.action_probabilities(state, seat)
            actions = sorted(action for action, chance in chances.items() if chance > 0)
            point = self.rng.random() * sum(chances[action] for action in actions)
            for action in actions:
                point -= chances[action]
                if point < 0:
                    return int(action)
            return int(actions[-1])
        return int(brain.step(state))


@cache
def _registered(name: str) -> type[SpielGame]:
    """The class under which OpenSpiel makes this game from its parameters."""
    game = find_game(name)
    kind = game_type(game)

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, game, params)

    pyspiel.register_game(kind, Registered)
    return Registered


def register_games() -> None:
    """Make `pyspiel.load_game("croupier_cuttle")` and the others work."""
    from croupier.games import GAMES

    for name in GAMES:
        _registered(name)


register_games()
