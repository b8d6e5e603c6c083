"""`croupier pull`: fetch the replay of a match of a season."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.kernel.errors import UsageError
from croupier.ui.cli.output import examples, say
from croupier.ui.cli.season_client import SeasonClient, season_url

EXAMPLES = examples(
    ("croupier pull 1204", "match 1204 of the ladder of the last season"),
    ("croupier pull r2-17 --from http://cards.example.org", "match 17 of the second round"),
)


def command(
    match: Annotated[
        str, typer.Argument(metavar="MATCH", help="Number of the match, as the page shows it.", show_default=False)
    ],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="URL", help="Address of the season. Default: the last one.")
    ] = None,
    token: Annotated[
        str | None, typer.Option("--token", metavar="TOKEN", help="Your token. Default: the saved one.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="File to write. Default: match-MATCH.jsonl.")
    ] = None,
) -> None:
    """Fetch the replay of a match of a season.

    If the season does not show the cards of opponents, a page from your own point of view is fetched instead.
    """
    client = SeasonClient(season_url(from_), token or "")
    if not all(part.isalnum() for part in match.split("-")):
        raise UsageError(f"{match!r} is not a match; give a number, or rROUND-NUMBER for a match of a round")
    has_cards = client.get("")["replays"]["opponents_cards"]
    path = out or Path(f"match-{match}.{'jsonl' if has_cards else 'html'}")
    body = client.fetch("GET", f"/matches/{match}/{'file.jsonl' if has_cards else 'page.html'}")
    try:
        path.write_bytes(body)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    say(f"Wrote {path}")
    if has_cards:
        say(f"To watch it: croupier replay {path}")
        say(f"To find the costliest decisions: croupier analyse {path}")
