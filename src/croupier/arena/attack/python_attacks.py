"""Attacks of a bot in Python.

`OUTSIDE` is a folder that everyone may write to, and `VICTIM` a process of the same user; both belong to the suite.
Signals to processes other than `VICTIM` are signal 0, which asks whether one could be sent.
"""

from typing import Final

from croupier.arena.attack.attack import Attack, as_functions, attacks_of

_REFUSED: Final = {
    "files": {
        "read the password file": "open('/etc/passwd').read()",
        "read the shadow file": "open('/etc/shadow').read()",
        "read a file that everyone may read": "open(OUTSIDE + '/file.txt').read()",
        "list the home directories": "os.listdir('/home'), os.listdir('/root')",
        "list the temporary directory": "os.listdir('/tmp')",
        "read another bot": "open(os.path.join(os.path.dirname(__file__), 'victim.py')).read()",
        "list the folders of other bots": "os.listdir(os.path.dirname(os.path.dirname(__file__)))",
        "write to its folder": "open(os.path.join(os.path.dirname(__file__), 'left.txt'), 'w').write('x')",
        "write to a folder that everyone may write to": "open(OUTSIDE + '/left.txt', 'w').write('x')",
        "write to shared memory": """
            path = f'/dev/shm/croupier-left-{os.getpid()}'
            open(path, 'w').write('x')
            os.unlink(path)
            """,
        "write over its own file": "open(__file__, 'a').write('#')",
        "delete its own file": "os.unlink(__file__)",
        "make a directory": "os.mkdir(OUTSIDE + '/left')",
        "make a link": "os.symlink('/etc/passwd', OUTSIDE + '/link')",
        "change its own mode": "os.chmod(__file__, 0o777)",
        "change a mode": "os.chmod(OUTSIDE + '/file.txt', 0o777)",
        "make a named pipe": "os.mkfifo(OUTSIDE + '/pipe')",
        "talk to the terminal": "open('/dev/tty', 'w').write('x')",
    },
    "network": {
        "open a TCP socket": "socket.create_connection(('127.0.0.1', 80), 1)",
        "open a UDP socket": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))",
        "open an IPv6 socket": "socket.socket(socket.AF_INET6)",
        "open a Unix socket": "socket.socket(socket.AF_UNIX)",
        "open an abstract socket": "socket.socket(socket.AF_UNIX).bind('\\0croupier')",
        "open a netlink socket": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)",
        "open a raw socket": "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
        "make a pair of sockets": "socket.socketpair()",
    },
    "new processes": {
        "fork": "os.fork() or os._exit(0)",
        "fork by a bare call": "call(57) or os._exit(0)",
        "clone by a bare call": "call(56, 17, 0, 0, 0, 0) or os._exit(0)",
        "clone3 by a bare call": "call(435, 0, 0)",
        "use an x32 call": "call(0x40000000 | 57) or os._exit(0)",
        "start a program": "subprocess.run(['/bin/true'], check=True)",
        "spawn a program": "os.posix_spawn('/bin/true', ['true'], {})",
        "become a program": "os.execv('/bin/sh', ['sh', '-c', 'true'])",
        "start a thread": "threading.Thread(target=print).start()",
    },
    "other processes": {
        "read the parent's memory": "open(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
        "read the parent's environment": "open(f'/proc/{os.getppid()}/environ').read()",
        "kill a process": "os.kill(VICTIM, signal.SIGKILL)",
        "read a process's clock": "time.clock_gettime((~VICTIM << 3) | 2)",
        "ask for a process's clock": "time.clock_getres((~VICTIM << 3) | 2)",
        "ask for a process's cores": "os.sched_getaffinity(VICTIM)",
        "find a process by a lock": """
            held = ctypes.c_uint32(VICTIM)
            try:
                call(202, ctypes.byref(held), 8, 0, 0, 0, 0)
            except OSError as error:
                if error.errno in (1, 38):  # forbidden, or no such call
                    raise
            """,
        "signal the parent": "os.kill(os.getppid(), 0)",
        "signal everybody": "os.kill(-1, 0)",
        "signal the first process": "os.kill(1, 0)",
        "signal the parent's group": "os.killpg(os.getpgid(os.getppid()), 0)",
        "trace the parent": "call(101, 0x4206, os.getppid(), 0, 0)",
        "read memory across": "call(310, os.getppid(), 0, 0, 0, 0, 0)",
        "get hold of the parent": "call(434, os.getppid(), 0)",
        "leave its session": "os.setsid()",
        "get shared memory": "call(31, call(29, 0, 4096, 0o600), 0, 0)",
        "get a message queue": "call(71, call(68, 0, 0o600), 0, 0)",
        "make pipes": "os.pipe()",
        "make a file of memory": "os.memfd_create('left')",
    },
    "the kernel": {
        "become somebody else": "os.setuid(0), os.setuid(1000)",
        "mount": "call(165, b'none', OUTSIDE.encode(), b'tmpfs', 0, 0), call(166, OUTSIDE.encode(), 0)",
        "leave its namespaces": "call(272, 0x10000000)",
        "change its root": "os.chroot('/tmp')",
        "set up io_uring": "call(425, 1, ctypes.create_string_buffer(256))",
        "load a BPF program": "call(321, 5, ctypes.create_string_buffer(128), 128)",
        "watch performance": "call(298, ctypes.create_string_buffer(128), 0, -1, -1, 0)",
    },
    "resources": {
        "raise its limits": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "leave its core": "os.sched_setaffinity(0, {0, 1})",
        "take all memory at once": "bytearray(1 << 36)",
        "take more memory than allowed": "hoard = [bytearray(1 << 24) for _ in range(64)]",
        "open very many files": "kept = [open(__file__) for _ in range(100_000)]",
        "recurse for ever": "def deeper(): return deeper()\ndeeper()",
    },
    "ways out of the match": {
        "leave by SystemExit": "sys.exit(0)",
        "leave by KeyboardInterrupt": "raise KeyboardInterrupt",
        "leave by GeneratorExit": "raise GeneratorExit",
    },
}

_FATAL: Final = {
    "an end of its process": {
        "exit at once": "os._exit(0)",
        "abort": "os.abort()",
        "crash in C": "ctypes.string_at(0)",
        "kill itself": "os.kill(os.getpid(), signal.SIGKILL)",
        "close all descriptors": "os.closerange(0, 100)",
    },
    "no answer": {
        "print for ever": "while True:\n    print('x' * 10000)",
        "print errors for ever": "while True:\n    os.write(2, b'x' * 10000)",
        "loop for ever": "while True:\n    pass",
        "loop for ever and catch everything": """
            while True:
                try:
                    time.sleep(1)
                except BaseException:
                    pass
            """,
        "loop in C": "sum(range(10 ** 15))",
        "compute for ever": "10 ** (10 ** 9)",
        "sleep": "time.sleep(3600)",
        "ignore every signal": """
            for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
                signal.signal(number, signal.SIG_IGN)
            while True:
                pass
            """,
        "wait for input": "os.read(3, 10 ** 6); os.read(3, 10 ** 6)",
    },
    "forged answers": {
        "answer with noise": "os.write(4, b'\\xff' * 64)",
        "answer a byte at a time": """
            os.write(4, (100).to_bytes(4, 'little'))
            while True:
                os.write(4, b'x')
                time.sleep(0.01)
            """,
        "answer with a giant": "os.write(4, (1 << 30).to_bytes(4, 'little'))",
    },
}

PYTHON_ATTACKS: Final[tuple[Attack, ...]] = attacks_of(_REFUSED) + attacks_of(_FATAL, is_fatal=True)

_BOT: Final = '''\
import ctypes, os, signal, socket, subprocess, sys, threading, time
from croupier.kernel.bot import Bot

OUTSIDE, VICTIM = {outside!r}, {victim!r}
libc = ctypes.CDLL(None, use_errno=True)


def call(*arguments):
    """A system call that raises when it fails."""
    result = libc.syscall(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


{functions}

class Attacker(Bot):
    def __init__(self, number: int = 0):
        self.number = number

    def decide(self, decision):
        if decision.id == 1:
            try:
                ATTACKS[self.number]()
            except BaseException as error:
                self.say(f"stopped by {{type(error).__name__}}")
            else:
                self.say("BREACH")
        return 0
'''


def python_attacker(outside: str, victim: int, attacks: tuple[Attack, ...] = PYTHON_ATTACKS) -> str:
    """The source of a bot that makes the attack whose number is its option `number`."""
    return _BOT.format(outside=outside, victim=victim, functions=as_functions(attacks))
