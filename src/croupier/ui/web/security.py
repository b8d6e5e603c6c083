"""Security checks before each request: rate, size, host, origin and password; and the security headers of answers.

Plain ASGI, because it must see sockets as well as requests, and answer before a body is read.
"""

import hmac
import ipaddress
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

from croupier.ui.web.api.messages import as_json
from croupier.ui.web.options import WebServerOptions

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE: Final = "croupier_session"
BURST_SECONDS: Final = 10.0
"""Requests of this many seconds may come at once."""
MAX_REMEMBERED: Final = 10_000
LOGIN_COST: Final = 20
OPEN_PATHS: Final = frozenset({"/api/v1/login", "/api/v1/health"})
STATUS_CLOSE: Final = {401: 4401, 403: 4403, 429: 4429}

HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)


class Bucket:
    """A token bucket: `rate` per second, up to `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Sessions:
    """Sessions of clients that have given the password. The cookie holds a random name, not the password."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._known: OrderedDict[str, None] = OrderedDict()

    @property
    def needed(self) -> bool:
        return bool(self._token)

    def is_right(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._token.encode())

    def begin(self) -> str:
        name = secrets.token_urlsafe(24)
        self._known[name] = None
        if len(self._known) > MAX_REMEMBERED:
            self._known.popitem(last=False)
        return name

    def admits(self, headers: Mapping[bytes, bytes]) -> bool:
        if not self._token:
            return True
        given = headers.get(b"x-server-token", b"").decode("latin-1")
        if given and self.is_right(given):
            return True
        bearer = headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")
        if bearer and self.is_right(bearer):
            return True
        try:
            cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            return False
        return COOKIE in cookies and cookies[COOKIE].value in self._known


class SecurityMiddleware:
    """ASGI middleware around the whole app."""

    def __init__(self, app: App, options: WebServerOptions, sessions: Sessions, policy: Callable[[str], str]) -> None:
        self._app = app
        self._options = options
        self._sessions = sessions
        self._policy = policy
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await receive()
                await send(
                    {"type": "websocket.close", "code": STATUS_CLOSE.get(refusal[0], 4400), "reason": refusal[2]}
                )
            return
        send = _with_headers(send, self._policy(scope["path"]))
        if refusal is not None:
            await _answer(send, *refusal)
            return
        await self._app(scope, _LimitedBody(receive, self._options.body_bytes), send)

    def _refusal(self, scope: Scope, headers: Mapping[bytes, bytes]) -> tuple[int, str, str] | None:
        path: str = scope["path"]
        host = headers.get(b"host", b"").decode("latin-1")
        if self._options.hosts and not _is_called(_host_name(host), self._options.hosts):
            return 403, "bad_host", f"this server is not called {host[:80]!r}; start it with --name if it should be"
        if not self._may_come(scope, path):
            return 429, "too_many", "too many requests; wait a moment"
        if (length := headers.get(b"content-length", b"0")).isdigit() and int(length) > self._options.body_bytes:
            return 413, "too_large", f"more than {self._options.body_bytes} bytes are not taken"
        if not path.startswith("/api/"):
            return None
        changes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD", "OPTIONS")
        if changes and not self._is_ours(headers.get(b"origin"), host):
            return 403, "bad_origin", "this page may not use this server; start it with --origin if it should"
        if path not in OPEN_PATHS and not self._sessions.admits(headers):
            return 401, "no_password", "this server has a password: log in first"
        return None

    def _is_ours(self, origin: bytes | None, host: str) -> bool:
        """Whether a request may change something: programs send no origin, browsers must send this server's own."""
        if origin is None:
            return True
        text = origin.decode("latin-1")
        return text in self._options.origins or (bool(host) and urlsplit(text).netloc.lower() == host.lower())

    def _may_come(self, scope: Scope, path: str) -> bool:
        client = scope.get("client")
        address = client[0] if client else ""
        bucket = self._buckets.get(address)
        if bucket is None:
            rate = self._options.requests
            bucket = self._buckets[address] = Bucket(rate, rate * BURST_SECONDS)
            if len(self._buckets) > MAX_REMEMBERED:
                self._buckets.popitem(last=False)
        return bucket.take(LOGIN_COST if path == "/api/v1/login" else 1)


class TooLarge(Exception):
    """The body of a request is longer than the server takes."""


class _LimitedBody:
    """Receives a body and raises TooLarge when it gets too long, whatever its header says."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._taken = 0

    async def __call__(self) -> MutableMapping[str, Any]:
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        if self._taken > self._most:
            raise TooLarge
        return message


def _with_headers(send: Send, policy: str) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", []))
            names = {name.lower() for name, _ in given}
            given += [pair for pair in HEADERS if pair[0] not in names]
            if b"content-security-policy" not in names:
                given.append((b"content-security-policy", policy.encode()))
            message = {**message, "headers": given}
        await send(message)

    return sending


async def _answer(send: Send, status: int, code: str, text: str) -> None:
    body = as_json({"error": {"code": code, "message": text}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _is_called(host: str, names: Collection[str]) -> bool:
    """Whether a browser may call the server so: only a name can be made to point here by a page from elsewhere."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.lower() in names
    return True


def _host_name(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host
