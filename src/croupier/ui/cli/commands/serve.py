"""`croupier serve`: the browser app and its API."""

import ipaddress
import os
import socket
import webbrowser
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from croupier.kernel.errors import UsageError
from croupier.ui.cli.options import Db
from croupier.ui.cli.output import examples, say

_OWN_NAMES = ("localhost", f"{socket.gethostname()}.local")
EXAMPLES = examples(
    ("croupier serve --open", "serve this machine only, and open the page"),
    ("croupier serve --host 0.0.0.0 --token secret", "for everyone on this network who knows the password"),
    ("croupier serve --host 0.0.0.0 --public", "for everyone who can reach it; without workshop and contests"),
)


def command(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="0 means any free port.")
    ] = 8000,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", metavar="PASSWORD", help="Password for all visitors. Can also be set as CROUPIER_TOKEN in .env."
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file", metavar="FILE", help="Read the password from a file, so that other users cannot see it."
        ),
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", metavar="", help="Allow visitors without a password; they cannot run code.")
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name of the server; can be repeated."),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", metavar="", help="Open the page in your browser.")] = False,
    db: Db = None,
    workshop: Annotated[
        bool | None,
        typer.Option(
            "--workshop/--no-workshop", metavar="", help="Allow writing bots and starting contests in the page."
        ),
    ] = None,
    bots_dir: Annotated[
        Path | None,
        typer.Option("--bots-dir", metavar="DIR", help="Folder of your own bots that can play at the tables."),
    ] = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust", metavar="", help="Launch the servers in --bots-dir, and run its files without a sandbox."
        ),
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="A bot to offer at the tables: an address such as ws://host:9000, or llm:MODEL; can be repeated.",
        ),
    ] = None,
    max_cost: Annotated[
        float,
        typer.Option(
            "--max-cost", metavar="DOLLARS", min=0.001, help="Most that language models may cost at one table."
        ),
    ] = 0.25,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin", metavar="URL", help="Allow pages from this origin to use the server; can be repeated."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, max=64, help="Worker processes for bots.")
    ] = None,
) -> None:
    """Play, watch and replay in the browser.

    Serves the page and its API at one address until you press Ctrl-C. A file called .env in the current folder is
    read first; variables that are already set take precedence. Games in progress continue after a restart.
    """
    from croupier.players.env_file import load_env
    from croupier.ui.web.options import WebServerOptions
    from croupier.ui.web.server import address_for_others, run_server
    from croupier.ui.web.server_bots import available_models, parse_offer

    load_env()
    if token is not None and token_file is not None:
        raise UsageError("use either --token or --token-file")
    password = token if token is not None else os.environ.get("CROUPIER_TOKEN", "")
    if token_file is not None:
        password = _read_token(token_file)
    is_open = not password and not _is_own_machine(host)
    if is_open and not public:
        raise UsageError(
            f"everyone who can reach {host} could play and run bots here: set a password with --token-file or "
            "--token, or use --public, which turns the workshop and contests off"
        )
    if is_open and workshop:
        raise UsageError("--workshop on a public server needs --token, because visitors can run programs")
    if bots_dir is not None and not bots_dir.is_dir():
        raise UsageError(f"--bots-dir: no folder {bots_dir}")
    offered = tuple(bot or ())
    if is_open and any(_is_model(each) for each in offered):
        raise UsageError("--bot llm:... on a public server needs --token, because visitors can spend your money")
    for each in offered:
        parse_offer(each)
    if _is_own_machine(host) and not any(_is_model(each) for each in offered):
        offered += available_models()
    names = (*_OWN_NAMES, host, socket.gethostname(), *(name or ()), *(urlsplit(url).hostname for url in origin or ()))
    chosen: dict[str, Any] = {} if workers is None else {"workers": workers}
    options = WebServerOptions(
        db=db,
        token=password,
        origins=tuple(origin or ()),
        hosts=tuple(each.lower() for each in names if each),
        workshop=not is_open if workshop is None else workshop,
        bots_dir="" if bots_dir is None else str(bots_dir.resolve()),
        trust=trust,
        bots=offered,
        max_cost=max_cost,
        **chosen,
    )

    def ready(url: str) -> None:
        say(f"Croupier is running at {url} (press Ctrl-C to stop)")
        if (others := address_for_others(host, url)) is not None:
            say(f"Address for others on your network: {others}")
        if open_ and not webbrowser.open(url):
            say("No browser found; open the address yourself.")

    run_server(options, host, port, ready)


def _is_model(bot: str) -> bool:
    """Whether `--bot` names a language model, for all games or for one: llm:MODEL, GAME=llm:MODEL."""
    return bot.startswith("llm:") or bot.partition("=")[2].startswith("llm:")


def _read_token(path: Path) -> str:
    try:
        password = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    if not password:
        raise UsageError(f"{path} is empty; it must contain the password")
    return password


def _is_own_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise UsageError(f"cannot listen at {host!r}; use 127.0.0.1, 0.0.0.0 or an address of this machine") from None
