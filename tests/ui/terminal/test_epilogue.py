"""After a match, what the players of its game care about."""

import pytest

import croupier
from croupier.games import GAMES
from croupier.ui.result_text import MAX_COURSE_LINES, analysis_lines

TOLD = {
    "kittens": ("exploded after", "kittens defused"),
    "coup": (" loses ", "challenge accuracy"),
    "cuttle": ("played for points:", "one-offs that worked"),
    "bluff": ("challenges, and it was", "bluff success", "challenge accuracy", "Most deceptive player:"),
    "belote": ("Deal 1: ", "score ", "contracts made", "Safest bidder:"),
}


def test_every_game_has_its_own():
    assert set(TOLD) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_what_its_players_care_about(game):
    text = "\n".join(analysis_lines(croupier.play(game, ["heuristic", "random"], seed=5)))
    for words in TOLD[game]:
        assert words in text


def test_the_deals_of_belote_add_up():
    match = croupier.play("belote", ["heuristic", "random"], seed=5)
    deals = [line for line in analysis_lines(match) if line.startswith("Deal ")]
    ours, theirs = deals[-1].rpartition(" ")[2].split(":")
    assert [float(ours), float(theirs)] == [match.result().scores[0], match.result().scores[1]]


def test_a_long_course_is_told_without_its_middle():
    lines = analysis_lines(croupier.play("bluff", ["heuristic", "random"], seed=5))
    course = lines[: lines.index("")]
    assert len(course) == MAX_COURSE_LINES + 1
    assert course[MAX_COURSE_LINES // 2] == "... 2 more ..."
