"""News has a time of its own: a bot that listens too long loses news and nothing else, wherever it runs. Compiled."""

import ctypes
from collections.abc import Sequence
from threading import Lock, Timer, current_thread, get_ident, main_thread
from time import perf_counter
from typing import Any, Final, final

from croupier.kernel.bot import MAX_SLOW_NEWS, Bot
from croupier.kernel.decision import Decision, Event
from croupier.kernel.errors import TooSlow
from croupier.match.run_bots import answer_index, tell_bot
from croupier.players.sandbox.interrupt import MARGIN_SECONDS, Interrupter, SignalInterrupter

_HEARING: Final = "hear what happened"


@final
class ThreadInterrupter(Interrupter):
    """In any thread, as soon as the next line of Python runs there: what waits in the system is not woken."""

    def __init__(self) -> None:
        super().__init__()
        self._lock: Any = Lock()
        self._timer: Timer | None = None

    def arm(self, now: float, seconds: float, task: str, question: str = "") -> None:
        self.rang = False
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


def new_interrupter() -> Interrupter:
    """The one that works in this thread."""
    return SignalInterrupter() if current_thread() is main_thread() else ThreadInterrupter()


@final
class BotTimer:
    """Tells and asks one bot, the news in a time of its own: what takes longer is lost, the third time for good."""

    def __init__(self, interrupter: Interrupter, is_told: bool = True) -> None:
        """`is_told`: what was lost is printed here, for the bot's author, and not by the engine."""
        self._interrupter: Interrupter = interrupter
        self._is_told: bool = is_told
        self._slow: int = 0
        self._seconds: float | None = None
        """The time for news that comes with no question."""
        self.heard: int = 0
        """Milliseconds that the bot spent on the news of the last question."""

    def ask(self, bot: Bot[Any, Any], decision: Decision[Any, Any]) -> int:
        """Tell the bot what comes with a question, and ask it; the index of its move."""
        self.heard = 0
        clock = decision.clock
        self._seconds = clock.answer
        if clock.answer is None:
            tell_bot(bot, decision)
            return answer_index(bot, decision, decision)  # no other bot is asked with this decision
        now = perf_counter()
        if bot.listens and decision.events and not decision.refused:
            self._interrupter.arm(now, clock.answer, _HEARING)
            try:
                try:
                    tell_bot(bot, decision)
                finally:
                    self._interrupter.disarm()
            except TooSlow:
                pass
            self._note(bot)
            began, now = now, perf_counter()
            self.heard = int(1000 * (now - began))
        else:
            tell_bot(bot, decision)
        limit = clock.answer if clock.bank is None else clock.answer + clock.bank
        self._interrupter.arm(now, limit, "answer", decision.question)
        try:
            return answer_index(bot, decision, decision)
        finally:
            self._interrupter.disarm()

    def hear(self, bot: Bot[Any, Any], events: Sequence[Event], view: Any) -> None:
        """Hand over what comes with no question."""
        if not bot.listens:
            return
        if self._seconds is None:
            bot.hear(events, view)
            return
        self._interrupter.arm(perf_counter(), self._seconds, _HEARING)
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
