"""The checker of one bot: seats it, asks it single questions, plays whole matches with it, and records its answers."""

from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from typing import Any, Final

import msgspec

from croupier.ai.baselines import RandomBot
from croupier.arena.check.positions import QuestionPosition, question_positions
from croupier.arena.check.recorder import CheckLog, RecordedFault, RecordingBot, RecordingPlayer
from croupier.kernel.bot import Bot
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Decision, Settings
from croupier.kernel.errors import CroupierError, UsageError
from croupier.kernel.game import Game
from croupier.match.ask import ask_player
from croupier.match.match import Match
from croupier.match.playback import policy_judge, replay_from_deal, replay_with_players
from croupier.match.run_players import Player, run_players
from croupier.players.entrant import Entrant
from croupier.players.inprocess import BotPlayer
from croupier.players.seating import PlayerWrappers, seat_entrant

TALK: Final = (
    "Grüße aus Łódź, 東京 и Ελλάδα",
    "🃏🐱‍👤 e\u0301\u0327\u0323 \u202eשלום\u202c \u200b",
    '"}\\n{\x1b[31m\t\x00\n\r',
    "漢" * 200,
)
"""What opponents say: other scripts, joined emoji, text from right to left, quotes and control characters, no end."""


class CheckOptions(msgspec.Struct, frozen=True):
    """How thorough a check is."""

    matches: int = 20
    """Whole matches against `random`, rounded up so that the bot plays every seat equally often."""
    limit: float = 5.0
    """Seconds for every answer."""
    seed: int = 1
    silence: float = 1.0
    """Seconds without a message to a remote bot, as over a slow network."""
    settings: Settings | None = None
    before_question: Callable[[], None] = lambda: None
    """Called before every question; may raise to end it all."""
    on_progress: Callable[[int, int, str], None] = lambda played, matches, check: None
    """Called now and then with matches played, matches in all, and the name of the current check."""
    max_faults: int | None = None
    """Number of faults after which the check ends; None for no limit."""


class TooManyFaults(CroupierError):
    """The bot had the most faults allowed; `fault` is the first."""

    def __init__(self, fault: RecordedFault) -> None:
        super().__init__(fault.came)
        self.fault = fault


class _Talker(RandomBot):
    """Plays at random and sends talk that is hard to handle."""

    def decide(self, decision: Decision[Any, Any]) -> int:
        self.say(TALK[decision.id % len(TALK)])
        return super().decide(decision)


class ForcedAnswers(msgspec.Struct, frozen=True):
    """Answers to every kind of question: the moves, and the faults on the way to any of them."""

    moves: dict[str, tuple[str, ...]]
    faults: list[RecordedFault]


Before = Callable[[Player], Awaitable[None]]


async def do_nothing(player: Player) -> None:
    return


class Checker:
    """Puts one bot through the checks."""

    def __init__(self, game: Game, entrant: Entrant, plan: CheckOptions) -> None:
        self.game = game
        self.entrant = entrant
        self.options = plan
        self.settings = plan.settings or game.settings()
        self.logs: list[CheckLog] = []
        self.is_sent_messages = False
        """Whether it speaks the JSON dialect; known once it has sat down."""
        self._forced: ForcedAnswers | None = None
        self._trying = ""
        self._played = self._to_play = 0

    def begin_check(self, check: str) -> None:
        """Begin the check called `check`."""
        self._trying = check
        self.options.on_progress(self._played, self._to_play, check)

    def count_matches(self, checks: Collection[str]) -> None:
        """Count the whole matches that these checks need, for the progress bar."""
        chairs = len(self.seats_to_try())
        needed = {"matches": self.rounds * chairs, "hears": chairs, "repeats": 2 * chairs}
        self._to_play = sum(matches for check, matches in needed.items() if check in checks)

    @property
    def rounds(self) -> int:
        """Matches in each seat, so that all together are at least as many as asked for."""
        return -(-self.options.matches // len(self.seats_to_try()))

    def new_log(self) -> CheckLog:
        """A new log, one for every check; the last checks look at all logs."""
        self.logs.append(CheckLog(self.options.limit, self._before_question))
        return self.logs[-1]

    def _before_question(self) -> None:
        self.options.before_question()
        faults = [fault for log in self.logs for fault in log.faults]
        if self.options.max_faults is not None and len(faults) >= self.options.max_faults:
            raise TooManyFaults(faults[0])

    def new_faults(self, log: CheckLog) -> list[RecordedFault]:
        """The faults that no earlier check has met: each is reported once, by the first check that meets it."""
        others = [each for each in self.logs if each is not log]
        known = {fault_kind(fault) for each in others for fault in each.faults}
        return [fault for fault in log.faults if fault_kind(fault) not in known]

    def seat_bot(self, match: Match, seat: int, log: CheckLog) -> AbstractAsyncContextManager[Player]:
        return seat_entrant(self.entrant, match, seat, PlayerWrappers(bot=partial(RecordingBot, log=log)))

    async def play(self, seats: int, seat: int, seed: int, log: CheckLog, talker: bool = False) -> Match:
        """A whole match with the bot in one seat and bots that play anything in the others."""
        match = Match(self.game, self.settings, [f"p{number}" for number in range(seats)], seed, talk=talker)
        async with AsyncExitStack() as stack:
            players: list[Player] = []
            for number in range(seats):
                other: Bot[Any, Any] = _Talker() if talker else RandomBot()
                if number != seat:
                    players.append(BotPlayer(other, match, number))
                else:
                    players.append(
                        RecordingPlayer(await stack.enter_async_context(self.seat_bot(match, seat, log)), log, match)
                    )
            await run_players(match, players)
        self._played += 1
        self.options.on_progress(self._played, self._to_play, self._trying)
        return match

    async def ask_every_kind(self) -> "ForcedAnswers":
        """Every kind of question, early and late, each time to a fresh bot that has seen the match so far."""
        if self._forced is None:
            log = self.new_log()
            places = question_positions(self.game)
            moves = {
                question: tuple([await self.ask_at(position, log) for position in found])
                for question, found in places.items()
            }
            self._forced = ForcedAnswers(moves, log.faults)
        return self._forced

    async def ask_at(
        self, position: QuestionPosition, log: CheckLog, refuse: bool = False, before: Before = do_nothing
    ) -> str:
        """Take a fresh bot through a match up to a question, and ask it that; the move that came.

        `before` is done just before the question, and with `refuse` it is asked a second time.
        """
        answer = ""
        match = replay_from_deal(position.script)
        async with self.seat_bot(match, position.seat, log) as player:
            recorder = RecordingPlayer(player, log, match)
            await replay_with_players(position.script, match, {position.seat: recorder}, until=position.step)
            decision = match.ask(position.seat)
            assert decision is not None
            await before(player)
            for refused in ("", f"illegal answer to {position.question!r}") if refuse else ("",):
                asked = msgspec.structs.replace(decision, refused=refused)
                heard = await ask_player(recorder, asked, policy_judge(self.game.policy))
                answer = str(decision.moves[heard.index]) if heard.penalty is None else ""
        return answer

    def seats_to_try(self) -> list[tuple[int, int]]:
        """Every seat of the smallest table and of one with two seats more, as (seats, seat)."""
        smallest = next((size for size in self.game.seats if self._fits(size)), self.game.seats[0])
        self.game.new_state(self.settings, smallest)  # says why, if no table fits
        larger = smallest + 2
        sizes = [smallest, larger] if larger in self.game.seats and self._fits(larger) else [smallest]
        return [(size, seat) for size in sizes for seat in range(size)]

    def _fits(self, size: int) -> bool:
        try:
            self.game.new_state(self.settings, size)
        except UsageError:
            return False
        return True

    def seed(self, purpose: str, number: int) -> int:
        return derived_seed("check", purpose, self.options.seed, number)


def fault_kind(fault: RecordedFault) -> tuple[str, str]:
    """Question and kind of a fault; faults equal in both usually have the same cause."""
    return fault.question, fault.came.partition(":")[0]
