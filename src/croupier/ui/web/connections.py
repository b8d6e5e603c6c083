"""Limits for connections before a request is complete: how many per address, and how slowly bytes may come.

The security checks see a request only once its head has arrived. A client that sends half a head and waits would keep
its connection for ever, and a few hundred of them all descriptors of the server.
"""

import asyncio
from asyncio import TimerHandle
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 10.0
"""From opening the connection, or from the first byte of a request, to the end of its head."""
BODY_SECONDS: Final = 30.0
"""From the end of the head to the end of the body."""


def bounded_protocol(
    max_connections: int, head_seconds: float = HEAD_SECONDS, body_seconds: float = BODY_SECONDS
) -> type[asyncio.Protocol]:
    """Make the class that serves one connection; `max_connections` counts those of one address, sockets too."""

    class BoundedProtocol(HttpToolsProtocol):
        _deadline: TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            same = sum(_address(other) == _address(self) for other in self.connections)
            if same > max_connections:
                transport.abort()
            else:
                self._allow(head_seconds)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._allow(head_seconds)

        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            self._allow(body_seconds)

        def on_message_complete(self) -> None:
            super().on_message_complete()
            self._allow(None)

        def handle_websocket_upgrade(self) -> None:
            self._allow(None)
            super().handle_websocket_upgrade()

        def connection_lost(self, exc: Exception | None) -> None:
            self._allow(None)
            super().connection_lost(exc)

        def _allow(self, seconds: float | None) -> None:
            """Close the connection after this time, unless the next call comes first; None for no limit."""
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    return BoundedProtocol


def _address(protocol: object) -> str | None:
    client: tuple[str, int] | None = getattr(protocol, "client", None)
    return None if client is None else client[0]
