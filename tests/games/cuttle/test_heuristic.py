"""The heuristic follows the strategy guide, answers with a legal move, and knows no more than its seat."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from games.cuttle.play import Play, position
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle import GAME
from croupier.games.cuttle.core.codes import M_PASS, Q_COUNTER
from croupier.games.cuttle.moves import QUESTIONS
from croupier.kernel.rng import Chance, purpose
from croupier.kernel.state import State

PRESETS = ("classic", "online")
WANDERING = purpose("test: wandering")
PILE = "3c 4c 5c 6c 8c 3d 4d 5d 6d 8d 3h 4h 5h 6h"


def buffer() -> vec[i64]:
    return vec[i64]([0] * 512)


def hint(state: State, r: int = 0) -> str:
    """The heuristic's answer, in notation."""
    moves = buffer()
    return str(GAME.moves[state.hint(r, moves, state.legal(moves))])


def answer(play: Play, r: int = 0) -> str:
    return hint(play.match.state, r)


def new_state(rules: str, **settings: object) -> State:
    return GAME.new_state(GAME.settings({"rules": rules, **settings}), 2)


# What the guide says.


@pytest.mark.parametrize(
    ("hand", "points", "permanents", "jacks", "wins"),
    [
        ("8h 10h", ("10c Ac", "9s 7d"), ("", ""), {}, "points 10h"),
        ("Ac Qs 9h", ("10c 3s", "10s"), ("Ks", ""), {}, "points Ac"),
        ("3s Kc", ("10c", "9s"), ("Kd", ""), {}, "king Kc"),
        ("Jc 5s", ("10c 3s", "9s 2d"), ("", ""), {}, "jack Jc 9s"),
        ("2c 5h", ("10c 3s", "9s 10d"), ("", ""), {"10d": "Jd"}, "one-off 2c Jd"),
        ("6c 7h", ("10c 3s", "9s 10d"), ("", ""), {"10d": "Jd"}, "one-off 6c"),
    ],
)
def test_it_takes_a_win(
    hand: str, points: tuple[str, str], permanents: tuple[str, str], jacks: dict[str, str], wins: str
) -> None:
    play = position((hand, "Qd"), points, permanents, jacks=jacks)
    assert answer(play) == wins
    play.do(wins)
    assert play.ending == ("reached the goal", 0)


@pytest.mark.parametrize("card", ["10h", "9h", "8h"])
def test_high_cards_are_points_even_where_they_could_scuttle_return_or_look(card: str) -> None:
    for rules in PRESETS:
        for points in (("", ""), ("", "7c"), ("4s", "10c 3d"), ("10c", "7d")):
            play = position((card, "Qd 3s"), points, ("", "Kc"), rules=rules)
            assert answer(play) == f"points {card}"


@pytest.mark.parametrize("mine", ["", "Ah", "2h", "3h", "4h", "5h", "8h", "10h"])
@pytest.mark.parametrize("yours", ["10c 9d", "10c Ac", "10c 7d", "9c 4d 5d"])
def test_an_ace_is_a_one_off_only_when_8_or_more_points_behind(mine: str, yours: str) -> None:
    play = position(("As", "Qd Qh 3s"), (mine, yours))
    behind = play.scores()[1] - play.scores()[0]
    plays_it = answer(play) == "one-off As"
    assert not plays_it or behind >= 8
    if play.scores()[1] > 15:  # he is near his goal: the comeback is due
        assert plays_it == (behind >= 8)


def test_kings_are_played() -> None:
    assert answer(position(("Kc 7s 5d 2h", "Qd 3s"))) == "king Kc"


@pytest.mark.parametrize("pile", ["", "9s"])
def test_a_queen_waits_until_there_is_nothing_better(pile: str) -> None:
    assert answer(position(("Qc", "Qd 3s"), pile=pile)) == ("draw" if pile else "queen Qc")


def test_a_jack_steals_the_highest_card() -> None:
    assert answer(position(("Jc 4s", "Qd 3s"), ("", "3d 9s 10h"))) == "jack Jc 10h"


@pytest.mark.parametrize(("card", "effect"), [("4s", True), ("5s", True), ("6s", False), ("7s", True)])
def test_four_five_and_seven_are_opening_one_offs_but_no_six(card: str, effect: bool) -> None:
    for rules in PRESETS:
        play = position((card, "Qd Qh 3s 9s 10s"), turns=1, rules=rules)
        assert (answer(play) == f"one-off {card}") == effect


@pytest.mark.parametrize(
    ("points", "permanents", "destroys"),
    [
        (("", "3s"), ("", "Qc"), False),
        (("", "3s"), ("", "8c"), False),
        (("", "3s"), ("", "Kc"), False),
        (("", "7s"), ("", "Kc"), True),  # 7 of 14: one card may win
    ],
)
def test_a_two_destroys_only_what_decides(points: tuple[str, str], permanents: tuple[str, str], destroys: bool) -> None:
    assert answer(position(("2c 3d", "Qd 9h"), points, permanents)).startswith("one-off 2c") == destroys


ORDER = ("Jc", "10c", "Kc", "9c", "8c", "7c")
REST = ("6c", "5c", "4c", "Ac")
LEAST = ("2c", "3c", "Qc")


@pytest.mark.parametrize(("first", "second"), list(combinations([*ORDER, *REST], 2)))
def test_a_three_takes_jack_ten_king_nine_eight_seven(first: str, second: str) -> None:
    play = position(("3s", "Qd 9h"), scrap=f"{second} {first} {' '.join(LEAST)}").do("one-off 3s")
    assert answer(play) == f"take {first}"


def test_a_three_leaves_two_three_and_queen_while_there_is_anything_else() -> None:
    for other in (*ORDER, *REST):
        play = position(("3s", "Qd 9h"), scrap=" ".join([other, *LEAST])).do("one-off 3s")
        assert answer(play) == f"take {other}"
    assert answer(position(("3s", "Qd 9h"), scrap="Qc").do("one-off 3s")) == "take Qc"


def test_a_seven_is_used_for_the_better_card() -> None:
    play = position(("7s", "Qd 9h"), pile="3d 10h 4d 5d").do("one-off 7s")
    assert answer(play) == "points 10h"
    play = position(("7s", "Qd 9h"), ("8h", ""), pile="10h Kd 4d 5d").do("one-off 7s")
    assert answer(play) == "king Kd"


def test_the_least_useful_cards_are_discarded() -> None:
    play = position(("4s", "10d Qd 3h 9h Kc"), pile=PILE).do("one-off 4s")
    discarded = [answer(play)]
    play.do(*discarded)
    assert [*discarded, answer(play)] == ["discard Qd", "discard 3h"]


@pytest.mark.parametrize(("mine", "yours", "draws"), [("9h", "8s", True), ("8s", "9h", False)])
def test_5_2_the_last_card_is_drawn_only_by_who_leads(mine: str, yours: str, draws: bool) -> None:
    assert (answer(position(("Qc 3s", "Qd"), (mine, yours), pile="4d")) == "draw") == draws


def test_5_2_with_equal_points_and_no_pile_any_lead_wins() -> None:
    play = position(("Qc As 4h", "Qd 10s"), ("9h", "9s"), pile="")
    play.do(answer(play))
    assert play.ending == ("more points when the pile ran out", 0)


# Counters.


def counter_rate(play: Play) -> float:
    """How often the seat that is asked counters, over many random words."""
    state = play.match.state
    assert state.question == Q_COUNTER
    moves = buffer()
    n = state.legal(moves)
    luck = Chance()
    luck.start(1, WANDERING, 0)
    tries = 4000
    return sum(state.hint(luck.word(), moves, n) != M_PASS for _ in range(tries)) / tries


@pytest.mark.parametrize(
    ("one_off", "rate"),
    [
        ("one-off As", 0.36),
        ("one-off 2s Qh", 0.14),
        ("one-off 3s", 0.0),
        ("one-off 4s", 0.15),
        ("one-off 5s", 0.50),
        ("one-off 6s", 0.0),
        ("one-off 7s", 0.0),
        ("one-off 9s Qh", 0.0),
    ],
)
def test_counters_come_at_the_rate_of_the_threat(one_off: str, rate: float) -> None:
    card = one_off.split()[1]
    play = position((card, "2c 6h 9d"), ("", "3h 4h"), ("", "Qh"), scrap="10d").do(one_off)
    assert counter_rate(play) == pytest.approx(rate, abs=0.03)


@pytest.mark.parametrize(
    ("one_off", "points", "permanents", "jacks"),
    [
        ("one-off As", ("", "8h 4h"), ("", ""), {}),  # 9 more would win: not after the Ace
        ("one-off 2s Kh", ("", "8h"), ("", "Kh"), {}),
        ("one-off 9s Kh", ("", "8h"), ("", "Kh"), {}),
        ("one-off 6s", ("", "8h"), ("", "Kh"), {}),
        ("one-off 2s Jh", ("10c 4d", "10h"), ("", ""), {"10h": "Jh"}),  # the Ten goes back and wins
        ("one-off 6s", ("10c 4d", "10h"), ("", ""), {"10h": "Jh"}),
        ("one-off 7s", ("10c 4d", ""), ("", ""), {}),  # seven points short
    ],
)
def test_what_would_decide_the_match_is_always_countered(
    one_off: str, points: tuple[str, str], permanents: tuple[str, str], jacks: dict[str, str]
) -> None:
    card = one_off.split()[1]
    assert counter_rate(position((card, "2c 9d"), points, permanents, jacks=jacks).do(one_off)) == 1.0


def test_its_own_one_off_is_defended() -> None:
    assert counter_rate(position(("5s 2d", "2c")).do("one-off 5s", "counter 2c")) == 1.0


# What holds everywhere.


def positions(state: State, matches: int) -> Iterator[State]:
    """Every position of some matches in which each answer is random or the heuristic's, half and half."""
    moves = buffer()
    luck = Chance()
    for match in range(matches):
        state.start(match)
        luck.start(match, WANDERING, 0)
        while state.to_act >= 0:
            yield state
            n = state.legal(moves)
            state.apply(state.hint(luck.word(), moves, n) if luck.below(2) else moves[luck.below(n)])


@pytest.mark.parametrize("rules", PRESETS)
def test_it_is_legal_and_keeps_to_the_guide_in_random_positions(rules: str) -> None:
    moves = buffer()
    questions = set[str]()
    settings = {"hand_limit": 5} if rules == "online" else {}  # the usual 8 is seldom reached
    for number, state in enumerate(positions(new_state(rules, **settings), 300)):
        n = state.legal(moves)
        move = state.hint(number * 2654435761 % 2**32, moves, n)
        assert move in [moves[i] for i in range(n)]
        text = str(GAME.moves[move])
        assert not text.startswith(("scuttle", "glasses", "one-off 9"))
        if text.startswith("one-off A"):
            assert state.score(1 - state.to_act) - state.score(state.to_act) >= 8
        questions.add(QUESTIONS[state.question])
    assert questions == set(QUESTIONS) - (set() if rules == "online" else {"five", "limit"})


@pytest.mark.parametrize("rules", PRESETS)
def test_it_is_blind_to_what_its_seat_does_not_know(rules: str) -> None:
    world = new_state(rules)
    moves = buffer()
    for number, state in enumerate(positions(new_state(rules), 80)):
        seat = state.to_act
        r = number * 2654435761 % 2**32
        expected = hint(state, r)
        seen = state.snapshot(seat)
        for seed in range(4):
            world.restore(seat, seen)
            world.imagine(seat, number * 10 + seed)
            assert str(GAME.moves[world.hint(r, moves, world.legal(moves))]) == expected


@pytest.mark.parametrize("rules", PRESETS)
def test_it_beats_random_play(rules: str) -> None:
    state = new_state(rules)
    moves = buffer()
    luck = Chance()
    rewards = 0
    matches = 400
    for match in range(matches):
        state.start(match // 2)
        luck.start(match, WANDERING, 1)
        seat = match % 2
        while state.to_act >= 0:
            n = state.legal(moves)
            word = luck.word()
            state.apply(state.hint(word, moves, n) if state.to_act == seat else moves[word % n])
        rewards += state.reward(seat)
    assert rewards / matches / 1000 > 0.8
