"""What holds in every match, whatever is played, and an independent second opinion on the legal cards."""

from itertools import pairwise
from typing import Any

from games.belote.position import legal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.games.belote import GAME, BeloteState, BeloteView, Mode, team_of
from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.games.belote.terms import DECK
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.cards import Card
from croupier.match.match import Match

TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"]
SETTINGS = st.sampled_from(
    [
        {},
        {"cut": "fixed", "deals": 2},
        {"accept_doubles": "lock"},
        {"colour_sweep_points": 80},
        {"target": 40},
    ]
)
examples = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def height(card: Card, mode: Mode) -> int:
    order = TRUMP_ORDER if mode.has_trump_order(card.suit) else PLAIN_ORDER
    return order.index(str(card.rank))


def winning(cards: list[Card], mode: Mode) -> int:
    """The place of the best card."""
    trumps = [card for card in cards if mode.trump == card.suit]
    suited = trumps or [card for card in cards if card.suit == cards[0].suit]
    return cards.index(max(suited, key=lambda card: height(card, mode)))


def may_play(hand: list[Card], cards: list[Card], mode: Mode) -> list[Card]:
    """Rules 4.1 to 4.6 once more, from the words and not from the code."""
    if not cards:
        return hand
    best = cards[winning(cards, mode)]
    follow = [card for card in hand if card.suit == cards[0].suit]
    if follow:
        if mode.has_trump_order(cards[0].suit):
            return [card for card in follow if height(card, mode) > height(best, mode)] or follow
        return follow
    trumps = [card for card in hand if card.suit == mode.trump]
    partner_wins = len(cards) >= 2 and winning(cards, mode) == len(cards) - 2
    if not trumps or (partner_wins and best.suit != mode.trump):
        return hand
    if best.suit == mode.trump:
        return [card for card in trumps if height(card, mode) > height(best, mode)] or trumps
    return trumps


@examples
@given(SETTINGS, st.integers(0, 2**40))
def test_every_card_is_in_exactly_one_place(values: dict[str, Any], seed: int) -> None:
    state, luck = GAME.new_state(GAME.settings(values), 4), BotRandom(seed)
    assert isinstance(state, BeloteState)
    state.start(seed)
    while state.to_act >= 0:
        words = state.words
        if words[w.UNDEALT]:
            assert sorted(state.deck) == list(range(32))
        else:
            places = [int(words[w.HAND + seat]) for seat in range(4)]
            places += [int(words[w.LATER + seat]) for seat in range(4)]
            places += [1 << int(words[w.PLAYS + place]) for place in range(words[w.N_PLAYED])]
            assert sum(places) == 0xFFFFFFFF
            assert sum(place.bit_count() for place in places) == 32
        moves = legal(state)
        state.apply(moves[luck.below(len(moves))])


@examples
@given(SETTINGS, st.integers(0, 2**40))
def test_the_tricks_agree_with_the_words_of_the_rules(values: dict[str, Any], seed: int) -> None:
    match, luck = Match(GAME, GAME.settings(values), ("a", "b", "c", "d"), seed), BotRandom(seed)
    while (decision := match.ask()) is not None:
        view: BeloteView = decision.view
        if decision.question == "card":
            assert view.mode is not None
            assert view.trick is not None
            lying = [played.card for played in view.trick.cards]
            assert {move.card for move in decision.moves} == set(may_play(list(view.hand), lying, view.mode))
            for before, after in pairwise([*view.tricks, view.trick]):
                cards = [played.card for played in before.cards]
                assert after.leader == before.cards[winning(cards, view.mode)].seat
        match.play(luck.below(len(decision.moves)))


@examples
@given(SETTINGS, st.integers(0, 2**40))
def test_points_add_up(values: dict[str, Any], seed: int) -> None:
    match, luck = Match(GAME, GAME.settings(values), ("a", "b", "c", "d"), seed), BotRandom(seed)
    while (decision := match.ask()) is not None:
        match.play(luck.below(len(decision.moves)))
    view = match.view(0)
    assert isinstance(view, BeloteView)
    deals = view.completed_deals
    for team in (0, 1):
        assert view.match_points[team] == sum(deal.match_points[team] for deal in deals)
    assert all(sum(deal.card_points) in (130, 162, 258) for deal in deals)
    assert match.result().scores[:2] == view.match_points
    if view.winner is not None:
        assert match.result().places == tuple(1 if team_of(seat) is view.winner else 2 for seat in range(4))


def test_the_same_seed_gives_the_same_cards_whatever_is_played() -> None:
    """Deal k of a match, in blocks: the same cards and the same dealer."""
    for seed in range(10):
        decks = []
        for mood in range(3):
            match, luck = (
                Match(GAME, GAME.settings({"cut": "fixed", "deals": 4}), ("a", "b", "c", "d"), seed),
                BotRandom(mood),
            )
            hands = []
            while (decision := match.ask()) is not None:
                if decision.question == "cut":
                    hands.append((decision.view.dealer, tuple(match.state.deck)))  # type: ignore[attr-defined]
                match.play(luck.below(len(decision.moves)))
            decks.append(hands)
        assert decks[0] == decks[1] == decks[2]
    assert len(DECK) == codes.DECK_SIZE
