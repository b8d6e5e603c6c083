"""Rules, section 3."""

import pytest
from games.belote.position import SEED, after_bids, legal, open_bids, seed_with_dealer

from croupier.games.belote import GAME, BeloteState, Mode, Team
from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.games.belote.moves import Accept, Announce
from croupier.kernel.bot_rng import BotRandom
from croupier.match.match import Match
from croupier.match.position import Position

MODES = list("CDHSNA")


def contract(*bids: str, **settings: object) -> tuple[Mode | None, int, int | None]:
    view = after_bids(*bids, **settings).view(0)
    return view.mode, view.multiplier.factor, view.announcer


@pytest.mark.parametrize("dealer", range(4))
def test_3_1_the_dealers_left_speaks_first_and_must_announce(dealer: int) -> None:
    position = Position.start(GAME, seed=seed_with_dealer(dealer)).after("cut 16 from the top")
    assert position.to_act == (dealer + 1) % 4
    assert open_bids(position) == set(MODES)
    assert str(position.moves[0]) == "announce ColourClubs"
    assert position.after("announce AllTrumps").to_act == (dealer + 2) % 4


@pytest.mark.parametrize("number", range(6))
def test_3_2_only_higher_modes_can_be_announced(number: int) -> None:
    position = after_bids(MODES[number])
    assert {bid for bid in open_bids(position) if len(bid) == 1} == {"-", *MODES[number + 1 :]}


@pytest.mark.parametrize("bids", [("H", "2H"), ("D", "S", "2S"), ("H", "-", "-", "2H", "4H"), ("N", "-"), ("C", "-")])
def test_3_2_nothing_is_announced_after_a_double(bids: tuple[str, ...]) -> None:
    assert not open_bids(after_bids(*bids)) & set(MODES)


@pytest.mark.parametrize(
    ("bids", "open_modes"),
    [
        (("C",), "DHSNA"),
        (("C", "D"), "NA"),  # Top: his team has had its Colour
        (("D", "H", "-"), "NA"),
        (("D", "-"), "NA"),
        (("D", "N"), "A"),
        (("D", "N", "A"), ""),
        (("N",), "A"),
    ],
)
def test_3_3_one_colour_a_team(bids: tuple[str, ...], open_modes: str) -> None:
    assert open_bids(after_bids(*bids)) & set(MODES) == set(open_modes)


@pytest.mark.parametrize(
    ("bids", "over"),
    [
        (("H", "-", "-"), False),
        (("H", "-", "-", "-"), True),
        (("H", "-", "-", "S", "-", "-"), False),
        (("H", "-", "-", "S", "-", "-", "-"), True),
        (("H", "-", "-", "2H", "-", "-"), False),
        (("H", "-", "-", "2H", "-", "-", "-"), True),
        (("H", "2H", "-", "-", "4H", "-", "-"), False),
        (("H", "2H", "-", "-", "4H", "-", "-", "-"), True),
    ],
)
def test_3_4_three_accepts_in_a_row_end_the_bidding(bids: tuple[str, ...], over: bool) -> None:
    assert after_bids(*bids).question == ("card" if over else "bid")


@pytest.mark.parametrize(
    ("bids", "doubles"),
    [
        (("H",), {"2H"}),
        (("H", "-"), set()),  # the announcer's partner
        (("H", "-", "-"), {"2H"}),
        (("H", "S"), {"2S"}),
        (("H", "S", "-"), {"2H"}),  # he has said nothing since Hearts
        (("H", "-", "N"), {"2H", "2N"}),
        (("H", "-", "N", "A"), {"2A"}),
        (("H", "S", "-", "A"), {"2S", "2A"}),
        (("H", "S", "-", "A", "-"), set()),  # he announced after Hearts
        (("H", "2H"), set()),
        (("D", "S", "2S", "2D"), set()),
        (("H", "-", "-", "2H", "-"), set()),  # he has accepted
    ],
)
def test_3_5_who_may_double_what(bids: tuple[str, ...], doubles: set[str]) -> None:
    assert {bid for bid in open_bids(after_bids(*bids)) if bid[0] == "2"} == doubles


@pytest.mark.parametrize(
    ("bids", "redoubles"),
    [
        (("D", "2D"), {"4D"}),
        (("H", "2H"), {"4H"}),
        (("S", "2S"), {"4S"}),
        (("A", "2A"), {"4A"}),
        (("C", "2C"), set()),
        (("N", "2N"), set()),
        (("H", "2H", "-"), set()),  # the doubler's partner
        (("H", "2H", "-", "-"), {"4H"}),  # who accepted may still redouble
        (("H", "2H", "4H"), set()),
        (("H", "2H", "4H", "-"), set()),
        (("D", "S", "2S", "2D"), {"4D"}),
        (("D", "S", "2S", "2D", "-"), {"4S"}),
    ],
)
def test_3_6_who_may_redouble_what(bids: tuple[str, ...], redoubles: set[str]) -> None:
    assert {bid for bid in open_bids(after_bids(*bids)) if bid[0] == "4"} == redoubles


@pytest.mark.parametrize(
    ("bids", "doubled"),
    [
        (("N",), {}),
        (("N", "-"), {Mode.NO_TRUMPS: 1}),
        (("C", "-"), {Mode.COLOUR_CLUBS: 1}),
        (("C", "-", "-", "-"), {Mode.COLOUR_CLUBS: 1}),
        (("H", "-"), {}),
        (("A", "-"), {}),
        (("C", "2C", "-", "-"), {Mode.COLOUR_CLUBS: 1}),
        (("D", "N", "2N"), {Mode.NO_TRUMPS: 2}),
        (("D", "N", "-"), {Mode.NO_TRUMPS: 2}),
    ],
)
def test_3_7_an_opponents_accept_doubles_no_trumps_and_clubs(bids: tuple[str, ...], doubled: dict[Mode, int]) -> None:
    position = after_bids(*bids)
    assert position.view(0).doubled_modes == doubled
    locked = after_bids(*bids, accept_doubles="lock")
    assert locked.view(0).doubled_modes == {mode: at for mode, at in doubled.items() if bids[at][0] == "2"}
    assert locked.view(0).is_closed == position.view(0).is_closed == bool(doubled)


def test_3_7_the_accept_counts_and_the_partners_does_not_double() -> None:
    assert contract("N", "-", "-", "-") == (Mode.NO_TRUMPS, 2, 0)
    assert contract("N", "-", "-", "-", accept_doubles="lock") == (Mode.NO_TRUMPS, 1, 0)
    view = after_bids("D", "-", "N").view(3)
    assert not view.doubled_modes
    assert not after_bids("H", "N", "-").view(0).redoubled_modes


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        (("H", "-", "-", "-"), (Mode.COLOUR_HEARTS, 1, 0)),
        (("H", "A", "-", "-", "-"), (Mode.ALL_TRUMPS, 1, 1)),
        (("H", "2H", "-", "-", "-"), (Mode.COLOUR_HEARTS, 2, 0)),
        (("H", "2H", "4H", "-", "-", "-"), (Mode.COLOUR_HEARTS, 4, 0)),
        (("D", "H", "2H", "2D", "-", "-", "-"), (Mode.COLOUR_DIAMONDS, 2, 0)),
        (("D", "H", "2H", "2D", "-", "4H", "-", "-", "-"), (Mode.COLOUR_DIAMONDS, 2, 0)),
        (("D", "H", "2H", "2D", "4D", "-", "-", "-"), (Mode.COLOUR_DIAMONDS, 4, 0)),
        (("H", "-", "N", "2H", "-", "-", "-"), (Mode.COLOUR_HEARTS, 2, 0)),
        (("H", "S", "-", "2H", "-", "-", "-"), (Mode.COLOUR_HEARTS, 2, 0)),
    ],
)
def test_3_8_the_first_doubled_mode_is_played(bids: tuple[str, ...], expected: object) -> None:
    assert contract(*bids) == expected


def test_3_2_nobody_announces_over_his_own_accept() -> None:
    """It follows from the other rules, so it is checked in random biddings."""
    for seed in range(300):
        match, luck = Match(GAME, GAME.settings({"deals": 3}), ("a", "b", "c", "d"), seed), BotRandom(seed)
        while (decision := match.ask()) is not None:
            if decision.question == "bid":
                accepted: set[int] = set()
                for said in decision.view.bidding:
                    if isinstance(said.bid, Announce):
                        accepted = set()
                    elif isinstance(said.bid, Accept):
                        accepted.add(said.seat)
                if decision.seat in accepted:
                    assert not any(isinstance(move, Announce) for move in decision.moves)
            match.play(luck.below(len(decision.moves)))


def test_the_view_tells_the_bidding() -> None:
    view = after_bids("D", "H", "2H", "2D", "4D").view(2)
    assert [f"{said.seat} {said.bid}" for said in view.bidding] == [
        "0 announce ColourDiamonds",
        "1 announce ColourHearts",
        "2 double ColourHearts",
        "3 double ColourDiamonds",
        "0 redouble ColourDiamonds",
    ]
    assert view.current_bid is Mode.COLOUR_HEARTS
    assert view.current_bidder == 1
    assert view.doubled_modes == {Mode.COLOUR_HEARTS: 2, Mode.COLOUR_DIAMONDS: 3}
    assert view.redoubled_modes == (Mode.COLOUR_DIAMONDS,)
    assert view.colours == {Team.TEAM1: Mode.COLOUR_DIAMONDS, Team.TEAM2: Mode.COLOUR_HEARTS}


def test_a_bidding_never_outgrows_its_record() -> None:
    """At most six announcements, six doubles and four redoubles, two accepts before each, three at the end: 51."""
    state = GAME.new_state(GAME.settings({"deals": 1}), 4)
    assert isinstance(state, BeloteState)
    longest = 0
    for seed in range(2000):
        state.start(SEED)
        luck = BotRandom(seed)
        state.apply(codes.M_CUT + codes.SAFE_CUT)
        while state.question == codes.Q_BID:
            moves = legal(state)
            state.apply(moves[min(luck.below(3), len(moves) - 1)])
        longest = max(longest, state.words[w.N_ACTIONS])
    assert 12 < longest <= 51
