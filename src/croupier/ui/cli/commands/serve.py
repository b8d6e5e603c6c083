"""`croupier serve`: the browser app and its API."""

import ipaddress
import os
import socket
import webbrowser
from typing import Annotated, Any

import typer

from croupier.kernel.errors import UsageError
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import examples, say

EXAMPLES = examples(
    ("croupier serve --open", "on this machine, and open the page"),
    ("croupier serve --host 0.0.0.0 --token secret", "for everybody on this network who knows the password"),
    ("croupier serve --no-workshop", "nobody can bring code of their own"),
)


def command(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="0 for any free one.")] = 8000,
    token: Annotated[
        str | None,
        typer.Option("--token", metavar="PASSWORD", help="Who has not got it stays out; or CROUPIER_TOKEN in .env."),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", metavar="", help="Open the page in your browser.")] = False,
    db: Db = None,
    workshop: Annotated[
        bool, typer.Option("--workshop/--no-workshop", metavar="", help="Whether bots can be written in the page.")
    ] = True,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="A page from elsewhere that may use this server; repeatable."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes for bots that think.")
    ] = None,
) -> None:
    """Play, watch and replay in the browser.

    Serves the page and its API at one address until Ctrl-C. A file called .env in this folder is read first; what the
    environment says already counts more. Games that are being played go on when the server is started again.
    """
    from croupier.players.env_file import load_env
    from croupier.ui.web.options import WebServerOptions
    from croupier.ui.web.server import run_server

    load_env()
    password = token if token is not None else os.environ.get("CROUPIER_TOKEN", "")
    if not password and not _is_own_machine(host):
        say(f"Everybody who can reach {host} can play here: --token sets a password.")
    chosen: dict[str, Any] = {} if workers is None else {"workers": workers}
    options = WebServerOptions(
        db=db,
        token=password,
        origins=tuple(origin or ()),
        hosts=("127.0.0.1", "localhost", "::1", host) if _is_own_machine(host) else (),
        workshop=workshop,
        **chosen,
    )

    def ready(url: str) -> None:
        say(f"Croupier is at {url} (Ctrl-C ends it)")
        if (others := _address_for_others(host)) is not None:
            say(f"Others on your network open http://{others}:{url.rstrip('/').rpartition(':')[2]}/")
        if open_ and not webbrowser.open(url):
            say("No browser could be opened; open the address yourself.")

    run_server(options, host, port, ready)


def _address_for_others(host: str) -> str | None:
    """Where a server that listens everywhere is found by other machines, if this one knows its own address."""
    if host != "0.0.0.0":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent, only a route looked up
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _is_own_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise UsageError(
            f"{host!r} is no address to listen at; use 127.0.0.1, 0.0.0.0 or one of this machine's"
        ) from None
