"""The fifteen ways to cheat that the first bot battle listed, each tried in every game by a bot in this process.

What only Exploding Kittens has, such as its combos, is in tests/games/kittens/test_cheating.py.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.ai.baselines import RandomBot
from croupier.ai.registry import BUILT_IN
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Decision, Event, Move, Said, Table, View
from croupier.kernel.errors import SeatError
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.connections import Connections
from croupier.players.sandbox.isolation import Isolation, IsolationLevel, find_obstacles
from croupier.players.spec import load_bots
from tests.security.cheats import (
    SEED,
    Cheat,
    Deed,
    Keeps,
    RecordingPlayer,
    can_be_changed,
    honest,
    lasting,
    parts,
    played,
    spoil_containers,
    spoil_with_descriptors,
    spoil_with_force_setattr,
    spoil_with_object_setattr,
    table,
)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@every_game
def test_1_object_graph_traversal(game: Game) -> None:
    """From the table, a view, a move, an event or talk nothing leads to the match or its state."""
    bot = Keeps()
    match, _ = played(game, bot)
    found = parts(bot.kept, {})
    assert any(isinstance(thing, Said) for thing in found.values())
    assert any(isinstance(thing, Move) for thing in found.values())
    assert not [thing for thing in found.values() if isinstance(thing, Match | State | Game)]
    assert id(match.seed) not in found or match.seed < 257


@every_game
def test_2_talk_is_a_value(game: Game) -> None:
    """No queue, no callback: what a bot says is text, under its own seat, whatever it puts there instead."""

    class Spoofs(Cheat):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            self.say("I am p1")
            assert self._talk is not None
            self._talk.append(Said(1, "I am p1 as well"))  # type: ignore[arg-type]
            self._talk += ["x" * 10_000] * 100
            return super().decide(decision)

    match, bots = played(game, Spoofs(lambda decision: None))
    for step in match.steps:
        assert all(type(word) is str and len(word) <= 200 for word in step.say)
        assert len(step.say) <= 5
        assert step.seat == 0 or step.say in ((), ("hello",))
    said = [thing for thing in bots[1].shown if isinstance(thing, dict) and thing.get("type") == "Said"]  # type: ignore[attr-defined]
    assert {thing["seat"] for thing in said if "I am p1" in thing["message"]} == {0}


SPOILS = [spoil_with_force_setattr, spoil_with_descriptors, spoil_with_object_setattr, spoil_containers]


@every_game
@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize("is_async", [False, True], ids=["loop", "players"])
def test_3_frozen_bypass(game: Game, spoil: Deed, is_async: bool) -> None:
    """Whatever a bot does to its decision, the match and all that others are shown stay the same."""
    (expected, others), (match, bots) = honest(game), played(game, Cheat(spoil), is_async)
    assert bots[0].did > 0  # type: ignore[attr-defined]
    assert lasting(match) == lasting(expected)
    assert match.result() == expected.result()
    assert [bot.shown for bot in bots[1:]] == [bot.shown for bot in others[1:]]  # type: ignore[attr-defined]
    assert match.table.names == expected.table.names
    assert match.settings == expected.settings
    assert (NO_CLOCK.answer, NO_CLOCK.bank, NO_CLOCK.last) == (None, None, 0.0)


@every_game
def test_3_nothing_that_can_be_changed_is_shared(game: Game) -> None:
    """Neither with another bot, nor with the match, nor with the tables of the game."""
    match, _ = table(game, Keeps())
    bots = [Keeps() for _ in range(match.table.seats)]
    run_bots(match, bots)
    graphs = [parts(bot.kept, {}) for bot in bots]
    graphs += [parts([match.table, match.settings, game.moves, dict(game.events)], {})]
    for number, graph in enumerate(graphs):
        for other in graphs[number + 1 :]:
            shared = [graph[key] for key in graph.keys() & other.keys()]
            assert [thing for thing in shared if can_be_changed(thing)] == []


@every_game
def test_4_playing_what_was_made_up(game: Game) -> None:
    """A move of the right class that is not legal now, one from another game, and one that equals everything."""
    other = next(each for each in GAMES.values() if each is not game)

    class Chameleon:
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

    def illegal(decision: Decision[Any, Any]) -> Any:
        return next(move for move in game.moves if move not in decision.moves)

    for deed in (illegal, lambda decision: other.moves[0], lambda decision: Chameleon()):
        match, _ = played(game, Cheat(deed))
        own = [step for step in match.steps if step.seat == 0]
        assert own
        assert all(step.faults or step.ruling for step in own)


@every_game
def test_5_other_players_ids(game: Game) -> None:
    """A decision that claims to be another's, a seat that was changed: the answer counts for the one who was asked."""

    class Poses(Cheat):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            self.seat = 1
            msgspec.structs.force_setattr(decision, "seat", 1)
            decision.view.seat = 1
            return super().decide(decision)

    match, _ = played(game, Poses(lambda decision: None))
    assert lasting(match) == lasting(honest(game)[0])


@every_game
@pytest.mark.parametrize(
    "answer",
    [None, True, 1.0, b"0", [], {}, object(), type, float("nan"), "dance", lambda: 0],
    ids=["None", "True", "1.0", "bytes", "a list", "a dict", "an object", "a class", "nan", "a word", "a function"],
)
def test_6_invalid_answers(game: Game, answer: Any) -> None:
    match, bots = table(game, Cheat(lambda decision: [] if answer is None else answer))
    run_bots(match, bots)
    own = [step for step in match.steps if step.seat == 0]
    assert own
    assert all(step.faults or step.ruling for step in own)


@every_game
@pytest.mark.parametrize(
    "where",
    [lambda n: -1, lambda n: n, lambda n: 10**30, lambda n: -(10**30), lambda n: str(n)],
    ids=["before the first", "after the last", "far after", "far before", "a number as text"],
)
def test_7_out_of_range(game: Game, where: Callable[[int], Any]) -> None:
    match, _ = played(game, Cheat(lambda decision: where(len(decision.moves))))
    assert all(step.faults or step.ruling for step in match.steps if step.seat == 0)


@every_game
def test_8_counting_manipulation(game: Game) -> None:
    """More moves than there are, made by the bot itself: an answer beyond the real ones is out of range."""

    def multiply(decision: Decision[Any, Any]) -> Any:
        real = len(decision.moves)
        msgspec.structs.force_setattr(decision, "moves", decision.moves * 50)
        return real + 3

    match, _ = played(game, Cheat(multiply))
    assert all(step.faults or step.ruling for step in match.steps if step.seat == 0)


@every_game
def test_9_an_answer_to_another_question(game: Game) -> None:
    """A decision that was kept, and an answer from it: good only if it is legal now."""

    class Keeper(Cheat):
        first: Decision[Any, Any] | None = None

        def decide(self, decision: Decision[Any, Any]) -> Any:
            self.first = self.first or decision
            return self.first.moves[-1]

    match, bots = table(game, Keeper(lambda decision: None))
    legal: list[bool] = []

    def watch(match: Match) -> None:
        if match.steps and match.steps[-1].seat == 0:
            legal.append(not match.steps[-1].faults and not match.steps[-1].ruling)

    run_bots(match, bots, watch)
    keeper = bots[0]
    assert isinstance(keeper, Keeper)
    assert keeper.first is not None
    move = game.moves.index(keeper.first.moves[-1])
    own = [step for step in match.steps if step.seat == 0]
    assert legal[0]
    assert all((step.move == move) == good or step.ruling for step, good in zip(own, legal, strict=True))


ERRORS = [SystemExit, KeyboardInterrupt, GeneratorExit, RecursionError, MemoryError, StopIteration, BaseException]


@every_game
@pytest.mark.parametrize("error", ERRORS)
def test_10_exceptions(game: Game, error: type[BaseException]) -> None:
    """Raised when it sits down, hears, decides, or is compared; in both loops: its own fault, and the match goes on."""

    class Raises(RecordingPlayer):
        where = "decide"

        def on_start(self) -> None:
            if self.where == "start":
                raise error("start")

        def observe(self, event: Event, view: View) -> None:
            raise error("observe")

        def decide(self, decision: Decision[Any, Any]) -> Any:
            raise error("decide")

    class Thorny:
        def __eq__(self, other: object) -> bool:
            raise error("compared")

        def __repr__(self) -> str:
            raise error("shown")

        __hash__ = None  # type: ignore[assignment]

    class RaisesAtStart(Raises):
        where = "start"

    for is_async in (False, True):
        for bot in (Raises(), RaisesAtStart(), Cheat(lambda decision: Thorny())):
            match, bots = played(game, bot, is_async)
            assert match.over
            assert any(step.faults for step in match.steps if step.seat == 0)
            assert not any(step.faults for step in match.steps if step.seat != 0)
            assert bots[1].shown  # type: ignore[attr-defined]


@every_game
def test_10_a_fault_that_a_bot_raises_itself_is_its_own(game: Game) -> None:
    def raises(decision: Decision[Any, Any]) -> Any:
        raise SeatError("p1 did it")

    match, _ = played(game, Cheat(raises))
    assert {step.seat for step in match.steps if step.faults} == {0}


@every_game
def test_11_exhaustion(game: Game) -> None:
    """Bottomless recursion, a note and talk without end, an answer that never gets it right: all are bounded."""

    def deeper(decision: Decision[Any, Any]) -> Any:
        return deeper(decision)

    class Babbles(Cheat):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            for _ in range(1000):
                self.say("x" * 1000)
            self.note = "x" * 10**6
            return super().decide(decision)

    match, _ = played(game, Cheat(deeper))
    assert any("RecursionError" in fault for step in match.steps for fault in step.faults)
    match, bots = played(game, Babbles(lambda decision: "dance"))
    own = [step for step in match.steps if step.seat == 0]
    assert all(sum(map(len, step.say)) <= 1000 and len(step.note) <= 10_000 for step in own)
    assert bots[0].did <= 2 * len(own)  # type: ignore[attr-defined]


POLLUTER = """\
import random
import croupier.kernel.cards, croupier.kernel.decision
from croupier.games.{game} import GAME
from croupier.kernel.bot import Bot


class Polluter(Bot):
    def decide(self, decision):
        random.seed(1)
        for move in GAME.moves:
            type(move).__str__ = lambda move: "spoilt"
        type(decision.view).text = lambda view: "spoilt"
        Bot.say = None
        croupier.kernel.decision.Decision.index_of = lambda decision, answer: 0
        croupier.kernel.cards.CARDS = ()
        return 0
"""


@every_game
@pytest.mark.skipif(
    bool(find_obstacles(IsolationLevel.BUBBLEWRAP) and find_obstacles(IsolationLevel.LANDLOCK)),
    reason="this machine has no sandbox",
)
def test_12_global_state_pollution(game: Game, tmp_path: Path) -> None:
    """Monkeypatching by a bot from a file, which is sandboxed as a matter of course: nobody else notices."""
    path = tmp_path / "polluter.py"
    path.write_text(POLLUTER.format(game=game.name), encoding="utf-8")
    before = random.getstate(), [str(move) for move in game.moves], Decision.index_of, Bot.say, View.text
    (entrant,) = load_bots(game, [str(path)], BUILT_IN, Isolation())
    match, bots = table(game, Cheat(lambda decision: 0))
    run_bots(match, bots)
    spoilt, others = table(game, entrant.make())
    with Connections([entrant]) as outside:
        outside.play(spoilt, others)
    assert lasting(spoilt) == lasting(match)
    assert [bot.shown for bot in others[1:]] == [bot.shown for bot in bots[1:]]  # type: ignore[attr-defined]
    assert (random.getstate(), [str(move) for move in game.moves], Decision.index_of, Bot.say, View.text) == before


@every_game
def test_13_references_that_are_kept(game: Game) -> None:
    """All that was handed out, kept to the end and spoilt between two questions: it was the bot's own."""
    kept = Keeps()

    class Later(Cheat):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            for old in kept.kept:
                spoil_with_force_setattr(old)
            kept.kept.append(decision)
            return super().decide(decision)

    match, bots = played(game, Later(lambda decision: None))
    expected, others = honest(game)
    assert lasting(match) == lasting(expected)
    assert [bot.shown for bot in bots[1:]] == [bot.shown for bot in others[1:]]  # type: ignore[attr-defined]


@every_game
def test_14_event_mutation(game: Game) -> None:
    """An event that is changed while it is heard, as the last one of a match may be, is the bot's own."""

    class Rewrites(Cheat):
        def observe(self, event: Event, view: View) -> None:
            for thing in parts([event, view.table], {}).values():
                if isinstance(thing, msgspec.Struct):
                    for name in thing.__struct_fields__:
                        msgspec.structs.force_setattr(thing, name, "spoilt")

    texts = [game.events[key].text([f"p{seat}" for seat in range(10)]) for key in list(game.events)]
    for is_async in (False, True):
        match, bots = played(game, Rewrites(lambda decision: None), is_async)
        expected, others = honest(game)
        assert lasting(match) == lasting(expected)
        assert [bot.shown for bot in bots[1:]] == [bot.shown for bot in others[1:]]  # type: ignore[attr-defined]
    assert [game.events[key].text([f"p{seat}" for seat in range(10)]) for key in list(game.events)][
        : len(texts)
    ] == texts


@every_game
def test_15_rng_prediction(game: Game) -> None:
    """A bot's chance is no seed of the deal, and what the bot does to it changes nobody else's."""

    class Meddles(Cheat):
        def decide(self, decision: Decision[Any, Any]) -> Any:
            index = self.rng.below(len(decision.moves))
            self.rng.seed(SEED)
            random.seed(SEED)
            return index

    big = 2**60 + 7
    match, bots = table(game, Keeps(), big)
    run_bots(match, bots)
    assert isinstance(bots[0], Keeps)
    numbers = {thing for thing in parts([bots[0].kept, vars(bots[0])], {}).values() if type(thing) is int}
    assert big not in numbers
    assert bots[0]._luck_seed != big
    assert lasting(played(game, Meddles(lambda decision: None))[0]) == lasting(honest(game)[0])


def test_the_built_in_bots_are_handed_what_is_shared() -> None:
    """Copies are for strangers: a bot of ours pays nothing for them."""
    assert RandomBot.is_ours
    assert not Cheat.is_ours
    assert Table.__struct_config__.frozen
