"""RULES.md, section 10: the fault policy, method by method, and how an invalid action is explained."""

import asyncio
from typing import Any

import pytest
from frames.limits import time_limits
from games.kittens.play import NAMES, Play, position

from croupier.games.kittens import (
    GAME,
    BotView,
    DrawCardAction,
    EventType,
    GameEvent,
    KittensBot,
    PlayCardAction,
    PlayComboAction,
)
from croupier.games.kittens.events import Gave, Inserted, WentOut
from croupier.kernel.decision import Clock
from croupier.kernel.errors import TooSlow
from croupier.kernel.fault_policy import Penalty
from croupier.match.match import EXPELLED, Match
from croupier.match.run_players import Reply, run_bots, run_players
from croupier.players.inprocess import BotPlayer


class Quiet(KittensBot):
    """Draws."""

    def take_turn(self, view):
        return DrawCardAction()


class Giver(Quiet):
    def take_turn(self, view):
        favors = view.get_cards_of_type("FavorCard")
        return PlayCardAction(favors[0], view.other_players[0]) if favors else DrawCardAction()


def failing(method: str, error: type[BaseException]) -> type[KittensBot]:
    def fail(self: Any, *args: Any) -> Any:
        raise error("no idea")

    return type("Failing", (Quiet,), {method: fail})


def finish(play: Play, *bots: KittensBot) -> Play:
    run_bots(play.match, bots)
    play.events = [event for step in range(len(play.match.steps) + 1) for event in play.match.happened(step=step)]
    return play


CRASHES = [RuntimeError, SystemExit, KeyboardInterrupt, TooSlow]


@pytest.mark.parametrize("error", CRASHES)
def test_10_1_take_turn_expels_and_the_lowest_kitten_leaves(error: type[BaseException]) -> None:
    play = position("defuse", "taco", "taco", pile="taco kitten beard kitten")
    finish(play, failing("take_turn", error)(), Quiet(), Quiet())
    assert play.match.steps[0].move == EXPELLED
    assert play.happened(WentOut)[0] == WentOut(0, 3, True, "take_turn")
    assert play.match.result().places[0] == 3


@pytest.mark.parametrize("error", CRASHES)
def test_10_1_react_is_skipped_and_has_no_consequence(error: type[BaseException]) -> None:
    play = position("favor favor favor favor favor", "nope taco beard", pile="taco melon taco kitten")
    finish(play, Giver(), failing("react", error)())
    assert sum(step.ruling == "safe move" for step in play.match.steps) == 5
    assert not any(event.expelled for event in play.happened(WentOut))


@pytest.mark.parametrize("error", CRASHES)
def test_10_1_choose_card_to_give_gives_a_random_card_then_expels(error: type[BaseException]) -> None:
    play = position("favor", "taco skip", "taco", pile="taco melon kitten kitten")
    finish(play, Giver(), failing("choose_card_to_give", error)(), Quiet())
    assert play.happened(Gave)[0].card is not None
    assert play.happened(WentOut)[0] == WentOut(1, 3, True, "choose_card_to_give")


@pytest.mark.parametrize("error", CRASHES)
def test_10_1_choose_defuse_position_takes_a_random_depth(error: type[BaseException]) -> None:
    play = position("defuse", "taco", pile="kitten melon taco beard taco beard")
    finish(play, failing("choose_defuse_position", error)(), Quiet())
    assert play.happened(Inserted)
    assert any(step.ruling == "random move" for step in play.match.steps)


@pytest.mark.parametrize("method", ["on_event", "on_explode"])
@pytest.mark.parametrize("error", CRASHES)
def test_10_1_on_event_and_on_explode_are_skipped(method: str, error: type[BaseException]) -> None:
    play = finish(position("taco", "taco", pile="kitten melon"), failing(method, error)(), Quiet())
    assert play.match.result().places == (2, 1)
    assert not play.happened(WentOut)[0].expelled


def test_10_1_timeouts_are_punished_like_crashes() -> None:
    policy = GAME.policy
    slow = TooSlow("5 s")
    penalties = {question: policy.penalty(question, slow, 0) for question in GAME.questions}
    assert penalties == {
        "turn": Penalty.EXPEL,
        "five": Penalty.EXPEL,
        "name": Penalty.EXPEL,
        "pick": Penalty.EXPEL,
        "react": Penalty.SAFE_MOVE,
        "give": Penalty.RANDOM_MOVE_AND_EXPEL,
        "defuse": Penalty.RANDOM_MOVE,
        "last_words": Penalty.SAFE_MOVE,
    }


class Never:
    """A player who does not answer."""

    wants_news = False

    async def decide(self, decision: Any) -> Reply[Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def observe(self, events: Any, view: Any) -> None: ...


class Drawing(Never):
    async def decide(self, decision: Any) -> Reply[Any]:
        return Reply(0)


@time_limits(0.01, 1.0)
def test_10_1_a_player_who_hangs_is_expelled_by_the_clock(limit: float) -> None:
    play = position("taco", "taco", "taco", pile="taco kitten beard kitten")
    result = asyncio.run(run_players(play.match, [Never(), Drawing(), Drawing()], Clock(answer=limit)))
    assert result.places[0] == 3
    assert "TooSlow" in play.match.steps[0].faults[0]


class HangsAt(BotPlayer):
    """A bot that never answers one kind of question."""

    def __init__(self, bot: KittensBot, match: Match, seat: int, question: str) -> None:
        super().__init__(bot, match, seat)
        self.question = question

    async def decide(self, decision: Any) -> Reply[Any]:
        if decision.question == self.question:
            await asyncio.Event().wait()
        return await super().decide(decision)


@pytest.mark.parametrize(
    ("question", "hand", "ruling", "out"),
    [
        ("turn", "taco defuse", "expel", True),
        ("react", "nope taco", "safe move", False),
        ("give", "taco skip", "random move and expel", True),
        ("defuse", "defuse", "random move", False),
        ("last_words", "", "safe move", False),
    ],
)
@time_limits(0.01, 1.0)
def test_10_1_each_question_has_its_own_consequence_when_the_time_is_up(
    question: str, hand: str, ruling: str, out: bool, limit: float
) -> None:
    favor = "" if question in ("defuse", "last_words") else "favor"
    play = position(favor, hand, "taco", pile="melon kitten taco beard kitten")
    players = [
        BotPlayer(Giver(), play.match, 0),
        HangsAt(Quiet(), play.match, 1, question),
        BotPlayer(Quiet(), play.match, 2),
    ]
    asyncio.run(run_players(play.match, players, Clock(answer=limit)))
    slow = [step for step in play.match.steps if step.faults]
    assert {(step.seat, step.ruling) for step in slow} == {(1, ruling)}
    assert all(fault.startswith("TooSlow: did not answer") for step in slow for fault in step.faults)
    events = [event for step in range(len(play.match.steps) + 1) for event in play.match.happened(step=step)]
    assert any(isinstance(event, WentOut) and event.expelled for event in events) is out


@time_limits(0.01, 1.0)
def test_10_1_the_others_are_told_by_what_method_and_after_how_long(limit: float) -> None:
    class Hearing(Quiet):
        def __init__(self) -> None:
            self.heard: list[GameEvent] = []

        def on_event(self, event: GameEvent, view: BotView) -> None:
            self.heard.append(event)

    play = position("taco", "taco", "taco", pile="taco beard kitten beard kitten")
    bob = Hearing()
    players = [Never(), BotPlayer(bob, play.match, 1), BotPlayer(Quiet(), play.match, 2)]
    asyncio.run(run_players(play.match, players, Clock(answer=limit)))
    (timeout,) = [event for event in bob.heard if event.event_type == EventType.BOT_TIMEOUT]
    assert (timeout.player_id, timeout.data) == ("Ann", {"method": "take_turn", "timeout": limit})


def test_10_1_without_a_clock_there_is_no_time_to_tell() -> None:
    heard: list[GameEvent] = []

    class Hearing(Quiet):
        def on_event(self, event: GameEvent, view: BotView) -> None:
            heard.append(event)

    play = position("taco", "taco", "taco", pile="taco beard kitten beard kitten")
    finish(play, failing("take_turn", RuntimeError)(), Hearing(), Quiet())
    assert [event.data for event in heard if event.event_type == EventType.BOT_TIMEOUT] == [
        {"method": "take_turn", "timeout": None}
    ]


class Stubborn(Quiet):
    """Returns what it was made with, and notes what it is told about it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.told: list[str] = []

    def take_turn(self, view):
        if self.refused:
            self.told.append(self.refused)
        return self.answer(view) if callable(self.answer) else self.answer


def held(view, word: str):
    return next(card for card in view.my_hand if card.name == word)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "take_turn returned a NoneType; it must be DrawCardAction"),
        (lambda view: PlayCardAction(held(view, "Nope")), "NopeCard cannot be played by itself .* a reaction"),
        (lambda view: PlayCardAction(held(view, "Taco Cat")), "TacoCatCard cannot be played .* for combos"),
        (lambda view: PlayCardAction(held(view, "Favor")), "a Favor needs target_player_id, one of Bob, Cid"),
        (lambda view: PlayCardAction(held(view, "Favor"), "Ann"), "cannot be played on yourself"),
        (lambda view: PlayCardAction(held(view, "Favor"), "Cid"), "cannot be played on Cid, who has no cards"),
        (lambda view: PlayCardAction(held(view, "Favor"), "Zoe"), "cannot be played on 'Zoe'"),
        (lambda view: PlayComboAction((held(view, "Taco Cat"),)), "a combo has 2, 3 or 5 cards, not 1"),
        (lambda view: PlayComboAction(view.my_hand[:2]), "the 2 cards of a combo must be of one kind"),
        (lambda view: PlayComboAction((held(view, "Taco Cat"),) * 2, "Bob"), "cannot hold the same card twice"),
        (lambda view: PlayComboAction(5, "Bob"), "cards must be a tuple or a list"),
    ],
    ids=[
        "nothing",
        "a Nope by itself",
        "a cat by itself",
        "a Favor for nobody",
        "a Favor for oneself",
        "a Favor for one without cards",
        "a Favor for a stranger",
        "a combo of one",
        "two of different kinds",
        "one card twice",
        "a number for cards",
    ],
)
def test_10_2_an_invalid_action_is_explained_once_then_a_card_is_drawn(answer: Any, reason: str) -> None:
    play = position("taco beard favor nope", "taco", "", pile="melon kitten kitten")
    bot = Stubborn(answer)
    finish(play, bot, Quiet(), Quiet())
    step = play.match.steps[0]
    assert (step.ruling, len(step.faults)) == ("safe move", 2)
    assert step.faults[0].startswith("HarmlessMove: ") is ("has no cards" in step.faults[0])
    assert step.move == 0
    assert len(bot.told) >= 1
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(bot.told[0])


def test_10_2_a_second_thought_counts() -> None:
    class Thinking(Quiet):
        def take_turn(self, view):
            return DrawCardAction() if self.refused else None

    play = finish(position("taco", "taco", pile="melon kitten"), Thinking(), Quiet())
    assert play.match.steps[0].ruling == ""
    assert len(play.match.steps[0].faults) == 1
    assert NAMES[0] == "Ann"
