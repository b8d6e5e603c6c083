"""What is counted about a match of Coup, from a few events."""

from croupier.games.coup.events import Acted, Blocked, Challenged, Dealt, Drew, Lost, Replaced, Returned, Shown
from croupier.games.coup.moves import Action, Character
from croupier.games.coup.stats import STATS
from croupier.kernel.decision import Result

DUKE, CAPTAIN, CONTESSA, AMBASSADOR = Character.DUKE, Character.CAPTAIN, Character.CONTESSA, Character.AMBASSADOR
RESULT = Result((1, 2), (1.0, 0.0), "")
DEAL = [Dealt(0, DUKE), Dealt(0, CAPTAIN), Dealt(1, CONTESSA), Dealt(1, CONTESSA)]


def counts(*events):
    return STATS.count([*DEAL, *events], RESULT)


def test_a_claim_of_what_is_held_is_no_bluff():
    one, _ = counts(Acted(0, Action.TAX, None))
    assert (one["claims"], one["bluffs"]) == (1, 0)


def test_a_bluff_that_is_called():
    one, two = counts(Acted(1, Action.TAX, None), Challenged(0, 1, DUKE), Lost(1, CONTESSA))
    assert (two["bluffs"], two["bluffs_called"], two["influence_lost"]) == (1, 1, 1)
    assert (one["challenges"], one["challenges_right"]) == (1, 1)


def test_a_challenge_that_fails_and_the_new_card():
    one, two = counts(Acted(0, Action.TAX, None), Challenged(1, 0, DUKE), Shown(0, DUKE), Replaced(0, AMBASSADOR),
                      Lost(1, CONTESSA), Acted(0, Action.TAX, None))  # fmt: skip
    assert (one["claims"], one["bluffs"], one["wrongly_challenged"]) == (2, 1, 1)
    assert (two["challenges"], two["challenges_right"]) == (1, 0)


def test_blocks_are_claims_and_exchanges_change_hands():
    one, two = counts(Acted(0, Action.STEAL, 1), Blocked(1, CAPTAIN), Acted(0, Action.EXCHANGE, None),
                      Drew(0, (AMBASSADOR, CONTESSA)), Returned(0, (DUKE, CAPTAIN)),
                      Acted(0, Action.TAX, None))  # fmt: skip
    assert (two["blocks"], two["bluffs"]) == (1, 1)
    assert (one["claims"], one["bluffs"]) == (3, 2)


def test_figures_and_remarks():
    all_counts = counts(Acted(1, Action.TAX, None), Acted(0, Action.COUP, 1), Lost(1, CONTESSA))
    assert STATS.figures(all_counts[1])["bluff rate"] == "100.0 %"
    assert STATS.figures(all_counts[0])["bluff success"] == "-"
    assert STATS.remarks(["a", "b"], all_counts) == ["Best bluffer: b (1 of 1 bluffs succeeded)"]
