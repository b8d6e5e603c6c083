"""Run the server in this process until Ctrl-C."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn

from croupier.kernel.errors import UsageError
from croupier.players import event_loop
from croupier.ui.web.api.messages import MAX_MESSAGE_CHARACTERS
from croupier.ui.web.app import make_app
from croupier.ui.web.connections import bounded_protocol
from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.security import SecurityMiddleware

BACKLOG = 2048
GRACE_SECONDS = 3
"""Seconds that open requests have when the server ends."""


def run_server(
    options: WebServerOptions, host: str, port: int, ready: Callable[[str], None], root: Path | None = None
) -> None:
    """Serve until Ctrl-C; `ready` is called with the address once it answers."""
    run_config(config_for(options, root), host, port, ready)


def run_config(config: uvicorn.Config, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve any app until Ctrl-C."""
    _allow_many_files()
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{listening.getsockname()[1]}/"
    with suppress(KeyboardInterrupt):
        event_loop.run(_serve(config, listening, lambda: ready(url)))


def config_for(options: WebServerOptions, root: Path | None = None) -> uvicorn.Config:
    return config_of(make_app(options, root), options)


def config_of(app: SecurityMiddleware, options: WebServerOptions) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        http=bounded_protocol(options.connections),
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_CHARACTERS * 4,
        ws_per_message_deflate=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="on",
    )


def _allow_many_files() -> None:
    """Raise the limit of open files as far as this user may: each connection is one."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _serve(config: uvicorn.Config, listening: socket.socket, ready: Callable[[], None]) -> None:
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        gc.collect()
        gc.freeze()  # what is there now stays; looking through it again would only hold up the tables
        ready()
    await serving


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise UsageError(f"cannot listen at {host}:{port}: {error.strerror}; choose another port with --port") from None
    listening.listen(BACKLOG)
    return listening


def address_for_others(host: str, url: str) -> str | None:
    """Where a server that listens everywhere is found by other machines, if this one knows its own address."""
    if host != "0.0.0.0":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent, only a route looked up
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{url.rstrip('/').rpartition(':')[2]}/"
