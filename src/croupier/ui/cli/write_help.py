"""Writes help.json, from which `croupier COMMAND --help` is printed: `python -m croupier.ui.cli.write_help`."""

import json
import re
from typing import Any

import typer

from croupier.ui.cli.app import loaded
from croupier.ui.cli.commands import COMMANDS, Listed
from croupier.ui.cli.help import KEPT, Page
from croupier.ui.cli.output import unwrapped


def page_of(listed: Listed) -> Page:
    """The help of a command as its options tell it."""
    command = loaded(listed)
    context = typer.Context(command, info_name=f"croupier {listed.name}")
    home = listed.load()
    records = [(parameter, _record(parameter, context)) for parameter in command.params]
    return Page(
        usage=" ".join([f"croupier {listed.name}", *map(_piece, command.collect_usage_pieces(context))]),
        about=unwrapped(home.command.__doc__).split("\n\n"),
        arguments=[record for parameter, record in records if parameter.param_type_name == "argument"],
        options=[record for parameter, record in records if parameter.param_type_name == "option"]
        + [["-h, --help", "This page."]],
        examples=[
            [command, what]
            for what, command in re.findall(r"\[dim\](.*?)\[/dim\]\n    \[bold\](.*?)\[/bold\]", home.EXAMPLES)
        ],
    )


def _piece(text: str) -> str:
    """Of the usage: what must be given stands there without braces."""
    return text.removeprefix("{").removesuffix("}")


def _record(parameter: Any, context: typer.Context) -> list[str]:
    """Its names, and what it is; without the marks that Rich would read."""
    name, what = parameter.get_help_record(context)
    name = re.sub(r" <(?:str|list\[str\]|bool)>", "", name)  # which goes without saying
    return [name.strip(), " ".join(what.replace("\\[", "[").split())]


def main() -> None:
    pages = {listed.name: page_of(listed) for listed in COMMANDS}
    KEPT.write_text(json.dumps(pages, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
