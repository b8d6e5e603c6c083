"""The zygote's side of a template: leave to fork, and pipes for the fork. It trusts nothing that the template does."""

import errno
import os
import select
import signal
import socket
import struct
from collections.abc import Collection
from contextlib import suppress
from fcntl import ioctl
from time import monotonic
from typing import Final, NamedTuple

from croupier.players.sandbox import linux
from croupier.players.sandbox.syscalls import get_numbers
from croupier.players.sandbox.zygote_protocol import ForkCell

FORK_SECONDS: Final = 10.0
"""The time for a template to ask for its next fork."""

# As the kernel takes them: a call that waits, the answer to it, a descriptor for the process that made it.
_NOTICE: Final = struct.Struct("QIIiI56x")  # id, process, flags, number of the call, architecture, the rest of the call
_REPLY: Final = struct.Struct("QqiI")  # id, result, error, flags
_DESCRIPTOR: Final = struct.Struct("QIIII")  # id, flags, ours, theirs, flags of theirs
_RECEIVE: Final = 0xC0502100
_SEND: Final = 0xC0182101
_ADD: Final = 0x40182103
_PROCEED: Final = 1
_AT_NUMBER: Final = 1
_CLOSE_ON_EXEC: Final = os.O_CLOEXEC


class TemplateBroken(Exception):
    """A template did not do as it should, and was ended."""


class _Waiting(NamedTuple):
    """A call that waits for an answer."""

    id: int
    pid: int
    number: int


class Template:
    """A process that has loaded a bot, stopped but for the moment in which it forks."""

    def __init__(self, pid: int, listener: int) -> None:
        self.pid = pid
        self.listener = listener
        self._process = os.pidfd_open(pid)
        self.cell = 0
        """Its fork, while it runs."""
        self._waiting: _Waiting | None = None
        numbers = get_numbers(linux.MACHINE)
        self._clone, self._setpgid = numbers["clone"], numbers["setpgid"]

    def fork(self, descriptors: list[int], cores: Collection[int]) -> int:
        """Let it fork once; return the fork's process id when that has its pipes and the template waits again."""
        if self.cell:
            raise TemplateBroken("a fork of it still runs")
        try:
            self.cell = self._fork(descriptors, monotonic() + FORK_SECONDS)
        except (OSError, TemplateBroken) as error:
            self.end()
            raise TemplateBroken(str(error)) from None
        with suppress(OSError):
            os.sched_setaffinity(self.cell, cores)
        return self.cell

    def _fork(self, descriptors: list[int], ends_at: float) -> int:
        fork = 0
        if self._waiting is None:
            self._waiting = self._await(self._clone, ends_at)
        self._reply(self._waiting, flags=_PROCEED)
        self._waiting = None
        while self._waiting is None or not fork:
            call = self._receive(ends_at)
            if call.number == self._clone and call.pid == self.pid and self._waiting is None:
                self._waiting = call
            elif call.number == self._setpgid and call.pid != self.pid and not fork:
                # Nothing but the fork can be another process: the template had leave for one.
                questions, answers, output = descriptors
                for number, ours in enumerate((output, output, questions, answers), 1):
                    flags = _CLOSE_ON_EXEC if number > 2 else 0
                    ioctl(self.listener, _ADD, _DESCRIPTOR.pack(call.id, _AT_NUMBER, ours, number, flags))
                self._reply(call)
                fork = call.pid
            else:
                self._reply(call, error=errno.EPERM)
        return fork

    def _await(self, number: int, ends_at: float) -> _Waiting:
        while (call := self._receive(ends_at)).number != number or call.pid != self.pid:
            self._reply(call, error=errno.EPERM)
        return call

    def _receive(self, ends_at: float) -> _Waiting:
        poll = select.poll()
        poll.register(self.listener, select.POLLIN)
        poll.register(self._process, select.POLLIN)
        ready = dict(poll.poll(max(0.0, ends_at - monotonic()) * 1000))
        if self._process in ready or ready.get(self.listener, select.POLLIN) != select.POLLIN:
            raise TemplateBroken("it has ended")
        if not ready:
            raise TemplateBroken("it does not ask to be forked")
        notice = ioctl(self.listener, _RECEIVE, bytes(_NOTICE.size))
        waiting, pid, _, number, _ = _NOTICE.unpack(notice)
        return _Waiting(waiting, pid, number)

    def _reply(self, call: _Waiting, error: int = 0, flags: int = 0) -> None:
        ioctl(self.listener, _SEND, _REPLY.pack(call.id, 0, -error, flags))

    def refuse(self) -> bool:
        """Refuse a fork that one of its forks asks for; return False if the template has ended."""
        try:
            call = self._receive(monotonic())
            if call.pid == self.pid and call.number == self._clone and self._waiting is None:
                self._waiting = call
            else:
                self._reply(call, error=errno.EPERM)
        except TemplateBroken:
            return False
        except OSError:  # who asked is gone
            return True
        return True

    def end(self) -> None:
        """Kill it and every fork of it."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-self.pid, 0)
        os.close(self.listener)
        os.close(self._process)


class Templates:
    """All templates of a zygote."""

    def __init__(self) -> None:
        self._all: dict[int, Template] = {}

    def add(self, pid: int, channel: socket.socket) -> None:
        """Take over a new process, which sends its listener; raise an OSError if it cannot."""
        _, descriptors, _, _ = socket.recv_fds(channel, 1, 1)
        if not descriptors:
            raise OSError(errno.ENOSYS, "the kernel has no seccomp listeners")
        self._all[pid] = Template(pid, descriptors[0])

    def fork(self, order: ForkCell, descriptors: list[int]) -> int:
        """Fork a template; raise a KeyError or a TemplateBroken if there is none that can be forked."""
        template = self._all.pop(order.template)
        pid = template.fork(descriptors, order.cores)
        self._all[order.template] = template
        return pid

    def end(self, pid: int) -> bool:
        """End a template; of another process note that it ends, and return False."""
        template = self._all.pop(pid, None)
        if template is not None:
            template.end()
            return True
        for each in self._all.values():
            if each.cell == pid:
                each.cell = 0
        return False

    def refuse_until_ready(self, control: int) -> None:
        """Wait for an order; meanwhile refuse the forks that cells ask for."""
        watched = {template.listener: template for template in self._all.values()}
        while watched:
            poll = select.poll()
            for descriptor in (control, *watched):
                poll.register(descriptor, select.POLLIN)
            ready = [descriptor for descriptor, _ in poll.poll()]
            if control in ready:
                return
            for descriptor in ready:
                if not watched[descriptor].refuse():
                    del watched[descriptor]
