"""Rules, section 6: what a seat knows, what it can conclude, and the worlds that fit."""

from collections import Counter
from itertools import combinations

import pytest
from games.belote.position import IDS, bits, legal, names, play, trick

from croupier.games.belote import GAME, BeloteState, Mode
from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.table import hand_size
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.rng import Chance
from croupier.kernel.three_hands import ThreeHands
from croupier.match.match import Match

NAMES = ("a", "b", "c", "d")
ALL = bits(" ".join(f"{rank}{suit}" for suit in "cdhs" for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"]))


def test_6_1_hands_are_hidden() -> None:
    for seed in range(20):
        match, luck = Match(GAME, GAME.settings(), NAMES, seed), BotRandom(seed)
        while (decision := match.ask()) is not None:
            truth = match.state.snapshot(DEALER)
            for seat in (PUBLIC, 0, 1, 2, 3):
                ints = match.state.snapshot(seat)
                for other in range(4):
                    at = w.HAND + other
                    assert ints[at] == (truth[at] if other == seat else 0)
                assert len(ints) < len(truth)
            match.play(luck.below(len(decision.moves)))


# Mode, the four hands (seat 0 leads), the cards played, and what the last seat is known not to hold.
@pytest.mark.parametrize(
    ("mode", "hands", "cards", "cannot"),
    [
        (Mode.NO_TRUMPS, ("7h", "8h", "", ""), "7h 8h", ""),
        (Mode.NO_TRUMPS, ("Ah", "8c", "", ""), "Ah 8c", "7h 8h 9h 10h Jh Qh Kh Ah"),
        (Mode.ALL_TRUMPS, ("Ah", "8h", "", ""), "Ah 8h", "9h Jh"),
        (Mode.ALL_TRUMPS, ("10h", "9h", "", ""), "10h 9h", ""),
        (Mode.ALL_TRUMPS, ("10h", "Ah", "8h", ""), "10h Ah 8h", "9h Jh"),
        (Mode.ALL_TRUMPS, ("10h", "Jc", "", ""), "10h Jc", "7h 8h 9h 10h Jh Qh Kh Ah"),
        (Mode.COLOUR_HEARTS, ("9h", "8h", "", ""), "9h 8h", "Jh"),
        (Mode.COLOUR_HEARTS, ("9h", "8c", "", ""), "9h 8c", "7h 8h 9h 10h Jh Qh Kh Ah"),
        (Mode.COLOUR_HEARTS, ("9c", "8c", "", ""), "9c 8c", ""),
        (
            Mode.COLOUR_HEARTS,
            ("9c", "8d", "", ""),
            "9c 8d",
            "7c 8c 9c 10c Jc Qc Kc Ac 7h 8h 9h 10h Jh Qh Kh Ah",
        ),
        (Mode.COLOUR_HEARTS, ("9c", "8h", "", ""), "9c 8h", "7c 8c 9c 10c Jc Qc Kc Ac"),
        (Mode.COLOUR_HEARTS, ("Ac", "8c", "8d", ""), "Ac 8c 8d", "7c 8c 9c 10c Jc Qc Kc Ac"),
        (Mode.COLOUR_HEARTS, ("9c", "9h", "8h", ""), "9c 9h 8h", "7c 8c 9c 10c Jc Qc Kc Ac Jh"),
        (Mode.COLOUR_HEARTS, ("9c", "9h", "Jh", ""), "9c 9h Jh", "7c 8c 9c 10c Jc Qc Kc Ac"),
        (Mode.COLOUR_HEARTS, ("9c", "9h", "8c", "8h"), "9c 9h 8c 8h", "7c 8c 9c 10c Jc Qc Kc Ac Jh"),
    ],
)
def test_6_2_what_a_card_tells(mode: Mode, hands: tuple[str, str, str, str], cards: str, cannot: str) -> None:
    # Each has one card more, so that the deal is not over.
    spare = ("Ks", "Qs", "Js", "10s")
    full = tuple(f"{hand} {more}".strip() for hand, more in zip(hands, spare, strict=True))
    state = trick(mode, (full[0], full[1], full[2], full[3]))
    for card in cards.split():
        state.apply(IDS[f"play {card}"])
    seat = len(cards.split()) - 1
    assert names(ALL & ~state.words[w.MAY + seat]) == set(cannot.split())


def reference_worlds(
    state: BeloteState, seat: int, plays: list[tuple[int, int]], start: BeloteState
) -> set[tuple[int, ...]]:
    """All ways to deal the hidden cards so that every card from `start` on was legal, by trying each."""
    hidden = ALL & ~state.words[w.HAND + seat]
    for place in range(state.words[w.N_PLAYED]):
        hidden &= ~(1 << state.words[w.PLAYS + place])
    cards = [card for card in range(32) if (hidden >> card) & 1]
    others = [other for other in range(4) if other != seat]
    sizes = [hand_size(state.words, other) for other in others]
    found: set[tuple[int, ...]] = set()
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, sizes[1]):
            third = [card for card in rest if card not in second]
            hands = [0] * 4
            hands[seat] = state.words[w.HAND + seat]
            for other, held in zip(others, (first, second, third), strict=True):
                hands[other] = sum(1 << card for card in held)
            if fits(start, hands, plays):
                found.add(tuple(hands))
    return found


def fits(start: BeloteState, hands: list[int], plays: list[tuple[int, int]]) -> bool:
    world = start.fresh()
    assert isinstance(world, BeloteState)
    world.copy_from(start)
    for seat in range(4):
        world.words[w.HAND + seat] = hands[seat] | sum(1 << card for at, card in plays if at == seat)
    for seat, card in plays:
        if world.to_act != seat or codes.M_CARD + card not in legal(world):
            return False
        world.apply(codes.M_CARD + card)
    return True


@pytest.mark.parametrize("mode", list(Mode))
def test_6_2_imagined_worlds_are_those_that_fit_each_as_likely_as_any(mode: Mode) -> None:
    """Random endings of deals: the worlds by enumeration, and how often each is imagined."""
    tried = constrained = 0
    for seed in range(60):
        luck = BotRandom(seed * 7 + mode.number)
        deck = sorted(range(32), key=lambda _: luck.random())
        size = 3 + seed % 2
        held = [sum(1 << card for card in deck[seat * size : seat * size + size]) for seat in range(4)]
        start = trick(mode, tuple(" ".join(names(hand)) for hand in held), luck.below(4))  # type: ignore[arg-type]
        state = start.fresh()
        assert isinstance(state, BeloteState)
        state.copy_from(start)
        plays: list[tuple[int, int]] = []
        for _ in range(2 + luck.below(4 * (size - 2) + 2)):
            moves = legal(state)
            move = moves[luck.below(len(moves))]
            plays.append((state.to_act, move - codes.M_CARD))
            state.apply(move)
        seat = state.to_act
        if sum(hand_size(state.words, other) for other in range(4)) > 8 + hand_size(state.words, seat):
            continue
        worlds = reference_worlds(state, seat, plays, start)
        seen = state.fresh()
        assert isinstance(seen, BeloteState)
        seen.restore(seat, state.snapshot(seat))
        imagined: Counter[tuple[int, ...]] = Counter()
        world = state.fresh()
        assert isinstance(world, BeloteState)
        each = 10
        for number in range(each * len(worlds)):
            world.copy_from(seen)
            world.imagine(seat, seed * 1_000_000 + number)
            imagined[tuple(int(world.words[w.HAND + other]) for other in range(4))] += 1
        assert seen.worlds.total == len(worlds)
        assert set(imagined) <= worlds
        chi = sum((imagined[each_world] - each) ** 2 / each for each_world in worlds)
        freedom = len(worlds) - 1
        assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 12
        tried += 1
        constrained += any(state.words[w.MAY + other] != ALL for other in range(4))
    assert tried > 20
    assert constrained > 10


def test_worlds_are_counted_right() -> None:
    """Against counting them one by one, with any sets of hands."""
    luck = BotRandom(5)
    some = 0
    for _ in range(300):
        cards = luck.sample(range(32), 3 + luck.below(5))
        hidden = sum(1 << card for card in cards)
        may = [sum(1 << card for card in cards if luck.below(3)) for _ in range(3)]
        first = luck.below(len(cards) + 1)
        second = luck.below(len(cards) - first + 1)
        fitting = {
            (one, two, hidden & ~one & ~two)
            for one in map(_set, combinations(cards, first))
            for two in map(_set, combinations(cards, second))
            if not one & two and not one & ~may[0] and not two & ~may[1] and not hidden & ~one & ~two & ~may[2]
        }
        worlds = ThreeHands()
        worlds.count(hidden, *may, first, second)
        nowhere = hidden & ~may[0] & ~may[1] & ~may[2]
        if nowhere:
            continue
        assert worlds.total == len(fitting)
        some += bool(fitting)
        chance = Chance()
        chance.start(1, 2, 3)
        for _ in range(20 if fitting else 0):
            worlds.draw(chance)
            assert (worlds.a, worlds.b, worlds.c) in fitting
    assert some > 50


def _set(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def test_a_full_deal_has_as_many_worlds_as_there_are() -> None:
    state = GAME.new_state(GAME.settings(), 4)
    assert isinstance(state, BeloteState)
    state.start(1)
    for move in ("cut 16 from the top", "announce AllTrumps", "accept", "accept", "accept"):
        state.apply(IDS[move])
    seen = state.fresh()
    assert isinstance(seen, BeloteState)
    seen.restore(0, state.snapshot(0))
    seen.imagine(0, 1)
    assert seen.worlds.total == 9_465_511_770  # 24! / 8!**3


@pytest.mark.parametrize("said", [0, 1])
def test_in_the_bidding_any_card_may_be_anywhere(said: int) -> None:
    state = GAME.new_state(GAME.settings(), 4)
    assert isinstance(state, BeloteState)
    state.start(3)
    for move in ("cut 16 from the top", "announce ColourClubs")[: 1 + said]:
        state.apply(IDS[move])
    seat = state.to_act
    seen, world = state.fresh(), state.fresh()
    assert isinstance(seen, BeloteState)
    assert isinstance(world, BeloteState)
    seen.restore(seat, state.snapshot(seat))
    where: Counter[tuple[int, int]] = Counter()
    samples = 4000
    for number in range(samples):
        world.copy_from(seen)
        world.imagine(seat, number)
        for zone in (*range(w.HAND, w.HAND + 4), *range(w.LATER, w.LATER + 4)):
            cards = world.words[zone]
            assert int(cards).bit_count() == (5 if zone < w.HAND + 4 else 3)
            for card in range(32):
                where[zone, card] += (cards >> card) & 1
    own = state.words[w.HAND + seat]
    for (zone, card), count in where.items():
        if (own >> card) & 1:
            assert count == (samples if zone == w.HAND + seat else 0)
        elif zone != w.HAND + seat:
            expected = samples * (5 if zone < w.HAND + 4 else 3) / 27
            assert abs(count - expected) < 6 * expected**0.5


def test_6_3_the_view_remembers_the_whole_deal() -> None:
    match, luck = Match(GAME, GAME.settings({"deals": 3}), NAMES, 8), BotRandom(8)
    played: list[tuple[int, str]] = []
    while (decision := match.ask()) is not None:
        view = decision.view
        if decision.question == "cut":
            played = []
        tricks = [*view.tricks, *([view.trick] if view.trick else [])]
        assert [(card.seat, str(card.card)) for trick in tricks for card in trick.cards] == played
        index = luck.below(len(decision.moves))
        if decision.question == "card":
            played.append((decision.seat, str(decision.moves[index].card)))
            assert {str(card) for card in view.played} == {card for _, card in played[:-1]}
            assert sum(view.hand_size(seat) for seat in range(4)) == 33 - len(played)
            for seat in range(4):
                truth = names(match.state.words[w.HAND + seat])  # type: ignore[attr-defined]
                assert truth <= {str(card) for card in view.may_hold(seat)}
                assert not any(suit_of(card) in view.voids(seat) for card in truth)
        match.play(index)


def suit_of(card: str) -> int:
    return "cdhs".index(card[-1])


def test_voids_are_told() -> None:
    state = play(trick(Mode.NO_TRUMPS, ("Ah 7s", "8c 8s", "9h 9s", "7h Js")), "Ah", "8c")
    view = GAME.view(Match(GAME, GAME.settings(), NAMES, 1).table, 2, state.snapshot(2))
    assert [str(suit) for suit in view.voids(1)] == ["h"]  # type: ignore[attr-defined]
    assert not view.voids(3)  # type: ignore[attr-defined]
