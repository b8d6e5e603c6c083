"""Where the numbers of Belote's bidding come from: the weights of `_lead` and the table of `weight` in policy.py.

    python bench/belote_bids.py            a minute; the same numbers every time
    python bench/belote_bids.py --quick    a hundredth of the deals

Weights: deals are played out by the heuristic in a given mode, the first speaker having announced it, and his team's
card points above one half are explained by his five cards, with least squares. Beside each stands what policy.py has:
it is rounded, and cards that hardly matter are counted alike.

Table: how much likelier an action is with such a lead than with any, in thousandths, counted over deals that the
heuristic bids. policy.py has it smoothed.
"""

import sys
from collections import Counter
from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote import GAME, BeloteState, codes, policy
from croupier.games.belote.table import CARD_POINTS, HAND, LATER

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
NINE, TEN, JACK, ACE = 2, 3, 4, 7
TOTALS = {codes.ALL_TRUMPS: 258, codes.NO_TRUMPS: 130}
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


def played_out(mode: int, deals: int) -> Iterator[tuple[Features, float]]:
    """The first speaker's cards, and his team's tenths of points above one half."""
    state, moves = new_state(), vec[i64]([0] * 64)
    for seed in range(deals):
        state.start(seed)
        state.apply(codes.M_CUT + codes.SAFE_CUT)
        seat = state.to_act
        hand = state.table.zones[HAND + seat]
        for move in (codes.M_ANNOUNCE + mode, *[codes.M_ACCEPT] * 3):
            state.apply(move)
        while state.to_act >= 0:
            state.apply(state.hint(seed, moves, state.legal(moves)))
        points = state.table.zones[CARD_POINTS + (seat & 1)]
        yield features(hand, mode), 10 * (points - TOTALS.get(mode, 162) / 2)


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
    """The same weight as policy.py has it: the lead of a hand with it less that of one without."""
    nothing = policy._lead(0, mode)
    if name == "one half":
        return nothing
    suit = mode if name.startswith("trump ") else (0 if mode != 0 else 1)
    words = name.removeprefix("trump ").split()
    cards = [RANKS.index(words[0])]
    alone = policy._lead(sum(1 << (suit * 8 + rank) for rank in cards), mode) - nothing
    if len(words) == 1:
        return alone
    other = RANKS.index(words[2]) if len(words) > 2 else 1
    both = policy._lead((1 << (suit * 8 + cards[0])) | (1 << (suit * 8 + other)), mode) - nothing
    return both - alone - (policy._lead(1 << (suit * 8 + other), mode) - nothing)


def print_weights(deals: int) -> None:
    for title, mode in (("AllTrumps", codes.ALL_TRUMPS), ("NoTrumps", codes.NO_TRUMPS), ("a Colour", codes.SPADES)):
        print(f"{title}, {deals:,} deals: fitted, and in policy.py (tenths of card points)")
        for name, weight in least_squares(list(played_out(mode, deals))).items():
            print(f"  {name:18}{weight:8.0f}{told_by_policy(name, mode):8}")


def print_table(deals: int) -> None:
    state, moves = new_state(), vec[i64]([0] * 64)
    any_hand: dict[tuple[int, int], Counter[int]] = {}
    seen: dict[tuple[str, int, int], Counter[int]] = {}

    def kind(mode: int) -> int:
        return max(mode - codes.SPADES, 0)

    def step(hand: int, mode: int) -> int:
        return min(max((policy._lead(hand, mode) + 240) // 60, 0), 12)

    for seed in range(deals):
        state.start(seed)
        state.apply(codes.M_CUT + codes.SAFE_CUT)
        zones = state.table.zones
        five = [int(zones[HAND + seat]) for seat in range(4)]
        hands = {5: five, 8: [cards | int(zones[LATER + seat]) for seat, cards in enumerate(five)]}
        for size, each in hands.items():
            for hand in each:
                for mode in range(6):
                    any_hand.setdefault((size, kind(mode)), Counter())[step(hand, mode)] += 1
        while state.question == codes.Q_BID:
            seat = state.to_act
            n = state.legal(moves)
            move = state.hint(seed, moves, n)
            said: list[tuple[str, int]] = []
            if codes.M_ANNOUNCE <= move < codes.M_DOUBLE:
                said = [("announced", move - codes.M_ANNOUNCE)]
            elif codes.M_DOUBLE <= move < codes.M_REDOUBLE:
                said = [("doubled", move - codes.M_DOUBLE)]
            elif any(moves[i] == codes.M_ANNOUNCE + codes.NO_TRUMPS for i in range(n)):
                said = [("not announced", codes.NO_TRUMPS)]
            for what, mode in said:
                for size, each in hands.items():
                    seen.setdefault((what, kind(mode), size), Counter())[step(each[seat], mode)] += 1
            state.apply(move)
    print(f"What an action tells, {deals:,} deals: thousandths by lead, in steps of 60 from -240")
    for (what, number, size), counts in sorted(seen.items()):
        base = any_hand[size, number]
        shares = [
            round(1000 * (counts[at] / counts.total()) / (base[at] / base.total())) if base[at] else 0
            for at in range(13)
        ]
        print(f"  {('a Colour', 'NoTrumps', 'AllTrumps')[number]} {what}, {size} cards: {shares}")


if __name__ == "__main__":
    deals = 1_000 if "--quick" in sys.argv[1:] else 100_000
    print_weights(deals)
    print_table(deals)
