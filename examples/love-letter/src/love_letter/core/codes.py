"""The numbers that the files of Love Letter share, and the moves that they stand for. A card is its kind, 0 to 9."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, lowest_of_few

SPY: Final = 0
GUARD: Final = 1
PRIEST: Final = 2
BARON: Final = 3
HANDMAID: Final = 4
PRINCE: Final = 5
CHANCELLOR: Final = 6
KING: Final = 7
COUNTESS: Final = 8
PRINCESS: Final = 9
KINDS: Final = 10
DECK: Final = 21
COPIES: Final = 0x1112222262  # of each kind, four bits for each, the Spies lowest
SEATS: Final = 6

M_PLAY: Final = 0  # + card
M_AIM: Final = 10  # + target + 6 * (0 Priest, 1 Baron, 2 Prince, 3 King)
M_GUARD: Final = 34  # + target * 9 + guess: 0 Spy, 1 Priest, ... 8 Princess
M_RETURN: Final = 88  # + the kind that is kept * 2 + 1 if the lower one goes to the bottom

Q_PLAY: Final = 0
Q_RETURN: Final = 1

E_ROUND: Final = 1  # actor begins; a round
E_OPEN: Final = 2  # a card that is out of the round
E_DREW: Final = 3  # actor; x card
E_PLAYED: Final = 4  # actor; a card; b target + 1
E_GUESSED: Final = 5  # actor; a card; b target
E_SAW: Final = 6  # actor; a target; x the target's card
E_COMPARED: Final = 7  # actor; a target
E_SWAPPED: Final = 8  # actor; a target; x the card that the actor gets; y the one that it gives
E_DISCARDED: Final = 9  # actor; a card
E_RETURNED: Final = 10  # actor; x the card above the bottom one or none; y the bottom one
E_OUT: Final = 11  # actor; a card
E_SHOWN: Final = 12  # actor; a card
E_WON: Final = 13  # actor; a tokens it has now; b 1 if it was for the Spy
E_ENDED: Final = 14  # a ending

END_TOKENS: Final = 1
END_LEFT: Final = 2

AIMED: Final = vec[i64]([PRIEST, BARON, PRINCE, KING])
AT_FIRST: Final = vec[i64]([-1, M_GUARD, 10, 16, -1, 22, -1, 28, -1, -1])  # by kind: its move at seat 0


def offer(kind: i64, seat: i64, targets: i64, out: vec[i64], n: i64) -> i64:
    """Add the moves with one card to the n that there are."""
    if kind == PRINCE:
        targets |= bit(seat)
    if targets == 0 or AT_FIRST[kind] < 0:  # rule 2.4
        out[n] = M_PLAY + kind
        return n + 1
    guesses: i64 = 9 if kind == GUARD else 1
    while targets != 0:
        target: i64 = lowest_of_few(targets)
        targets &= targets - 1
        for guess in range(guesses):
            out[n] = AT_FIRST[kind] + target * guesses + guess
            n += 1
    return n


def offer_returns(hand: i64, x: i64, y: i64, out: vec[i64]) -> i64:
    """Rule 3.7: keep one of the kinds, and choose which of the others goes to the bottom."""
    kinds: i64 = bit(hand) | bit(x) | (bit(y) if y >= 0 else 0)
    n: i64 = 0
    while kinds != 0:
        kept: i64 = lowest_of_few(kinds)
        kinds &= kinds - 1
        low, high = others_than(hand, x, y, kept)
        out[n] = M_RETURN + kept * 2
        n += 1
        if low >= 0 and low != high:
            out[n] = M_RETURN + kept * 2 + 1
            n += 1
    return n


def others_than(hand: i64, x: i64, y: i64, kept: i64) -> tuple[i64, i64]:
    """The cards of a Chancellor without the one that is kept, the lower one first; -1 for one that is not there."""
    if kept == x:
        x = hand
    elif kept != hand:
        y = hand
    return (x, y) if x < y else (y, x)


def parts_of(move: i64) -> tuple[i64, i64, i64]:
    """The card of a move, its target and its guess, each -1 if there is none."""
    if move >= M_GUARD:
        guess: i64 = (move - M_GUARD) % 9
        return GUARD, (move - M_GUARD) // 9, guess + 1 if guess > 0 else i64(0)
    if move >= M_AIM:
        return AIMED[(move - M_AIM) // 6], (move - M_AIM) % 6, -1
    return move, -1, -1
