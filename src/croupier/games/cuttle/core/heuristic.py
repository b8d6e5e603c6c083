"""The heuristic of Cuttle: how a sensible player answers. Built-in bots, rollouts and move ordering use it.

It races. Points come first, Kings bring the goal nearer, and the opponent's table matters only once he is one card from
his goal. It never scuttles. Each way to play a card is worth a number, the highest is played; the numbers are on the
scale of ten to a point and were tuned by playing versions of this file against each other. It reads only what the seat
to act may know: of the other hand its size, of the pile its size and a top card that both have seen.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle.core import codes as c
from croupier.games.cuttle.core import layout as w
from croupier.games.cuttle.core.legal import takeable
from croupier.games.cuttle.core.table import GOALS, jack_height, jack_lies_on
from croupier.kernel.bits import bit, count, first, lowest

# By rank, from the Ace to the King.
AS_POINTS: Final = vec[i64]([5, 5, 15, 15, 35, 29, 70, 90, 90, 90])
IN_HAND: Final = vec[i64]([30, 45, 25, 35, 40, 43, 60, 70, 85, 95, 75, 20, 100])  # the least is discarded first
REVIVED: Final = vec[i64]([5, 3, 2, 6, 7, 8, 28, 36, 48, 56, 60, 1, 55])  # what a Three is worth that takes it
COUNTERED: Final = vec[i64]([36, 14, 0, 15, 50, 0, 0, 0, 0, 0, 0, 0, 0])  # how often, in per cent
REVIVAL_ORDER: Final = vec[i64]([10, 9, 12, 8, 7, 6, 5, 4, 3, 0, 1, 2, 11])  # what a Three takes first

OPENING: Final = 6  # turns of both seats together
COMEBACK: Final = 8  # points behind from which on an Ace is played
DRAWING: Final = 30
CLOSING: Final = 40  # points that leave a win in hand for the next turn
DEFENCE: Final = 22  # a point taken from an opponent whom one card may take to his goal; else it is worth nothing
NEVER: Final = -1000
WINS: Final = 1000  # unless it is countered


def choose(words: vec[i64], question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """One of the n legal `moves` of `seat`; `r` is a random 32-bit word."""
    if question == c.Q_COUNTER:
        return _counter(words, seat, r, moves, n)
    if question == c.Q_THREE:
        return c.M_TAKE + _best_in_scrap(words)
    if question >= c.Q_FOUR:
        return _discard(moves, n)
    return _play(words, question, seat, moves, n)


def _play(words: vec[i64], question: i64, seat: i64, moves: vec[i64], n: i64) -> i64:
    """The best way to use a turn, or the cards that a Seven revealed; a move that wins for certain is taken at once."""
    you: i64 = 1 - seat
    kings: i64 = count(words[w.PERMANENTS + seat] & c.KINGS)
    need: i64 = GOALS[kings] - words[w.SCORE + seat]
    your_need: i64 = GOALS[count(words[w.PERMANENTS + you] & c.KINGS)] - words[w.SCORE + you]
    weight: i64 = DEFENCE if your_need <= 10 and words[w.HAND_SIZE + you] > 0 else 0
    closing: i64 = _closing_points(words[w.HAND + seat], need, question == c.Q_SEVEN)
    lead_wins: bool = moves[0] == c.M_PASS and words[w.PASSES_ONLY] == 0  # points are equal then (rule 5.2)
    best: i64 = moves[0]
    most: i64 = NEVER
    i: i64 = 0
    while i < n:
        move: i64 = moves[i]
        i += 1
        worth: i64
        points: i64
        if move < c.M_SCUTTLE:
            if move >= c.M_POINTS:
                points = ((move - c.M_POINTS) >> 2) + 1
                if points >= need or lead_wins:
                    return move
                worth = AS_POINTS[points - 1]
                if points >= closing:
                    worth += CLOSING
            else:
                worth = _drawing(words, seat, move)
        elif move < c.M_ONE_OFF:
            continue  # never a scuttle
        elif move < c.M_TWO:
            worth = _one_off(words, seat, (move - c.M_ONE_OFF) >> 2, need, weight)
        elif move < c.M_NINE:
            worth = _destroying(words, you, (move - c.M_TWO) % 52, need, weight)
        elif move < c.M_JACK:
            continue  # a Nine is always points
        elif move < c.M_PERMANENT:
            points = (((move - c.M_JACK) % 40) >> 2) + 1
            if points >= need or lead_wins:
                return move
            worth = points * (10 + weight) - 60
        elif move < c.M_COUNTER:
            rank: i64 = (move - c.M_PERMANENT + 28) >> 2
            if rank == c.KING:
                points = GOALS[kings] - GOALS[kings + 1]
                if points >= need:
                    return move
                worth = points * 10 + 40
            elif rank == c.QUEEN:
                worth = 20
            else:
                continue  # and so is an Eight
        else:
            worth = 0  # a Jack that a Seven revealed in vain
        if worth > most:
            most = worth
            best = move
    return best


def _worth_at_least(points: i64) -> i64:
    """The number cards worth `points` or more."""
    if points > 10:
        return 0
    if points <= 1:
        return c.NUMBERS
    return c.NUMBERS & ~first((points - 1) * 4)


def _closing_points(hand: i64, need: i64, revealed: bool) -> i64:
    """How many points now leave a card in hand that wins the next turn; 99 when nothing does.

    From the hand it takes two cards that reach the goal together; a card that a Seven revealed needs one beside it.
    """
    numbers: i64 = hand & c.NUMBERS
    if need > 20 or numbers == 0:
        return 99
    above: i64 = int(numbers).bit_length()  # the number of the highest card, plus one
    best: i64 = (above + 3) >> 2
    if not revealed:
        above = int(numbers ^ bit(above - 1)).bit_length()
        if best + ((above + 3) >> 2) < need:
            return 99
    return need - best


def _drawing(words: vec[i64], seat: i64, move: i64) -> i64:
    """Drawing, or passing when there is nothing to draw. The last card ends a match that points decide (rule 5.2)."""
    if move == c.M_PASS:
        return NEVER + 1
    if words[w.PILE_SIZE] == 1 and words[w.PASSES_ONLY] == 0:
        lead: i64 = words[w.SCORE + seat] - words[w.SCORE + 1 - seat]
        if lead != 0:
            return WINS if lead > 0 else NEVER + 1
    if words[w.TOP] >= 0:
        return DRAWING + (IN_HAND[words[w.TOP] >> 2] >> 2)
    return DRAWING


def _one_off(words: vec[i64], seat: i64, rank: i64, need: i64, weight: i64) -> i64:
    """An Ace, Three, Four, Five, Six or Seven for its effect."""
    you: i64 = 1 - seat
    if rank == c.SEVEN:
        return 75
    if rank == c.FIVE:
        return 70
    if rank == c.FOUR:
        held: i64 = words[w.HAND_SIZE + you]
        if held < 2:
            return NEVER
        if held < 4:
            return 50
        return DRAWING + 3 if words[w.TURNS] < OPENING else DRAWING - 5
    if rank == c.THREE:
        return REVIVED[_best_in_scrap(words) >> 2]
    if rank == c.ACE:
        if words[w.SCORE + you] - words[w.SCORE + seat] < COMEBACK:
            return NEVER
        return words[w.SCORE + you] * (weight + 2) - words[w.SCORE + seat] * 10 - 30
    swing: i64 = _held_by_jacks(words, you) - _held_by_jacks(words, seat)
    my_loss: i64 = 21 - GOALS[count(words[w.PERMANENTS + seat] & c.KINGS)]
    your_loss: i64 = 21 - GOALS[count(words[w.PERMANENTS + you] & c.KINGS)]
    if swing - my_loss >= need:
        return WINS
    return swing * (10 + weight) + your_loss * weight - my_loss * 10 - 20


def _destroying(words: vec[i64], you: i64, target: i64, need: i64, weight: i64) -> i64:
    """A Two against a permanent of `you`: worth it for Kings when he is near his goal, and for Jacks."""
    rank: i64 = target >> 2
    if rank == c.KING:
        kings: i64 = count(words[w.PERMANENTS + you] & c.KINGS)
        return weight * (GOALS[kings - 1] - GOALS[kings])
    if rank == c.JACK:
        points: i64 = (jack_lies_on(words, target - 40) >> 2) + 1
        if points >= need:
            return WINS
        return points * (10 + weight) - 40
    return -40 if rank == c.QUEEN else -60


def _held_by_jacks(words: vec[i64], seat: i64) -> i64:
    """The points that `seat` would lose to the other if all Jacks were scrapped."""
    lost: i64 = 0
    if words[w.JACKS] != 0:
        for suit in range(i64(4)):
            under: i64 = jack_lies_on(words, suit)
            if under >= 0 and (words[w.POINTS + seat] >> under) & 1 != 0:
                points: i64 = (under >> 2) + 1
                lost += points if jack_height(words, suit) & 1 == 0 else -points
    return lost


def _best_in_scrap(words: vec[i64]) -> i64:
    """The card that a Three takes from the scrap pile, which has one to take."""
    cards: i64 = takeable(words)
    i: i64 = 0
    while (cards >> (REVIVAL_ORDER[i] * 4)) & 15 == 0:
        i += 1
    rank: i64 = REVIVAL_ORDER[i]
    return rank * 4 + lowest(cards >> (rank * 4))


def _discard(moves: vec[i64], n: i64) -> i64:
    """Give up the card that is worth least in hand."""
    best: i64 = moves[0]
    i: i64 = 1
    while i < n:
        if IN_HAND[(moves[i] - c.M_DISCARD) >> 2] < IN_HAND[(best - c.M_DISCARD) >> 2]:
            best = moves[i]
        i += 1
    return best


def _counter(words: vec[i64], seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """A Two defends one's own one-off, and stops the opponent's at the rate of its threat or when it would decide."""
    if n == 1:
        return moves[0]
    if words[w.TURN] == seat or _decides(words, seat):
        return moves[1]
    return moves[1] if (r & 0xFFFF) * 100 < COUNTERED[words[w.PENDING] >> 2] << 16 else moves[0]


def _decides(words: vec[i64], seat: i64) -> bool:
    """Whether the opponent's one-off takes him to his goal, or a win in the next turn out of the hand of `seat`."""
    you: i64 = 1 - seat
    kings: i64 = count(words[w.PERMANENTS + seat] & c.KINGS)
    need: i64 = GOALS[kings] - words[w.SCORE + seat]
    your_goal: i64 = GOALS[count(words[w.PERMANENTS + you] & c.KINGS)]
    your_need: i64 = your_goal - words[w.SCORE + you]
    rank: i64 = words[w.PENDING] >> 2
    target: i64 = words[w.TARGET]
    loss: i64 = 0  # of this seat, in points or as a higher goal
    gain: i64 = 0  # of the opponent
    if rank == c.SEVEN:
        return your_need <= 10
    if rank == c.ACE:
        loss = words[w.SCORE + seat]
    elif rank == c.SIX:
        gain = _held_by_jacks(words, seat) - _held_by_jacks(words, you)
        loss = gain + 21 - GOALS[kings]
        gain -= 21 - your_goal
    elif target >= 0:
        if (words[w.POINTS + seat] >> target) & 1 != 0:
            loss = (target >> 2) + 1
        elif target >> 2 == c.KING and (words[w.PERMANENTS + seat] >> target) & 1 != 0:
            loss = GOALS[kings - 1] - GOALS[kings]
        elif target >> 2 == c.JACK:
            under: i64 = jack_lies_on(words, target - 40)
            if (words[w.POINTS + seat] >> under) & 1 != 0:
                loss = gain = (under >> 2) + 1
    if gain >= your_need:
        return True
    hand: i64 = words[w.HAND + seat]
    return hand & _worth_at_least(need) != 0 and hand & _worth_at_least(need + loss) == 0
