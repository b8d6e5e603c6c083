"""A bot in the manner of CoupBots: it receives lines and puts lines into its checkout queue, and nothing else.

The same class sits at any table of Croupier, where a `V1LineTranslator` translates for it, and runs over a
socket against any server that speaks the protocol (`croupier coup-bot`).
"""

from abc import abstractmethod
from collections import deque

from croupier.games.coup.bot import CoupBot
from croupier.games.coup.lines.protocol import Line
from croupier.games.coup.lines.v1 import V1LineTranslator
from croupier.games.coup.moves import CoupMove
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Event
from croupier.kernel.errors import BadMessage, Gone

QUESTIONS_PER_LINE = 3


class CoupLineBot(CoupBot):
    """Implement `receive`: read a message, such as "TURN|2", and append your answers to `self.checkout`."""

    _translator: V1LineTranslator | None = None
    _queue: "Checkout | None" = None
    _illegal: int = 0
    _kicked: str = ""

    @property
    def checkout(self) -> "Checkout":
        """Messages to be sent, the oldest first; `put` does the same as `append`."""
        if self._queue is None:
            self._queue = Checkout()
        return self._queue

    @abstractmethod
    def receive(self, message: str) -> None:
        """Called with every message, without its line end."""

    def act(self, view: CoupView) -> str:
        """Not used: a line bot is asked by lines."""
        return "income"

    # At a table of Croupier.

    def on_start(self) -> None:
        joint = getattr(self.table.settings, "window", "official") == "joint"
        self._translator = V1LineTranslator(self.seat, joint)
        for message in (f"PLAYER|{self.seat + 1}", "START"):
            self.receive(message)
        self.checkout.clear()  # HELLO and READY have done their part

    def observe(self, event: Event, view: CoupView) -> None:
        for line in self._seated_translator().write_lines([event], view):
            self._deliver(line)

    def decide(self, decision: Decision[CoupMove, CoupView]) -> str:
        translator = self._seated_translator()
        line = translator.ask(decision)
        if line is not None:
            self._deliver(line)
        answer = translator.take(decision)
        if answer is None and decision.question == "challenge_block":
            answer = "allow"  # silence after a block is consent
        translator.stop_waiting()
        if self._kicked:
            raise Gone(self._kicked)
        if answer is None:
            raise BadMessage(f"'{decision.question}' was not answered by any message")
        return answer

    def _seated_translator(self) -> V1LineTranslator:
        assert self._translator is not None, "the bot has not sat down"
        return self._translator

    def _deliver(self, line: Line) -> None:
        """Give the bot a line and take what it sends; an illegal one is reported and may be answered again."""
        translator = self._seated_translator()
        translator.mark_sent(line)
        self.receive(line.text)
        for _ in range(QUESTIONS_PER_LINE):
            refused = False
            while self.checkout:
                text = self.checkout.popleft()
                if translator.read_answer(text):
                    self._illegal = 0
                elif not translator.may_ignore(text):
                    refused = True
                    self._illegal += 1
                    if self._illegal > 1:
                        self.checkout.clear()
                        self._kicked = f"two illegal messages in a row, the last being {text[:60]!r}"
                        return
            if not refused:
                return
            self.receive(f"ILLEGAL|{self.seat + 1}")


class Checkout(deque[str]):
    """A queue with the names that bots of the older project use."""

    def put(self, message: str) -> None:
        self.append(message)
