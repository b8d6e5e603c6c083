"""Our side of templates: each is started for a bot whose matches get fresh processes, and given up if it misbehaves."""

import os
import signal
from contextlib import suppress
from functools import partial
from typing import Protocol

from croupier.kernel.errors import UsageError
from croupier.players.memory_watch import watch_memory
from croupier.players.sandbox.cell import Cell, PollPipes
from croupier.players.sandbox.template.inspection import holds_nothing
from croupier.players.sandbox.zygote_protocol import ForkCell, OrderFailed, SandboxedBot, StartCell

Pipes = tuple[int, int, int]
"""Our ends of the pipes of a process: questions, answers, output."""


class Zygote(Protocol):
    """What templates need of the zygote of their bot."""

    def find_cell(self, pid: int) -> list[int]: ...

    def start_process(self, order: StartCell | ForkCell) -> tuple[int, Pipes]: ...

    def end_process(self, pid: int) -> int: ...


class Template:
    """A process that has loaded a bot. `outer_pid` is its process id outside of namespaces."""

    def __init__(self, order: StartCell, pid: int, outer_pid: int) -> None:
        self.order = order
        self.pid = pid
        self.outer_pid = outer_pid
        self.has_cell = False
        """Whether a fork of it runs."""


class Templates:
    """The templates of one zygote: one for each way in which its bot is started."""

    def __init__(self, zygote: Zygote) -> None:
        self._zygote = zygote
        self._all: dict[tuple[str, str, str, str], Template | None] = {}

    def start_cell(self, order: StartCell, bot: SandboxedBot) -> Cell | None:
        """Fork a cell from the template of the bot; None if the file has to be loaded in a process of its own.

        That is so for a second cell beside a first, and for a bot whose processes could hand on something.
        """
        key = (order.game, order.path, order.wanted, order.options)
        if key not in self._all:
            self._all[key] = self._start(order, bot)
        template = self._all[key]
        if template is None or template.has_cell or template.order.limits != order.limits:
            return None
        cell = self._fork(template, order, bot)
        if cell is None:
            self._all[key] = None
        return cell

    def _start(self, order: StartCell, bot: SandboxedBot) -> Template | None:
        try:
            pid, pipes = self._zygote.start_process(order)
        except OrderFailed:
            return None
        watched = watch_memory(partial(self._zygote.find_cell, pid), order.limits.memory)
        polled = PollPipes(lambda: 0, watched, pipes, order.limits.output)
        loading = Cell(polled, order.limits, bot, order.path, frozenset())
        try:
            loading.await_loaded()
            outer_pid = (self._zygote.find_cell(pid) or [0])[0]
        except UsageError:
            outer_pid = 0  # a process of its own says what is wrong with the file
        loading.close()
        if not outer_pid:
            self._zygote.end_process(pid)
            return None
        return Template(order, pid, outer_pid)

    def _fork(self, template: Template, order: StartCell, bot: SandboxedBot) -> Cell | None:
        try:
            pid, pipes = self._zygote.start_process(ForkCell(template.pid, order.cores))
        except OrderFailed:
            return None
        template.has_cell = True
        end = partial(self._end, template, pid)
        watched = watch_memory(partial(self._zygote.find_cell, pid), order.limits.memory)
        polled = PollPipes(end, watched, pipes, order.limits.output)
        cell = Cell(polled, order.limits, bot, order.path, frozenset(order.cores))
        # The template waits for its next fork, so what it holds now is what it has then.
        if not holds_nothing(template.outer_pid):
            cell.close()
            self._zygote.end_process(template.pid)
            return None
        cell.await_loaded()
        return cell

    def kill(self) -> None:
        """Kill all templates and their forks, when the zygote that should do so is gone."""
        for template in filter(None, self._all.values()):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(template.outer_pid, signal.SIGKILL)

    def _end(self, template: Template, pid: int) -> int:
        code = self._zygote.end_process(pid)
        template.has_cell = False
        return code
