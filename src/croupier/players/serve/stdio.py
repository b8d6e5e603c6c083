"""A bot on its own standard input and output. What the bot prints goes to the error output instead."""

import os
import sys
from contextlib import redirect_stdout, suppress

from croupier.players.serve.json_handler import JsonHandler


def serve_stdio(handler: JsonHandler, source: int = 0, target: int = 1) -> None:
    """Answer line by line until the input ends."""
    with (
        suppress(KeyboardInterrupt, BrokenPipeError),
        os.fdopen(source, "rb", closefd=False) as lines,
        redirect_stdout(sys.stderr),
    ):
        for line in lines:
            if line.strip():
                answer = handler.handle(line)
                if answer is not None:
                    _write(target, answer + b"\n")


def _write(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]
