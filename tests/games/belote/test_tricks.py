"""Rules, sections 1, 2 and 4."""

from collections import Counter
from itertools import pairwise

import pytest
from games.belote.position import SEED, legal, names, play, playable, trick

from croupier.games.belote import GAME, BeloteState, Mode
from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import VALUES
from croupier.games.belote.events import Dealt
from croupier.games.belote.terms import DECK, NUMBERS
from croupier.kernel.cards import Card
from croupier.match.match import Match

NAMES = ("a", "b", "c", "d")


def test_1_1_partners_sit_opposite() -> None:
    assert GAME.teams(GAME.settings(), 4) == (0, 1, 0, 1)


def test_1_2_the_dealer_is_drawn_and_moves_on() -> None:
    first = Counter[int]()
    for seed in range(400):
        first[Match(GAME, GAME.settings(), NAMES, seed).view(0).dealer] += 1  # type: ignore[attr-defined]
    assert all(60 < count < 140 for count in first.values())
    match = Match(GAME, GAME.settings({"deals": 5}), NAMES, 1)
    dealers: list[int] = []
    while (decision := match.ask()) is not None:
        if decision.question == "cut":
            dealers.append(decision.view.dealer)
            assert decision.seat == (decision.view.dealer + 3) % 4
        match.play(0)
    assert dealers == [(dealers[0] + number) % 4 for number in range(5)]


def dealt(seed: int, notation: str, **settings: object) -> list[set[str]]:
    """Each seat's five cards, then each seat's next three."""
    state = GAME.new_state(GAME.settings(settings), 4)
    assert isinstance(state, BeloteState)
    state.start(seed)
    state.apply(next(number for number, move in enumerate(GAME.moves) if str(move) == notation))
    words = state.words
    return [names(words[w.HAND + seat]) for seat in range(4)] + [names(words[w.LATER + seat]) for seat in range(4)]


def expected(seed: int, top: int) -> list[set[str]]:
    """The same by hand, from the deck of the first deal with the part below the cut on top."""
    state = GAME.new_state(GAME.settings(), 4)
    assert isinstance(state, BeloteState)
    state.start(seed)
    dealer = state.words[w.DEALER]
    deck = [str(DECK[card]) for card in state.deck]
    deck = deck[top:] + deck[:top]
    hands: list[set[str]] = [set() for _ in range(8)]
    for size, offset in ((3, 0), (2, 0), (3, 4)):
        for turn in range(1, 5):
            hands[(dealer + turn) % 4 + offset] |= {deck.pop(0) for _ in range(size)}
    return hands


def test_1_3_every_deal_has_its_own_shuffle() -> None:
    decks = set()
    for seed in range(20):
        match = Match(GAME, GAME.settings({"deals": 3}), NAMES, seed)
        while (decision := match.ask()) is not None:
            if decision.question == "cut":
                decks.add(tuple(match.state.deck))  # type: ignore[attr-defined]
            match.play(0)
    assert len(decks) == 60
    assert all(sorted(deck) == list(range(32)) for deck in decks)


@pytest.mark.parametrize("position", [6, 16, 26])
@pytest.mark.parametrize(
    ("side", "top"), [("top", lambda p: p), ("bottom", lambda p: 32 - p)], ids=["from the top", "from the bottom"]
)
def test_1_4_the_part_below_the_cut_goes_on_top(position: int, side: str, top: object) -> None:
    assert dealt(SEED, f"cut {position} from the {side}") == expected(SEED, top(position))  # type: ignore[operator]


def test_1_4_cuts_are_6_to_26_and_a_fixed_cut_changes_nothing() -> None:
    decision = Match(GAME, GAME.settings(), NAMES, 1).ask()
    assert decision is not None
    assert str(decision.moves[0]) == "cut 16 from the top"
    assert {(move.position, move.from_top) for move in decision.moves} == {
        (position, from_top) for position in range(6, 27) for from_top in (True, False)
    }
    assert dealt(SEED, "cut 7 from the top", cut="fixed") == expected(SEED, 0)
    assert dealt(SEED, "cut 20 from the bottom", cut="fixed") == expected(SEED, 0)


def test_1_5_five_cards_for_the_bidding_then_three_more() -> None:
    match = Match(GAME, GAME.settings(), NAMES, SEED)
    match.ask()
    match.play(0)
    assert Counter(event.seat for event in match.happened() if isinstance(event, Dealt)) == dict.fromkeys(range(4), 5)
    while (decision := match.ask()) is not None and decision.question == "bid":
        assert len(decision.view.hand) == 5
        match.play(0)
    assert Counter(event.seat for event in match.happened() if isinstance(event, Dealt)) == dict.fromkeys(range(4), 3)
    assert decision is not None
    assert len(decision.view.hand) == 8


def test_1_6_everybody_has_eight_cards() -> None:
    state = GAME.new_state(GAME.settings(), 4)
    assert isinstance(state, BeloteState)
    state.start(SEED)
    for move in (codes.M_CUT + codes.SAFE_CUT, codes.M_ANNOUNCE, *[codes.M_ACCEPT] * 3):
        state.apply(move)
    assert [names(state.words[w.HAND + seat]) for seat in range(4)] == [
        expected(SEED, 16)[seat] | expected(SEED, 16)[seat + 4] for seat in range(4)
    ]


@pytest.mark.parametrize(
    ("mode", "order"),
    [
        (Mode.COLOUR_HEARTS, "Jh 9h Ah 10h Kh Qh 8h 7h"),
        (Mode.ALL_TRUMPS, "Jh 9h Ah 10h Kh Qh 8h 7h"),
        (Mode.COLOUR_SPADES, "Ah 10h Kh Qh Jh 9h 8h 7h"),
        (Mode.NO_TRUMPS, "Ah 10h Kh Qh Jh 9h 8h 7h"),
    ],
)
def test_2_1_the_order_of_the_cards(mode: Mode, order: str) -> None:
    cards = order.split()
    for high, low in pairwise(cards):
        assert play(trick(mode, (low, high, "7c", "8c")), low, high, "7c", "8c").words[w.LEADER] == 1
        assert play(trick(mode, (high, low, "7c", "8c")), high, low, "7c", "8c").words[w.LEADER] == 0


@pytest.mark.parametrize(
    ("mode", "points"),
    [
        (Mode.COLOUR_HEARTS, "J20 914 A11 1010 K4 Q3 80 70"),
        (Mode.ALL_TRUMPS, "J20 914 A11 1010 K4 Q3 80 70"),
        (Mode.COLOUR_CLUBS, "J2 90 A11 1010 K4 Q3 80 70"),
        (Mode.NO_TRUMPS, "J2 90 A11 1010 K4 Q3 80 70"),
    ],
)
def test_2_2_the_points_of_the_cards(mode: Mode, points: str) -> None:
    for text in points.split():
        rank = "10" if text.startswith("10") else text[0]
        assert VALUES[mode.number * 32 + NUMBERS[Card(f"{rank}h")]] == int(text[len(rank) :])


@pytest.mark.parametrize(
    ("mode", "total"), [(mode, 162) for mode in list(Mode)[:4]] + [(Mode.NO_TRUMPS, 130), (Mode.ALL_TRUMPS, 258)]
)
def test_2_3_the_card_points_of_a_deal(mode: Mode, total: int) -> None:
    state = trick(mode, ("7c", "7d", "7h", "7s"))
    state.start(SEED)
    for move in (codes.M_CUT + codes.SAFE_CUT, codes.M_ANNOUNCE + mode.number, *[codes.M_ACCEPT] * 3):
        state.apply(move)
    while state.to_act >= 0:
        state.apply(legal(state)[-1])
    assert state.words[w.CARD_POINTS] + state.words[w.CARD_POINTS + 1] == total


def test_4_1_the_dealers_left_leads_then_the_winner() -> None:
    state = GAME.new_state(GAME.settings(), 4)
    assert isinstance(state, BeloteState)
    state.start(SEED)
    for move in (codes.M_CUT + codes.SAFE_CUT, codes.M_ANNOUNCE + 4, *[codes.M_ACCEPT] * 3):
        state.apply(move)
    assert state.to_act == 0
    assert playable(state) == names(state.words[w.HAND])
    state = play(trick(Mode.NO_TRUMPS, ("7c 8d", "Ac 9d", "8c Jd", "9c Qd")), "7c", "Ac", "8c", "9c")
    assert state.to_act == 1


# The hand that is asked, what lies in the trick before it (from the leader on), and what it may play.
Row = tuple[str, str, str]


def may_play(mode: Mode, hand: str, lying: str) -> set[str]:
    """Seat 3 plays last, seat 2 third and so on; its partner is two places before it."""
    cards = lying.split()
    leader = 3 - len(cards)
    others = ["", "", "", hand]
    for turn, card in enumerate(cards):
        others[leader + turn] = card
    state = trick(mode, (others[0], others[1], others[2], others[3]), leader)
    for card in cards:
        state.apply(codes.M_CARD + NUMBERS[Card(card)])
    return playable(state)


@pytest.mark.parametrize("mode", list(Mode))
def test_4_2_follow_suit(mode: Mode) -> None:
    assert may_play(mode, "7d 7s Jh", "8d") == {"7d"}
    assert may_play(mode, "7c 7s Jh", "8c Jd") == {"7c"}


ALL_TRUMPS: list[Row] = [
    ("7h 9h Jh Qc", "Ah", "9h Jh"),
    ("7h 9h 10h Qc", "Ah", "9h"),
    ("7h 10h Qc", "Ah", "7h 10h"),
    ("7h 9h Qc", "Jh", "7h 9h"),
    ("7h Ah Qc", "8h 10h", "Ah"),  # also over the best of several
    ("9h Kh Qc", "9s Jh", "9h Kh Qc"),  # spades were led
    ("7c Js", "Ah", "7c Js"),
    ("7h 9h Qc", "8h Js Kh", "9h"),  # cards of another suit do not count; the partner may be overtaken
]


@pytest.mark.parametrize(("hand", "lying", "expected"), ALL_TRUMPS)
def test_4_3_all_trumps_play_higher_if_you_can(hand: str, lying: str, expected: str) -> None:
    assert may_play(Mode.ALL_TRUMPS, hand, lying) == set(expected.split())


TRUMP_LED: list[Row] = [
    ("7h 9h Jh Ac", "Ah", "9h Jh"),
    ("7h 8h Ac", "Ah", "7h 8h"),
    ("7h Jh Ac", "8h 9h", "Jh"),
    ("7c Ad", "8h", "7c Ad"),
]
PLAIN_FOLLOWED: list[Row] = [
    ("7c Ac Jh", "8c", "7c Ac"),
    ("7c Ac Jh", "10c 7h", "7c Ac"),  # ruffed already: still any card of the suit
    ("7c 8c 9h", "Ac 10c Kc", "7c 8c"),
]


@pytest.mark.parametrize(("hand", "lying", "expected"), TRUMP_LED + PLAIN_FOLLOWED)
def test_4_4_hearts_trumps_led_or_followed(hand: str, lying: str, expected: str) -> None:
    assert may_play(Mode.COLOUR_HEARTS, hand, lying) == set(expected.split())


CANNOT_FOLLOW: list[Row] = [
    ("7h Jh Ad", "8c", "7h Jh"),  # an opponent leads
    ("7h Jh Ad", "8c 9c", "7h Jh"),  # the opponent before him wins
    ("7h Jh Ad", "Ac 9c", "7h Jh Ad"),  # the partner wins with a plain card
    ("7h Jh Ad", "7c Ac 9c", "7h Jh Ad"),
    ("7h Jh Ad", "7c 9c Ac", "7h Jh"),
    ("7h Jh Ad", "8c 9h", "Jh"),  # overtrump the opponent
    ("7h 8h Ad", "8c 9h", "7h 8h"),  # or play a lower trump
    ("7h Jh Ad", "8c 9h 10c", "Jh"),  # the partner's trump is overtrumped too
    ("7h 8h Ad", "8c 9h 10c", "7h 8h"),
    ("7s Ad", "8c 9h", "7s Ad"),  # no trump
    ("7h Jh Ad", "Ac 9h", "Jh"),
]


@pytest.mark.parametrize(("hand", "lying", "expected"), CANNOT_FOLLOW)
def test_4_5_hearts_who_cannot_follow(hand: str, lying: str, expected: str) -> None:
    assert may_play(Mode.COLOUR_HEARTS, hand, lying) == set(expected.split())


@pytest.mark.parametrize(
    ("hand", "lying", "expected"),
    [("7h Ah Jc", "8h", "7h Ah"), ("7h Ah Jc", "8s", "7h Ah Jc"), ("7h 8h Jc", "Kh 9h", "7h 8h")],
)
def test_4_6_no_trumps_follow_and_nothing_else(hand: str, lying: str, expected: str) -> None:
    assert may_play(Mode.NO_TRUMPS, hand, lying) == set(expected.split())


@pytest.mark.parametrize(
    ("mode", "cards", "winner", "points"),
    [
        (Mode.NO_TRUMPS, "7h 10h Ah Jc", 2, 33),
        (Mode.NO_TRUMPS, "7h Ac As Ad", 0, 43),
        (Mode.ALL_TRUMPS, "10h Ah 9h Js", 2, 65),
        (Mode.COLOUR_HEARTS, "Ac 7h 10c Kc", 1, 35),
        (Mode.COLOUR_HEARTS, "Ac 7h Jh 9h", 2, 55),
        (Mode.COLOUR_SPADES, "Jc 9c Ac 10d", 2, 33),
    ],
)
def test_4_7_who_wins_and_4_8_the_last_trick(mode: Mode, cards: str, winner: int, points: int) -> None:
    one, two, three, four = cards.split()
    state = play(trick(mode, (one, two, three, four)), one, two, three, four)
    assert state.words[w.LEADER] == winner
    assert state.words[w.CARD_POINTS + winner % 2] == points


def test_4_8_only_the_last_trick_counts_ten_more() -> None:
    state = play(trick(Mode.NO_TRUMPS, ("7h 7s", "8h 8s", "9h 9s", "Ah As")), "7h", "8h", "9h", "Ah")
    assert state.words[w.CARD_POINTS + 1] == 11
    assert play(state, "As", "7s", "8s", "9s").words[w.CARD_POINTS + 1] == 32


def test_8_the_safe_card_has_the_fewest_points() -> None:
    for hand, safe in (("Ah 9h Jh", "Ah"), ("10c Qd 8s", "8s"), ("9c 9h 7s", "7s"), ("Kc 9h", "Kc"), ("9c Jd", "9c")):
        state = trick(Mode.COLOUR_HEARTS, (hand, "", "", ""))
        assert DECK[legal(state)[0] - codes.M_CARD] == Card(safe)
