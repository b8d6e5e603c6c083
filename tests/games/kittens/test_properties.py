"""Whatever is played: cards are conserved, one card is drawn per turn, knowledge is true, places are a ranking."""

from collections import Counter

from games.kittens.play import dealt
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.kittens import GAME
from croupier.games.kittens.events import Drew, KittenDrawn, TurnBegan
from croupier.games.kittens.friendly.cards import TYPES
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match

TABLES = st.sampled_from(
    [
        (2, {}),
        (2, {"deck": "duel", "defuses_in_deck": 2}),
        (3, {"attack_stacks": "printed"}),
        (4, {"combo_cards": "any", "deck": "chaos"}),
        (6, {}),
        (10, {"deck": "large"}),
    ]
)


def everything(match: Match) -> Counter[str]:
    """All cards in hands and piles."""
    view = match.view(DEALER)
    cards = Counter(card.card_type for hand in view.known_hands.values() for card in hand)
    cards.update(card.card_type for card in view.known_top if card)
    cards.update(card.card_type for card in view.discard_pile)
    return cards


@settings(max_examples=40, deadline=None)
@given(table=TABLES, seed=st.integers(0, 2**60), expels=st.booleans())
def test_cards_are_conserved_and_knowledge_is_true(table, seed: int, expels: bool) -> None:
    seats, values = table
    match, luck = dealt(seats, seed, **values).match, BotRandom(seed)
    kitten = TYPES[12].value
    plain = everything(match)
    del plain[kitten]
    while (decision := match.ask()) is not None:
        if expels and match.state.sealed == 0 and luck.random() < 0.02:
            match.expel(luck.below(seats))
        else:
            match.play(luck.below(len(decision.moves)))
        cards = everything(match)
        assert cards.pop(kitten, 0) <= seats - 1
        assert cards == plain
        knowledge_is_true(match)
    assert sorted(match.result().places) == list(range(1, seats + 1))


def test_6_3_a_seat_may_be_expelled_while_another_holds_the_last_kitten() -> None:
    match = dealt(2, 1).match
    while (decision := match.ask()) is not None and decision.question != "defuse":
        match.play(0)
    assert decision is not None
    before = everything(match)
    match.expel(1 - decision.seat)
    assert match.over
    assert everything(match) == before


def knowledge_is_true(match: Match) -> None:
    truth = match.view(DEALER)
    hands = {name: Counter(hand) for name, hand in truth.known_hands.items()}
    pile = [card and card.card_type for card in truth.known_top]
    for seat in range(match.table.seats):
        view = match.view(seat)
        for name, cards in view.known_hands.items():
            assert Counter(cards) <= hands[name]
        for name, types in view.known_missing.items():
            held = Counter(card.card_type for card in hands.get(name, Counter()))
            known = Counter(card.card_type for card in view.known_hands.get(name, ()))
            assert name == match.table.names[seat] or all(held[kind] == known[kind] for kind in types)
        assert all(card is None or card.card_type == pile[i] for i, card in enumerate(view.known_top))


@settings(max_examples=30, deadline=None)
@given(table=TABLES, seed=st.integers(0, 2**60))
def test_at_most_one_card_is_drawn_per_turn(table, seed: int) -> None:
    seats, values = table
    match, luck = dealt(seats, seed, **values).match, BotRandom(seed)
    drawn = 0
    while (decision := match.ask()) is not None:
        match.play(luck.below(len(decision.moves)))
        for event in match.happened():
            drawn += isinstance(event, Drew | KittenDrawn)
            assert drawn <= 1
            if isinstance(event, TurnBegan):
                drawn = 0


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**60))
def test_the_same_seed_and_answers_give_the_same_match(seed: int) -> None:
    finals = []
    for _ in range(2):
        match, luck = dealt(4, seed).match, BotRandom(seed)
        while (decision := match.ask()) is not None:
            match.play(luck.below(len(decision.moves)))
        finals.append(match.state.snapshot(DEALER))
    assert finals[0] == finals[1]
    assert GAME.rules_version == 2
