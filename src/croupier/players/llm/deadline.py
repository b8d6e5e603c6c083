"""A limit for the whole of an HTTP answer: httpx2 itself limits only the pause between two pieces of it."""

from collections.abc import Iterator
from time import monotonic

import httpx2


class DeadlineTransport(httpx2.HTTPTransport):
    """Gives up an answer that has not come to its end in time, however steadily it drips."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        until = monotonic() + self._seconds
        response = super().handle_request(request)
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _LimitedStream(response.stream, until, self._seconds)
        return response


class _LimitedStream(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream, until: float, seconds: float) -> None:
        self._stream, self._until, self._seconds = stream, until, seconds

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            if monotonic() > self._until:
                raise httpx2.ReadTimeout(f"the answer was not complete after {self._seconds:g} s: timed out")
            yield part

    def close(self) -> None:
        self._stream.close()
