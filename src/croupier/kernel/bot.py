"""The brain that a bot author writes: synchronous, in any style, asked one question at a time.

Each game's friendly base class (`CuttleBot`, ...) subclasses it and turns the question into a method call.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic

from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, M, Seat, Table, V
from croupier.kernel.errors import TooSlow
from croupier.kernel.private_copies import Copies
from croupier.kernel.text import TALK_LENGTH, TALK_PER_ANSWER, as_talk

NOTE_LENGTH = 10_000
NAME_LENGTH = 40
MAX_SLOW_NEWS = 3
"""After news that took too long so many times in a match a bot gets no more of it."""


class Bot(ABC, Generic[M, V]):
    """Base class of all bots: subclass it and implement `decide`. Arguments of `__init__` need default values."""

    seat: Seat = -1
    table: Table
    clock: Clock = NO_CLOCK
    """The time you have for this answer."""
    note: str = ""
    """Set it in `decide` to save your reasoning in the replay."""

    listens: bool = False
    """Whether the class has an `observe` of its own; one that has none pays nothing for news."""

    _talk: "list[str] | None" = None
    _luck: BotRandom | None = None
    _luck_seed: int = 0
    _luck_index: int = -1
    thinks_aside: bool = False
    """Whether it takes seconds to answer, so that a table with people waits for it in a thread."""
    is_timed: bool = False
    """Whether it keeps to the clock, because it runs in a process that can be stopped."""
    is_memoryless: bool = False
    """Whether it keeps nothing from one question to the next: in a copy of a match it need not be asked again."""
    heard_seconds: float = 0.0
    """Seconds that it spent on the news of its last question, if these are measured apart from the answer."""
    is_ours: bool = True
    """Whether it comes with Croupier; others get copies of their own of all that they are handed."""
    spare_copies: list[Copies]
    """Those of bots of this class that have left."""
    seeds_random: bool = False
    """Whether the standard library's global `random` is seeded at every question too; on for bots from files."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.is_ours = cls.__module__.startswith("croupier.")
        cls.spare_copies = []
        # Looked up in the order of resolution: to ask an abstract class, all its other subclasses are gone through.
        cls.listens = any("observe" in base.__dict__ for base in cls.__mro__ if base is not Bot and Bot in base.__mro__)

    @abstractmethod
    def decide(self, decision: Decision[M, V]) -> M | int | str:
        """Answer with one of `decision.moves`, its index, or its notation."""

    def observe(self, event: Event, view: V) -> None:
        """Called for each event that this seat may see, in order, before its next question and after the end."""

    def on_start(self) -> None:
        """Called once per match, when `self.seat` and `self.table` are known."""

    @property
    def rng(self) -> BotRandom:
        """Random numbers of this bot. Use it instead of `random`, so that the match can be replayed."""
        luck = self._luck
        if luck is None:
            luck = self._luck = BotRandom()
        if self._luck_index >= 0:
            luck.turn_to(self._luck_seed, self._luck_index)
            self._luck_index = -1
        return luck

    def say(self, message: str) -> None:
        """Send a chat message to the table together with your answer: at most five messages of 200 characters.

        Anything but a string is ignored.
        """
        text: Any = message
        if not isinstance(text, str):
            return
        if self._talk is None:
            self._talk = []
        if len(self._talk) < TALK_PER_ANSWER:
            self._talk.append(str.__getitem__(text, slice(TALK_LENGTH)))

    def own_name(self) -> str:
        """The name set by the author, `name = "..."` in the class. If empty, its file or class names it."""
        name: Any = getattr(type(self), "name", "")
        return name if isinstance(name, str) else ""

    # For drivers.

    def sit(self, table: Table, seat: Seat, luck_seed: int) -> None:
        self.table = table
        self.seat = seat
        self._luck_seed = luck_seed
        self.face(0)
        self.on_start()

    def face(self, decision_id: int, clock: Clock = NO_CLOCK) -> None:
        """Reseed the random numbers for a new question, so that they do not depend on earlier questions."""
        self.clock = clock
        self._luck_index = decision_id
        if self.seeds_random:
            random.seed(derived_seed("global", self._luck_seed, decision_id))

    def hear(self, events: Sequence[Event], view: V) -> None:
        """Call `observe` for each event. A bot that crashes misses this event, a bot that is late misses the rest."""
        for event in events:
            try:
                self.observe(event, view)
            except TooSlow:
                return
            except BaseException:
                continue

    def take_talk(self) -> tuple[tuple[str, ...], str]:
        """Return the chat messages and the note, and clear both."""
        talk, note = self._talk, self.note
        if talk is None and not note:
            return (), ""
        self._talk = None
        self.note = ""
        return as_talk(talk or ()), note[:NOTE_LENGTH] if type(note) is str else ""

    def printed(self) -> str:
        """Output of the bot's process since the last call; empty for a bot in this process."""
        return ""

    def take_charge(self) -> float:
        """Seconds of work since the last answer that count against the bot's clock."""
        return 0.0

    def leave(self) -> None:
        """End the match for this bot."""


def name_of(bot: Bot[Any, Any]) -> str:
    """The name that a bot's author gave it; empty if there is none, or it is no text."""
    try:
        name: Any = bot.own_name()
    except BaseException:
        return ""
    return name[:NAME_LENGTH] if type(name) is str else ""
