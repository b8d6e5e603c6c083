"""The loop for servers of many small messages: uvloop where there is one, which halves what a message costs."""

import asyncio
from collections.abc import Coroutine
from importlib.util import find_spec
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`."""
    if find_spec("uvloop") is None:
        return asyncio.run(work)
    import uvloop

    return uvloop.run(work)
