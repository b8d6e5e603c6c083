"""From the integers of a snapshot to a row of small numbers, eight of them in a 64-bit word. Compiled.

A program (see `layout`) has a part for each seat, in which everything that depends on the seat is
worked out already: a few integers for each feature, those of one kind together. Sets of cards are spread a byte at a
time, so that a whole observation costs about as much as the move before it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit

KINDS: Final = 7
HEAD: Final = 12
"""How many operations there are of each kind below, the first word without sets; then of the roll the integer's place,
the limit, the ring (0 for no roll) and how far apart neighbours lie."""
SETS_END: Final = 7  # where the head holds the first word without sets
ROLL: Final = 8  # where the roll begins in the head
OP: Final = 6  # the integer's place, the first entry, how many entries, a, b, mask

LARGEST: Final = 127
INTS: Final = 1024  # a snapshot has no more integers than this

# What is left to do at run time: more kinds of feature than these become one of them for each seat.
BITS: Final = 0  # a: shift, b: how many places a roll of 1 is; entry and size are counted in words
NUMBER: Final = 1  # a: plus, b: shift
CHOICE: Final = 2  # a: plus; b: what is taken off if the sum is not below it, 0 for nothing
LANES: Final = 3  # a: width, b: shift
FLAGS: Final = 4  # up to eight bits, each an entry; a: how far they are turned, b: shift
BYTES: Final = 5  # up to seven lanes of eight bits, which are entries as they stand; b: shift
OTHER: Final = 6  # a, b and mask as the kinds below need them

# Kinds of OTHER, in `mask`.
RECENT: Final = 0
"""a: where the length is, b: where it is how many are recent. The entries' number is in `mask` from bit 8 on, how many
places a roll of 1 is from bit 16 on."""
STACK: Final = 1  # a: where the length is, b: which from the end
TALLY: Final = 2  # a: where the length is
ALWAYS: Final = 3  # the entry is a
COUNTS: Final = 4  # a: 1 if it is rolled
FIRST_RANKS: Final = 7  # of COUNTS, in its first integer
MOST_FLAGS: Final = 8
MOST_BYTES: Final = 7
TOO_LARGE: Final = 0x80808080808080  # the bits of seven bytes that are above LARGEST

# For each byte the word whose eight bytes are its bits.
SPREAD: Final = vec[i64]([sum(((byte >> i) & 1) << (8 * i) for i in range(8)) for byte in range(256)])


def roll_of(program: vec[i64], start: i64, ints: vec[i64]) -> i64:
    """From where rolled features and moves are counted."""
    ring: i64 = program[start + ROLL + 2]
    if ring == 0:
        return 0
    value: i64 = ints[program[start + ROLL]]
    if value < 0 or value >= program[start + ROLL + 1]:
        return 0
    return value % ring


def encode(program: vec[i64], start: i64, ints: vec[i64], out: vec[i64], base: i64, words: i64) -> None:
    """Write one row into `words` words of `out` from `base` on; `start` is where the program of its seat begins."""
    roll: i64 = roll_of(program, start, ints)
    p: i64 = start + HEAD
    stop: i64 = p + program[start + BITS] * OP
    while p < stop:
        rest: i64 = (ints[program[p]] >> program[p + 3]) & program[p + 5]
        if roll != 0 and program[p + 4] != 0:
            turn: i64 = roll * program[p + 4]
            rest = (rest >> turn) | ((rest & (bit(turn) - 1)) << (program[p + 2] * 8 - turn))
        word: i64 = base + program[p + 1]
        end: i64 = word + program[p + 2]
        while word < end:
            out[word] = SPREAD[rest & 255]
            rest >>= 8
            word += 1
        p += OP
    word = base + program[start + SETS_END]
    end = base + words
    while word < end:
        out[word] = 0
        word += 1
    first: i64 = base * 8
    stop = p + program[start + NUMBER] * OP
    while p < stop:
        value: i64 = (ints[program[p]] + program[p + 3]) >> program[p + 4]
        if value > LARGEST:
            value = LARGEST
        if value > 0:
            entry: i64 = first + program[p + 1]
            out[entry >> 3] |= value << ((entry & 7) * 8)
        p += OP
    stop = p + program[start + CHOICE] * OP
    while p < stop:
        value = ints[program[p]]
        if value >= 0:
            value += program[p + 3]
            if program[p + 4] > 0 and value >= program[p + 4]:
                value -= program[p + 4]
            if value >= 0 and value < program[p + 2]:
                entry = first + program[p + 1] + value
                out[entry >> 3] |= SPREAD[1] << ((entry & 7) * 8)
        p += OP
    stop = p + program[start + LANES] * OP
    while p < stop:
        value = ints[program[p]] >> program[p + 4]
        if value != 0:
            _lanes(out, first + program[p + 1], program[p + 2], value, program[p + 3], program[p + 5])
        p += OP
    stop = p + program[start + FLAGS] * OP
    while p < stop:
        value = (ints[program[p]] >> program[p + 4]) & program[p + 5]
        if value != 0:
            by: i64 = program[p + 3]
            if by != 0:
                value = ((value >> by) | (value << (program[p + 2] - by))) & program[p + 5]
            _put_bytes(out, first + program[p + 1], SPREAD[value])
        p += OP
    stop = p + program[start + BYTES] * OP
    while p < stop:
        value = (ints[program[p]] >> program[p + 4]) & program[p + 5]
        if value & TOO_LARGE != 0:
            _lanes(out, first + program[p + 1], program[p + 2], value, 8, 255)
        elif value != 0:
            _put_bytes(out, first + program[p + 1], value)
        p += OP
    stop = p + program[start + OTHER] * OP
    while p < stop:
        _other(program, p, ints, out, first, roll, program[start + ROLL + 3])
        p += OP


def _put_bytes(out: vec[i64], entry: i64, value: i64) -> None:
    """Set several entries, which were 0, to the bytes of `value`, none of them above LARGEST."""
    at: i64 = entry >> 3
    shift: i64 = (entry & 7) * 8
    if shift == 0:
        out[at] |= value
        return
    out[at] |= (value & (bit(64 - shift) - 1)) << shift
    rest: i64 = value >> (64 - shift)
    if rest != 0:
        out[at + 1] |= rest


def _put(out: vec[i64], entry: i64, value: i64) -> None:
    """Set one entry, which was 0."""
    if value > LARGEST:
        value = LARGEST
    out[entry >> 3] |= value << ((entry & 7) * 8)


def _lanes(out: vec[i64], entry: i64, size: i64, value: i64, width: i64, mask: i64) -> None:
    for j in range(size):
        part: i64 = value & mask
        if part != 0:
            _put(out, entry + j, part)
        value >>= width


def _other(program: vec[i64], p: i64, ints: vec[i64], out: vec[i64], first: i64, roll: i64, times: i64) -> None:
    at: i64 = program[p]
    entry: i64 = first + program[p + 1]
    size: i64 = program[p + 2]
    a: i64 = program[p + 3]
    b: i64 = program[p + 4]
    kind: i64 = program[p + 5] & 255
    if kind == ALWAYS:
        _put(out, entry + a, 1)
    elif kind == RECENT:
        back: i64 = (program[p + 5] >> 8) & 255
        if back < ints[b]:
            card: i64 = ints[at + ints[a] - ints[b] + back]
            if card >= 0 and card < size:
                card -= roll * (program[p + 5] >> 16)
                if card < 0:
                    card += size
                _put(out, entry + card, 1)
    elif kind == STACK:
        place: i64 = ints[a] - 1 - b
        if place >= 0:
            lies: i64 = ((ints[at + place // 15] >> (place % 15 * 4)) & 15) - 1
            if lies >= 0 and lies < size:
                _put(out, entry + lies, 1)
    elif kind == COUNTS:
        if ints[at] | ints[at + 1] == 0:
            return
        if a == 0:
            roll = 0
            times = 1
        for j in range(size):
            rank: i64 = (roll + j * times) % size
            if rank < FIRST_RANKS:
                held: i64 = (ints[at] >> (rank * 8)) & 255
            else:
                held = (ints[at + 1] >> ((rank - FIRST_RANKS) * 8)) & 255
            if held != 0:
                _put(out, entry + j, held)
    else:
        _count(out, entry, size, ints, at, ints[a])


def _count(out: vec[i64], entry: i64, size: i64, ints: vec[i64], at: i64, n: i64) -> None:
    """How many of each value lie in a pile of n, packed four bits each, fifteen to an integer."""
    left: i64 = 0
    packed: i64 = 0
    for _card in range(n):
        if left == 0:
            packed = ints[at]
            at += 1
            left = 15
        value: i64 = (packed & 15) - 1
        packed >>= 4
        left -= 1
        if value >= 0 and value < size:
            where: i64 = entry + value
            shift: i64 = (where & 7) * 8
            if (out[where >> 3] >> shift) & 255 < LARGEST:
                out[where >> 3] += SPREAD[1] << shift
