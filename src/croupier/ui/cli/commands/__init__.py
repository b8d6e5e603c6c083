"""The commands, one line each. A command's module is imported when the command is called, so that help is quick."""

from importlib import import_module
from typing import Any, Final, NamedTuple

PLAYING: Final = "Play and look"
WRITING: Final = "Write a bot"
MEASURING: Final = "Measure"
KEEPING: Final = "Look closer"
SERVING: Final = "Serve"


class CommandEntry(NamedTuple):
    """A command as `croupier --help` lists it."""

    name: str
    home: str
    """Its module here, or MODULE:CLASS where one has several."""
    panel: str
    summary: str
    """The first paragraph of its help; a test compares them."""

    def load(self) -> Any:
        """What has the command's function, its help and its examples."""
        module, _, inner = self.home.partition(":")
        loaded = import_module(f"croupier.ui.cli.commands.{module}")
        return getattr(loaded, inner) if inner else loaded


COMMANDS: Final = tuple(
    CommandEntry(*line)
    for line in (
        ("games", "games", PLAYING, "List the games, or the settings, bots and rules of one."),
        ("play", "play", PLAYING, "Play against bots, on the whole terminal or line by line."),
        ("serve", "serve", PLAYING, "Play, watch and replay in the browser."),
        ("watch", "watch", PLAYING, "Follow a match or a running tournament, live."),
        ("run", "run", PLAYING, "Play bots against each other."),
        (
            "replay",
            "replay",
            PLAYING,
            "Tell a stored match, list the matches of a file, verify them, or put today's bot into a seat.",
        ),
        ("new", "new", WRITING, "Write a short bot that already plays legally and says what to try next."),
        ("check", "check", WRITING, "Does this bot behave? A table of promises, each tried on it."),
        ("train", "train", WRITING, "Train a policy by self-play and write it to a file of weights."),
        ("doctor", "doctor", WRITING, "What can this machine do, and how to get the rest?"),
        ("compare", "compare", MEASURING, "Is NEW better than OLD? Equal deals, every seat, and it stops by itself."),
        ("tournament", "tournament", MEASURING, "Let bots meet and rate them."),
        (
            "ladder",
            "ladder",
            MEASURING,
            "An endless ladder: put a bot's file into the folder, and it is checked, rated and ranked.",
        ),
        ("leaderboard", "leaderboard", MEASURING, "Ratings with intervals from all rated runs in the store."),
        ("bench", "bench", MEASURING, "Measure how fast this machine plays, one core, against the targets."),
        ("runs", "runs", KEEPING, "List the runs that were kept: their numbers, who played, and how far they came."),
        (
            "verify",
            "verify",
            KEEPING,
            "Play a random sample of a run again from its stored moves, and compute its ratings from the places.",
        ),
        ("export", "export", KEEPING, "Write matches and decisions as tables."),
        (
            "analyse",
            "analyse",
            KEEPING,
            "Look at a stored match again: what did each decision cost, and what was luck?",
        ),
        ("audit", "audit", KEEPING, "Can a bot learn what it must not know?"),
        (
            "debug-search",
            "debug_search",
            KEEPING,
            "Let a search play against a built-in bot and print what it thinks at every decision.",
        ),
        ("coup-server", "coupbots:Server", SERVING, "Serve the CoupBots line protocol."),
        ("coup-bot", "coupbots:Bot", SERVING, "Let a bot play one game on a CoupBots server."),
        ("coup-human", "coupbots:Human", SERVING, "Play on a CoupBots server by hand."),
    )
)
