"""Pennies: hidden moves without a deal, for at least three. It lives with the tests and runs uncompiled."""

from typing import Any, Final

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Move, Seat, Settings, View
from croupier.kernel.declare import from_a, from_word, from_words, from_x
from croupier.kernel.display.zones import TableZones, ZoneSpec
from croupier.kernel.game import CheckedTable, Game
from croupier.kernel.state import State
from pennies import rules
from pennies import words as w

__all__ = ["GAME"]

SIDES: Final = ("heads", "tails")
ENDINGS: Final = ("", "all rounds were played", "a player left")


class PenniesMove(Move):
    """Any move."""


class Choose(PenniesMove, ids={rules.M_HEADS: [(side,) for side in SIDES]}):
    """Choose a side."""

    side: str
    notation = "{side}"
    says = "Choose {side}"


class PenniesEvent(Event):
    """Any event."""


class Chose(PenniesEvent, code=rules.E_CHOSE):
    seat: Seat
    side: str | None = from_x(SIDES)
    says = "{seat} chooses {side|a side}"


class AllChose(PenniesEvent, code=rules.E_ALL_CHOSE):
    says = "everyone has chosen"


class Showed(PenniesEvent, code=rules.E_SHOWED, reveals=True):
    seat: Seat
    side: str = from_a(SIDES)
    says = "{seat} shows {side}"


class Won(PenniesEvent, code=rules.E_WON):
    seat: Seat
    says = "{seat} gets a point"


class Ended(PenniesEvent, code=rules.E_ENDED):
    ending: str = from_a(ENDINGS)
    says = "the match is over: {ending}"


class PenniesView(View):
    """Everything you know."""

    __slots__ = ()
    layout = rules.LAYOUT
    round: int = from_word(w.ROUND)
    points: tuple[int, ...] = from_words(w.POINTS)
    last: tuple[str | None, ...] = from_words(w.LAST, SIDES)
    last_but_one: tuple[str | None, ...] = from_words(w.LAST_BUT_ONE, SIDES)
    sides: tuple[str | None, ...] = from_words(w.SIDE, SIDES)

    def to_wire(self) -> dict[str, Any]:
        shown = zip(self.last_but_one, self.last, strict=True)
        return {
            "round": self.round,
            "points": self.points,
            "hand": [] if self.seat < 0 or self.sides[self.seat] else SIDES,
            "hand_sizes": [2] * len(self.points),
            "before": [2] * len(self.points),
            "shown": [[side for side in sides if side] for sides in shown],
            "sides": self.sides,
        }

    def situation(self) -> tuple[str, ...]:
        return (f"Round {self.round + 1}: heads or tails?",)

    def text(self) -> str:
        return f"round {self.round + 1}, points {self.points}, {self.sides}"


class PenniesBot(Bot[PenniesMove, PenniesView]):
    """Chooses heads."""

    def decide(self, decision: Decision[PenniesMove, PenniesView]) -> int:
        return 0


class PenniesSettings(Settings, frozen=True):
    """RULES.md, section 3."""

    rounds: int = 3
    lots: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 20:
            raise ValueError("rounds must be 1 to 20")


class Pennies(Game):
    """The game of Pennies."""

    name = "pennies"
    title = "Pennies"
    summary = "choose a side of a coin; those who are fewer win"
    seats = range(3, 5)
    settings_type = PenniesSettings
    questions = ("side",)
    endings = ENDINGS
    move = PenniesMove
    event = PenniesEvent
    view = PenniesView
    bot = PenniesBot
    zones = TableZones(
        (
            ZoneSpec("Hand", "hand", is_own=True, size="hand_sizes.*"),
            ZoneSpec("Coins", "before.*", is_down=True),
            ZoneSpec("Shown", "shown.*", in_middle=True),
            ZoneSpec("Points", "points.*", is_text=True),
        )
    )
    checked_tables = (CheckedTable(3), CheckedTable(4, {"lots": True}))

    def make_state(self, settings: PenniesSettings, seats: int) -> State:
        return rules.PenniesState(seats, rules.LAYOUT.options(settings))


GAME: Final = Pennies()
