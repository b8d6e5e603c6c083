"""News has a time of its own: a bot that listens too long loses news and nothing else, wherever it runs. Compiled."""

import ctypes
from collections.abc import Sequence
from threading import Lock, Timer, current_thread, get_ident, main_thread
from time import perf_counter
from typing import Any, Final, Protocol

from croupier.kernel.bot import MAX_SLOW_NEWS, Bot
from croupier.kernel.decision import Decision, Event
from croupier.kernel.errors import TooSlow
from croupier.match.run_bots import tell_bot
from croupier.players.sandbox.interrupt import MARGIN_SECONDS, Interrupter

_HEARING: Final = "hear what happened"


class Interrupting(Protocol):
    """Interrupts whatever runs between `arm` and `disarm` when its time is up."""

    rang: bool
    """Whether the time was up since the last `arm`."""

    def arm(self, seconds: float | None, task: str) -> None:
        """Interrupt after so many seconds, unless they are None; `task` is what the bot had to do in them."""
        ...

    def disarm(self) -> None: ...


class ThreadInterrupter:
    """In any thread, as soon as the next line of Python runs there: what waits in the system is not woken."""

    def __init__(self) -> None:
        self.rang = False
        self._lock = Lock()
        self._timer: Timer | None = None

    def arm(self, seconds: float | None, task: str) -> None:
        self.rang = False
        if seconds is None:
            return
        timer = self._timer = Timer(max(seconds, 0.0) + MARGIN_SECONDS, self._ring, (get_ident(),))
        timer.daemon = True
        timer.start()

    def disarm(self) -> None:
        with self._lock:
            timer, self._timer = self._timer, None
            if self.rang:  # and has perhaps not been raised yet
                _raise_in(get_ident(), None)
        if timer is not None:
            timer.cancel()

    def _ring(self, thread: int) -> None:
        with self._lock:
            if self._timer is not None and self._timer is current_thread():
                self.rang = True
                _raise_in(thread, TooSlow)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def new_interrupter() -> Interrupting:
    """The one that works in this thread."""
    return Interrupter() if current_thread() is main_thread() else ThreadInterrupter()


class NewsTimer:
    """Hands news to one bot, in a time of its own. What takes longer is lost; after the third time there is no more."""

    def __init__(self, interrupter: Interrupting, is_told: bool = True) -> None:
        """`is_told`: what was lost is printed here, for the bot's author, and not by the engine."""
        self._interrupter = interrupter
        self._is_told = is_told
        self._slow = 0
        self.seconds: float | None = None
        """The time for news that comes with no question."""

    def tell(self, bot: Bot[Any, Any], decision: Decision[Any, Any]) -> float:
        """Hand over what comes with a question; the seconds that it took."""
        if not bot.listens or not decision.events or decision.refused:
            tell_bot(bot, decision)
            return 0.0
        began = perf_counter()
        self._interrupter.arm(decision.clock.answer, _HEARING)
        try:
            try:
                tell_bot(bot, decision)
            finally:
                self._interrupter.disarm()
        except TooSlow:
            pass
        self._note(bot)
        return perf_counter() - began

    def hear(self, bot: Bot[Any, Any], events: Sequence[Event], view: Any) -> None:
        """Hand over what comes with no question."""
        if not bot.listens:
            return
        self._interrupter.arm(self.seconds, _HEARING)
        try:
            try:
                bot.hear(events, view)
            finally:
                self._interrupter.disarm()
        except TooSlow:
            pass
        self._note(bot)

    def _note(self, bot: Bot[Any, Any]) -> None:
        if self._interrupter.rang:
            self._slow += 1
            if self._is_told:
                print(slow_news_text(self._slow), end="", flush=True)
            bot.listens = self._slow < MAX_SLOW_NEWS


def slow_news_text(times: int) -> str:
    """What a bot's author is told after news that took too long for the so many-th time in a match."""
    text = "Croupier: time for events exceeded; the remaining events are lost\n"
    if times == MAX_SLOW_NEWS:
        text += "Croupier: this was the third time; no more events are sent in this match\n"
    return text
