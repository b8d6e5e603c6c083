"""The last tricks of a deal with all cards on the table, worked out exactly: what the card play of a search rests on.

Both teams play for card points, and a team that can still take every trick for that first of all. Whatever a deal
brings rises with these, so the best play for them is the best play for match points, too. Alpha-beta with a table of
positions between two tricks; cards that do the same are tried once.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.legal import legal_moves
from croupier.games.belote.core.ranks import LAID, POINTS_MASK, POINTS_SHIFT
from croupier.games.belote.core.scoring import CARD_POINTS
from croupier.games.belote.core.tricks import LAST_TRICK
from croupier.kernel.bits import bit
from croupier.kernel.layout import copy_words

SWEEP: Final = 1000  # card points that taking all tricks stands for, more than a deal has
LOWEST: Final = -2000
HIGHEST: Final = 2000
TABLE: Final = 16384
HAND: Final = 8
_MIX: Final = 0x1E3779B9
# The cards of no points that follow each other in strength, whatever is trumps: 7 and 8 of each suit.
EIGHTS: Final = 0x02020202


@final
@mypyc_attr(acyclic=True)
class Solver:
    """Solves one position after the other."""

    def __init__(self) -> None:
        self.words: vec[i64] = vec[i64]([0] * 128)
        self.out: vec[i64] = vec[i64]([0] * 64)
        self.order: vec[i64] = vec[i64]([0] * (c.DECK_SIZE * HAND))
        self.keys: vec[i64] = vec[i64]([0] * TABLE)
        self.lower: vec[i64] = vec[i64]([0] * TABLE)
        self.upper: vec[i64] = vec[i64]([0] * TABLE)
        self.position: i64 = 0
        """How many positions were solved: entries of the table belong to one of them."""
        self.nodes: i64 = 0

    def solve(self, words: vec[i64], seat: i64, moves: vec[i64], n: i64, out: vec[i64]) -> None:
        """Write into `out` what Team1 takes from now on after each of the n legal `moves` of `seat`.

        In card points, those of the trick on the table included; SWEEP more if it takes all tricks of the deal, and
        SWEEP less if the other team does.
        """
        mine = self.words
        copy_words(mine, words, w.END)
        self.position += 1
        sweeps: i64 = 0
        if words[w.TRICKS + 1] == 0:
            sweeps = 1
        if words[w.TRICKS] == 0:
            sweeps |= 2
        for i in range(n):
            out[i] = self._play(mine, seat, moves[i] - c.M_CARD, LOWEST, HIGHEST, sweeps)

    def _play(self, words: vec[i64], seat: i64, card: i64, alpha: i64, beta: i64, sweeps: i64) -> i64:
        """The value of playing a card; the words are afterwards as before."""
        best: i64 = words[w.BEST_ROW]
        best_seat: i64 = words[w.BEST_SEAT]
        points: i64 = words[w.TRICK_POINTS]
        led: i64 = words[w.LED]
        played: i64 = words[w.N_PLAYED]
        row: i64 = LAID[(words[w.MODE] << 5) + card]
        words[w.HAND + seat] ^= bit(card)
        words[w.N_PLAYED] = played + 1
        if played & 3 == 0:
            words[w.LED] = card >> 3
        if played & 3 == 0 or (best >> card) & 1 != 0:
            words[w.BEST_ROW] = row
            words[w.BEST_SEAT] = seat
        points_now: i64 = points + ((row >> POINTS_SHIFT) & POINTS_MASK)
        words[w.TRICK_POINTS] = points_now
        value: i64
        if played & 3 == 3:
            winner: i64 = words[w.BEST_SEAT]
            words[w.TRICK_POINTS] = 0
            if played == c.DECK_SIZE - 1:
                points_now += LAST_TRICK
            won: i64 = points_now if winner & 1 == 0 else i64(0)
            value = won + self._lead(words, winner, alpha - won, beta - won, sweeps & (1 + (winner & 1)))
        else:
            value = self._best(words, (seat + 1) & 3, alpha, beta, sweeps)
        words[w.HAND + seat] ^= bit(card)
        words[w.N_PLAYED] = played
        words[w.BEST_ROW] = best
        words[w.BEST_SEAT] = best_seat
        words[w.TRICK_POINTS] = points
        words[w.LED] = led
        return value

    def _lead(self, words: vec[i64], seat: i64, alpha: i64, beta: i64, sweeps: i64) -> i64:
        """The value of a position between two tricks."""
        if words[w.N_PLAYED] == c.DECK_SIZE:
            if sweeps == 0:
                return 0
            return SWEEP if sweeps == 1 else i64(-SWEEP)
        left: i64 = words[w.HAND] | words[w.HAND + 1] | words[w.HAND + 2] | words[w.HAND + 3]
        key: i64 = left | (seat << 32) | (sweeps << 34) | (self.position << 36)
        at: i64 = (((left ^ (seat << 7) ^ (sweeps << 13)) * _MIX) >> 20) & (TABLE - 1)
        low: i64 = LOWEST
        high: i64 = HIGHEST
        if self.keys[at] == key:
            low = self.lower[at]
            high = self.upper[at]
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            if low > alpha:
                alpha = low
            if high < beta:
                beta = high
        value: i64 = self._best(words, seat, alpha, beta, sweeps)
        if value > alpha and value < beta:
            low = value
            high = value
        elif value >= beta:
            low = value
        else:
            high = value
        self.keys[at] = key
        self.lower[at] = low
        self.upper[at] = high
        return value

    def _best(self, words: vec[i64], seat: i64, alpha: i64, beta: i64, sweeps: i64) -> i64:
        """The value with best play from a decision on; below alpha or above beta only a bound."""
        self.nodes += 1
        order = self.order
        first: i64 = words[w.N_PLAYED] * HAND
        n: i64 = self._offer(words, seat, first)
        rises: bool = seat & 1 == 0
        value: i64 = LOWEST if rises else HIGHEST
        for i in range(n):
            # The most promising of those left.
            at: i64 = first + i
            for j in range(first + i + 1, first + n):
                if order[j] > order[at]:
                    at = j
            packed: i64 = order[at]
            order[at] = order[first + i]
            found: i64 = self._play(words, seat, packed & 31, alpha, beta, sweeps)
            if rises:
                if found > value:
                    value = found
                if value > alpha:
                    alpha = value
            else:
                if found < value:
                    value = found
                if value < beta:
                    beta = value
            if alpha >= beta:
                break
        return value

    def _offer(self, words: vec[i64], seat: i64, first: i64) -> i64:
        """Write the legal cards from place `first` on, each below how promising it is; how many there are."""
        out = self.out
        order = self.order
        n: i64 = legal_moves(words, c.Q_CARD, seat, out)
        hand: i64 = words[w.HAND + seat]
        others: i64 = (words[w.HAND + ((seat + 1) & 3)]) | words[w.HAND + ((seat + 3) & 3)]
        in_trick: i64 = words[w.N_PLAYED] & 3
        best: i64 = words[w.BEST_ROW]
        ours: bool = in_trick > 0 and (words[w.BEST_SEAT] ^ seat) & 1 == 0
        mode: i64 = words[w.MODE] << 5
        count: i64 = 0
        for i in range(n):
            card: i64 = out[i] - c.M_CARD
            if EIGHTS & bit(card) != 0 and (hand >> (card - 1)) & 1 != 0:
                continue
            row: i64 = LAID[mode + card]
            points: i64 = (row >> POINTS_SHIFT) & POINTS_MASK
            promise: i64 = 64
            if in_trick == 0:
                # Masters first, then low cards.
                promise += 32 + points if row & others & 0xFFFFFFFF == 0 else -points
            elif (best >> card) & 1 != 0:
                promise += 32 + points if in_trick == 3 or row & others & 0xFFFFFFFF == 0 else 8 - points
            else:
                promise += points if ours else -points
            order[first + count] = (promise << 5) | card
            count += 1
        return count


def count_out(words: vec[i64], taken: i64) -> None:
    """Make the words of a deal what they are after its last trick, if Team1 takes this from now on (see `solve`)."""
    words[w.TRICKS] = 4
    words[w.TRICKS + 1] = 4
    if taken >= SWEEP:
        taken -= SWEEP
        words[w.TRICKS] = 8
    elif taken < 0:
        taken += SWEEP
        words[w.TRICKS + 1] = 8
    first: i64 = words[w.CARD_POINTS] + taken
    words[w.CARD_POINTS] = first
    words[w.CARD_POINTS + 1] = CARD_POINTS[words[w.MODE]] - first
