"""The fifteen ways to cheat that the seed lists, each tried on this game by a bot in this process."""

import gc
import random
from typing import Any

import pytest
from games.kittens.play import Play, dealt, position
from games.kittens.whimsical import Whimsical

from croupier.games.kittens import (
    Action,
    Bot,
    Card,
    DefuseAction,
    DrawCardAction,
    GameEvent,
    PlayCardAction,
    PlayComboAction,
)
from croupier.games.kittens import KittensState as State
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match
from croupier.match.run_players import run_bots


class Quiet(Bot):
    def take_turn(self, view):
        return DrawCardAction()


class Tries(Quiet):
    """On its first turn it does `what`; what that raises is kept."""

    def __init__(self, what: Any) -> None:
        self.what = what
        self.raised: BaseException | None = None
        self.tried = False

    def take_turn(self, view):
        if not self.tried:
            self.tried = True
            try:
                answer = self.what(self, view)
            except Exception as error:
                self.raised = error
            else:
                return answer or DrawCardAction()
        return DrawCardAction()


def run(play: Play, *bots: Bot) -> Play:
    run_bots(play.match, bots)
    return play


def first_step_was_refused(play: Play) -> bool:
    return bool(play.match.steps[0].faults)


def reachable(root: object, depth: int = 6) -> list[object]:
    """Everything that can be reached from an object, short of modules, classes and functions."""
    seen: dict[int, object] = {}
    layer = [root]
    for _ in range(depth):
        found = []
        for thing in gc.get_referents(*layer):
            if id(thing) not in seen and not isinstance(
                thing, type | type(gc) | type(run) | staticmethod | classmethod
            ):
                seen[id(thing)] = thing
                found.append(thing)
        layer = found
    return list(seen.values())


def nothing_of_the_match(bot: Tries, view: Any) -> None:
    roots = [view, *view.my_hand, view.table, *view.recent_events]
    for root in roots:
        assert not any(isinstance(thing, Match | State) for thing in reachable(root))


def test_cheat_1_cards_and_views_lead_nowhere() -> None:
    bot = Tries(nothing_of_the_match)
    run(dealt(2), bot, Quiet())
    assert bot.raised is None


def test_cheat_2_talk_goes_through_nothing_but_the_bot_itself() -> None:
    def spoof(bot: Tries, view: Any) -> None:
        view.say("I am Bob")
        assert view.owner is bot

    bot = Tries(spoof)
    play = run(dealt(2), bot, Quiet())
    assert bot.raised is None
    assert (play.match.steps[0].seat, play.match.steps[0].say) == (0, ("I am Bob",))


@pytest.mark.parametrize("name", ["card_type", "number", "name"])
def test_cheat_3_cards_cannot_be_changed(name: str) -> None:
    bot = Tries(lambda bot, view: setattr(view.my_hand[0], name, "DefuseCard"))
    run(dealt(2), bot, Quiet())
    assert isinstance(bot.raised, AttributeError)


def test_cheat_3_actions_and_events_are_frozen() -> None:
    with pytest.raises(AttributeError):
        DrawCardAction().x = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        PlayComboAction(()).cards = ()  # type: ignore[misc]


def test_cheat_3_a_view_that_was_tampered_with_changes_nothing() -> None:
    def tamper(bot: Tries, view: Any) -> Action:
        object.__setattr__(view, "ints", (*view.ints[:17], 1 << 55, *view.ints[18:]))
        return PlayCardAction(view.my_hand[0])

    bot = Tries(tamper)
    play = run(position("taco", "skip", pile="beard kitten"), bot, Quiet())
    # A compiled view cannot even be tampered with.
    assert isinstance(bot.raised, TypeError) or first_step_was_refused(play)


def test_cheat_4_cards_cannot_be_made() -> None:
    bot = Tries(lambda bot, view: Card("DefuseCard"))
    run(dealt(2), bot, Quiet())
    assert isinstance(bot.raised, TypeError)
    with pytest.raises(TypeError):
        type("Fake", (Card,), {})


class Fake:
    """Looks like any card and equals all of them."""

    card_type, name, number, copy = "SkipCard", "Skip", 8, 0

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def test_cheat_4_a_card_that_lies_about_equality_is_refused() -> None:
    play = run(position("taco", "skip", pile="beard kitten"), Tries(lambda b, v: PlayCardAction(Fake())), Quiet())
    assert "a Fake is not a card" in play.match.steps[0].faults[0]


def test_cheat_4_a_real_card_that_is_not_in_the_hand_is_refused() -> None:
    stolen = position("skip", "taco").view(0).my_hand[0]
    play = run(position("taco", "skip", pile="beard kitten"), Tries(lambda b, v: PlayCardAction(stolen)), Quiet())
    assert "is not in your hand" in play.match.steps[0].faults[0]


@pytest.mark.parametrize("target", ["Ann", "Cid", "Zoe", "", 1, None, b"Bob", ["Bob"]])
def test_cheat_5_a_target_must_be_another_living_player(target: Any) -> None:
    play = position("favor", "skip", None, pile="beard kitten")
    run(play, Tries(lambda bot, view: PlayCardAction(view.my_hand[0], target)), Quiet(), Quiet())
    assert first_step_was_refused(play)


class Sly(DrawCardAction, frozen=True):
    """A subclass of an action."""


@pytest.mark.parametrize(
    "answer",
    ["draw", 0, Sly(), object(), DrawCardAction],
    ids=["a word", "a number", "a subclass", "an object", "the class"],
)
def test_cheat_6_other_things_are_no_actions(answer: Any) -> None:
    play = run(position("taco", "skip", pile="beard kitten"), Tries(lambda bot, view: answer or 0.5), Quiet())
    assert "take_turn returned" in play.match.steps[0].faults[0]


@pytest.mark.parametrize("depth", [1.0, True, "0", None, DefuseAction("0")])
def test_cheat_7_the_kitten_goes_back_inside_the_pile(depth: Any) -> None:
    class Connections(Quiet):
        def choose_defuse_position(self, view, draw_pile_size):
            return depth

    play = run(position("defuse", "skip", pile="kitten beard taco"), Connections(), Quiet())
    assert "must return 0 (next) to 2 (bottom)" in play.match.steps[1].faults[0]


@pytest.mark.parametrize(
    "cards",
    [
        lambda hand: (hand[0], hand[0]),
        lambda hand: (hand[0], hand[0], hand[1]),
        lambda hand: hand[:1] * 5,
        lambda hand: hand[:4],
        lambda hand: (),
        lambda hand: iter(hand[:2]),
        lambda hand: {hand[0]: 1, hand[1]: 2},
        lambda hand: (hand[0], Fake()),
        lambda hand: hand[:2] * 10**6,
    ],
    ids=[
        "one card twice",
        "one card twice and another",
        "one card five times",
        "four cards",
        "no cards",
        "an iterator",
        "a dict",
        "a card that is none",
        "a million cards",
    ],
)
def test_cheat_8_combos_are_counted_by_us(cards: Any) -> None:
    play = position("taco taco beard melon", "skip", pile="beard kitten")
    run(play, Tries(lambda bot, view: PlayComboAction(cards(view.my_hand), "Bob")), Quiet())
    assert first_step_was_refused(play)


class Liar(tuple[Any, ...]):
    """A tuple that has another length every time."""

    def __len__(self) -> int:
        return 2


def test_cheat_8_a_tuple_of_the_bots_own_is_refused() -> None:
    play = position("taco taco", "skip", pile="beard kitten")
    run(play, Tries(lambda bot, view: PlayComboAction(Liar(view.my_hand), "Bob")), Quiet())
    assert first_step_was_refused(play)


@pytest.mark.parametrize(
    "answer",
    [lambda v: PlayCardAction(v.my_hand[0]), lambda v: DrawCardAction(), lambda v: "nope"],
    ids=["a card is played", "a card is drawn", "a word"],
)
def test_cheat_9_only_a_nope_is_a_reaction(answer: Any) -> None:
    class Reacts(Quiet):
        def react(self, view, triggering_event):
            return answer(view)

    play = position("skip", "taco nope", pile="beard kitten")
    bot = Tries(lambda bot, view: PlayCardAction(view.my_hand[0]))
    run(play, bot, Reacts())
    assert play.match.steps[1].faults
    assert play.match.steps[1].ruling == "safe move"


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, GeneratorExit, MemoryError, RecursionError])
def test_cheat_10_exceptions_cost_only_the_bot_that_raises_them(error: type[BaseException]) -> None:
    class Raises(Quiet):
        def take_turn(self, view):
            raise error

    play = run(dealt(3), Raises(), Quiet(), Quiet())
    assert play.match.result().places[0] == 3


def test_cheat_11_endless_talk_is_cut() -> None:
    def shout(bot: Tries, view: Any) -> None:
        for _ in range(10_000):
            view.say("x" * 1000)

    play = run(dealt(2), Tries(shout), Quiet())
    assert sum(map(len, play.match.steps[0].say)) <= 1000


def test_cheat_11_a_bot_that_never_answers_well_draws() -> None:
    class Stubborn(Quiet):
        calls = 0

        def take_turn(self, view):
            self.calls += 1
            return

    bot = Stubborn()
    play = run(position("taco", "taco", pile="beard melon kitten"), bot, Quiet())
    assert play.match.over
    assert bot.calls <= 2 * len(play.match.steps)


def test_cheat_12_the_global_random_decides_nothing() -> None:
    class Meddler(Whimsical):
        def take_turn(self, view):
            random.seed(1)
            return super().take_turn(view)

    matches = []
    for bot in (Whimsical, Meddler):
        play = run(dealt(2, 11), bot(), Whimsical())
        matches.append([step.move for step in play.match.steps])
    assert matches[0] == matches[1]


def test_cheat_13_a_card_kept_from_earlier_is_only_good_while_it_is_held() -> None:
    class Keeps(Quiet):
        kept: Any = None

        def take_turn(self, view):
            if self.kept is None:
                self.kept = view.my_hand[0]
            return PlayCardAction(self.kept)

    play = run(position("shuffle", "taco", pile="beard melon kitten"), Keeps(), Quiet())
    assert not play.match.steps[0].faults
    assert "is not in your hand" in play.match.steps[1].faults[0]


def test_cheat_14_changing_the_data_of_an_event_changes_nothing() -> None:
    seen: list[dict[str, Any]] = []

    class Mutates(Quiet):
        def on_event(self, event: GameEvent, view: Any) -> None:
            event.data["card_type"] = "DefuseCard"
            event.data.clear()
            with pytest.raises(AttributeError):
                event.step = 0  # type: ignore[misc]

    class Sees(Quiet):
        def on_event(self, event: GameEvent, view: Any) -> None:
            seen.append(event.data)

    run(dealt(2, 3), Mutates(), Sees())
    expected = len(seen)
    again, seen[:] = seen[:], []
    run(dealt(2, 3), Quiet(), Sees())
    assert seen == again
    assert len(seen) == expected


def test_cheat_15_a_bots_chance_tells_nothing_about_the_deal() -> None:
    def guess(bot: Tries, view: Any) -> None:
        assert not isinstance(bot.rng, random.Random) or isinstance(bot.rng, BotRandom)
        assert not hasattr(view.table, "seed")
        assert not hasattr(view, "seed")

    bot = Tries(guess)
    play = run(dealt(2, 77), bot, Quiet())
    assert bot.raised is None
    assert 77 not in play.match.state.snapshot(0)
    assert play.match.state.snapshot(DEALER)[-1] == 77
