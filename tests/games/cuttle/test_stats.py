"""What is counted about a match of Cuttle, from a few events."""

from croupier.games.cuttle.events import Countered, PlayedOneOff, PlayedPoints, Resolved, Scuttled
from croupier.games.cuttle.stats import STATS
from croupier.kernel.cards import Card
from croupier.kernel.decision import Result

TWO, FIVE, NINE, TEN = Card("2c"), Card("5c"), Card("9c"), Card("10c")


def test_points_scuttles_and_counters():
    events = [
        PlayedPoints(0, NINE),
        Scuttled(1, TEN, NINE),
        PlayedOneOff(0, FIVE, None),
        Countered(1, TWO),
        Resolved(0, FIVE, False),
        PlayedOneOff(0, FIVE, None),
        Resolved(0, FIVE, True),
    ]
    one, two = STATS.count(events, Result((1, 2), (21.0, 4.0), ""))
    assert (one["points"], one["point_cards"], one["one_offs"], one["one_offs_countered"]) == (21, 1, 2, 1)
    assert (two["points"], two["scuttles"], two["counters"]) == (4, 1, 1)
    assert STATS.figures(one)["one-offs that worked"] == "50.0 %"
    assert STATS.remarks(["a", "b"], [one, two]) == ["Most scuttles: b (1)", "Most counters: b (1)"]
