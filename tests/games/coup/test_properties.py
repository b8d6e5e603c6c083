"""What holds in every position that can be reached: cards and coins are conserved, and sizes agree."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup import GAME
from croupier.games.coup.core import codes
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.table import open_of
from croupier.kernel.event_bits import DEALER, a_of, actor_of, b_of, kind_of
from croupier.kernel.state import LEGAL_LIMIT, State

FULL = dict.fromkeys(range(5), 3)


def cards_of(state: State) -> Counter[int]:
    words = state.words
    cards = Counter(int(words[w.COURT + i]) for i in range(words[w.COURT_SIZE]))
    cards.update(int(card) for card in words[w.HAND : w.HAND + 24] if card >= 0)
    cards.update(card for card in (words[w.DRAWN], words[w.OTHER_DRAWN]) if card >= 0)
    return cards


def check_counters(state: State) -> None:
    """What is counted as it happens is what counting it all would find."""
    words = state.words
    lost = Counter(int(card) for card in words[w.OPEN_CARDS : w.OPEN_CARDS + 12] if card >= 0)
    assert [open_of(words, character) for character in range(5)] == [lost[character] for character in range(5)]
    assert words[w.INFLUENCES] == sum(words[w.HIDDEN + seat] for seat in range(state.seats))
    for seat in range(state.seats):
        assert words[w.RECORD + seat] == sum(words[w.CLAIMS + 5 * seat : w.CLAIMS + 5 * seat + 5])


def check(state: State) -> None:
    words = state.words
    assert cards_of(state) == FULL
    check_counters(state)
    for seat in range(state.seats):
        held = [int(card) for card in words[w.HAND + 2 * seat : w.HAND + 2 * seat + 2] if card >= 0]
        lost = [int(card) for card in words[w.OPEN_CARDS + 2 * seat : w.OPEN_CARDS + 2 * seat + 2] if card >= 0]
        assert len(held) == words[w.HIDDEN + seat] == 2 - len(lost)
        assert held == sorted(held)
        assert 0 <= words[w.COINS + seat] <= 12
        if not held:
            assert words[w.COINS + seat] == 0
            assert words[w.PLACE + seat] > 1
    assert words[w.ALIVE] == sum(words[w.HIDDEN + seat] > 0 for seat in range(state.seats))
    if state.to_act >= 0:
        assert words[w.HIDDEN + state.to_act] > 0
        assert state.sealed == 0 or (state.sealed >> state.to_act) & 1
        assert (state.sealed != 0) == (state.question in (codes.Q_RESPOND, codes.Q_BLOCK, codes.Q_CHALLENGE_BLOCK))


def check_coins(state: State, before: list[int]) -> None:
    """Coins change only by what the events tell, and by no more than an action can move."""
    coins = list(before)
    for i in range(state.n_events):
        if kind_of(state.events[i]) == codes.E_COINS:
            coins[actor_of(state.events[i])] = a_of(state.events[i])
    assert coins == [int(state.words[w.COINS + seat]) for seat in range(state.seats)]
    assert sum(coins) - sum(before) <= 3


@settings(max_examples=150, deadline=None)
@given(
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**60),
    choices=st.lists(st.integers(0, 2**30), min_size=400, max_size=400),
    joint=st.booleans(),
    refund=st.booleans(),
    leave=st.integers(0, 40),
)
def test_2_1_cards_and_coins_are_conserved(
    seats: int, seed: int, choices: list[int], joint: bool, refund: bool, leave: int
) -> None:
    state = GAME.new_state(GAME.settings({"window": "joint" if joint else "official", "refund": refund}), seats)
    moves = vec[i64]([0] * LEGAL_LIMIT)
    state.start(seed)
    check(state)
    places: list[int] = []
    for number, choice in enumerate(choices):
        if state.to_act < 0:
            break
        before = [int(state.words[w.COINS + seat]) for seat in range(seats)]
        if number == leave and state.sealed == 0:
            state.expel(choice % seats)
        else:
            state.apply(moves[choice % state.legal(moves)])
        check(state)
        check_coins(state, before)
        if number % 16 == 0:
            again = state.fresh()
            again.restore(DEALER, state.snapshot(DEALER))
            check_counters(again)
            again.copy_from(state)
            check_counters(again)
        events = [state.events[i] for i in range(state.n_events)]
        places += [actor_of(event) for event in events if kind_of(event) == codes.E_OUT]
    if state.ending == codes.END_LAST:
        assert sorted(int(state.place(seat)) for seat in range(seats)) == list(range(1, seats + 1))
        assert [int(state.place(seat)) for seat in places] == list(range(seats, 1, -1))
        assert b_of(state.events[state.n_events - 1]) - 1 == next(s for s in range(seats) if state.place(s) == 1)
