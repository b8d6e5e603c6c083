"""RULES.md, section 8: who knows what, by an account of its own and by counting imagined worlds."""

from collections import Counter
from itertools import permutations

import pytest
from games.kittens.memory import Memory
from games.kittens.play import dealt, numbers, position

from croupier.games.kittens import GAME
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.core.layout import LAYOUT
from croupier.games.kittens.friendly.cards import TYPES
from croupier.kernel.bot_rng import BotRandom


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_8_1_and_all_that_was_shown_is_in_the_view(seats: int) -> None:
    """Every seat's view is what its own account of the events says, at every moment of random matches."""
    for seed in range(12):
        play, luck = dealt(seats, seed), BotRandom(seed)
        memories = [Memory(seat, seats, play.view(0).draw_pile_count) for seat in range(seats)]
        told = 0
        while True:
            for step in range(told, len(play.match.steps) + 1):
                for memory in memories:
                    for event in play.match.happened(memory.seat, step):
                        memory.hear(event)
            told = len(play.match.steps) + 1
            for memory in memories:
                compare(memory, play)
            decision = play.match.ask()
            if decision is None:
                break
            play.match.play(luck.below(len(decision.moves)))


def compare(memory: Memory, play) -> None:
    view = play.view(memory.seat)
    names = play.match.table.names
    assert Counter(card.card_type for card in view.my_hand) == +memory.hand
    assert [card.card_type for card in view.discard_pile] == memory.discard
    assert list(view.to_wire()["card_counts"]) == memory.sizes
    known = {name: Counter(card.card_type for card in cards) for name, cards in view.known_hands.items()}
    assert known == {name: +cards for name, cards in zip(names, memory.known, strict=True) if +cards}
    assert {name: set(cards) for name, cards in view.known_missing.items()} == {
        name: cards for name, cards in zip(names, memory.missing, strict=True) if cards
    }
    top = [None if card is None else card.card_type for card in view.known_top]
    assert top + [None] * (len(memory.pile) - len(top)) == memory.pile


def test_8_2_who_knew_the_top_knows_who_drew_it() -> None:
    play = position("future skip", "taco", "taco", pile="defuse nope taco kitten kitten").do("future", "skip", "draw")
    assert play.known(0) == {"Bob": "defuse"}
    assert play.known(2) == {}
    assert play.top(0) == "nope taco"


@pytest.mark.parametrize(("move", "left"), [("shuffle", ""), ("skip", "defuse nope taco")])
def test_8_3_a_shuffle_voids_what_is_known_of_the_pile(move: str, left: str) -> None:
    play = position("future shuffle skip", "taco", pile="defuse nope taco kitten").do("future", move)
    assert play.top(0) == left


def test_8_3_a_kitten_put_back_disturbs_the_others_only() -> None:
    play = position("future skip", "future defuse", "taco", pile="kitten nope taco beard kitten melon")
    play.do("future", "skip", "future", "draw", "depth 1")
    assert play.top(0) == ""
    assert play.top(1) == "nope kitten taco"


def test_8_3_an_expulsion_disturbs_the_order() -> None:
    play = position("future skip", "taco", "taco", pile="taco nope taco kitten kitten").do("future", "skip")
    play.match.expel(2)
    assert play.top(0) == ""


def test_8_4_what_leaves_a_hand_unseen_is_no_longer_certain() -> None:
    play = position("favor taco taco", "skip skip beard", "melon melon").do("favor 1", "give skip", "draw")
    assert play.known(1) == {"Ann": "skip"}
    play.do("draw", "pair melon 0")
    assert play.known(1) == {}


def test_8_5_what_was_asked_for_in_vain_is_not_there_until_a_card_comes() -> None:
    play = position("taco taco taco", "skip skip", "taco", pile="beard melon skip kitten kitten")
    play.do("triple taco 1", "name defuse")
    assert play.view(2).known_missing == {"Bob": (TYPES[11],)}
    play.do("draw")
    assert play.view(2).known_missing == {"Bob": (TYPES[11],)}
    play.do("draw")
    assert play.view(2).known_missing == {}


SMALL = {"TacoCatCard": 12, "SkipCard": 3, "NopeCard": 3, "BeardCatCard": 3, "DefuseCard": 4}
GONE = "taco " * 10 + "skip skip nope beard beard defuse defuse defuse"


def worlds_that_fit(pool: list[int], sizes: list[int], voids: list[int], pile: list[int]) -> Counter[tuple]:
    """Every way to lay the pool into hands and the unknown places of the pile, counted by what it looks like."""
    worlds: Counter[tuple] = Counter()
    for order in permutations(pool):
        at, hands = 0, []
        for size in sizes:
            hands.append(tuple(sorted(order[at : at + size])))
            at += size
        rest = iter(order[at:])
        if any(12 in hand for hand in hands):
            continue
        if any((void >> card) & 1 for hand, void in zip(hands, voids, strict=True) for card in hand):
            continue
        worlds[(*hands, tuple(next(rest) if card < 0 else card for card in pile))] += 1
    return worlds


@pytest.mark.parametrize(
    ("hands", "pile", "voids", "known"),
    [
        (("taco beard", "skip nope"), "kitten defuse kitten taco", ("", ""), 0),
        (("taco beard", "skip nope"), "kitten defuse kitten taco", ("defuse", ""), 0),
        (("taco beard", "skip nope"), "kitten defuse kitten taco", ("defuse", "defuse taco"), 0),
        (("taco beard", "skip taco"), "kitten defuse kitten nope", ("skip", "nope"), 2),
        (("skip beard", "taco nope"), "kitten defuse kitten taco", ("taco", "defuse"), 1),
    ],
)
def test_8_6_imagined_worlds_are_equally_likely(
    hands: tuple[str, str], pile: str, voids: tuple[str, str], known: int
) -> None:
    """Against a full enumeration, with types asked for in vain and with known cards of the pile."""
    play = position("nope", *hands, pile=pile, discard=GONE, cards=SMALL)
    ints = list(play.match.state.snapshot(0))
    void_sets = [sum(1 << number for number in numbers(void)) for void in voids]
    lacks = LAYOUT.at(w.LACKS, 3)
    ints[lacks + 1 : lacks + 3] = void_sets
    lowest_first = numbers(play.pile)[::-1]
    seen = [card if i >= len(lowest_first) - known else -1 for i, card in enumerate(lowest_first)]
    pile_words = GAME.settings({"cards": SMALL}).options(3)["pile_words"]
    ints[-pile_words] = sum((card + 1) << 4 * i for i, card in enumerate(seen))
    pool = numbers("taco beard skip nope defuse taco kitten kitten")
    for card in seen:
        if card >= 0:
            pool.remove(card)
    expected = worlds_that_fit(pool, [2, 2], void_sets, seen)
    state = GAME.new_state(GAME.settings({"cards": SMALL}), 3)
    found: Counter[tuple] = Counter()
    samples = 15_000
    for seed in range(samples):
        state.restore(0, tuple(ints))
        state.imagine(0, seed * 7919)
        hands = [state.words[w.HAND + seat] for seat in (1, 2)]
        held = [tuple(card for card in range(12) for _ in range((hand >> 5 * card) & 31)) for hand in hands]
        found[(*held, tuple(state.words[w.PILE + i] & 15 for i in range(4)))] += 1
    assert set(found) <= set(expected)
    total = sum(expected.values())
    chi = sum((found[world] - samples * n / total) ** 2 / (samples * n / total) for world, n in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5
