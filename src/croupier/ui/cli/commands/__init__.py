"""The commands, one line each. A command's module is imported when the command is called, so that help is quick."""

from importlib import import_module
from typing import Any, Final, NamedTuple

PLAYING: Final = "Play and watch"
WRITING: Final = "Write a bot"
MEASURING: Final = "Measure"
KEEPING: Final = "Inspect"
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
        ("games", "games", PLAYING, "List the games, or show the settings, bots and rules of one."),
        ("play", "play", PLAYING, "Play against bots, full screen or line by line."),
        ("serve", "serve", PLAYING, "Play, watch and replay in the browser."),
        ("watch", "watch", PLAYING, "Follow a match or a running tournament, live."),
        (
            "puzzle",
            "puzzle",
            PLAYING,
            "Solve puzzles: positions with one clearly best move, from what one player knows.",
        ),
        ("run", "run", PLAYING, "Play bots against each other."),
        (
            "replay",
            "replay",
            PLAYING,
            "Show a stored match, list or verify the matches in a file, or put your current bot in a seat.",
        ),
        ("new", "new", WRITING, "Write a short bot that already plays and suggests what to try next."),
        (
            "check",
            "check",
            WRITING,
            "Test whether a bot works: every kind of question, time limits, faults, determinism.",
        ),
        ("new-game", "new_game", WRITING, "Write a package with a small game that can be played already."),
        ("game-check", "game_check", WRITING, "Check a game of your own, and show what to do next."),
        ("compile", "compile", WRITING, "Compile a game of another package."),
        ("train", "train", WRITING, "Train a policy by self-play and write its weights to a file."),
        ("doctor", "doctor", WRITING, "Show what works on this machine, and how to install what is missing."),
        ("climb", "climb", MEASURING, "Play the levels of a game one after the other, and show what to improve next."),
        ("exam", "exam", MEASURING, "Ask a bot all puzzles of a game, and show its score for each theme."),
        ("compare", "compare", MEASURING, "Find out whether NEW is better than OLD, in as few matches as possible."),
        (
            "profile",
            "profile",
            MEASURING,
            "Measure how readable a bot is: what its public acts give away about its cards.",
        ),
        ("tournament", "tournament", MEASURING, "Play a tournament and rate the bots."),
        (
            "ladder",
            "ladder",
            MEASURING,
            "Run an endless ladder: every bot put in a folder is checked, rated and ranked.",
        ),
        ("host", "host", MEASURING, "Run a whole competition from a season file: entrants, ladder, rounds, grades."),
        ("submit", "submit", MEASURING, "Hand in a bot to a season, and show the result of its check."),
        ("pull", "pull", MEASURING, "Fetch the replay of a match of a season."),
        ("leaderboard", "leaderboard", MEASURING, "Show ratings with intervals from all rated runs in the database."),
        (
            "bench",
            "bench",
            MEASURING,
            "Measure the speed of this machine on one core, and compare it with the targets.",
        ),
        ("runs", "runs", KEEPING, "List the saved runs: number, bots, progress."),
        (
            "verify",
            "verify",
            KEEPING,
            "Replay a random sample of a run, or all of a season's bundle, and recompute its ratings.",
        ),
        ("export", "export", KEEPING, "Export matches and decisions as tables."),
        (
            "analyse",
            "analyse",
            KEEPING,
            "Find the costliest decisions of a match, and separate luck from skill.",
        ),
        (
            "puzzles",
            "puzzles",
            KEEPING,
            "Find puzzles in matches, verify them with other searches, or measure them with the levels.",
        ),
        ("audit", "audit", KEEPING, "Search for leaks: can a bot learn anything it must not know?"),
        (
            "debug-search",
            "debug_search",
            KEEPING,
            "Let a search play against any bot, and print its analysis of every decision.",
        ),
        ("coup-server", "coupbots:Server", SERVING, "Serve the CoupBots line protocol."),
        ("coup-bot", "coupbots:Bot", SERVING, "Let a bot play one game on a CoupBots server."),
        ("coup-human", "coupbots:Human", SERVING, "Play on a CoupBots server by hand."),
    )
)
