"""What is counted about a match of Belote, from a few events."""

from croupier.games.belote.events import Counted, DealEnded, NegotiationCompleted, Scored, TrickCompleted
from croupier.games.belote.stats import STATS
from croupier.games.belote.terms import TEAMS, Mode, Multiplier
from croupier.kernel.decision import Result

RESULT = Result((1, 2, 1, 2), (26.0, 0.0, 26.0, 0.0), "")
ONE, OTHER = TEAMS


def deal(announcer: int, mode: Mode, own: int, multiplier: Multiplier = Multiplier.NORMAL):
    return [
        NegotiationCompleted(announcer, mode, multiplier),
        TrickCompleted(announcer, 20),
        Counted(ONE, own if announcer % 2 == 0 else 162 - own),
        Counted(OTHER, 162 - own if announcer % 2 == 0 else own),
        Scored(ONE, 16),
        DealEnded(None, False),
    ]


def test_contracts_made_by_mode():
    events = [*deal(0, Mode.COLOUR_HEARTS, 90), *deal(0, Mode.COLOUR_HEARTS, 70), *deal(3, Mode.NO_TRUMPS, 100)]
    zero, one, two, three = STATS.count(events, RESULT)
    assert (zero["contracts"], zero["contracts_made"], zero["ColourHearts"], zero["ColourHearts_made"]) == (2, 1, 2, 1)
    assert (three["contracts"], three["NoTrumps_made"], three["tricks"]) == (1, 1, 1)
    assert (one["contracts"], two["contracts"]) == (0, 0)
    assert (zero["match_points"], two["match_points"], one["match_points"]) == (48, 48, 0)
    assert STATS.figures(zero)["Hearts made"] == "1 of 2, 50 %"
    assert STATS.figures(one)["contracts made"] == "-"
    assert STATS.remarks("abcd", [zero, one, two, three]) == [
        "Boldest bidder: a (2 contracts in 3 deals)",
        "Safest bidder: d (1 of 1 contracts made)",
    ]


def test_equal_card_points_are_not_made_and_doubles_are_counted():
    zero, *_ = STATS.count(deal(0, Mode.ALL_TRUMPS, 81, Multiplier.DOUBLED), RESULT)
    assert (zero["contracts_made"], zero["doubled"]) == (0, 1)
