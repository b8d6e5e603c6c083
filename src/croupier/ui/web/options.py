"""Options of the server."""

import os

import msgspec


class WebServerOptions(msgspec.Struct, frozen=True):
    """Options of one server, with defaults for a private machine."""

    db: str | None = None
    """Where tables, replays and runs are kept; as for every other command."""
    token: str = ""
    """The password of the server; empty for none."""
    origins: tuple[str, ...] = ()
    """Pages from elsewhere that may use this server, such as https://cards.example.org."""
    hosts: tuple[str, ...] = ()
    """Names by which the server may be called besides IP addresses; empty for any."""
    workshop: bool = True
    """Whether bots can be written in the page, contests started and replays uploaded."""
    bots_dir: str = ""
    """A folder of bots that can sit at the tables; empty for none."""
    trust: bool = False
    """Whether the bots of that folder are the owner's own: files are not sandboxed, servers are launched."""
    bots: tuple[str, ...] = ()
    """Bots offered one by one: addresses and language models."""
    max_cost: float = 0.25
    """US dollars that language models may cost at one table."""
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    most_tables: int = 1000
    most_viewers: int = 3000
    connections: int = 200
    """Connections from one address at the same time; a class behind one router fits."""
    patience: float = 300.0
    """Seconds after which a table with nobody at it is closed."""
    requests: float = 30.0
    """Requests per second from one address; ten seconds' worth at once."""
    messages: float = 20.0
    """Messages per second over one socket."""
    body_bytes: int = 2_000_000
    """Bytes of the largest request; a replay of a long match fits."""
