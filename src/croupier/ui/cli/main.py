"""The command line: `croupier` and its commands, one file each.

Whatever a command finds wrong with its input is a `UsageError`, raised anywhere and turned into one sentence here.
"""

import os
import re
import sys
from difflib import get_close_matches
from errno import ENOSPC
from io import TextIOWrapper

from croupier.kernel.errors import ReplayError, UsageError
from croupier.kernel.text import printable
from croupier.ui.cli.heartbeat import heartbeat
from croupier.ui.cli.help import help_on


def main() -> None:
    """Run the console script."""
    sys.exit(run_app(sys.argv[1:]))


def run_app(arguments: list[str]) -> int:
    """Run one command and return its exit code: 0, 1 (it looked and found something wrong), 2 (bad input), 130."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        if (text := help_on(arguments)) is not None:
            print(text, flush=True)
            return 0
        with heartbeat(arguments):
            from croupier.ui.cli.app import app

            code: object = app(args=arguments, prog_name="croupier", standalone_mode=False, obj=arguments)
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except UsageError as error:
        return _print_error(str(error), 2)
    except ReplayError as error:
        return _print_error(str(error), 1)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _discard_output()
        return 1
    except OSError as error:
        # The output is on a full disk. An error with the file of a bot or a report has been explained before.
        if error.errno != ENOSPC or error.filename is not None:
            raise
        _discard_output()
        return _print_error(f"cannot write the output: {error.strerror}", 2)
    except Exception as error:
        # Typer's own complaints have a text and an exit code; anything else is a mistake of ours.
        explain = getattr(error, "format_message", None)
        if explain is None:
            raise
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "croupier"
        return _print_error(f"{_reword(explain())} (see {command} --help)", int(getattr(error, "exit_code", 2)))


def _discard_output() -> None:
    """Nobody reads any more. What is still buffered has to go somewhere when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_REWORDINGS = (
    ("Input should be a valid integer, unable to parse string as an integer", "it must be a whole number"),
    ("Input should be a valid number, unable to parse string as a number", "it must be a number"),
    ("Input should be greater than or equal to", "it must be at least"),
    ("Input should be less than or equal to", "it must be at most"),
    ("Value error, ", ""),
)
"""Messages of libraries about values, and our words for them."""
_SIMILAR = re.compile(r"No such option: (?P<given>\S+) \(Possible options: (?P<similar>.+)\)")
"""The message about an option that resembles several."""


def _reword(sentence: str) -> str:
    for theirs, ours in _REWORDINGS:
        sentence = sentence.replace(theirs, ours)
    if several := _SIMILAR.fullmatch(sentence):
        nearest = get_close_matches(several["given"], several["similar"].split(", "), 1, 0.0)[0]
        sentence = f"No such option: {several['given']}. Did you mean {nearest}?"
    return sentence.rstrip(".")


def _print_error(sentence: str, code: int) -> int:
    print("croupier:", "\n".join(printable(line) for line in sentence.split("\n")), file=sys.stderr)
    return code
