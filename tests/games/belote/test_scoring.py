"""Rules, section 5: every table of it."""

import pytest
from games.belote.position import SEED, play, trick

from croupier.games.belote import GAME, BeloteState, Mode, Team
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.scoring import deal_points
from croupier.games.belote.events import ENDINGS
from croupier.kernel.bot_rng import BotRandom
from croupier.match.match import Match

TOTALS = {Mode.ALL_TRUMPS: 258, Mode.NO_TRUMPS: 130}
COLOURS = [mode for mode in Mode if mode.trump is not None]


def points(mode: Mode, announcers: int, multiplier: int = 1) -> tuple[int, int]:
    return tuple(deal_points(mode.number, multiplier, announcers, TOTALS.get(mode, 162) - announcers, 0, 0))


@pytest.mark.parametrize("multiplier", [1, 2, 4])
@pytest.mark.parametrize(
    ("mode", "threshold", "stake"),
    [(Mode.NO_TRUMPS, 66, 52), (Mode.COLOUR_CLUBS, 82, 32), *((mode, 82, 16) for mode in COLOURS[1:])],
)
def test_5_1_the_winners_take_all(mode: Mode, threshold: int, stake: int, multiplier: int) -> None:
    for announcers in range(TOTALS.get(mode, 162) + 1):
        if announcers * 2 == TOTALS.get(mode, 162):
            continue
        won = announcers >= threshold
        assert points(mode, announcers, multiplier) == ((stake * multiplier, 0) if won else (0, stake * multiplier))


@pytest.mark.parametrize("multiplier", [1, 2, 4])
@pytest.mark.parametrize("mode", list(Mode))
def test_5_2_equal_card_points_score_nothing(mode: Mode, multiplier: int) -> None:
    assert points(mode, TOTALS.get(mode, 162) // 2, multiplier) == (0, 0)


@pytest.mark.parametrize(
    ("announcers", "defenders", "expected"),
    [
        (199, 59, (20, 6)),
        (150, 108, (15, 11)),
        (132, 126, (0, 0)),
        (131, 127, (0, 0)),
        (135, 123, (14, 12)),
        (154, 104, (15, 10)),
        (204, 54, (26, 0)),
        (203, 55, (20, 6)),
        (120, 138, (0, 26)),
        (128, 130, (0, 26)),
        (129, 129, (0, 0)),
        (134, 124, (13, 12)),
        (0, 258, (0, 26)),
        (258, 0, (26, 0)),
    ],
)
def test_5_3_all_trumps_is_split(announcers: int, defenders: int, expected: tuple[int, int]) -> None:
    assert announcers + defenders == 258
    assert points(Mode.ALL_TRUMPS, announcers) == expected


@pytest.mark.parametrize("multiplier", [2, 4])
@pytest.mark.parametrize("announcers", range(0, 259, 3))
def test_5_4_all_trumps_doubled_is_not_split(announcers: int, multiplier: int) -> None:
    stake = 26 * multiplier
    expected = (0, 0) if announcers == 129 else (stake, 0) if announcers > 129 else (0, stake)
    assert points(Mode.ALL_TRUMPS, announcers, multiplier) == expected


@pytest.mark.parametrize("multiplier", [1, 2, 4])
@pytest.mark.parametrize(("mode", "swept"), [(Mode.ALL_TRUMPS, 35), (Mode.NO_TRUMPS, 90), (Mode.COLOUR_HEARTS, 70)])
def test_5_5_all_tricks(mode: Mode, swept: int, multiplier: int) -> None:
    total = TOTALS.get(mode, 162)
    assert tuple(deal_points(mode.number, multiplier, total, 0, 1, 70)) == (swept * multiplier, 0)
    assert tuple(deal_points(mode.number, multiplier, 0, total, 2, 70)) == (0, swept * multiplier)


def last_trick(mode: Mode, team: int, tricks: int, card_points: int, **settings: object) -> BeloteState:
    """The deal after its last trick, won by `team`, which had so many tricks and card points before."""
    values = {"deals": None, **settings}
    state = trick(mode, ("Ah", "7h", "8h", "9h") if team == 0 else ("7h", "Ah", "8h", "9h"), **values)
    words = state.words
    words[w.TRICKS + team] = tricks
    words[w.TRICKS + 1 - team] = 7 - tricks
    words[w.CARD_POINTS + team] = card_points
    words[w.CARD_POINTS + 1 - team] = TOTALS.get(mode, 162) - 21 - card_points
    cards = ("Ah", "7h", "8h", "9h") if team == 0 else ("7h", "Ah", "8h", "9h")
    return play(state, *cards)


@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize("mode", [mode for mode in COLOURS if mode is not Mode.COLOUR_HEARTS])
def test_5_6_all_tricks_in_a_colour_win_the_match(mode: Mode, team: int) -> None:
    state = last_trick(mode, team, 7, 141)
    assert state.to_act == -1
    assert ENDINGS[state.ending] == "won by all tricks in a Colour"
    assert [state.place(seat) for seat in range(4)] == ([1, 2, 1, 2] if team == 0 else [2, 1, 2, 1])
    assert state.score(team) == 150
    assert state.score(1 - team) == 0


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({"colour_sweep_points": 60}, 60),
        ({"deals": 5}, 100),
        ({"deals": 5, "colour_sweep_points": 60}, 60),
    ],
)
def test_5_6_or_they_score_points(settings: dict[str, object], points: int) -> None:
    state = last_trick(Mode.COLOUR_SPADES, 1, 7, 141, **settings)
    assert state.to_act >= 0
    assert state.score(1) == points
    state = trick(Mode.COLOUR_SPADES, ("Ah", "7h", "8h", "9c"), **{"deals": None, **settings})
    state.words[w.MULTIPLIER] = 4
    state.words[w.TRICKS] = 7
    assert play(state, "Ah", "7h", "8h", "9c").score(0) == points * 4


def test_5_6_seven_tricks_are_not_all() -> None:
    assert last_trick(Mode.COLOUR_SPADES, 0, 6, 141).to_act >= 0


@pytest.mark.parametrize(("before", "over"), [((133, 149), False), ((134, 0), True), ((149, 149), True)])
def test_5_7_the_first_with_150_wins(before: tuple[int, int], over: bool) -> None:
    """Team1 scores 16."""
    state = trick(Mode.COLOUR_SPADES, ("Ah", "7h", "8h", "9c"), deals=None)
    words = state.words
    words[w.POINTS], words[w.POINTS + 1] = before
    words[w.CARD_POINTS], words[w.CARD_POINTS + 1] = 100, 41
    words[w.TRICKS], words[w.TRICKS + 1] = 5, 2
    play(state, "Ah", "7h", "8h", "9c")
    assert (state.to_act < 0) == over
    if over:
        assert ENDINGS[state.ending] == "reached the target"
        assert state.words[w.WINNER] == 0


@pytest.mark.parametrize(
    ("before", "target", "new_target", "winner"),
    [((140, 145), 150, 250, None), ((140, 130), 150, 150, 0), ((5, 5), 10, 110, None), ((300, 5), 10, 110, 0)],
)
def test_5_8_both_at_the_target(before: tuple[int, int], target: int, new_target: int, winner: int | None) -> None:
    """AllTrumps, 15 to 11 for Team1."""
    state = trick(Mode.ALL_TRUMPS, ("Ah", "7h", "8h", "7c"), deals=None, target=target)
    words = state.words
    words[w.POINTS], words[w.POINTS + 1] = before
    words[w.CARD_POINTS], words[w.CARD_POINTS + 1] = 129, 108
    words[w.TRICKS], words[w.TRICKS + 1] = 4, 3
    play(state, "Ah", "7h", "8h", "7c")
    assert (state.score(0), state.score(1)) == (before[0] + 15, before[1] + 11)
    assert state.words[w.TARGET] == new_target
    assert state.words[w.WINNER] == (-1 if winner is None else winner)


@pytest.mark.parametrize("deals", [1, 2, 7])
def test_5_9_so_many_deals(deals: int) -> None:
    places = set()
    for seed in range(60):
        match, luck = Match(GAME, GAME.settings({"deals": deals}), ("a", "b", "c", "d"), seed), BotRandom(seed)
        while (decision := match.ask()) is not None:
            match.play(luck.below(len(decision.moves)))
        view, result = match.view(0), match.result()
        assert len(view.completed_deals) == deals  # type: ignore[attr-defined]
        assert result.ending == "all deals played"
        one, two = result.scores[:2]
        assert result.places == ((1, 2, 1, 2) if one > two else (2, 1, 2, 1) if two > one else (1, 1, 1, 1))
        places.add(result.places)
    assert len(places) >= 2


@pytest.mark.parametrize("seat", range(4))
def test_5_10_a_team_without_a_player_loses(seat: int) -> None:
    match = Match(GAME, GAME.settings(), ("a", "b", "c", "d"), SEED)
    match.expel(seat)
    assert match.result().ending == "forfeit"
    assert [place == 2 for place in match.result().places] == [(other - seat) % 2 == 0 for other in range(4)]


def test_a_result_is_told_in_full() -> None:
    state = last_trick(Mode.COLOUR_SPADES, 1, 7, 141, colour_sweep_points=60)
    (result,) = GAME.view(
        Match(GAME, GAME.settings(), ("a", "b", "c", "d"), 1).table, 0, state.snapshot(0)
    ).completed_deals  # type: ignore[attr-defined]
    assert result.mode is Mode.COLOUR_SPADES
    assert result.announcers is Team.TEAM1
    assert result.card_points == (0, 162)
    assert result.match_points == (0, 60)
    assert result.sweeper is Team.TEAM2
    assert not result.instant_win
