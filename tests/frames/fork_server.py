"""Forks a process for every command that comes in, and answers with what it printed. It is a program, and no test."""

import json
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any, NoReturn

import numpy  # noqa: F401  half of what a command waits for
import sqlalchemy  # noqa: F401

from croupier.games import GAMES
from croupier.ui.cli.main import run_app


def main() -> None:
    for name in GAMES:
        GAMES[name]
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        order = json.loads(line)
        with tempfile.TemporaryDirectory() as folder:
            out, err = Path(folder) / "out", Path(folder) / "err"
            child = os.fork()
            if not child:
                _become(order, out, err)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            said = {"code": code, "out": out.read_text("utf-8", "replace"), "err": err.read_text("utf-8", "replace")}
        answers.write(json.dumps(said) + "\n")
        answers.flush()


def _become(order: dict[str, Any], out: Path, err: Path) -> NoReturn:
    """In the child: become the process that was asked for."""
    code = 1
    try:
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["environment"])
        _redirect(order.get("typed", ""), out, err)
        sys.path.insert(0, order["folder"])
        if "code" in order:
            main = type(sys)("__main__")
            sys.modules["__main__"] = main
            exec(compile(order["code"], "<page>", "exec"), main.__dict__)
            code = 0
        else:
            sys.argv = ["croupier", *order["arguments"]]
            code = run_app(order["arguments"])
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _redirect(typed: str, out: Path, err: Path) -> None:
    with tempfile.TemporaryFile("w+", encoding="utf-8") as entered:
        entered.write(typed)
        entered.flush()
        os.lseek(entered.fileno(), 0, os.SEEK_SET)
        os.dup2(entered.fileno(), 0)
    for number, path in ((1, out), (2, err)):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(handle, number)
        os.close(handle)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", closefd=False)


if __name__ == "__main__":
    main()
