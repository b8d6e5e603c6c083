"""From Python: `croupier.play` and `croupier.run`."""

import pytest

import croupier
from croupier.games.cuttle import CuttleBot


class First(CuttleBot):
    def select_move(self, view, legal_moves):
        return 0


def test_play_gives_a_finished_match():
    match = croupier.play("cuttle", ["random", First], seed=7)
    assert match.over
    assert match.table.names == ("random", "First")
    again = croupier.play("cuttle", ["random", First], seed=match.seed)
    assert [step.move for step in again.steps] == [step.move for step in match.steps]


def test_run_gives_a_report():
    report = croupier.run("cuttle", ["random", First], n=9, seed=7, settings={"rules": "online"})
    assert report.standings.matches == 10
    assert report["random"].matches == 10
    assert report["random"].win_rate > report["First"].win_rate
    assert str(report).startswith("cuttle, 10 matches, seed 7\n  random:")


def test_a_random_seed_can_be_used_again():
    report = croupier.run("cuttle", ["random", "random"], n=4)
    assert croupier.run("cuttle", ["random", "random"], n=4, seed=report.seed).standings == report.standings


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"game": "chess"}, "no game called 'chess'"),
        ({"bots": ["random", First()]}, "every match needs a new bot"),
        ({"bots": ["random", CuttleBot]}, "CuttleBot: the bot cannot be made: TypeError"),
        ({"bots": ["random", lambda: 5]}, "is a int and not a Bot"),
        ({"bots": ["random"]}, "at least two bots"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"settings": {"rules": "x"}}, "classic or online"),
    ],
)
def test_mistakes_are_usage_errors(arguments: dict[str, object], words: str):
    with pytest.raises(croupier.UsageError, match=words):
        croupier.run(**{"game": "cuttle", "bots": ["random", "random"], "n": 2, **arguments})


def test_the_package_exports_what_it_lists():
    assert all(hasattr(croupier, name) for name in croupier.__all__)
    assert set(croupier.__all__) <= set(dir(croupier))
    with pytest.raises(AttributeError, match="nothing_like_that"):
        croupier.nothing_like_that  # noqa: B018
