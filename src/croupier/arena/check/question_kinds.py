"""One bot under examination: it is sat down, taken to a question, put through whole matches, and always watched."""

from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from typing import Any, Final

import msgspec

from croupier.ai.baselines import RandomBot
from croupier.arena.check.positions import Spot, spots
from croupier.arena.check.recorder import Fault, Record, RecordingBot, RecordingPlayer
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


class Plan(msgspec.Struct, frozen=True):
    """How thoroughly to look."""

    matches: int = 20
    """Whole matches against `random`, rounded up so that the bot plays every seat equally often."""
    limit: float = 5.0
    """Seconds for every answer."""
    seed: int = 1
    silence: float = 1.0
    """Seconds for which a guest hears nothing, as over a slow network."""
    settings: Settings | None = None
    look: Callable[[], None] = lambda: None
    """Called before every question; may raise to end it all."""
    tried: Callable[[int, int, str], None] = lambda played, matches, promise: None
    """Called now and then: how many matches were played, of how many, and which promise is being tried."""
    most_faults: int | None = None
    """After so many nothing more is asked; None to see everything that is wrong."""


class TooMany(CroupierError):
    """The bot is asked nothing more; `fault` is the first that it had."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.came)
        self.fault = fault


class _Talker(RandomBot):
    """Plays anything and says what is hard to hear."""

    def decide(self, decision: Decision[Any, Any]) -> int:
        self.say(TALK[decision.id % len(TALK)])
        return super().decide(decision)


class Forced(msgspec.Struct, frozen=True):
    """What came of every kind of question: the moves, and the faults on the way to any of them."""

    moves: dict[str, tuple[str, ...]]
    faults: list[Fault]


Before = Callable[[Player], Awaitable[None]]


async def nothing(player: Player) -> None:
    return


class Exam:
    """One bot before the table of promises."""

    def __init__(self, game: Game, entrant: Entrant, plan: Plan) -> None:
        self.game = game
        self.entrant = entrant
        self.plan = plan
        self.settings = plan.settings or game.settings()
        self.records: list[Record] = []
        self.is_sent_messages = False
        """Whether it speaks the JSON dialect; known once it has sat down."""
        self._forced: Forced | None = None
        self._trying = ""
        self._played = self._to_play = 0

    def tries(self, promise: str) -> None:
        """The next promise."""
        self._trying = promise
        self.plan.tried(self._played, self._to_play, promise)

    def will_play(self, promises: Collection[str]) -> None:
        """How many whole matches these promises need."""
        chairs = len(self.chairs())
        needed = {"matches": self.rounds * chairs, "hears": chairs, "repeats": 2 * chairs}
        self._to_play = sum(matches for promise, matches in needed.items() if promise in promises)

    @property
    def rounds(self) -> int:
        """How often every seat is played for as many matches as are wanted."""
        return -(-self.plan.matches // len(self.chairs()))

    def record(self) -> Record:
        """A new one for every promise; the last promises look at all of them."""
        self.records.append(Record(self.plan.limit, self._look))
        return self.records[-1]

    def _look(self) -> None:
        self.plan.look()
        faults = [fault for record in self.records for fault in record.faults]
        if self.plan.most_faults is not None and len(faults) >= self.plan.most_faults:
            raise TooMany(faults[0])

    def new_faults(self, record: Record) -> list[Fault]:
        """Those that no promise before this one has met: each is told under the first it breaks."""
        others = [each for each in self.records if each is not record]
        known = {kind_of(fault) for each in others for fault in each.faults}
        return [fault for fault in record.faults if kind_of(fault) not in known]

    def sits(self, match: Match, seat: int, record: Record) -> AbstractAsyncContextManager[Player]:
        return seat_entrant(self.entrant, match, seat, PlayerWrappers(bot=partial(RecordingBot, record=record)))

    async def play(self, seats: int, seat: int, seed: int, record: Record, talker: bool = False) -> Match:
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
                        RecordingPlayer(await stack.enter_async_context(self.sits(match, seat, record)), record, match)
                    )
            await run_players(match, players)
        self._played += 1
        self.plan.tried(self._played, self._to_play, self._trying)
        return match

    async def forced(self) -> "Forced":
        """Every kind of question, early and late, each time to a fresh bot that has seen the match so far."""
        if self._forced is None:
            record = self.record()
            places = spots(self.game)
            moves = {
                question: tuple([await self.force(spot, record) for spot in found])
                for question, found in places.items()
            }
            self._forced = Forced(moves, record.faults)
        return self._forced

    async def force(self, spot: Spot, record: Record, refuse: bool = False, before: Before = nothing) -> str:
        """Take a fresh bot through a match up to a question, and ask it that; the move that came.

        `before` is done just before the question, and with `refuse` it is asked a second time.
        """
        answer = ""
        match = replay_from_deal(spot.script)
        async with self.sits(match, spot.seat, record) as player:
            witness = RecordingPlayer(player, record, match)
            await replay_with_players(spot.script, match, {spot.seat: witness}, until=spot.step)
            decision = match.ask(spot.seat)
            assert decision is not None
            await before(player)
            for refused in ("", f"{spot.question!r} was answered with something illegal") if refuse else ("",):
                asked = msgspec.structs.replace(decision, refused=refused)
                heard = await ask_player(witness, asked, policy_judge(self.game.policy))
                answer = str(decision.moves[heard.index]) if heard.penalty is None else ""
        return answer

    def chairs(self) -> list[tuple[int, int]]:
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
        return derived_seed("check", purpose, self.plan.seed, number)


def kind_of(fault: Fault) -> tuple[str, str]:
    """Two faults of a kind have the same cause, more often than not."""
    return fault.question, fault.came.partition(":")[0]
