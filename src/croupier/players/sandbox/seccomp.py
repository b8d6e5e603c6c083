"""Seccomp: which system calls a sandboxed bot may make. Everything else fails with "operation not permitted".

A bot's own Python process gets a list of what is allowed: computing, memory, reading files that Landlock lets it read,
its two pipes, time. A program in another language gets a longer list, with what runtimes need; it may start threads but
no process.
"""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from croupier.players.sandbox import linux
from croupier.players.sandbox.syscalls import ALLOWED_TO_PROGRAMS, ALLOWED_TO_PYTHON, get_numbers

_ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Classic BPF, as the kernel takes it: code, jump if true, jump if false, constant.
_LOAD: Final = 0x20
_JUMP_EQUAL: Final = 0x15
_JUMP_SET: Final = 0x45
_JUMP_GREATER_EQUAL: Final = 0x35
_AND: Final = 0x54
_RETURN: Final = 0x06

_KILL: Final = 0x80000000
_ALLOW: Final = 0x7FFF0000
_ASK: Final = 0x7FC00000
"""Have the process that holds the listener decide."""
_FAIL: Final = 0x00050000

_NUMBER: Final = 0
_ARCHITECTURE: Final = 4
_X32: Final = 0x40000000
_CLONE_THREAD: Final = 0x00010000
# Mappings that RLIMIT_DATA does not count: shared memory without a file, stacks that grow, huge pages.
_MAP_SHARED: Final = 0x01
_MAP_ANONYMOUS: Final = 0x20
_MAP_GROWSDOWN: Final = 0x100
_MAP_HUGETLB: Final = 0x40000
_FUTEX_PRIVATE: Final = 128
_F_SETFL: Final = 4
FORK_AS_SIBLING: Final = 0x00008000 | 17
"""Flags of `clone(2)`: CLONE_PARENT and SIGCHLD. The parent of the new process is that of the one that calls."""
_PLACEHOLDER_PID: Final = 0x7FFF5EED  # no process has such a number

# What a descriptor may be asked for: copies of itself and its flags. Locks, leases, owners and signals would let two
# bots talk to each other through a file that both may read.
_FCNTL_COMMANDS: Final = (
    0,
    1,
    2,
    3,
    4,
    1030,
    1032,
)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, ...
_IOCTL_REQUESTS: Final = (0x5421, 0x5450, 0x5451, 0x541B)  # FIONBIO, FIONCLEX, FIOCLEX, FIONREAD
_AF_UNIX: Final = 1  # Java wakes its own threads by such a pair; there is no other process to share it with
# Calls by which a process could find out which others there are, and how much processor time they use: a clock below 0
# belongs to a process, and a lock that hands on its priority names the thread that holds it.
_CLOCK_CALLS: Final = ("clock_gettime", "clock_getres", "clock_nanosleep", "timer_create")
_PROCESS_CLOCKS: Final = 0x80000000
_SCHEDULER_CALLS: Final = ("sched_getaffinity", "sched_getparam", "sched_getscheduler")
_FUTEX_OPERATION: Final = 0x7F
_PRIORITY_FUTEXES: Final = (6, 7, 8, 11, 12, 13)  # LOCK_PI, UNLOCK_PI, TRYLOCK_PI, ..._REQUEUE_PI, LOCK_PI2
_LIMITED: Final = frozenset((*_CLOCK_CALLS, *_SCHEDULER_CALLS, "futex", "fcntl"))
"""Calls that are allowed with some arguments only."""
_PRCTL_OPTIONS: Final = (3, 15, 16, 23, 0x53564D41)  # GET_DUMPABLE, SET_NAME, GET_NAME, CAPBSET_READ, SET_VMA

_SET_FILTER: Final = 1
_NEW_LISTENER: Final = 8

Instruction = tuple[int, int, int, int]


def is_supported() -> bool:
    """Whether this machine has seccomp filters and we know its system calls."""
    if not linux.IS_LINUX or linux.MACHINE not in _ARCHITECTURES:
        return False
    try:
        linux.prctl(linux.PR_SET_SECCOMP, 2, None)
    except OSError as error:
        return error.errno == errno.EFAULT  # it looked for a filter, so it would take one
    return False


def build_python_filter() -> bytes:
    """For a bot in this process: what is not on the list fails."""
    pid = os.getpid().to_bytes(4, sys.byteorder)  # only this differs from bot to bot
    return python_filter_template().replace(_PLACEHOLDER_PID.to_bytes(4, sys.byteorder), pid)


@cache
def python_filter_template() -> bytes:
    """The filter with `_PLACEHOLDER_PID` for the process id."""
    known = get_numbers(linux.MACHINE)
    return _packed(_checked_architecture() + _signals_to(_PLACEHOLDER_PID, known) + _python_calls(_FCNTL_COMMANDS))


@cache
def build_loaded_filter() -> bytes:
    """For a process that has loaded a bot and is forked for each match: nothing that outlives a match can be changed.

    It cannot make memory that forks share, set flags of descriptors that they share, or send a signal. It can ask to be
    forked, as `build_gate` says.
    """
    known = get_numbers(linux.MACHINE)
    program = _checked_architecture()
    program += _if_number(known["clone"], _only_values(_argument(0), (FORK_AS_SIBLING,), errno.EPERM))
    program += _when(known["setpgid"], _ALLOW)
    program += _if_number(known["mmap"], _without(_argument(3), _MAP_SHARED | _MAP_GROWSDOWN | _MAP_HUGETLB))
    return _packed(program + _python_calls([command for command in _FCNTL_COMMANDS if command != _F_SETFL]))


@cache
def build_gate() -> bytes:
    """To be installed before another filter: each fork, and the first call of a fork, wait for who has the listener."""
    known = get_numbers(linux.MACHINE)
    program: list[Instruction] = [(_LOAD, 0, 0, _NUMBER)]
    program += _when(known["clone"], _ASK) + _when(known["setpgid"], _ASK)
    return _packed([*program, (_RETURN, 0, 0, _ALLOW)])


def _python_calls(fcntl_commands: Sequence[int]) -> list[Instruction]:
    known = get_numbers(linux.MACHINE)
    # "Not a terminal" is what Python expects to hear when it asks a file for its terminal.
    program = _when(known["ioctl"], _FAIL | errno.ENOTTY)
    program += _if_number(known["prlimit64"], _reading_own_limits())
    program += _limited(ALLOWED_TO_PYTHON, _PLACEHOLDER_PID, known, fcntl_commands, only_private_futexes=True)
    program += _if_number(known["mmap"], _only_counted_memory())
    program += _allowed(sorted(ALLOWED_TO_PYTHON - _LIMITED - {"mmap"}), known)
    return [*program, (_RETURN, 0, 0, _FAIL | errno.EPERM)]


def build_program_filter(sees_others: bool) -> bytes:
    """For a program of any language: what is not on the list fails, and so does every new process.

    `sees_others`: whether there are other processes in its namespace that it could send a signal to.
    """
    program = _checked_architecture()
    known = get_numbers(linux.MACHINE)
    program += _signals_to(os.getpid(), known) if sees_others else _allowed(("kill", "tgkill"), known)
    # The C library falls back to clone, whose flags a filter can read.
    program += _when(known["clone3"], _FAIL | errno.ENOSYS)
    program += _if_number(known["clone"], _with(_argument(0), _CLONE_THREAD))
    program += _if_number(known["prctl"], _only_values(_argument(0), _PRCTL_OPTIONS, errno.EINVAL))
    program += _if_number(known["ioctl"], _only_values(_argument(1), _IOCTL_REQUESTS, errno.ENOTTY))
    program += _if_number(known["prlimit64"], _reading_own_limits())
    program += _if_number(known["socketpair"], _only_values(_argument(0), (_AF_UNIX,), errno.EPERM))
    program += _limited(ALLOWED_TO_PROGRAMS, os.getpid(), known)
    program += _allowed(sorted(ALLOWED_TO_PROGRAMS - _LIMITED), known)
    # A call that we know but do not allow is forbidden; of newer ones a runtime must think that there are none.
    for number in sorted(known.values()):
        program += _when(number, _FAIL | errno.EPERM)
    program.append((_RETURN, 0, 0, _FAIL | errno.ENOSYS))
    return _packed(program)


def install(program: bytes) -> None:
    """Filter the calls of this process from now on; needs no_new_privs, or root."""
    code = ctypes.create_string_buffer(program, len(program))
    linux.prctl(linux.PR_SET_SECCOMP, 2, _header(code, program))


def install_gate() -> int:
    """Install the gate and return the listener, which decides."""
    program = build_gate()
    code = ctypes.create_string_buffer(program, len(program))
    number = get_numbers(linux.MACHINE)["seccomp"]
    header = _header(code, program)
    return linux.call(number, ctypes.c_uint(_SET_FILTER), ctypes.c_uint(_NEW_LISTENER), header)


def _header(code: "ctypes.Array[ctypes.c_char]", program: bytes) -> bytes:
    return struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))


def _checked_architecture() -> list[Instruction]:
    """Another architecture has other numbers, and so does x32: neither is let in."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, _ARCHITECTURES[linux.MACHINE]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_GREATER_EQUAL, 0, 1, _X32),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
    ]


def _when(number: int, action: int) -> list[Instruction]:
    return [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, action)]


def _allowed(names: Iterable[str], known: Mapping[str, int]) -> list[Instruction]:
    return [step for name in names if name in known for step in _when(known[name], _ALLOW)]


def _only_values(offset: int, values: Sequence[int], error: int) -> list[Instruction]:
    """A body that allows a call whose argument at `offset` is one of `values`, and fails with `error` otherwise."""
    body: list[Instruction] = [(_LOAD, 0, 0, offset)]
    for value in values:
        body += _when(value, _ALLOW)
    return [*body, (_RETURN, 0, 0, _FAIL | error)]


def _limited(
    names: Collection[str],
    process: int,
    known: Mapping[str, int],
    fcntl_commands: Sequence[int] = _FCNTL_COMMANDS,
    only_private_futexes: bool = False,
) -> list[Instruction]:
    """Those of `names` that are allowed with some arguments only, for the process of this number."""
    no_process_clock = [(_LOAD, 0, 0, _argument(0)), (_JUMP_SET, 0, 1, _PROCESS_CLOCKS)]
    no_process_clock += [(_RETURN, 0, 0, _FAIL | errno.EPERM), (_RETURN, 0, 0, _ALLOW)]
    no_priority = [(_LOAD, 0, 0, _argument(1)), (_AND, 0, 0, _FUTEX_OPERATION)]
    for operation in _PRIORITY_FUTEXES:
        no_priority += _when(operation, _FAIL | errno.ENOSYS)
    private: list[Instruction] = []
    if only_private_futexes:  # others wait on the same page of a library, and would be woken
        private = [(_LOAD, 0, 0, _argument(1)), (_JUMP_SET, 1, 0, _FUTEX_PRIVATE)]
        private.append((_RETURN, 0, 0, _FAIL | errno.EPERM))
    bodies = {
        **dict.fromkeys(_CLOCK_CALLS, no_process_clock),
        # The C library asks this of threads too, and goes on if there is no such call.
        **dict.fromkeys(_SCHEDULER_CALLS, _only_values(_argument(0), (0, process), errno.ENOSYS)),
        "futex": [*private, *no_priority, (_RETURN, 0, 0, _ALLOW)],
        "fcntl": _only_values(_argument(1), fcntl_commands, errno.EPERM),
    }
    assert bodies.keys() == _LIMITED
    return [
        step
        for name in sorted(_LIMITED & set(names))
        if name in known
        for step in _if_number(known[name], bodies[name])
    ]


def _if_number(number: int, body: list[Instruction]) -> list[Instruction]:
    """A body that always returns, for one call only; the number stays loaded for those after it."""
    return [(_JUMP_EQUAL, 0, len(body), number), *body]


def _if_first_argument(number: int, value: int, action: int) -> list[Instruction]:
    return _if_number(
        number,
        [
            (_LOAD, 0, 0, _argument(0)),
            (_JUMP_EQUAL, 0, 1, value),
            (_RETURN, 0, 0, action),
            (_RETURN, 0, 0, _FAIL | errno.EPERM),
        ],
    )


def _signals_to(process: int, known: dict[str, int]) -> list[Instruction]:
    """abort() sends a signal to its own process; nobody else is sent one."""
    return [
        instruction for name in ("kill", "tgkill") for instruction in _if_first_argument(known[name], process, _ALLOW)
    ]


def _reading_own_limits() -> list[Instruction]:
    """`prlimit(0, ..., NULL, ...)` reads; anything else would set, or concern another process."""
    zeros = [_argument(0), _argument(2), _argument(2) + 4]
    body: list[Instruction] = []
    for place, offset in enumerate(zeros):
        left = 2 * (len(zeros) - place - 1) + 1
        body += [(_LOAD, 0, 0, offset), (_JUMP_EQUAL, 0, left, 0)]
    return [*body, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _FAIL | errno.EPERM)]


def _with(offset: int, bits: int) -> list[Instruction]:
    """A body that allows a call with one of `bits` in the argument at `offset`."""
    return [
        (_LOAD, 0, 0, offset),
        (_JUMP_SET, 0, 1, bits),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
    ]


def _only_counted_memory() -> list[Instruction]:
    """For mmap, whose fourth argument has the flags: anonymous memory must be private, so that its limit counts it."""
    return [
        (_LOAD, 0, 0, _argument(3)),
        (_JUMP_SET, 3, 0, _MAP_GROWSDOWN | _MAP_HUGETLB),
        (_JUMP_SET, 0, 1, _MAP_ANONYMOUS),
        (_JUMP_SET, 1, 0, _MAP_SHARED),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
    ]


def _without(offset: int, bits: int) -> list[Instruction]:
    """A body that allows a call with none of `bits` in the argument at `offset`."""
    return [
        (_LOAD, 0, 0, offset),
        (_JUMP_SET, 0, 1, bits),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _argument(index: int) -> int:
    """Where the lower half of an argument lies."""
    return 16 + 8 * index


def _packed(program: Iterable[Instruction]) -> bytes:
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)
