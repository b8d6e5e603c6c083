"""A person before a real terminal plays a whole match of every game."""

import re
from itertools import count

import pytest
from ui.terminal.table import SHORT

from croupier.games import GAMES
from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import verify

QUICKLY = "--name Ann --pace 0 --window 0"
PROMPT = re.compile(r"^[A-Z][^\n>]*>", re.MULTILINE)
FIRST_MOVE = re.compile(r"│ +1  [A-Z]")
COLOUR = re.compile(r"[34]8;5;(\d+)")
GREYS = {0, 7, 8, 15, 16, 59, 102, 145, 188, 231, *range(232, 256)}


def short(game: str) -> str:
    """The command for a match that is soon over for one who always plays the first move."""
    bot, seed, settings = SHORT[game]
    chosen = " ".join(f"--set {name}={value}" for name, value in settings.items())
    return f"play {game} --vs {bot} --seed {seed} {chosen} {QUICKLY}"


def play_to_the_end(screen) -> None:
    """Enter, whenever something is asked."""
    while True:
        seen = screen.until(lambda text: FIRST_MOVE.search(text) is not None or "Enter: close" in text)
        screen.type("Enter")
        if "Enter: close" in seen:
            return
        screen.until(lambda text, seen=seen: text != seen)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_every_game_on_the_whole_screen(game, terminal, kept):
    screen = terminal(f"{short(game)} --history {kept}")
    screen.shows("Ann (you)", "Your moves", "What happened", "? How to play", "q Leave")
    play_to_the_end(screen)
    screen.until(lambda text: screen.code is not None)
    assert screen.code == 0
    assert "croupier replay" in screen.everything()
    (replay,) = read_replays(kept)
    verify(replay)
    assert replay.head.names[0] == "Ann"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_every_game_line_by_line(game, terminal, kept):
    screen = terminal(f"{short(game)} --plain --history {kept}", height=200)
    screen.shows("Type ? for help.")
    for asked in count(1):
        screen.until(lambda text, asked=asked: len(PROMPT.findall(screen.everything())) >= asked or "[ended" in text)
        if screen.code is not None:
            break
        screen.type("1", "Enter")
    assert screen.code == 0
    assert "Result: " in screen.everything()
    verify(*read_replays(kept))


def extent(text: str) -> tuple[int, int]:
    """The width of the broadest line, and the number of the last that is not empty."""
    lines = text.rstrip("\n").split("\n")
    return max(map(len, lines)), len(lines)


def is_whole(text: str) -> bool:
    """Whether all parts of the screen are drawn: they come one after the other."""
    return all(each in text for each in ("Your moves", "  1  ", "Leave"))


def test_the_screen_follows_the_size_of_the_terminal(terminal):
    screen = terminal(short("coup"))
    screen.shows("Your moves", "  1  ")
    for width, height in ((120, 40), (60, 18), (80, 24)):
        screen.resize(width, height)
        screen.until(lambda text, size=(width, height): is_whole(text) and extent(text) == size)
    screen.type("F10")
    screen.shows("[ended with 0]")
    assert "You left the match" in screen.everything()


def test_two_people_hand_the_terminal_over(terminal):
    screen = terminal("play cuttle --name Ann --name Ben --seed 5 --pace 0 --window 0")
    for name in ("Ann", "Ben"):
        seen = screen.shows(f"{name}, it is your turn.", "only you can see the screen")
        assert "Hand:" not in seen
        screen.type("Enter")
        screen.shows(f"{name} (you)", "  1  ")
        screen.type("Enter")
    screen.shows("Ann, it is your turn.")


def colours_on(screen) -> set[int]:
    return {int(number) for number in COLOUR.findall(screen.screen("-e"))}


def test_no_color_means_no_colour(terminal):
    coloured = terminal(short("cuttle"), TERM="xterm-256color")
    coloured.shows("  1  ")
    assert colours_on(coloured) - GREYS
    plain = terminal(short("cuttle"), NO_COLOR="1", TERM="xterm-256color")
    plain.shows("  1  ")
    assert colours_on(plain) <= GREYS
