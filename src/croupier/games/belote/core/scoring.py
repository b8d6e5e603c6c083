"""For whom a deal counts and what it is worth (section 5 of RULES.md), and how it is kept."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.table import bid_at

STAKES: Final = vec[i64]([32, 16, 16, 16, 52, 26])  # match points, by mode
CARD_POINTS: Final = vec[i64]([162, 162, 162, 162, 130, 258])  # of a whole deal, by mode (rule 2.3)


def announcer_of(words: vec[i64], mode: i64) -> i64:
    """Who announced a mode, or -1."""
    for number in range(words[w.N_ACTIONS]):
        if bid_at(words, number) == c.M_ANNOUNCE + mode:
            return (words[w.DEALER] + 1 + number) & 3
    return -1


def sweeper_of(words: vec[i64]) -> i64:
    """The team that took all eight tricks, or -1."""
    if words[w.TRICKS] == 8:
        return 0
    return 1 if words[w.TRICKS + 1] == 8 else -1


def wins_at_once(words: vec[i64], sweeper: i64) -> bool:
    """Whether taking all tricks wins the match (rule 5.6)."""
    return sweeper >= 0 and words[w.MODE] < c.NO_TRUMPS and words[w.COLOUR_SWEEP_POINTS] == 0


def match_points(words: vec[i64], sweeper: i64) -> tuple[i64, i64]:
    """What a deal that is over brings Team1 and Team2."""
    if wins_at_once(words, sweeper):
        gained: i64 = words[w.TARGET] - words[w.POINTS + sweeper]
        return (gained, 0) if sweeper == 0 else (0, gained)
    team: i64 = words[w.ANNOUNCER] & 1
    for_team, for_other = deal_points(
        words[w.MODE],
        words[w.MULTIPLIER],
        words[w.CARD_POINTS + team],
        words[w.CARD_POINTS + 1 - team],
        0 if sweeper < 0 else (1 if sweeper == team else 2),
        words[w.COLOUR_SWEEP_POINTS],
    )
    return (for_team, for_other) if team == 0 else (for_other, for_team)


def deal_points(
    mode: i64, multiplier: i64, announcers: i64, defenders: i64, sweep: i64, colour_sweep_points: i64
) -> tuple[i64, i64]:
    """Match points of the announcers and of the defenders for their card points (rules 5.1 to 5.6).

    `sweep` is 1 when the announcers took all tricks, 2 when the defenders did.
    """
    if sweep > 0:
        swept: i64 = colour_sweep_points
        if mode == c.ALL_TRUMPS:
            swept = 35
        elif mode == c.NO_TRUMPS:
            swept = 90
        swept *= multiplier
        return (swept, 0) if sweep == 1 else (0, swept)
    if announcers == defenders:
        return 0, 0
    if mode == c.ALL_TRUMPS and multiplier == 1 and announcers > defenders:
        rounded: i64 = (announcers + 5) // 10
        rest: i64 = (defenders + 5) // 10
        if rounded == rest:
            return 0, 0
        return (26, 0) if rest < 6 else (rounded, rest)
    stake: i64 = STAKES[mode] * multiplier
    return (stake, 0) if announcers > defenders else (0, stake)


def packed_result(
    mode: i64,
    multiplier: i64,
    announcers: i64,
    sweeper: i64,
    instant_win: bool,
    card_points: i64,
    first: i64,
    second: i64,
) -> i64:
    """A deal as one number: teams as 0 and 1, no sweeper as -1, the card points of Team1, and both match points."""
    return (
        mode
        | (multiplier << 3)
        | (announcers << 6)
        | ((sweeper + 1) << 7)
        | ((1 if instant_win else 0) << 9)
        | (card_points << 10)
        | (first << 20)
        | (second << 36)
    )
