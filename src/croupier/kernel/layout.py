"""The words of a state, declared once: copies, snapshots, the offsets of a view and learning features follow from it.

A game's layout module gives each word its place as a literal constant (`TURN: Final = 3`), which mypyc writes into
the C code also where it is read as `w.TURN`. It holds no other upper-case integers: `Layout` takes the names from
there. The words stand in this order:

    QUESTION, TO_ACT, [SEALED,] ENDING   the kernel's own words, which a state keeps as attributes
    up to `seen`                         what the snapshot of every seat holds, after the game's `finish_snapshot`
    up to `dealer`                       what the dealer's snapshot holds besides
    up to END                            what only the state has
    from END on                          the settings, as the rules read them

Of a word that each seat has a snapshot holds as many as there are seats, while the state has room for the largest
table; without such words a word has the same place in both. In the state the words of one kind stand together, or with
`row` all words of one seat do: then a state of few seats can copy less (`State.n_words`).

Speed, against native attributes of a table object (Cuttle, random rollouts): 0.90 where every function fetches the
vector from an object, 0.94 where helper functions get it as an argument, 1.00 to 1.02 where the state's own methods do,
too. So `apply` fetches `words` once and hands it on. Code that is not compiled must not hand `words` to a compiled
function, which would never let go of it (see `legal_buffer`).
"""

import sys
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.event_bits import MAX_SEATS

BLOCK: Final = 8
LONGEST_UNROLLED: Final = 96


@final
class Layout:
    """The words of one game's states."""

    def __init__(
        self,
        module: str,
        seen: int,
        dealer: int = 0,
        start: dict[int, int] | None = None,
        each_seat: dict[int, int] | None = None,
        secret: dict[int, int] | None = None,
        copied: int = 0,
        row: int = 0,
        worked_out: range = range(0),
    ) -> None:
        """Dictionaries by the place of a word.

        `start`: its value before a deal, 0 if it is not named. `each_seat`: how many words each seat has from there on.
        `secret`: a word of each seat that only this seat and the dealer see, and what stands there for others.

        `copied`: where the words end that the kernel copies and resets; a game with more before END sees to the rest.
        `row`: how far the words of each seat are from those of the next one, if all words of one seat stand together.
        `worked_out`: words before `dealer` that no snapshot holds because they follow from the others.
        """
        declared = vars(sys.modules[module]).items()
        places = {name: place for name, place in declared if name.isupper() and isinstance(place, int)}
        words = [place for name, place in places.items() if name != "END"]
        if len(set(words)) < len(words) or min(words) < 0:
            raise ValueError(f"{module}: two words have the same place, or a constant is no place")
        self.names: dict[str, int] = dict(sorted(places.items(), key=lambda item: item[1]))
        self.seen: i64 = seen
        self.dealer: i64 = max(seen, dealer)
        self.copied: i64 = copied or places["END"]
        self.sealed: bool = "SEALED" in places
        self.each_seat: dict[int, int] = each_seat or {}
        self.secret: dict[int, int] = secret or {}
        self.start: dict[int, int] = start or {}
        self._row: int = row
        self._worked_out: range = worked_out
        self._options: list[str] = [
            name.lower() for name, place in self.names.items() if place >= places["END"] and name != "END"
        ]
        self._shown: dict[int, list[int]] = {}
        self._index: list[list[int]] = [[] for _ in range(MAX_SEATS + 1)]
        self._frames: dict[tuple[int, ...], Frame] = {}

    def options(self, settings: object, **others: int) -> dict[str, int]:
        """The words of the settings: those named in `others`, the rest taken from `settings` by name."""
        return {name: int(others[name] if name in others else getattr(settings, name)) for name in self._options}

    def frame(self, seats: int, options: dict[str, int]) -> "Frame":
        """What all states with these seats and options share."""
        key = (seats, *options.values())
        if key not in self._frames:
            self._frames[key] = Frame(self, seats, self._first_words(options))
        return self._frames[key]

    def _first_words(self, options: dict[str, int]) -> list[int]:
        words = [0] * round_up(max(self.names.values()) + 1)
        for place, value in self.start.items():
            words[place : self._end_of(place)] = [value] * (self._end_of(place) - place)
        for name, value in options.items():
            words[self.names[name.upper()]] = value
        return words

    def _end_of(self, place: int) -> int:
        """Where the next word begins."""
        return min(other for other in self.names.values() if other > place)

    def shown(self, seats: int) -> list[int]:
        """The places of the words up to `dealer`, in the order of a snapshot for this many seats."""
        if seats not in self._shown:
            self._shown[seats] = self._places(seats, int(self.dealer))
        return self._shown[seats]

    def n_seen(self, seats: int) -> int:
        """How many of those places the snapshot of every seat has, which are the first."""
        return len(self._places(seats, int(self.seen)))

    def _places(self, seats: int, end: int) -> list[int]:
        """Of all words up to `end` that a snapshot holds."""
        found: list[int] = []
        for place in sorted(set(self.names.values())):
            if place >= end or place in self._worked_out:
                continue
            each = self.each_seat.get(place)
            if each is None:
                found += range(place, self._end_of(place))
            else:
                for seat in range(seats):
                    first = place + (self._row or each) * seat
                    found += range(first, first + each)
        return found

    def secrets(self, seats: int) -> list[int]:
        """For each secret number in a snapshot: its index, the seat that sees it, what others see."""
        found: list[int] = []
        for place, instead in self.secret.items():
            each = self.each_seat[place]
            for k in range(each * seats):
                found += [self.at(place, seats) + k, k // each, instead]
        return found

    def at(self, place: int, seats: int) -> int:
        """The index of the word in a snapshot; -1 for a seat that is not there."""
        index = self._index[seats]
        if not index:
            shown = self.shown(seats)
            index += [-1] * max(int(self.dealer), 1 + max(shown))
            for at, word in enumerate(shown):
                index[word] = at
        return index[place]


@final
class Frame:
    """A layout for one number of seats and one choice of settings."""

    def __init__(self, layout: Layout, seats: int, first_words: list[int]) -> None:
        shown = layout.shown(seats)
        self.first_words: Final = vec[i64](first_words)
        self.copied: Final[i64] = layout.copied
        self.shown: Final = vec[i64](shown)
        self.secrets: Final = vec[i64](layout.secrets(seats))
        self.n_seen: Final[i64] = layout.n_seen(seats)
        self.n_dealer: Final[i64] = len(shown)
        self.in_order: Final[i64] = min([i for i in range(len(shown)) if shown[i] != i], default=len(shown))
        self.has_sealed: Final[bool] = layout.sealed


def round_up(n: int) -> int:
    """The next multiple of BLOCK."""
    return -(-n // BLOCK) * BLOCK


def copy_words(target: vec[i64], source: vec[i64], n: i64) -> None:
    """Copy the first n words, and up to BLOCK - 1 more: both vectors are as long as `round_up` says.

    Written out, and each block from its end: with constant places of which the first is the highest one check serves
    all of them. Four words are read before one is written, so that the compiler moves two at a time.
    """
    for i in range(i64(LONGEST_UNROLLED), n):
        target[i] = source[i]
    if n > 88:
        target[95], target[94], target[93], target[92] = source[95], source[94], source[93], source[92]
        target[91], target[90], target[89], target[88] = source[91], source[90], source[89], source[88]
    if n > 80:
        target[87], target[86], target[85], target[84] = source[87], source[86], source[85], source[84]
        target[83], target[82], target[81], target[80] = source[83], source[82], source[81], source[80]
    if n > 72:
        target[79], target[78], target[77], target[76] = source[79], source[78], source[77], source[76]
        target[75], target[74], target[73], target[72] = source[75], source[74], source[73], source[72]
    if n > 64:
        target[71], target[70], target[69], target[68] = source[71], source[70], source[69], source[68]
        target[67], target[66], target[65], target[64] = source[67], source[66], source[65], source[64]
    if n > 56:
        target[63], target[62], target[61], target[60] = source[63], source[62], source[61], source[60]
        target[59], target[58], target[57], target[56] = source[59], source[58], source[57], source[56]
    if n > 48:
        target[55], target[54], target[53], target[52] = source[55], source[54], source[53], source[52]
        target[51], target[50], target[49], target[48] = source[51], source[50], source[49], source[48]
    if n > 40:
        target[47], target[46], target[45], target[44] = source[47], source[46], source[45], source[44]
        target[43], target[42], target[41], target[40] = source[43], source[42], source[41], source[40]
    if n > 32:
        target[39], target[38], target[37], target[36] = source[39], source[38], source[37], source[36]
        target[35], target[34], target[33], target[32] = source[35], source[34], source[33], source[32]
    if n > 24:
        target[31], target[30], target[29], target[28] = source[31], source[30], source[29], source[28]
        target[27], target[26], target[25], target[24] = source[27], source[26], source[25], source[24]
    if n > 16:
        target[23], target[22], target[21], target[20] = source[23], source[22], source[21], source[20]
        target[19], target[18], target[17], target[16] = source[19], source[18], source[17], source[16]
    if n > 8:
        target[15], target[14], target[13], target[12] = source[15], source[14], source[13], source[12]
        target[11], target[10], target[9], target[8] = source[11], source[10], source[9], source[8]
    if n > 0:
        target[7], target[6], target[5], target[4] = source[7], source[6], source[5], source[4]
        target[3], target[2], target[1], target[0] = source[3], source[2], source[1], source[0]


def append_words(out: vec[i64], at: i64, words: vec[i64], first: i64, n: i64) -> i64:
    """Write n words from place `first` on into `out` from `at` on; where they end."""
    for i in range(n):
        out[at + i] = words[first + i]
    return at + n


def restore_words(words: vec[i64], first: i64, ints: tuple[int, ...], at: i64, n: i64) -> i64:
    """The way back from `append_words`."""
    for i in range(n):
        words[first + i] = ints[at + i]
    return at + n
