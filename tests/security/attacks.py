"""Bots that try to break out, each as the body of its attack. A bot's name at the table says which attack is its own.

An attack that gets through ends normally and is reported as BREACH; one that is stopped raises. What a bot says at the
table tells the test which it was.
"""

TEMPLATE = '''
import ctypes, os, signal, socket, subprocess, sys, threading, time
from croupier.games.cuttle import CuttleBot

libc = ctypes.CDLL(None, use_errno=True)


def call(*arguments):
    """A system call that raises when it fails."""
    result = libc.syscall(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


{attacks}


class Attacker(CuttleBot):
    attacked = False

    def select_move(self, view, legal_moves):
        if not self.attacked:
            self.attacked = True
            try:
                ATTACKS[self.table.names[self.seat]]()
            except BaseException as error:
                self.say(f"stopped by {{type(error).__name__}}")
            else:
                self.say("BREACH")
        return legal_moves[0]
'''

# Each of these must raise: the kernel refuses.
REFUSED = {
    "read the password file": "open('/etc/passwd').read()",
    "read the shadow file": "open('/etc/shadow').read()",
    "list the home directories": "os.listdir('/home'), os.listdir('/root')",
    "list the temporary directory": "os.listdir('/tmp')",
    "read another bot": "open(os.path.join(os.path.dirname(__file__), 'victim.py')).read()",
    "list the folders of other bots": "os.listdir(os.path.dirname(os.path.dirname(__file__)))",
    "read the parent's memory": "open(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
    "read the parent's environment": "open(f'/proc/{os.getppid()}/environ').read()",
    "write to its folder": "open(os.path.join(os.path.dirname(__file__), 'left.txt'), 'w').write('x')",
    "write to the temporary directory": "open('/tmp/croupier-left.txt', 'w').write('x')",
    "write to shared memory": "open('/dev/shm/croupier-left', 'w').write('x')",
    "write over its own file": "open(__file__, 'a').write('#')",
    "delete its own file": "os.unlink(__file__)",
    "make a directory": "os.mkdir('/tmp/croupier-left')",
    "make a link": "os.symlink('/etc/passwd', '/tmp/croupier-left')",
    "change a mode": "os.chmod(__file__, 0o777)",
    "make a named pipe": "os.mkfifo('/tmp/croupier-left')",
    "open a TCP socket": "socket.create_connection(('127.0.0.1', 80), 1)",
    "open a UDP socket": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))",
    "open an IPv6 socket": "socket.socket(socket.AF_INET6)",
    "open a Unix socket": "socket.socket(socket.AF_UNIX)",
    "open an abstract socket": "socket.socket(socket.AF_UNIX).bind('\\0croupier')",
    "open a netlink socket": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)",
    "open a raw socket": "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
    "make a pair of sockets": "socket.socketpair()",
    "fork": "os.fork() or os._exit(0)",
    "fork by a bare call": "call(57)",
    "clone by a bare call": "call(56, 17, 0, 0, 0, 0)",
    "clone3 by a bare call": "call(435, 0, 0)",
    "start a program": "subprocess.run(['/bin/true'], check=True)",
    "spawn a program": "os.posix_spawn('/bin/true', ['true'], {})",
    "become a program": "os.execv('/bin/sh', ['sh', '-c', 'true'])",
    "start a thread": "threading.Thread(target=print).start()",
    "kill the parent": "os.kill(os.getppid(), signal.SIGKILL)",
    "kill everybody": "os.kill(-1, signal.SIGKILL)",
    "kill the first process": "os.kill(1, signal.SIGKILL)",
    "stop the parent's group": "os.killpg(os.getpgid(os.getppid()), signal.SIGSTOP)",
    "trace the parent": "call(101, 16, os.getppid(), 0, 0)",
    "read memory across": "call(310, os.getppid(), 0, 0, 0, 0, 0)",
    "get hold of the parent": "call(434, os.getppid(), 0)",
    "leave its session": "os.setsid()",
    "raise its limits": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "become somebody else": "os.setuid(0), os.setuid(1000)",
    "mount": "call(165, b'none', b'/tmp', b'tmpfs', 0, 0)",
    "leave its namespaces": "call(272, 0x10000000)",
    "change its root": "os.chroot('/tmp')",
    "set up io_uring": "call(425, 1, ctypes.create_string_buffer(256))",
    "load a BPF program": "call(321, 5, ctypes.create_string_buffer(128), 128)",
    "watch performance": "call(298, ctypes.create_string_buffer(128), 0, -1, -1, 0)",
    "get shared memory": "call(29, 1234, 4096, 0o1666)",
    "get a message queue": "call(68, 1234, 0o1666)",
    "talk to the terminal": "open('/dev/tty', 'w').write('x')",
    "use an x32 call": "call(0x40000000 | 57)",
    "take all memory at once": "bytearray(1 << 36)",
    "take all memory bit by bit": "hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 24))",
    "open files without end": "kept = []\nwhile True:\n    kept.append(open(__file__))",
    "make pipes": "os.pipe()",
    "make a file of memory": "os.memfd_create('left')",
    "leave its core": "os.sched_setaffinity(0, {0, 1})",
    "recurse for ever": "def deeper(): return deeper()\ndeeper()",
    "leave by SystemExit": "sys.exit(0)",
    "leave by KeyboardInterrupt": "raise KeyboardInterrupt",
    "leave by GeneratorExit": "raise GeneratorExit",
}

# Each of these ends the bot's process, or has it ended: a fault, and the match goes on.
FATAL = {
    "exit at once": "os._exit(0)",
    "abort": "os.abort()",
    "crash in C": "ctypes.string_at(0)",
    "kill itself": "os.kill(os.getpid(), signal.SIGKILL)",
    "close all descriptors": "os.closerange(0, 100)",
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
    "answer with noise": "os.write(4, b'\\xff' * 64)",
    "answer a byte at a time": """
        os.write(4, (100).to_bytes(4, 'little'))
        while True:
            os.write(4, b'x')
            time.sleep(0.01)
        """,
    "answer with a giant": "os.write(4, (1 << 30).to_bytes(4, 'little'))",
}
