"""BOT specs for bots that are not in this process: `cmd:./mybot --fast`, `tcp://host:port`, `listen:port`,
`ws://host:port`, `json+http://host:port`.

What can be seen to be wrong is said here. Whether anybody is there is found when the run begins.
"""

import re
import shlex
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from croupier.kernel.errors import UsageError
from croupier.players.entrant import Entrant, not_local, printable
from croupier.players.json import program, tcp, websocket
from croupier.players.json.listen import AcceptedLinks
from croupier.players.json.remote_bot import LinkPool, LinkRemoteBot
from croupier.players.sandbox.isolation import Isolation, IsolationLevel
from croupier.players.sandbox.launcher import is_interpreter, sandbox_command

SCHEMES: Final = ("cmd:", "tcp://", "listen:", "ws://", "wss://")
_LISTEN: Final = re.compile(r"(?:(?P<host>.+):)?(?P<port>\d{1,5})")
HERE: Final = "127.0.0.1"


def entrant_at(spec: str, isolation: Isolation, name: str = "") -> Entrant:
    """The bot at the other end; `name` instead of the one that follows from the address."""
    if spec.startswith("cmd:"):
        return _command(spec, isolation)
    body, _, _ = spec.partition("#")
    if spec.startswith("listen:"):
        return _listening(spec, body, name)
    host, port = _host_and_port(body, spec)
    shown = printable(name or body.partition("://")[2].rstrip("/"))
    if spec.startswith("tcp://"):
        links = LinkPool(partial(tcp.reached, host, port), partial(tcp.connected, host, port))
    else:
        links = LinkPool(partial(websocket.reached, body), partial(websocket.connected, body))
    return Entrant(shown, spec, not_local, LinkRemoteBot(links))


def named(*, name: str = "") -> str:
    """The options behind a #."""
    return name


def command_words(spec: str) -> list[str]:
    """The words of a command after `cmd:`."""
    try:
        return shlex.split(spec.removeprefix("cmd:"))
    except ValueError as error:
        raise UsageError(f"{spec!r} is not a command: {str(error).lower()}") from None


def _command(spec: str, isolation: Isolation) -> Entrant:
    command = command_words(spec)
    if not command:
        raise UsageError(f"{spec!r}: write a program as cmd:PROGRAM, such as cmd:./my_bot")
    name = printable(_name_of(command))
    level = isolation.level()
    memory = None
    if level is not IsolationLevel.TRUSTED:
        command = sandbox_command(_from_anywhere(command), level, isolation.limits, isolation.rivals)
        memory = isolation.limits.memory
    how = (command, name, memory, level is IsolationLevel.BUBBLEWRAP)
    links = LinkPool(
        partial(program.open_program, *how),
        partial(program.reopen_program, *how),
        starts_processes=True,
    )
    return Entrant(name, spec, not_local, LinkRemoteBot(links), isolation=level.value)


def _from_anywhere(command: list[str]) -> list[str]:
    """The command as it is understood in another directory, for that is where a sandboxed program finds itself."""
    program, *words = command
    return [program, *(str(Path(word).absolute()) if Path(word).is_file() else word for word in words)]


def _name_of(command: list[str]) -> str:
    """The file that holds the bot: the program, or what an interpreter is given."""
    first = Path(command[0])
    if is_interpreter(first):
        for word in command[1:]:
            if not word.startswith("-"):
                return Path(word).stem
    return first.stem


def _listening(spec: str, body: str, name: str) -> Entrant:
    found = _LISTEN.fullmatch(body.removeprefix("listen:"))
    if found is None or not 0 < int(found["port"]) < 65536:
        raise UsageError(f"{spec!r}: write listen:PORT or listen:HOST:PORT, such as listen:9000")
    host, port = found["host"] or HERE, int(found["port"])
    hint = f"waiting for a bot to connect to {host}:{port}"
    return Entrant(printable(name or body), spec, not_local, LinkRemoteBot(AcceptedLinks(host, port)), hint=hint)


def _host_and_port(url: str, spec: str) -> tuple[str, int]:
    scheme = url.partition("://")[0]
    usual = {"ws": 80, "wss": 443}.get(scheme, 0)
    try:
        parts = urlsplit(url)
        host, port, path = parts.hostname or "", parts.port or usual, parts.path
    except ValueError:
        host, port, path = "", 0, ""
    if not host or not port or (scheme == "tcp" and path):
        raise UsageError(f"{spec!r} is not an address such as {scheme}://localhost:9000")
    return host, port
