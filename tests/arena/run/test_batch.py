"""Many matches: the same every time, whatever the bots do."""

import pytest
from liar import GAME as LIAR

from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.schedule import plan_blocks
from croupier.arena.results.match_result import MatchResult
from croupier.arena.results.totals import Totals
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.table import StopFlag, seat_names
from croupier.arena.run.task import InProcess, RunSetup, chunks_of
from croupier.games import find_game
from croupier.games.cuttle import CuttleBot, Points

CUTTLE = find_game("cuttle")


class First(CuttleBot):
    def select_move(self, view, legal_moves):
        return 0


class Greedy(CuttleBot):
    def select_move(self, view, legal_moves):
        return len(legal_moves) - 1


class Crashing(CuttleBot):
    def select_move(self, view, legal_moves):
        raise RuntimeError("a bug")


class Exiting(CuttleBot):
    def select_move(self, view, legal_moves):
        raise SystemExit(0)


class Interrupting(CuttleBot):
    def select_move(self, view, legal_moves):
        raise KeyboardInterrupt


class Silent(CuttleBot):
    def select_move(self, view, legal_moves):
        return None


class Cheating(CuttleBot):
    def select_move(self, view, legal_moves):
        return "points Kh"


class EqualToAll:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Lying(CuttleBot):
    def select_move(self, view, legal_moves):
        return EqualToAll()


class Trap:
    """Whatever is done with it, it tries to end the program."""

    def __repr__(self):
        raise SystemExit(3)

    __str__ = __repr__

    @property
    def __class__(self):
        raise SystemExit(3)


class Trapping(CuttleBot):
    def select_move(self, view, legal_moves):
        return Trap()


class ExitingOnComparison:
    def __eq__(self, other):
        raise SystemExit(3)

    def __hash__(self):
        return 0


class TrappingInAMove(CuttleBot):
    def select_move(self, view, legal_moves):
        return Points(ExitingOnComparison())


class BadlyRaising(CuttleBot):
    def select_move(self, view, legal_moves):
        class Mute(Exception):
            def __str__(self):
                raise SystemExit(3)

        raise Mute


class Scribbling(CuttleBot):
    """Leaves things behind that are no text."""

    def select_move(self, view, legal_moves):
        self.note = 5
        self._talk = [Trap(), "hello"]
        return 0


class Clumsy(CuttleBot):
    def on_start(self):
        raise ValueError("cannot sit")

    def select_move(self, view, legal_moves):
        return 0


class SecondThoughts(First):
    """Wrong at first, right when told so."""

    def decide(self, decision):
        return 0 if decision.refused else 9999


def batch(bots, n=20, seed=7, game=CUTTLE, settings=None, observe=None, stop=None):
    settings = settings or game.settings()
    entrants = make_entrants(game, bots)
    setup = RunSetup(game, settings, entrants)
    totals = Totals(len(entrants))
    for played in InProcess(setup, stop).play(
        chunks_of(plan_blocks(seed, n, run_orders(game, settings, len(entrants))))
    ):
        totals.add(played)
        if observe is not None:
            observe(MatchResult(setup, played, seat_names(entrants, played.seating)), totals)
    return totals.standings()


def test_the_same_seed_gives_the_same_standings():
    assert batch(["random", "heuristic"]) == batch(["random", "heuristic"])
    assert batch(["random", "heuristic"], seed=8) != batch(["random", "heuristic"])


@pytest.mark.parametrize("bot", [First, Greedy])
def test_two_copies_of_a_deterministic_bot_win_once_per_block(bot: type[CuttleBot]):
    blocks: dict[int, list[float]] = {}

    def observe(result, so_far):
        share = [seat for seat, place in enumerate(result.places) if place == 1]
        won = sum(1 / len(share) for seat in share if result.played.seating[seat] == 0)
        blocks.setdefault(result.played.block, []).append(won)

    standings = batch([bot, bot], n=100, observe=observe)
    assert len(blocks) == 50
    assert all(sum(wins) == 1 for wins in blocks.values())
    assert standings.records[0].win_rate == 0.5
    assert standings.records[0].interval == pytest.approx((0.5, 0.5), abs=0.02)


@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        (Crashing, "Crashed"),
        (Exiting, "Crashed"),
        (Interrupting, "Crashed"),
        (Silent, "BadMessage"),
        (Lying, "BadMessage"),
        (Cheating, "IllegalMove"),
        (Trapping, "BadMessage"),
        (TrappingInAMove, "BadMessage"),
        (BadlyRaising, "Crashed"),
    ],
)
def test_a_bad_bot_harms_only_itself(bot: type[CuttleBot], kind: str):
    bad, good = batch([bot, "random"]).records
    assert bad.matches == good.matches == 20
    assert bad.win_rate < 0.2
    assert dict(good.faults) == {}
    assert max(bad.faults, key=lambda fault: bad.faults[fault]) == kind
    assert set(bad.faults) <= {kind, "IllegalMove"}
    assert sum(bad.faults.values()) > 40


def test_what_is_no_text_is_not_passed_on():
    spoken = set()
    batch([Scribbling, "random"], observe=lambda result, so_far: spoken.update(s.say for s in result.match.steps))
    assert spoken == {(), ("hello",)}


def test_a_bot_that_cannot_sit_down_is_at_fault_once_per_match():
    bad, good = batch([Clumsy, "random"]).records
    assert dict(bad.faults) == {"Crashed": 20}
    assert dict(good.faults) == {}


def test_a_bot_that_is_put_right_is_not_at_fault():
    assert all(not record.faults for record in batch([SecondThoughts, "random"]).records)


def test_a_bot_that_cannot_be_made_any_more_crashes():
    made = []

    def moody():
        made.append(1)
        if len(made) > 1 + 5:  # one is made to try it out
            raise OSError("no more of these")
        return First()

    standings = batch([moody, "random"])
    assert standings.matches == 20
    assert 40 < standings.records[0].faults["Crashed"] <= 15 * 3


def test_two_teams_of_two():
    settings = LIAR.settings({"teams": True})
    seatings = []

    def observe(result, so_far):
        seatings.append((result.played.seating, result.match.table.names))

    standings = batch(["random", "honest"], n=10, game=LIAR, settings=settings, observe=observe)
    assert seatings[0] == ((0, 1, 0, 1), ("random", "honest", "random 2", "honest 2"))
    assert seatings[1] == ((1, 0, 1, 0), ("honest", "random", "honest 2", "random 2"))
    assert sum(record.wins for record in standings.records) == 10


def test_fewer_bots_than_seats_are_repeated_round_the_table():
    standings = batch(["random", "honest"], n=9, game=LIAR)
    assert standings.matches == 10
    assert [record.seats for record in standings.records] == [15, 15], "none has more seats than another"
    assert sum(record.wins for record in standings.records) == pytest.approx(10)


# Stopping.


def test_a_stop_between_matches_keeps_what_was_played():
    stop = StopFlag()

    def observe(result, so_far):
        if so_far.matches == 5:
            stop.set()

    standings = batch(["random", "random"], observe=observe, stop=stop)
    assert standings.matches == 5


def test_a_stop_between_moves_drops_the_match():
    stop = StopFlag()
    asked = []

    class Stopping(First):
        def select_move(self, view, legal_moves):
            asked.append(1)
            if view.turn_number >= 4:
                stop.set()
            return 0

    standings = batch([Stopping, "random"], stop=stop)
    assert standings.matches == 0
    assert len(asked) < 10


def test_talk_is_recorded_but_reaches_nobody():
    heard, said = [], []

    class Talker(First):
        def select_move(self, view, legal_moves):
            self.say("hello")
            return 0

    class Listener(First):
        def observe(self, event, view):
            heard.append(type(event).__name__)

    def observe(result, so_far):
        said.extend(text for step in result.match.steps for text in step.say)

    batch([Talker, Listener], n=2, observe=observe)
    assert said
    assert heard
    assert "Said" not in heard
