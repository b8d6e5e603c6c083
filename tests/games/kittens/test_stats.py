"""What is counted about a match of Kittens, from a few events."""

from croupier.games.kittens.events import Defused, KittenDrawn, Noped, Stole, WentOut
from croupier.games.kittens.stats import STATS
from croupier.kernel.decision import Result


def test_explosions_defuses_and_nopes():
    events = [KittenDrawn(0), Defused(0), Noped(1), Stole(1, 0, None), KittenDrawn(0), WentOut(0, 2, False, "")]
    one, two = STATS.count(events, Result((2, 1), (0.0, 1.0), ""))
    assert (one["explosions"], one["kittens_drawn"], one["defuses"], one["nopes"]) == (1, 2, 1, 0)
    assert (two["explosions"], two["nopes"], two["steals"]) == (0, 1, 1)
    assert STATS.figures(one)["kittens defused"] == "50.0 %"
    assert STATS.remarks(["a", "b"], [one, two]) == ["Most defuses: a (1)", "Most nopes: b (1)"]


def test_who_is_expelled_did_not_explode():
    one, _ = STATS.count([WentOut(0, 2, True, "take_turn")], Result((2, 1), (0.0, 1.0), ""))
    assert (one["explosions"], one["expulsions"]) == (0, 1)
