"""The options of every command that plays many matches: who plays them, and where they are kept."""

from typing import Annotated

import typer

Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, metavar="W", help="Processes that play. One on every core if left out."),
]
GameLimit = Annotated[
    float | None,
    typer.Option(
        "--game-limit",
        metavar="SECONDS",
        help="A match that takes longer is broken off and left out; 0 means no limit. Usually 10, or ten times as long "
        "as the verification match, and none for people, language models and bots elsewhere.",
        show_default=False,
    ),
]
Backend = Annotated[
    str, typer.Option("--backend", metavar="local|ray", help="Play here, or on a Ray cluster.", show_default=False)
]
Address = Annotated[
    str | None,
    typer.Option("--address", metavar="HOST:PORT", help="Of a Ray cluster that is running; else one is started here."),
]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="PATH|URL",
        help="Where matches are kept: a file, or postgresql://USER@HOST/NAME. A file of your own if left out, see "
        "croupier runs.",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", metavar="", help="Go on with the last run of this very command where it stopped.")
]
NoJournal = Annotated[bool, typer.Option("--no-journal", metavar="", help="Keep nothing of what is played.")]
