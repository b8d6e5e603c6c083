"""What deal blocks save, measured from the blocks themselves."""

from collections.abc import Iterable

import pytest
from arena.played import match

from croupier.arena.results.intervals import saving_text
from croupier.arena.results.totals import Totals
from croupier.arena.run.task import Played


def duels(*blocks: str) -> list[Played]:
    """Blocks of two by the letters of the winners; two bots who change seats."""
    found: list[Played] = []
    for block, winners in enumerate(blocks):
        for seating, winner in zip([(0, 1), (1, 0)], winners, strict=True):
            places = [1 if "ab"[entrant] == winner else 2 for entrant in seating]
            found.append(match(len(found), seating, places, block))
    return found


def saving_of(matches: Iterable[Played], entrants: int = 2, block_size: int | None = None) -> float | None:
    return Totals(entrants, block_size).extend(matches).standings().saving


def test_a_share_for_each_in_most_blocks_saves_much():
    saving = saving_of(duels(*["ab", "ba"] * 20, "aa", "bb"))
    assert saving is not None
    assert saving > 5
    assert "x as many" in saving_text(saving)


def test_where_the_better_bot_wins_whole_blocks_they_cost_as_much_as_they_give():
    assert saving_of(duels(*["aa", "bb"] * 20)) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("blocks", [["ab"], ["ab"] * 9])
def test_too_few_blocks_or_equal_ones_say_nothing(blocks: list[str]):
    assert saving_of(duels(*blocks)) is None
    assert "Too few deals" in saving_text(None)


def test_a_report_compares_the_same_company_only():
    """Three bots of clearly different strength: what the opponents differ by is not luck of the deal."""
    found: list[Played] = []
    for block in range(30):
        for pair in ((0, 1), (0, 2), (1, 2)):
            number = block * 3 + pair[0] + pair[1] - 1
            for seating in (pair, pair[::-1]):
                winner = min(seating) if (block + len(found)) % 5 else max(seating)
                places = [1 if entrant == winner else 2 for entrant in seating]
                found.append(match(len(found), seating, places, number))
    together = saving_of(found, 3)
    alone = [
        saving_of((each for each in found if set(each.seating) == set(pair)), 3) for pair in ((0, 1), (0, 2), (1, 2))
    ]
    assert together is not None
    assert all(one is not None for one in alone)
    assert min(one for one in alone if one) <= together <= max(one for one in alone if one)


def test_partners_who_change_are_another_company():
    """Two against two: who wins follows from the partnership alone, so the blocks of each never differ."""
    found: list[Played] = []
    for block in range(12):
        side = (0, 1) if block % 2 else (0, 2)
        for shift in range(2):
            ours = (0, 2) if shift == 0 else (1, 3)
            rest = [entrant for entrant in range(4) if entrant not in side]
            seating = [0] * 4
            for seats, members in ((ours, side), (tuple(s for s in range(4) if s not in ours), rest)):
                for seat, member in zip(seats, members, strict=True):
                    seating[seat] = member
            places = [1 if (entrant in side) == (block % 2 == 1) else 2 for entrant in seating]
            found.append(match(len(found), seating, places, block, teams=(0, 1, 0, 1)))
    assert saving_of(found, 4) is None


def test_a_block_of_changing_shares_is_one_observation():
    """Two bots at three seats change places: in every block each wins one match, whatever the deal."""
    found: list[Played] = []
    for block in range(20):
        for seating in ((0, 1, 0), (1, 0, 1)):
            winner = seating[0] if block % 3 else seating[1]
            places = [1 if entrant == winner else 2 for entrant in seating]
            found.append(match(len(found), seating, places, block, teams=(0, 1, 0)))
    assert saving_of(found) is None, "the blocks never differ"


@pytest.mark.parametrize("block_size", [None, 2])
def test_a_block_that_was_not_finished_does_not_count(block_size: int | None):
    matches = duels(*["ab", "ba", "aa", "bb"] * 5)
    cut = [*matches, match(99, (0, 1), (1, 2), 77)]
    assert saving_of(cut, block_size=block_size) == saving_of(matches)
