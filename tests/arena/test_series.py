"""A series: the same bots in every match, new deals, moving seats, and said to be unrated."""

import json

import pytest

import croupier
from croupier.arena.plan.schedule import plan_series
from croupier.games.bluff import PsychBot
from croupier.games.bluff.personality import HARD, NOOB
from croupier.games.cuttle import CuttleBot
from croupier.kernel.errors import UsageError


class Diary(CuttleBot):
    """Notes where it sat and who was there."""

    made = 0

    def __init__(self):
        type(self).made += 1
        self.entries = []
        diaries.append(self)

    def on_start(self):
        self.entries.append((self.seat, self.table.names))

    def select_move(self, view, legal_moves):
        return 0


diaries: list[Diary] = []


@pytest.fixture(autouse=True)
def new_diaries():
    diaries.clear()


def test_the_same_bots_play_all_matches_and_move_on_by_a_seat():
    report = croupier.run("cuttle", [Diary, "random"], n=4, seed=7, series=True)
    assert report.standings.matches == 4
    assert report.unrated
    assert "an unrated series" in str(report)
    [diary] = diaries[-1:]
    assert diary.entries == [
        (0, ("Diary", "random")),
        (1, ("random", "Diary")),
        (0, ("Diary", "random")),
        (1, ("random", "Diary")),
    ]


def test_without_it_every_match_has_fresh_bots():
    report = croupier.run("cuttle", [Diary, "random"], n=4, seed=7)
    assert not report.unrated
    assert all(len(diary.entries) <= 1 for diary in diaries)


def test_copies_of_a_bot_keep_their_names():
    croupier.run("cuttle", [Diary, Diary], n=3, seed=7, series=True)
    played = [diary for diary in diaries if diary.entries]
    assert len(played) == 2
    for diary in played:
        assert len({names[seat] for seat, names in diary.entries}) == 1


def test_every_match_of_a_series_is_a_deal_of_its_own():
    series = plan_series(7, 6, (0, 1, 2))
    pairings = list(series)
    assert series.matches == len(pairings) == 6
    assert len({pairing.seed for pairing in pairings}) == 6
    assert [pairing.seating for pairing in pairings[:4]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    with pytest.raises(UsageError, match="at least two matches, not 1"):
        plan_series(7, 1, (0, 1))


def test_bluff_bots_remember_their_rivals_only_in_a_series():
    made: list[PsychBot] = []

    def remembering() -> PsychBot:
        made.append(PsychBot(HARD))
        return made[-1]

    def known() -> list[int]:
        return [sum(model.shown for model in bot.models) for bot in made if bot.models]

    settings = {"max_turns": 2}
    bots = [remembering, lambda: PsychBot(NOOB)]
    croupier.run("bluff", bots, n=6, seed=1, settings=settings)
    apart = known()
    made.clear()
    croupier.run("bluff", bots, n=6, seed=1, settings=settings, series=True)
    assert len(apart) > 1
    assert known() > [max(apart)]


def test_the_same_seed_gives_the_same_series():
    first, second = (croupier.run("bluff", ["psych:hard", "medium"], n=6, seed=5, series=True) for _ in range(2))
    assert first.standings == second.standings


def test_a_series_says_that_it_is_unrated(capsys):
    from croupier.ui.cli.main import run_app

    command = ["run", "bluff", "psych:hard", "noob", "-n", "3", "--series", "--seed", "3"]
    assert run_app([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["unrated"] is True
    assert (document["matches"], document["seatings_per_deal"]) == (3, 1)
    assert run_app(command) == 0
    told = capsys.readouterr().out
    assert "Unrated: the same bots played all matches" in told
    assert "3 matches in a series, with a new deal" in told


@pytest.mark.parametrize(("arguments", "reason"), [
    ((), "--series needs several matches"),
    (("-n", "1"), "a series needs at least two matches, not 1"),
])  # fmt: skip
def test_a_series_of_one_is_refused(capsys, arguments, reason):
    from croupier.ui.cli.main import run_app

    assert run_app(["run", "bluff", "noob*2", "--series", *arguments]) == 2
    assert reason in capsys.readouterr().err
