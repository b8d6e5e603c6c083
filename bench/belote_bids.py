"""Where the numbers of Belote's bidding come from: every figure that this prints stands in heuristic.py as printed.

    python bench/belote_bids.py            two minutes; the same numbers every time
    python bench/belote_bids.py --quick    a hundredth of the deals, so other numbers

Beside each figure stands what heuristic.py has, and the end says whether all are equal; the exit code is 1 if not. What
was chosen by hand is marked so in heuristic.py.

Weights: deals are played out by the heuristic in a given mode, the first speaker having announced it, and his team's
card points above one half are explained by his five cards, with least squares.

Table: how much likelier an action is with such a lead than with any, in thousandths, counted over deals that the
heuristic bids. It follows from the weights, so those come first. Steps that hardly any hand reaches take over what the
next one nearer to the middle has; nothing counts for less than 50 or more than 9000, because a belief is no certainty.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote import GAME, BeloteState
from croupier.games.belote.core import codes, heuristic
from croupier.games.belote.core import layout as w

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
NINE, TEN, JACK, ACE = 2, 3, 4, 7
TOTALS = {codes.ALL_TRUMPS: 258, codes.NO_TRUMPS: 130}
KINDS = ("a Colour", "NoTrumps", "AllTrumps")
ROWS = ((0, "announced"), (1, "announced"), (2, "announced"), (1, "not announced"), (2, "doubled"))
STEPS, STEP = 13, 60
RARE = 0.002  # a step that fewer hands reach is not counted for itself
LEAST, MOST = 50, 9000
Features = dict[str, float]


def new_state() -> BeloteState:
    state = GAME.new_state(GAME.settings({"deals": 1}), 4)
    assert isinstance(state, BeloteState)
    state.watching = False
    return state


def features(hand: int, mode: int) -> Features:
    """What the five cards are, in the terms of `_lead`."""
    found: Features = {"one half": 1.0}
    for suit in range(4):
        ranks = [rank for rank in range(8) if (hand >> (suit * 8 + rank)) & 1]
        as_trumps = mode in (codes.ALL_TRUMPS, suit)
        prefix = "trump " if mode == suit else ""
        for rank in ranks:
            name = prefix + RANKS[rank]
            found[name] = found.get(name, 0) + 1
        pair, single = ((JACK, NINE), NINE) if as_trumps else ((ACE, TEN), TEN)
        together = None
        if single in ranks and pair[0] in ranks:
            together = f"{prefix}{RANKS[pair[0]]} with {RANKS[single]}"
        elif single in ranks and len(ranks) > 1 and (as_trumps or mode == codes.NO_TRUMPS):
            together = f"{prefix}{RANKS[single]} guarded"
        if together is not None:
            found[together] = found.get(together, 0) + 1
    return found


def kind(mode: int) -> int:
    return max(mode - codes.SPADES, 0)


def played_out(mode: int, deals: int) -> Iterator[tuple[Features, float, int]]:
    """The first speaker's cards, his team's tenths of points above one half, and its lead in match points."""
    state, moves = new_state(), vec[i64]([0] * 64)
    for seed in range(deals):
        state.start(seed)
        state.apply(codes.M_CUT + codes.SAFE_CUT)
        seat = state.to_act
        hand = state.words[w.HAND + seat]
        for move in (codes.M_ANNOUNCE + mode, *[codes.M_ACCEPT] * 3):
            state.apply(move)
        while state.to_act >= 0:
            state.apply(state.hint(seed, moves, state.legal(moves)))
        words, team = state.words, seat & 1
        above = 10 * (words[w.CARD_POINTS + team] - TOTALS.get(mode, 162) / 2)
        yield features(hand, mode), above, words[w.POINTS + team] - words[w.POINTS + 1 - team]


def least_squares(samples: list[tuple[Features, float]]) -> Features:
    """The weights that explain the second by the first best; sevens and eights of plain suits count nothing."""
    names = sorted({name for found, _ in samples for name in found} - {"7", "8"})
    place = {name: number for number, name in enumerate(names)}
    size = len(names)
    rows = [[0.0] * (size + 1) for _ in range(size)]
    for found, value in samples:
        known = [(place[name], count) for name, count in found.items() if name in place]
        for i, a in known:
            row = rows[i]
            for j, b in known:
                row[j] += a * b
            row[size] += a * value
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i and rows[i][i]:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i], strict=True)]
    return {name: rows[i][size] / rows[i][i] for i, name in enumerate(names) if rows[i][i]}


def told_by_policy(name: str, mode: int) -> int:
    """The same weight as heuristic.py has it: the lead of a hand with it less that of one without."""
    nothing = heuristic._lead(0, mode)
    if name == "one half":
        return nothing
    suit = mode if name.startswith("trump ") else (0 if mode != 0 else 1)
    words = name.removeprefix("trump ").split()
    cards = [RANKS.index(words[0])]
    alone = heuristic._lead(sum(1 << (suit * 8 + rank) for rank in cards), mode) - nothing
    if len(words) == 1:
        return alone
    other = RANKS.index(words[2]) if len(words) > 2 else 1
    both = heuristic._lead((1 << (suit * 8 + cards[0])) | (1 << (suit * 8 + other)), mode) - nothing
    return both - alone - (heuristic._lead(1 << (suit * 8 + other), mode) - nothing)


class Figures:
    """What was printed, and whether heuristic.py has the same."""

    def __init__(self) -> None:
        self.different = 0

    def show(self, name: str, fitted: float, told: int) -> None:
        self.different += round(fitted) != told
        print(f"  {name:18}{round(fitted):8}{told:8}{'' if round(fitted) == told else '   differs'}")


def print_weights(figures: Figures, deals: int) -> None:
    for mode in (codes.SPADES, codes.NO_TRUMPS, codes.ALL_TRUMPS):
        print(f"{KINDS[kind(mode)]}, {deals:,} deals: fitted, and in heuristic.py (tenths of card points)")
        played = list(played_out(mode, deals))
        weights = least_squares([(found, above) for found, above, _ in played])
        for name, weight in weights.items():
            figures.show(name, weight, told_by_policy(name, mode))
        errors = [above - sum(weights.get(name, 0) * n for name, n in found.items()) for found, above, _ in played]
        figures.show("spread", fmean(error**2 for error in errors) ** 0.5, heuristic._SPREAD[kind(mode)])
        if mode == codes.ALL_TRUMPS:
            won = fmean(points for _, above, points in played if above > 0)
            figures.show("match points won", won, heuristic._ALL_TRUMPS_WON)


class Told:
    """What the bidding of many deals tells about hands: by size of hand and kind of mode, steps of leads."""

    def __init__(self) -> None:
        self.any_hand: dict[tuple[int, int], Counter[int]] = {}
        self.by_action: dict[tuple[int, int, str], Counter[int]] = {}
        self.leads: list[int] = []
        self.announced: list[int] = []

    def count_hands(self, hands: dict[int, list[int]]) -> None:
        for size, each in hands.items():
            for hand in each:
                for mode in range(6):
                    lead = heuristic._lead(hand, mode)
                    self.any_hand.setdefault((size, kind(mode)), Counter())[step(lead)] += 1
                    if size == 5:
                        self.leads.append(lead)

    def count_action(self, what: str, mode: int, hands: dict[int, int], is_free: bool) -> None:
        for size, hand in hands.items():
            lead = heuristic._lead(hand, mode)
            self.by_action.setdefault((size, kind(mode), what), Counter())[step(lead)] += 1
            if size == 5 and is_free:
                self.announced.append(lead)

    def row(self, size: int, number: int, what: str) -> tuple[int, ...]:
        """One row of the table, as heuristic.py has it."""
        base, counts = self.any_hand[size, number], self.by_action.get((size, number, what), Counter())
        common = [at for at in range(STEPS) if base[at] >= RARE * base.total()]

        def share(at: int) -> int:
            nearest = min(max(at, common[0]), common[-1])
            times = (counts[nearest] / max(counts.total(), 1)) / (base[nearest] / base.total())
            return min(max(round(100 * times) * 10, LEAST), MOST)

        return tuple(share(at) for at in range(STEPS))


def step(lead: int) -> int:
    return min(max(lead // STEP + 4, 0), STEPS - 1)


def said(move: int, moves: vec[i64], n: int) -> tuple[str, int] | None:
    """What an action tells something about."""
    if codes.M_ANNOUNCE <= move < codes.M_DOUBLE:
        return "announced", move - codes.M_ANNOUNCE
    if codes.M_DOUBLE <= move < codes.M_REDOUBLE:
        return "doubled", move - codes.M_DOUBLE
    if any(moves[i] == codes.M_ANNOUNCE + codes.NO_TRUMPS for i in range(n)):
        return "not announced", codes.NO_TRUMPS
    return None


def bid_out(deals: int) -> Told:
    told = Told()
    state, moves = new_state(), vec[i64]([0] * 64)
    for seed in range(deals):
        state.start(seed)
        state.apply(codes.M_CUT + codes.SAFE_CUT)
        words = state.words
        five = [int(words[w.HAND + seat]) for seat in range(4)]
        hands = {5: five, 8: [cards | int(words[w.LATER + seat]) for seat, cards in enumerate(five)]}
        told.count_hands(hands)
        while state.question == codes.Q_BID:
            seat = state.to_act
            n = state.legal(moves)
            move = state.hint(seed, moves, n)
            if (action := said(move, moves, n)) is not None:
                is_free = action[0] == "announced" and moves[0] == codes.M_ACCEPT
                told.count_action(*action, {size: each[seat] for size, each in hands.items()}, is_free)
            state.apply(move)
    return told


def print_table(figures: Figures, deals: int) -> None:
    told = bid_out(deals)
    shown = fmean(told.announced) - fmean(told.leads)
    print(f"What a free announcement shows: {shown:.0f}, in heuristic.py {heuristic.BID_SHOWS} by hand")
    print(f"What an action tells, {deals:,} deals: thousandths by lead, in steps of 60 from -240")
    rows = [(size, number, what) for size in (5, 8) for number, what in ROWS]
    for (size, number, what), known in zip(rows, heuristic._SHARES, strict=True):
        row = told.row(size, number, what)
        figures.different += row != known
        print(f"    {row},  # {KINDS[number]} {what}, {size} cards{'' if row == known else ': differs'}")


def main() -> int:
    deals = 1_000 if "--quick" in sys.argv[1:] else 100_000
    figures = Figures()
    print_weights(figures, deals)
    print_table(figures, deals)
    print("policy.py has the same" if figures.different == 0 else f"{figures.different} figures of heuristic.py differ")
    return 1 if figures.different else 0


if __name__ == "__main__":
    sys.exit(main())
