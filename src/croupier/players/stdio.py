"""A bot on its own standard input and output. What it prints goes to the error output, for the other belongs to the
protocol."""

import os
import sys
from contextlib import redirect_stdout, suppress

from croupier.players.jsondesk import JsonDesk


def serve_stdio(desk: JsonDesk, source: int = 0, target: int = 1) -> None:
    """Answer line by line until the input ends."""
    with (
        suppress(KeyboardInterrupt, BrokenPipeError),
        os.fdopen(source, "rb", closefd=False) as lines,
        redirect_stdout(sys.stderr),
    ):
        for line in lines:
            if line.strip():
                answer = desk.handle(line)
                if answer is not None:
                    _write(target, answer + b"\n")


def _write(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]
