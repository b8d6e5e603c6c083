"""A state as an immutable value, for puzzles, analysis, and every command that takes a position.

Its text form is JSON: the game, its settings, and the integers of the whole state or of one seat's view.
"""

from typing import Any

import msgspec

from croupier.games import find_game
from croupier.kernel.decision import Move, Result, Seat, Settings, Table, View, encode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.kernel.state import State, legal_buffer


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    rules_version: int
    seats: int
    settings: dict[str, Any]
    ints: tuple[int, ...]
    seat: int = DEALER


class Position:
    """One state; `after` gives the next one and leaves this one as it is."""

    def __init__(self, game: Game, settings: Settings, state: State, seat: Seat = DEALER) -> None:
        self.game = game
        self.settings = settings
        self.seat = seat
        """The seat whose knowledge this is; DEALER if everything is known."""
        self._state = state
        self._names = tuple(f"p{number}" for number in range(state.seats))

    @classmethod
    def start(cls, game: Game, settings: Settings | None = None, seats: int = 0, seed: int = 0) -> "Position":
        """A match right after its deal."""
        settings = settings or game.settings()
        state = game.new_state(settings, seats or game.seats[0])
        state.start(seed)
        return cls(game, settings, state)

    @property
    def to_act(self) -> Seat:
        """The seat to act; -1 when the match is over."""
        return self._state.to_act

    @property
    def question(self) -> str:
        return self.game.questions[self._state.question] if self._state.to_act >= 0 else ""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat to act."""
        if self._state.to_act < 0:
            return ()
        buffer = legal_buffer()
        n = self._state.legal(buffer)
        return tuple(self.game.moves[buffer[index]] for index in range(n))

    def after(self, move: Move | str) -> "Position":
        """The position after a legal move, given as a Move or by its notation."""
        buffer = legal_buffer()
        n = self._state.legal(buffer) if self._state.to_act >= 0 else 0
        for index in range(n):
            if str(self.game.moves[buffer[index]]) == str(move):
                return Position(self.game, self.settings, self._state.after(buffer[index]), self.seat)
        legal = ", ".join(map(str, self.moves)) or "none, the match is over"
        raise UsageError(f"{move} is not legal here; legal moves: {legal}")

    def view(self, seat: Seat) -> View:
        """What `seat` knows."""
        table = Table(self.game.name, self._state.seats, self.settings.public(), self._names)
        return self.game.view(table, seat, self._state.snapshot(seat))

    def imagine(self, seat: Seat, seed: int) -> "Position":
        """A full position that looks the same to `seat`, drawn uniformly from all that fit."""
        state = self._state.fresh()
        state.restore(seat, self._state.snapshot(seat))
        state.imagine(seat, seed)
        return Position(self.game, self.settings, state)

    @property
    def result(self) -> Result | None:
        """None while the match goes on."""
        return None if self._state.to_act >= 0 else self.game.result(self._state)

    def to_json(self, seat: Seat = DEALER) -> str:
        """The position as text; with `seat`, only what that seat knows."""
        settings = self.settings if seat == DEALER else self.settings.public()
        text = _Text(
            game=self.game.name,
            rules_version=self.game.version_of(self.settings),
            seats=self._state.seats,
            settings=msgspec.to_builtins(settings, enc_hook=encode_hook),
            ints=self._state.snapshot(seat),
            seat=seat,
        )
        return msgspec.json.encode(text).decode()

    @classmethod
    def from_json(cls, text: str) -> "Position":
        """Read `to_json` back."""
        try:
            read = msgspec.json.decode(text, type=_Text)
        except msgspec.DecodeError as error:
            raise UsageError(f"this is not a position: {error}") from None
        game = find_game(read.game)
        settings = game.settings(read.settings)
        if read.rules_version != game.version_of(settings):
            raise UsageError(f"the position is for rules version {read.rules_version}, not {game.version_of(settings)}")
        state = game.new_state(settings, read.seats)
        try:
            state.restore(read.seat, read.ints)
        except (IndexError, ValueError, OverflowError) as error:
            raise UsageError(f"the numbers of the position are inconsistent: {error}") from None
        return cls(game, settings, state, read.seat)
