"""Programs of any language in the sandbox: what they may call, who they are, and which files they are given."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.players.sandbox import linux
from croupier.players.sandbox.isolation import IsolationLevel, find_obstacles
from croupier.players.sandbox.launcher import sandbox_command
from croupier.players.sandbox.limits import Limits

LEVELS = [level for level in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK) if not find_obstacles(level)]
every_level = pytest.mark.parametrize("level", LEVELS)

ATTACK = """
import ctypes, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    if libc.syscall(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
outside, victim = sys.argv[1] + "/file.txt", int(sys.argv[2])
try:
    BODY
except BaseException as error:
    print("stopped by", type(error).__name__, error)
else:
    print("BREACH")
"""
ATTACKS = {
    "change a mode": "os.chmod(outside, 0o777)",
    "change its own mode": "os.chmod(__file__, 0o4777)",
    "change an owner": "os.chown(outside, 0, 0)",
    "change a time": "os.utime(outside, (1, 1))",
    "set an attribute": "os.setxattr(outside, 'user.x', b'x')",
    "kill a process": "os.kill(victim, 9)",
    "limit the memory of a process": "import resource; resource.prlimit(victim, resource.RLIMIT_AS, (1, 1))",
    "raise its own limits": "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))",
    "read the limits of a process": "import resource; resource.prlimit(victim, resource.RLIMIT_AS)",
    "move a process to another core": "os.sched_setaffinity(victim, {0})",
    "move itself to another core": "os.sched_setaffinity(0, {0})",
    "change a priority": "os.setpriority(os.PRIO_PROCESS, victim, 5)",
    "change a scheduler": "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
    "survive its parent": "r = libc.prctl(1, 0, 0, 0, 0); assert r == 0, 'refused'",
    "start a process": "os.fork()",
    "lock a file": "import fcntl; fcntl.lockf(os.open('/usr/bin/env', os.O_RDONLY), fcntl.LOCK_SH)",
    "ask for a lock": "import fcntl; fcntl.fcntl(os.open('/usr/bin/env', os.O_RDONLY), fcntl.F_GETLK, bytes(32))",
    "flock a file": "import fcntl; fcntl.flock(os.open('/usr/bin/env', os.O_RDONLY), fcntl.LOCK_SH)",
    "take a lease": "import fcntl; fcntl.fcntl(os.open('/usr/bin/env', os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "watch a directory": "import fcntl; fcntl.fcntl(os.open('/usr', os.O_RDONLY), fcntl.F_NOTIFY, 1)",
    "own signals of a file": "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, victim)",
    "make shared memory": "os.memfd_create('x')",
    "open a socket": "import socket; socket.socket()",
    "open a socket to itself": "import socket; socket.socketpair(socket.AF_INET)",
    "read a file outside": "open(outside).read()",
    "be root": "assert os.getuid() != 0, 'is root'; assert False, 'is not root'",
}


def run_in(level: IsolationLevel, command: list[str], rivals: tuple[Path, ...] = (), text: str = "") -> str:
    done = subprocess.run(
        sandbox_command(command, level, Limits(), rivals),
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd="/",
    )
    return done.stdout + done.stderr


def python_program(folder: Path, code: str, *arguments: str) -> list[str]:
    path = folder / "program.py"
    path.write_text(code, encoding="utf-8")
    return [sys.executable, "-I", "-S", str(path), *arguments]


@every_level
@pytest.mark.parametrize("attack", ATTACKS)
def test_2_a_program_can_do_nothing_to_others(attack: str, level: IsolationLevel, tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "file.txt"
    outside.parent.mkdir()
    outside.write_text("secret")
    before = outside.stat()
    (tmp_path / "bot").mkdir()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as victim:
        command = python_program(
            tmp_path / "bot", ATTACK.replace("BODY", ATTACKS[attack]), str(outside.parent), str(victim.pid)
        )
        printed = run_in(level, command)
        assert victim.poll() is None
        victim.kill()
    assert printed.startswith("stopped by"), printed
    assert (outside.stat().st_mode, outside.stat().st_mtime) == (before.st_mode, before.st_mtime)


@pytest.mark.parametrize(
    "attack", ["change a mode", "change a time", "move itself to another core", "read a file outside"]
)
def test_2_without_a_sandbox_the_same_attacks_get_through(attack: str, tmp_path: Path) -> None:
    """Or else the suite would pass whatever the sandbox does."""
    outside = tmp_path / "file.txt"
    outside.write_text("secret")
    command = python_program(tmp_path, ATTACK.replace("BODY", ATTACKS[attack]), str(tmp_path), str(os.getpid()))
    assert run_in(IsolationLevel.PROCESS, command) == "BREACH\n"


HELLO = {
    "node": ("hello.js", 'const t = require("./text"); setTimeout(() => console.log(t.hello), 1)\n'),
    "java": (
        "Hello.java",
        "class Hello { public static void main(String[] a) throws Exception { "
        'Thread t = new Thread(() -> System.out.println("hello")); t.start(); t.join(); } }\n',
    ),
    "sh": ("hello.sh", "read word; echo hello\n"),
    "perl": ("hello.pl", '$word = <STDIN>; print "hello\\n";\n'),
}


@every_level
@pytest.mark.parametrize("language", HELLO)
def test_2_runtimes_of_other_languages_still_work(language: str, level: IsolationLevel, tmp_path: Path) -> None:
    if shutil.which(language) is None:
        pytest.skip(f"not installed: {language}")
    name, code = HELLO[language]
    (tmp_path / name).write_text(code)
    (tmp_path / "text.js").write_text('exports.hello = "hello"\n')
    options = ["-Xint"] if language == "java" else []
    assert run_in(level, [language, *options, str(tmp_path / name)], text="word\n") == "hello\n"


@every_level
@pytest.mark.skipif(shutil.which("gcc") is None, reason="not installed: a C compiler")
def test_2_a_compiled_program_with_threads_works(level: IsolationLevel, tmp_path: Path) -> None:
    source = tmp_path / "threads.c"
    source.write_text(
        "#include <pthread.h>\n#include <stdio.h>\n"
        'static void *hello(void *x) { puts("hello"); return x; }\n'
        "int main(void) { pthread_t t; pthread_create(&t, 0, hello, 0); pthread_join(t, 0); return 0; }\n"
    )
    program = tmp_path / "threads"
    subprocess.run(["gcc", "-pthread", "-o", program, source], check=True)
    assert run_in(level, [str(program)]) == "hello\n"


LISTING = "import os\nfor folder, _, names in os.walk(os.path.dirname(__file__)):\n    print(*sorted(names))\n"
RIVALS = ("rival.py", "rival.npz", "rival_weights.bin")
NEVER = (".env", "runs.sqlite", "runs.sqlite-wal", "live.jsonl", *RIVALS)


def folder_of_many(folder: Path) -> tuple[Path, ...]:
    for name in (*NEVER, "helper.py", "program.npz", "weights.bin", "notes.txt"):
        (folder / name).write_text("x = 1\n")
    return (folder / "rival.py", folder / "program.py")


@every_level
def test_9_a_program_is_given_what_it_names_and_no_rival(level: IsolationLevel, tmp_path: Path) -> None:
    rivals = folder_of_many(tmp_path)
    mentions = "# " + " ".join([*NEVER, "weights.bin", "helper.py"]) + "\n" + LISTING
    shared = run_in(level, python_program(tmp_path, mentions), rivals).split()
    assert shared == ["program.npz", "program.py"]
    (tmp_path / "rival.py").rename(tmp_path / "elsewhere.py")
    alone = run_in(level, python_program(tmp_path, mentions), (tmp_path / "program.py",)).split()
    assert set(alone) >= {"helper.py", "program.npz", "program.py", "weights.bin"}
    assert not set(alone) & {".env", "runs.sqlite", "runs.sqlite-wal", "live.jsonl", "notes.txt"}


@every_level
def test_the_files_of_a_running_program_are_private(level: IsolationLevel, tmp_path: Path) -> None:
    command = sandbox_command(python_program(tmp_path, LISTING), level, Limits())
    packed = Path(next(word for word in command if word.endswith("/program.py")))
    folder = packed.parents[1]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not linux.is_root() or folder.stat().st_uid != 0
