"""The bot's end of the JSON dialect: messages come in, a bot answers. It knows no transport.

Every match has a bot of its own. What the bot sees is what it would see in the engine's own process, and what it does
wrong is reported in the same words.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from croupier.games import GAMES, find_game
from croupier.kernel.bot import Bot, name_of
from croupier.kernel.decision import Table
from croupier.kernel.errors import CroupierError, SeatError
from croupier.kernel.game import Game
from croupier.kernel.wire import (
    Failure,
    MoveAnswer,
    Ready,
    address_of,
    encode,
    read_decision,
    read_over,
    read_start,
)
from croupier.match.referee import crash_fault
from croupier.players.bot_timer import BotTimer, ThreadInterrupter
from croupier.players.sandbox.interrupt import Interrupter

BotFactory = Callable[[], Bot[Any, Any]]
REPORTED: Final = ("IllegalMove", "BadMessage", "TooSlow")


class JsonHandler:
    """Answers for any number of matches; those of one match come one after the other."""

    def __init__(
        self,
        make: BotFactory,
        seeds_random: bool = False,
        interrupter: Callable[[], Interrupter] = ThreadInterrupter,
    ) -> None:
        """`interrupter` makes what stops a bot when its time is up."""
        self._make = make
        self._seeds_random = seeds_random
        self._interrupter = interrupter
        self._sessions: dict[str, _Session] = {}

    @property
    def session_count(self) -> int:
        return len(self._sessions)

    def handle(self, line: bytes) -> bytes | None:
        """The answer to a message; None to one that wants none."""
        about = address_of(line)
        try:
            match about.type:
                case "start":
                    return self._open(line)
                case "decide" | "illegal":
                    session = self._sessions.get(about.match)
                    if session is None:
                        return _failure(about.id, "BadMessage", f"no start message for match {about.match!r}", "")
                    return session.decide(line, about.id)
                case "over":
                    session = self._sessions.pop(about.match, None)
                    if session is not None:
                        session.end(line)
                    return None
                case "news":
                    return None  # it comes again with the next question, as it does in the engine's own process
                case _:
                    return _failure(0, "BadMessage", f"unknown message type {about.type[:40]!r}", "")
        except (msgspec.DecodeError, UnicodeDecodeError, KeyError) as error:
            return _failure(about.id, "BadMessage", f"the message cannot be read: {error}", about.match)

    def forget(self, matches: "set[str]") -> None:
        """The connection over which these were played is gone."""
        for match in matches:
            self._sessions.pop(match, None)

    def _open(self, line: bytes) -> bytes:
        start = read_start(line)
        try:
            game = find_game(start.game)
            bot = self._make()
            _check_game(bot, game)
            bot.seeds_random = bot.seeds_random or self._seeds_random
            table = Table(game.name, start.seats, game.settings(start.settings), start.names)
            bot.sit(table, start.seat, start.seed)
        except CroupierError as error:
            return _failure(0, "Crashed", str(error), start.match)
        except BaseException as error:
            return _failure(0, "Crashed", str(crash_fault(error, "sitting down")), start.match)
        self._sessions[start.match] = _Session(bot, game, table, start.match, self._interrupter())
        return encode(Ready(name_of(bot) or type(bot).__name__, match=start.match, listens=bot.listens))


def _failure(number: int, fault: str, reason: str, match: str, heard: int = 0) -> bytes:
    fields = {"type": "error", "id": number, "fault": fault, "reason": reason, "match": match, "heard": heard}
    return encode(msgspec.convert(fields, Failure))


def _check_game(bot: Bot[Any, Any], game: Game) -> None:
    if isinstance(bot, game.bot):
        return  # the other games are not loaded
    for other in GAMES.values():
        if other.bot is not Bot and isinstance(bot, other.bot):
            raise CroupierError(f"{type(bot).__name__} plays {other.name}, not {game.name}")


class _Session:
    """One bot at one seat."""

    def __init__(self, bot: Bot[Any, Any], game: Game, table: Table, match: str, interrupter: Interrupter) -> None:
        self._bot = bot
        self._game = game
        self._table = table
        self._match = match
        self._timer = BotTimer(interrupter, is_told=False)
        self._asked = b""
        self._answered = b""

    def decide(self, line: bytes, number: int) -> bytes:
        """A question that is sent twice, because its answer was lost, has the same answer."""
        if line != self._asked:
            self._answered = self._decide(line, number)
            self._asked = line
        return self._answered

    def _decide(self, line: bytes, number: int) -> bytes:
        bot = self._bot
        decision = read_decision(line, self._game, self._table)
        timer = self._timer
        try:
            index = timer.ask(bot, decision)
        except SeatError as fault:
            bot.take_talk()
            kind = type(fault).__name__
            return _failure(number, kind if kind in REPORTED else "Crashed", str(fault), self._match, timer.heard)
        say, note = bot.take_talk()
        return encode(MoveAnswer(number, index, say, note, self._match, timer.heard))

    def end(self, line: bytes) -> None:
        with suppress(msgspec.DecodeError):
            events, view = read_over(line, self._game, self._table, self._bot.seat)
            if view is not None:
                self._timer.hear(self._bot, events, view)
