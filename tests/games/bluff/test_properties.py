"""Whatever is played: no card is lost, hands and sizes agree, the statistics add up, the match ends."""

from frames.positions import legal_moves
from games.bluff.play import Words, cards_of, number_of
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.bluff import GAME, BluffState
from croupier.games.bluff.core import layout as w
from croupier.kernel.bot_rng import BotRandom

MODES = st.sampled_from(["classic", "truth", "chaos", "team"])


@settings(max_examples=60, deadline=None)
@given(
    seats=st.integers(2, 8),
    mode=MODES,
    decks=st.integers(1, 4),
    deck=st.sampled_from(["standard", "faces", "numbers", "high-low"]),
    order=st.sampled_from(["ascending", "free", "same-or-adjacent"]),
    hand_size=st.integers(0, 30),
    rounds=st.integers(1, 3),
    seed=st.integers(0, 2**60),
)
def test_no_card_is_lost(
    seats: int, mode: str, decks: int, deck: str, order: str, hand_size: int, rounds: int, seed: int
) -> None:
    if mode == "team" and (seats < 4 or seats % 2):
        seats = 4
    values = {"mode": mode, "decks": decks, "deck": deck, "hand_size": hand_size, "rounds": rounds, "max_turns": 5}
    values["claim_order"] = "free" if mode == "truth" else order
    state = GAME.new_state(GAME.settings(values), seats)
    assert isinstance(state, BluffState)
    luck = BotRandom(seed)
    state.start(seed)
    whole = cards_of(state)
    turns = 0
    while state.to_act >= 0:
        moves = legal_moves(state)
        state.apply(moves[luck.below(len(moves))])
        turns += 1
        assert cards_of(state) == whole
        words = Words(state)
        laid = [words.of(seat, w.LAID_SIZE) for seat in range(seats)]
        for seat in range(seats):
            assert number_of(words.cards_of(seat, w.HAND)) == words.of(seat, w.HAND_SIZE)
            assert number_of(words.cards_of(seat, w.LAID)) == laid[seat]
        assert words[w.PILE_SIZE] == sum(laid)
        assert words[w.LAYERS] == sum(1 << seat for seat in range(seats) if laid[seat])
        assert number_of(words.cards(w.PENDING)) == words[w.CLAIM_COUNT]
    assert turns <= rounds * seats * 5 * (seats + 5)
    words = Words(state)
    challenged, caught, challenges, successes = (
        sum(words.of(seat, word) for seat in range(seats))
        for word in (w.CHALLENGED, w.CAUGHT, w.CHALLENGES, w.SUCCESSES)
    )
    assert (challenged, caught) == (challenges, successes)
    assert sum(state.score(seat) for seat in range(seats)) > 0
