"""What a seat of Coup knows: the view's perfect recall, and imagined worlds, each as likely as any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

import pytest
from games.coup.play import Play, dealt
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup import GAME, Character, CoupView
from croupier.games.coup.core import layout as w
from croupier.games.coup.moves import CHARACTERS
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.state import LEGAL_LIMIT, State
from croupier.match.match import Match


def letters(play: Play, seat: int) -> list[tuple[str, tuple[int, ...]]]:
    return [(card.character, card.may_be_with) for card in play.view(seat).returned]


def test_8_1_own_cards_and_nothing_else() -> None:
    play = dealt("DC", "AE", "BB")
    view = play.view(1)
    assert view.hand == ("assassin", "contessa")
    assert view.ints.count(-1) >= 4 + 6
    assert play.match.view(-2).hand == ()


def test_8_2_a_shown_card_is_in_the_court_or_with_who_drew_since() -> None:
    play = dealt("DC", "AE", "BB").do("tax").answers(s1="challenge").do("show duke", "lose assassin")
    assert letters(play, 1) == letters(play, 2) == [("duke", (0,))]
    own = [] if "D" in play.hand(0) else [("duke", ())]
    assert letters(play, 0) == own
    play.do("income").do("exchange").allowed().do("keep ambassador ambassador")
    assert letters(play, 1) == [("duke", (0, 2))]


def test_8_2_own_returns_are_known_to_be_in_the_court() -> None:
    play = dealt("BC", "AE", "BB", court="DE").do("exchange").allowed().do("keep captain contessa")
    assert letters(play, 0) == [("ambassador", ()), ("duke", ())]
    play.do("exchange").allowed().do("keep assassin contessa")
    assert letters(play, 0) == [("ambassador", (1,)), ("duke", (1,))]


def test_8_3_a_card_that_turns_up_is_taken_to_be_the_known_one() -> None:
    """Bob may have drawn the returned Duke; when he loses a Duke it may have been that one."""
    play = dealt("BC", "AD", "EE", court="DA").do("exchange").allowed().do("keep assassin captain")
    assert letters(play, 0) == [("ambassador", ()), ("duke", ())]
    play.do("exchange").allowed()
    play.do(next(move for move in play.moves if "duke" in move))
    play.do("income").rich(7).do("coup 1", "lose duke")
    assert letters(play, 0) == [("ambassador", (1,))]


def test_8_3_a_card_that_turns_up_elsewhere_is_another_one() -> None:
    play = dealt("BC", "AD", "EE", court="DA").do("exchange").allowed().do("keep assassin captain")
    play.do("income", "income").rich(7).do("coup 1", "lose duke")
    assert letters(play, 0) == [("ambassador", ()), ("duke", ())]


def test_8_3_a_known_card_that_is_drawn_again_is_forgotten() -> None:
    for seed in range(40):
        play = dealt("BC", "AE", court="DE", seed=seed).do("exchange").allowed().do("keep captain contessa")
        play.do("income").do("exchange").allowed()
        drawn = play.view(0).drawn
        left = [name for name, _ in letters(play, 0)]
        assert left == [name for name in ("ambassador", "duke") if name not in drawn]


def test_8_3_who_is_out_holds_nothing() -> None:
    play = dealt("DC", "AE", "BB").do("tax").answers(s1="challenge").do("show duke", "lose assassin")
    play.match.expel(0)
    assert letters(play, 1) in ([("duke", ())], [])


def test_8_3_could_hold() -> None:
    play = dealt("DB", "AE", "EA", court="DD").do("exchange").allowed()
    assert not play.view(0).could_hold(1, Character.DUKE)
    play.do("keep ambassador duke")
    assert not play.view(0).could_hold(1, Character.DUKE)
    assert play.view(1).could_hold(0, Character.DUKE)
    play.do("exchange").allowed()
    play.do(play.moves[0])
    assert play.view(0).could_hold(1, Character.DUKE)
    assert not play.view(0).could_hold(2, Character.DUKE)


def test_8_5_claims_and_how_they_ended() -> None:
    play = dealt("DC", "AE", "BB").do("tax").answers()
    assert play.view(2).record(0, "duke").made == 1
    assert play.view(2).recent_claims(0, "duke") == 1
    play.do("tax").answers(s2="challenge").do("lose contessa")
    assert play.view(2).record(1, "duke").failed == 1
    assert play.view(0).rival(1).claims.keys() == {"duke"}
    play.do("income", "tax").answers(s1="challenge").do("show duke", "lose assassin")
    record = play.view(1).record(0, "duke")
    assert (record.made, record.shown, record.failed) == (2, 1, 0)
    assert play.view(1).recent_claims(0, "duke") == 0


# Imagined worlds.


def wandering(seats: int, matches: int) -> Iterator[State]:
    """Random matches, position by position; few coups and many exchanges and challenges, so that much is known."""
    moves = vec[i64]([0] * LEGAL_LIMIT)
    for seed in range(matches):
        state, luck = GAME.new_state(GAME.settings(), seats), BotRandom(seed)
        state.start(seed)
        while state.to_act >= 0:
            yield state
            n = state.legal(moves)
            names = [str(GAME.moves[moves[i]]) for i in range(n)]
            liked = [i for i in range(n) if names[i] in ("exchange", "tax") or names[i].startswith(("show", "keep"))]
            pick = luck.choice(liked) if liked and luck.below(4) else luck.below(n)
            state.apply(moves[pick])


def fits(world: State, seat: int, view: CoupView) -> bool:
    """Whether there is a card for each of the known ones, where it can be: newer ones have fewer places."""
    words = world.words
    court = [CHARACTERS[words[w.COURT + i]] for i in range(words[w.COURT_SIZE])]
    hands = [GAME.view(view.table, other, world.snapshot(other)).hand for other in range(view.seats)]
    if view.question == "keep" and seat != view.actor:
        hands[view.actor] += tuple(CHARACTERS[card] for card in (words[w.DRAWN], words[w.OTHER_DRAWN]))
    for character in CHARACTERS:
        known = [card.may_be_with for card in view.returned if card.character is character]
        for number, places in enumerate(known, 1):
            if number > court.count(character) + sum(hands[other].count(character) for other in places):
                return False
    return True


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_8_3_the_truth_always_fits_and_what_is_known_is_nested(seats: int) -> None:
    known = 0
    table = Match(GAME, GAME.settings(), ["p"] * seats, 0).table
    for state in wandering(seats, 25):
        for seat in range(seats):
            view = GAME.view(table, seat, state.snapshot(seat))
            assert fits(state, seat, view)
            sets = sorted((set(card.may_be_with) for card in view.returned), key=len)
            assert all(a <= b for a, b in pairwise(sets))
            for character in CHARACTERS:
                cards = sum(card.character is character for card in view.returned)
                assert cards <= view.unseen(character)
            known += len(view.returned)
    assert known > 300


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_8_4_an_imagined_world_fits_for_every_seat(seats: int) -> None:
    table = Match(GAME, GAME.settings(), ["p"] * seats, 0).table
    world = GAME.new_state(GAME.settings(), seats)
    for number, state in enumerate(wandering(seats, 5)):
        for seat in range(seats):
            snapshot = state.snapshot(seat)
            world.restore(seat, snapshot)
            world.imagine(seat, number)
            assert world.snapshot(seat) == snapshot
            assert fits(world, seat, GAME.view(table, seat, snapshot))
            cards = Counter(int(world.words[w.COURT + i]) for i in range(world.words[w.COURT_SIZE]))
            cards.update(int(card) for card in world.words[w.HAND : w.CLAIMS] if card >= 0)
            cards.update(card for card in (world.words[w.DRAWN], world.words[w.OTHER_DRAWN]) if card >= 0)
            assert cards == dict.fromkeys(range(5), 3)


def much_known(seed: int) -> Play:
    """Six sat down, three have left: three cards in the court, and Ann knows much about them."""
    play = dealt("BC", "DA", "BE", "EA", "CD", "CD", court="AEB", seed=seed)
    for seat in (3, 4, 5):
        play.match.expel(seat)
    play.do("exchange").allowed().do("keep captain contessa")
    play.do("tax").answers(s2="challenge").do("show duke", "lose contessa")
    play.do("exchange").allowed()
    play.do(play.moves[0])
    play.do("exchange").allowed()
    return play.do(play.moves[-1])


def places_of(play: Play, seat: int) -> list[int]:
    """Where a hidden card can be: -1 in the court, else a seat."""
    view = play.view(seat)
    return [-1] * view.court_size + [other for other in view.rivals for _ in range(view.influence(other))]


def by_hands(places: list[int], cards: Sequence[Character]) -> tuple[tuple[int, Character], ...]:
    return tuple(sorted((place, card) for place, card in zip(places, cards, strict=True)))


def lawful(play: Play, seat: int) -> Counter[tuple[tuple[int, Character], ...]]:
    """Every deal of the hidden cards, each card being one of its own, in which the known ones are where they can be."""
    view, places = play.view(seat), places_of(play, seat)
    pool = [character for character in CHARACTERS for _ in range(view.unseen(character))]
    bounds: list[tuple[int, ...] | None] = [None] * len(pool)
    for card in view.returned:
        at = next(i for i, character in enumerate(pool) if character is card.character and bounds[i] is None)
        bounds[at] = (-1, *card.may_be_with)
    found: Counter[tuple[tuple[int, Character], ...]] = Counter()
    for order in permutations(range(len(pool))):
        if all(bounds[card] is None or place in bounds[card] for place, card in zip(places, order, strict=True)):
            found[by_hands(places, [pool[card] for card in order])] += 1
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", range(3))
def test_8_4_imagined_worlds_are_uniform(seed: int, seat: int) -> None:
    """Against an enumeration of all deals."""
    play = much_known(seed)
    if seat == 0:
        assert len({card.may_be_with for card in play.view(0).returned}) >= 1
    places, expected = places_of(play, seat), lawful(play, seat)
    total, samples = sum(expected.values()), 3000
    world, fresh = GAME.new_state(GAME.settings(), 6), GAME.new_state(GAME.settings(), 6)
    fresh.restore(seat, play.match.state.snapshot(seat))
    seen: Counter[tuple[tuple[int, Character], ...]] = Counter()
    for number in range(samples):
        world.copy_from(fresh)
        world.imagine(seat, number * 7919)
        words = world.words
        cards = [CHARACTERS[words[w.COURT + i]] for i in range(words[w.COURT_SIZE])]
        for other in play.view(seat).rivals:
            cards += [CHARACTERS[card] for card in words[w.HAND + 2 * other : w.HAND + 2 * other + 2] if card >= 0]
        seen[by_hands(places, cards)] += 1
    assert set(seen) <= set(expected)
    chi = sum((seen[key] - samples * ways / total) ** 2 / (samples * ways / total) for key, ways in expected.items())
    degrees = max(1, len(expected) - 1)
    assert chi < degrees + 5 * (2 * degrees) ** 0.5


def test_8_4_the_cases_are_varied() -> None:
    """Among the positions above are some with cards known to be in the court, and some that may be elsewhere."""
    known = [
        card.may_be_with for seed in range(6) for seat in range(3) for card in much_known(seed).view(seat).returned
    ]
    assert len(set(known)) >= 4
