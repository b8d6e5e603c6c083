"""`croupier play`, line by line: a person at the end of a pipe."""

import os
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.games import GAMES, find_game
from croupier.kernel.secret import secret_of
from croupier.match.match import Match
from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import verify

FIRST_MOVES = "1\n" * 4000


@pytest.fixture
def played(croupier, tmp_path: Path):
    """In this process, with what is typed on its standard input."""

    def play(*arguments: object, typed: str = FIRST_MOVES):
        with typed_in(typed, tmp_path):
            return croupier("play", "--seed", 5, *arguments, "--history", tmp_path / "played.jsonl")

    return play


@contextmanager
def typed_in(typed: str, folder: Path) -> Generator[None]:
    lines = folder / "typed.txt"
    lines.write_text(typed, encoding="utf-8")
    own, other = os.dup(0), os.open(lines, os.O_RDONLY)
    os.dup2(other, 0)
    try:
        yield
        for thread in threading.enumerate():
            if thread.name == "typed":  # it reads to the end
                thread.join(60)
    finally:
        os.dup2(own, 0)
        os.close(own)
        os.close(other)


def test_in_a_pipe_it_is_played_line_by_line(process, tmp_path):
    ran = process("play", "cuttle", "--seed", 5, "--history", tmp_path / "played.jsonl", input=FIRST_MOVES)
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^Result: ", ran.out, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_every_game(game, played, tmp_path):
    ran = played(game, "--name", "Ann")
    assert (ran.code, ran.err) == (0, "")
    assert "Ann (you)" in ran.out
    assert re.search(r"^Result: ", ran.out, re.MULTILINE)
    (replay,) = read_replays(tmp_path / "played.jsonl")
    verify(replay)
    assert replay.head.names[0] == "Ann"


@pytest.mark.parametrize(
    ("arguments", "seats", "decks"),
    [(("--level", "insane"), 5, 3), (("--level", "noob"), 2, 1), (("--level", "insane", "--set", "decks=1"), 5, 1)],
)
def test_a_level_is_a_ready_table(arguments, seats, decks, played, tmp_path):
    ran = played("bluff", "--name", "Ann", *arguments, "--set", "max_turns=2")
    assert (ran.code, ran.err) == (0, "")
    (replay,) = read_replays(tmp_path / "played.jsonl")
    assert len(replay.head.names) == seats
    assert replay.head.players[1:] == (arguments[1],) * (seats - 1)
    assert replay.head.settings["decks"] == decks


def test_a_persons_games_add_up(played, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    told = []
    for _ in range(2):
        ran = played("cuttle", "--name", "Ann", "--vs", "random")
        told += re.findall(r"^Ann has played .*$", ran.out, re.MULTILINE)
        won = re.search(r"^  1\. Ann", ran.out, re.MULTILINE) is not None
    assert told == [
        f"Ann has played 1 game of Cuttle and won {int(won)}.",
        f"Ann has played 2 games of Cuttle and won {2 * won}.",
    ]
    assert "Ben has played 1 game of Cuttle" in played("cuttle", "--name", "Ben", "--vs", "random").out


def test_a_level_of_a_game_without_ready_tables_is_one_bot(played, tmp_path):
    assert played("cuttle", "--name", "Ann", "--level", "noob").code == 0
    (replay,) = read_replays(tmp_path / "played.jsonl")
    assert replay.head.players[1:] == ("noob",)


def test_what_was_taken_back_is_answered_anew(played, tmp_path):
    plain = played("cuttle")
    first = (tmp_path / "played.jsonl").read_text()
    (tmp_path / "played.jsonl").unlink()
    again = played("cuttle", typed="1\n3\nundo\n1\nundo\nundo\n" + FIRST_MOVES)
    assert again.out.count("Taken back.") == 3
    assert again.out.splitlines()[-5:-2] == plain.out.splitlines()[-5:-2]
    moves = re.compile(r'"move":"[^"]*"')
    assert moves.findall((tmp_path / "played.jsonl").read_text()) == moves.findall(first)


def test_nothing_to_take_back(played):
    assert "You have not answered anything yet." in played("cuttle", typed="undo\nquit\n").out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("?", "Answer with the number of a move, its text, or the beginning of it."),
        ("hint", "Hint: "),
        ("rules", "# Cuttle"),
        ("points", "'points' could be: Play A♣ for points; Play 5♣ for points; Play 5♥ for points. Type more of it"),
        ("77", "'77' is none of the 7 moves. Type a number, or ? for help."),
        ("knit", "'knit' is none of the 7 moves. Type a number, or ? for help."),
        ("QUEEN", "plays Q♠"),
        ("say hi there\n1\nquit", "Your message goes out with your next answer."),
    ],
)
def test_what_can_be_typed(typed, said, played):
    ran = played("cuttle", typed=f"{typed}\nquit\n")
    assert said in ran.out
    assert ran.out.splitlines()[-1] == "You left the match. To play it again: --seed 5"


def test_two_people_never_see_each_others_cards(played):
    ran = played("cuttle", "--name", "Ann", "--name", "Ben", typed="\n1\n" * 2000)
    assert ran.code == 0
    parts = re.split(r"(Ann|Ben), it is your turn\. Press Enter when only you can see the screen\.", ran.out)
    screens = list(zip(parts[1::2], parts[2::2], strict=True))
    assert [name for name, _ in screens[:4]] == ["Ann", "Ben", "Ann", "Ben"]
    for name, text in screens[:-1]:
        assert f"{name} (you)" in text
        other = "Ben" if name == "Ann" else "Ann"
        assert f"{other} (you)" not in text
        assert not re.search(rf"{other} (draws|is dealt) (?!a card|\d+ cards)", text)


@pytest.mark.parametrize(
    ("arguments", "typed", "sentence"),
    [
        (("cuttle",), "1\n", "the input ended before the match was over; to play it again: --seed 5"),
        (("cuttle", "--seat", "2"), "", "no seat 2 for 1 people at a table of 2"),
        (("cuttle", "--vs", "nobody"), "", "nobody"),
        (("chess",), "", "chess"),
        (("bluff", "--level", "hard", "--vs", "noob"), "", "--level chooses the opponents"),
        (("bluff", "--level", "brutal"), "", "no level 'brutal'; choose one of noob, easy, medium, hard, insane"),
    ],
)
def test_bad_input(arguments, typed, sentence, played):
    ran = played(*arguments, typed=typed)
    assert ran.code == 2
    assert sentence in ran.err


ASKED = re.compile(r"^(Ann|Ben|Cid), it is your turn\. Press Enter", re.MULTILINE)


@pytest.mark.parametrize("holders", [[], [1], [2], [1, 2]])
def test_the_screen_goes_round_whoever_can_react(holders, played):
    """Ann attacks, and everybody else is handed the screen before anybody learns the result."""
    seed = attack(holders)
    people = ("--name", "Ann", "--name", "Ben", "--name", "Cid")
    ran = played("kittens", *people, "--seed", seed, typed="\nattack\n\nhint\npass\n\nhint\npass\n\nquit\n")
    assert ASKED.findall(ran.out) == ["Ann", "Ben", "Cid", "Ben"]
    screens = ASKED.split(ran.out)[2::2]
    for seat, screen in enumerate(screens[1:3], 1):
        assert "Ann plays Attack" in screen
        assert "takes effect" not in screen
        assert ("  2  Play Nope" in screen) is (seat in holders)
        assert "Hint: " in screen
    assert "takes effect" in screens[3]


def attack(holders: list[int]) -> int:
    """A seed with which the first of three can attack, and exactly these could say nope."""
    kittens = find_game("kittens")
    for seed in range(2000):
        match = Match(kittens, kittens.settings(), ("Ann", "Ben", "Cid"), secret_of(str(seed)))
        decision = match.ask()
        assert decision is not None
        moves = [str(move) for move in decision.moves]
        if decision.seat == 0 and "attack" in moves:
            match.play(moves.index("attack"))
            if holders == ([] if match.state.asks_openly() else sorted(match.open_seats())):
                return seed
    raise AssertionError("no such deal")
