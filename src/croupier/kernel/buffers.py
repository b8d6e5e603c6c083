"""Room for legal moves, for code that is not compiled: one buffer for each thread.

A compiled method never lets go of a vector that it was handed by code that is not compiled, so a buffer for every bot
or every question would stay for ever.
"""

from threading import local

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.state import LEGAL_LIMIT


class _OfThread(local):
    def __init__(self) -> None:
        self.moves = vec[i64]([0] * LEGAL_LIMIT)


_of_thread = _OfThread()


def legal_buffer() -> vec[i64]:
    """To be used at once, and not kept."""
    return _of_thread.moves
