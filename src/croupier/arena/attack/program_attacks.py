"""Attacks of a program in any language, here written in Python and started as `cmd:`.

`OUTSIDE` is a folder that everyone may write to, and `VICTIM` a process of the same user; both belong to the suite.
"""

from typing import Final

from croupier.arena.attack.attack import Attack, as_functions, attacks_of

_REFUSED: Final = {
    "files": {
        "read a file outside": "open(FILE).read()",
        "write a file outside": "open(OUTSIDE + '/left.txt', 'w').write('x')",
        "change a mode": "os.chmod(FILE, 0o777)",
        "change its own mode": "os.chmod(__file__, 0o4777)",
        "change an owner": "os.chown(FILE, 0, 0)",
        "change a time": "os.utime(FILE, (1, 1))",
        "set an attribute": "os.setxattr(FILE, 'user.x', b'x')",
    },
    "network": {
        "open a socket": "import socket; socket.socket()",
        "open a socket to itself": "import socket; socket.socketpair(socket.AF_INET)",
    },
    "other processes": {
        "kill a process": "os.kill(VICTIM, 9)",
        "limit the memory of a process": "import resource as r; r.prlimit(VICTIM, r.RLIMIT_AS, (2**40, 2**40))",
        "read the limits of a process": "import resource; resource.prlimit(VICTIM, resource.RLIMIT_AS)",
        "move a process to another core": "os.sched_setaffinity(VICTIM, {0})",
        "read the clock of a process": "import time; time.clock_gettime((~VICTIM << 3) | 2)",
        "ask for the cores of a process": "os.sched_getaffinity(VICTIM)",
        "ask for the scheduler of a process": "os.sched_getscheduler(VICTIM)",
        "change a priority": "os.setpriority(os.PRIO_PROCESS, VICTIM, 5)",
        "start a process": "os.fork() or os._exit(0)",
        "be root": "assert os.getuid() != 0, 'is root'; assert False, 'is not root'",
    },
    "signals to another bot": {
        "lock a file": "import fcntl; fcntl.lockf(SHARED(), fcntl.LOCK_SH)",
        "ask for a lock": "import fcntl; fcntl.fcntl(SHARED(), fcntl.F_GETLK, bytes(32))",
        "flock a file": "import fcntl; fcntl.flock(SHARED(), fcntl.LOCK_SH)",
        "take a lease": "import fcntl; fcntl.fcntl(SHARED(), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
        "watch a directory": "import fcntl; fcntl.fcntl(os.open('/usr', os.O_RDONLY), fcntl.F_NOTIFY, 1)",
        "own signals of a file": "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, VICTIM)",
        "make shared memory": "os.memfd_create('x')",
    },
    "resources": {
        "raise its own limits": "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))",
        "move itself to another core": "os.sched_setaffinity(0, {0})",
        "change a scheduler": "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
        "survive its parent": "assert libc.prctl(1, 0, 0, 0, 0) == 0, 'refused'",
    },
}

_FATAL: Final = {
    "an end of its process": {
        "exit at once": "os._exit(0)",
        "crash in C": "ctypes.string_at(0)",
    },
    "no answer": {
        "loop for ever": "while True:\n    pass",
        "print for ever without a new line": "while True:\n    os.write(1, b'x' * 65536)",
        "print lines for ever": "while True:\n    os.write(1, b'x\\n' * 30000)",
    },
    "resources": {
        "take more memory than allowed": """
            import mmap
            hoard = mmap.mmap(-1, 300 << 20)
            for _ in range(300):
                hoard.write(bytes(1 << 20))
            time.sleep(3600)
            """,
    },
}

PROGRAM_MEGABYTES: Final = 100
"""The memory that the attacking program may use."""
PROGRAM_ATTACKS: Final[tuple[Attack, ...]] = attacks_of(_REFUSED) + attacks_of(_FATAL, is_fatal=True)

_PROGRAM: Final = '''\
"""Arguments: the numbers of the attacks, with commas between them."""
import ctypes, json, os, sys, time

OUTSIDE, VICTIM = {outside!r}, {victim!r}
FILE = OUTSIDE + "/file.txt"
libc = ctypes.CDLL(None, use_errno=True)


def SHARED():
    """A file that every bot may read."""
    return os.open("/usr/bin/env", os.O_RDONLY)


{functions}

def results():
    found = {{}}
    for number in sys.argv[1].split(","):
        try:
            ATTACKS[int(number)]()
        except BaseException as error:
            found[number] = f"stopped by {{type(error).__name__}}"
        else:
            found[number] = "BREACH"
    return found


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({{"type": "ready", "name": "attacker"}}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        note = json.dumps(results()) if message["id"] == 1 else ""
        print(json.dumps({{"type": "move", "id": message["id"], "move": 0, "note": note}}), flush=True)
'''


def program_attacker(outside: str, victim: int) -> str:
    """The source of a program that makes the attacks whose numbers it is given, and notes what became of them."""
    return _PROGRAM.format(outside=outside, victim=victim, functions=as_functions(PROGRAM_ATTACKS))
