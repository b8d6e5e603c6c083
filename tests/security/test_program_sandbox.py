"""Programs of any language in the sandbox: which runtimes work, and which files they are given.

Their attacks are in `croupier.arena.attack` and tried in test_sandbox.py.
"""

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.players.sandbox import linux
from croupier.players.sandbox.isolation import IsolationLevel, find_obstacles
from croupier.players.sandbox.launcher import sandbox_command
from croupier.players.sandbox.limits import Limits

LEVELS = [level for level in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK) if not find_obstacles(level)]
every_level = pytest.mark.parametrize("level", LEVELS)


def run_in(level: IsolationLevel, command: list[str], rivals: tuple[Path, ...] = (), text: str = "") -> str:
    done = subprocess.run(
        sandbox_command(command, level, Limits(), rivals),
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd="/",
    )
    return done.stdout + done.stderr


def python_program(folder: Path, code: str, *arguments: str) -> list[str]:
    path = folder / "program.py"
    path.write_text(code, encoding="utf-8")
    return [sys.executable, "-I", "-S", str(path), *arguments]


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


IMPORTING = """
import sys

sys.path.insert(0, sys.argv[1])
import a_game_of_mine

print(a_game_of_mine.NAME)
for file in ("../private.txt", "private.txt"):
    try:
        print(open(f"{sys.argv[1]}/{file}").read())
    except OSError:
        print("refused")
"""


@every_level
def test_a_program_can_import_a_game_that_is_being_written_and_reads_nothing_beside_it(
    level: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "game" / "src"
    (sources / "a_game_of_mine").mkdir(parents=True)
    (sources / "a_game_of_mine" / "__init__.py").write_text("NAME = 'mine'\n")
    for place in (sources, sources.parent):
        (place / "private.txt").write_text("secret\n")
    command = python_program(tmp_path, IMPORTING, str(sources))
    assert "No module named 'a_game_of_mine'" in run_in(level, command)
    monkeypatch.setattr(sys, "path", [str(sources), *sys.path])
    monkeypatch.setitem(GAMES.modules, "mine", "a_game_of_mine")
    assert run_in(level, command).split() == ["mine", "refused", "refused"]
