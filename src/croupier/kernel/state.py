"""The full truth about one match, as integers: what every game's rules subclass and every search walks through.

Rules wait, they never call a player: a state says who is to act and what the legal moves are, and `apply` moves it on.
It is native when compiled, and open to uncompiled subclasses, so a new game can be written in plain Python first.
"""

from threading import local

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.kernel.bits import bit, first
from croupier.kernel.event_bits import DEALER, mix, pack, public, redact
from croupier.kernel.layout import BLOCK, Frame, Layout, copy_words
from croupier.kernel.rng import DEAL, KEYED, SEED_LIMIT, Chance, key_bytes

MOVE_LIMIT = 2048  # move ids are 0 .. MOVE_LIMIT - 1
LEGAL_LIMIT = 512  # no question offers more moves than this
_NO_WORDS = vec[i64]([0] * 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One state. A subclass sets every attribute in `__init__` and implements the methods that raise here.

    With a layout the kernel copies, shows and restores `words`. What else a subclass keeps is its own to copy.
    """

    seats: i64
    to_act: i64
    """The seat that must answer; -1 exactly when the match is over."""
    question: i64
    """Which question it is asked: an index into the game's `questions`."""
    sealed: i64
    """The seats whose sealed answers are still wanted, `to_act` among them; 0 when the question is not sealed."""
    ending: i64
    """How the match ended: an index into the game's `endings`; 0 while it goes on."""
    seed: i64
    """Of an imagined world; all chance is a function of it. KEYED in a match, whose key is with `chance`.

    Neither is ever part of what a seat knows.
    """
    words: vec[i64]
    """All numbers of the game, each at the place that its layout names."""
    events: vec[i64]
    """What the last `start`, `apply` or `expel` made happen: the first `n_events` of them."""
    n_events: i64
    seen: vec[i64]
    """Per seat a rolling hash of everything it was sent: equal hashes mean equal decisions."""
    watching: bool
    """Whether events are made and hashed. Off in rollouts."""
    chance: Chance
    """For the use of `shuffled` and `imagine`, which start a stream every time: it carries nothing over but its key."""
    shuffles: list[tuple[int, int, int]]
    """The shuffles of this match so far, in a state that was started while watching: stream, index, how many cards."""
    lists_shuffles: bool
    first_words: vec[i64]
    n_words: i64
    shown: vec[i64]
    secrets: vec[i64]
    n_seen: i64
    n_dealer: i64
    has_sealed: bool
    in_order: i64
    """How many of the first words stand at the same place in a snapshot."""
    room: vec[i64]
    exchange_stream: i64
    exchange_index: i64
    exchange_a: i64
    exchange_b: i64

    def __init__(
        self,
        seats: i64,
        event_capacity: i64 = 128,
        layout: Layout | None = None,
        options: dict[str, int] | None = None,
    ) -> None:
        self.seats = seats
        self.words = _NO_WORDS
        self.first_words = _NO_WORDS
        self.n_words = 0
        self.shown = _NO_WORDS
        self.secrets = _NO_WORDS
        self.n_seen = 0
        self.n_dealer = 0
        self.has_sealed = False
        self.in_order = 0
        self.room = _NO_WORDS
        if layout is not None:
            self._set_up_words(layout.frame(int(seats), options or {}))
        self.to_act = -1
        self.question = 0
        self.sealed = 0
        self.ending = 0
        self.seed = 0
        self.events = vec[i64]([0] * event_capacity)
        self.n_events = 0
        self.seen = vec[i64]([0] * seats)
        self.watching = True
        self.chance = Chance()
        self.shuffles = []
        self.lists_shuffles = False
        self.exchange_stream = -1
        self.exchange_index = 0
        self.exchange_a = 0
        self.exchange_b = 0

    def _set_up_words(self, frame: Frame) -> None:
        self.words = frame.first_words[:]
        self.first_words = frame.first_words
        self.n_words = frame.copied
        self.shown = frame.shown
        self.secrets = frame.secrets
        self.n_seen = frame.n_seen
        self.n_dealer = frame.n_dealer
        self.has_sealed = frame.has_sealed
        self.in_order = frame.in_order

    # The contract: what a game implements.

    def fresh(self) -> "State":
        """A new state of the same game with the same settings, not yet started."""
        raise NotImplementedError

    def start(self, seed: i64) -> None:
        """Deal and ask the first question. Calls `begin` first."""
        raise NotImplementedError

    def legal(self, out: vec[i64]) -> i64:
        """Write the legal move ids of the seat to act into `out` and return how many; out[0] is the safe one.

        The order depends only on what that seat knows.
        """
        raise NotImplementedError

    def apply(self, move: i64) -> None:
        """Play a legal move. Trusts its caller. Sets `n_events` to 0 first, then emits what happens."""
        raise NotImplementedError

    def expel(self, seat: i64) -> None:
        """Take a seat out of the match, as a punishment or because it left; never while a question is sealed."""
        raise NotImplementedError

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """Hide what `seat` does not know among the n words of `out`, append what the layout does not hold; the end."""
        return n

    def finish_restore(self, seat: i64, ints: tuple[int, ...], n: i64) -> None:
        """Take over what `finish_snapshot` appended from place n on, and work out what follows from the words."""

    def deal_unknown(self, seat: i64) -> None:
        """Fill in what a restored state does not know, by `chance`: each world that fits is equally likely."""
        raise NotImplementedError

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        """The move the game's heuristic plays among the n legal `moves`; `r` is a random 32-bit word."""
        return moves[r % n]

    def believe(self, seat: i64) -> None:
        """After `imagine`: make this world likelier, by what the others did as `seat` saw it; nothing to begin with.

        It goes on with the `chance` of `imagine` and keeps every hard fact. A belief like `weight`, for behaviour that
        so few of the worlds explain that drawing many and weighing them would not find one.
        """

    def weight(self, seat: i64) -> i64:
        """After `imagine` and `believe`: how well this world explains what the others did; 1000 if it says nothing.

        As `seat` saw it. A belief, for searches that weigh the worlds they imagine: twice the number means twice as
        likely. It is at least 1, and never a part of `imagine` or of the leak audit.
        """
        return 1000

    def reward(self, seat: i64) -> i64:
        """At the end: 0 (worst) to 1000 (best) for `seat`; unless a game differs, the winners share 1000."""
        if self.place(seat) != 1:
            return 0
        winners: i64 = 0
        for other in range(self.seats):
            if self.place(other) == 1:
                winners += 1
        return 1000 // winners

    def chapter(self) -> i64:
        """Which deal or round of the match it is; searches need not look beyond the one they are asked in."""
        return 0

    def horizon(self) -> i64:
        """After how many moves a search asks for the `outlook` instead of playing on; a match may be over before."""
        return 5000

    def outlook(self, seat: i64) -> i64:
        """Between two chapters and at the horizon: the reward that `seat` may expect, as far as a glance can tell.

        It may use the whole state, as the search that asks for it imagined it.
        """
        return 1000 // self.seats

    def is_solvable(self) -> bool:
        """Whether what is left of the chapter is short enough for `solve`."""
        return False

    def solve(self, seat: i64, moves: vec[i64], n: i64, out: vec[i64]) -> None:
        """With all cards open: write what each of the n legal `moves` brings `seat` if all play the chapter perfectly.

        First n rewards, as `outlook` gives them; then n numbers that tell moves with equal rewards apart, the larger
        the better and below 2000 in size.
        """
        raise NotImplementedError

    def place(self, seat: i64) -> i64:
        """At the end: 1 for a winner; partners and ties share a place. By `standing` unless a game differs."""
        mine: i64 = self.standing(seat)
        better: i64 = 0
        for other in range(self.seats):
            if self.standing(other) > mine:
                better += 1
        return better + 1

    def standing(self, seat: i64) -> i64:
        """At the end: a number that is higher for a better place; the score unless a game differs."""
        return self.score(seat)

    def score(self, seat: i64) -> i64:
        """At the end: the game's own points of `seat`."""
        raise NotImplementedError

    def asks_openly(self) -> bool:
        """Whether all may know who is asked what now.

        False where the question itself tells a secret, such as a window that opens only for those who can react: news
        then waits until it closes, so that it reads the same whether or not anybody was asked.
        """
        return True

    # What the kernel does for every game.

    def start_match(self, seed: int) -> None:
        """Start a match by its key, or by a short seed."""
        if seed < 0:
            raise ValueError(f"a seed is not negative, as {seed} is")
        if seed < SEED_LIMIT:
            self.start(seed)
        else:
            self.chance.key = key_bytes(seed)
            self.start(KEYED)

    def begin(self, seed: i64) -> None:
        """Reset the words and what belongs to the kernel; the first thing `start` does."""
        copy_words(self.words, self.first_words, self.n_words)
        self.seed = seed
        self.ending = 0
        self.sealed = 0
        self.n_events = 0
        self.lists_shuffles = self.watching
        if self.watching:
            self.shuffles = []
        seen = self.seen
        for seat in range(self.seats):
            seen[seat] = seat

    def copy_from(self, other: "State") -> None:
        """Become an independent copy of `other`, which has the same class and settings.

        The events of the last move stay behind. A game that keeps more than words copies the rest itself.
        """
        copy_words(self.words, other.words, self.n_words)
        self.to_act = other.to_act
        self.question = other.question
        self.sealed = other.sealed
        self.ending = other.ending
        self.seed = other.seed
        if other.seed < 0:
            self.chance.key = other.chance.key
        self.n_events = 0
        self.lists_shuffles = False
        if self.watching:
            mine = self.seen
            theirs = other.seen
            for seat in range(self.seats):
                mine[seat] = theirs[seat]

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        """All that `seat` knows, as integers; for DEALER everything, for PUBLIC what a spectator may see."""
        needed: i64 = self.n_dealer + self.snapshot_rest() + BLOCK
        if len(self.room) < needed:
            self.room = vec[i64]([0] * needed)
        room = self.room
        n: i64 = self.write_snapshot(seat, room)
        return tuple(room[:n])

    def snapshot_rest(self) -> i64:
        """How many integers `finish_snapshot` appends at most, the seed among them."""
        return 1

    def write_snapshot(self, seat: i64, out: vec[i64]) -> i64:
        """Write the integers of `snapshot(seat)` into `out`, which has room for a few more, and return how many."""
        n: i64 = self.n_dealer if seat == DEALER else self.n_seen
        if n == 0:
            return self._write_tuple(seat, out)
        words = self.words
        shown = self.shown
        same: i64 = self.in_order if self.in_order < n else n
        copy_words(out, words, same)
        for i in range(same, n):
            out[i] = words[shown[i]]
        out[0] = self.question
        out[1] = self.to_act
        if self.has_sealed:
            out[2] = self.sealed
            out[3] = self.ending
        else:
            out[2] = self.ending
        if seat != DEALER:
            self._hide_secrets(seat, out)
        n = self.finish_snapshot(seat, out, n)
        if seat == DEALER:
            out[n] = self.seed
            n += 1
        return n

    def _hide_secrets(self, seat: i64, out: vec[i64]) -> None:
        secrets = self.secrets
        i: i64 = 0
        while i < len(secrets):
            if secrets[i + 1] != seat:
                out[secrets[i]] = secrets[i + 2]
            i += 3

    def _write_tuple(self, seat: i64, out: vec[i64]) -> i64:
        """For a game without a layout."""
        ints = self.snapshot(seat)
        n: i64 = len(ints)
        for i in range(n):
            out[i] = ints[i]
        return n

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        """Become the state `snapshot(seat)` described; what the seat does not know is empty until imagined.

        In a sealed question nobody has answered yet and `seat`, if it is asked at all, answers first.
        """
        self.begin(ints[-1] if seat == DEALER else 0)
        n: i64 = self.n_dealer if seat == DEALER else self.n_seen
        words = self.words
        shown = self.shown
        for i in range(n):
            words[shown[i]] = ints[i]
        self.question = ints[0]
        self.to_act = ints[1]
        if self.has_sealed:
            self.sealed = ints[2]
            self.ending = ints[3]
        else:
            self.ending = ints[2]
        self.finish_restore(seat, ints, n)

    def imagine(self, seat: i64, seed: i64) -> None:
        """After `restore`: fill in the unknown, each world that fits what the seat knows being equally likely."""
        self.seed = seed
        self.chance.start(seed, DEAL, 0)
        self.deal_unknown(seat)

    def emit(self, event: i64) -> None:
        """Record an event (see `croupier.kernel.event_bits.pack`) and add it to what each seat was sent."""
        if not self.watching:
            return
        self.events[self.n_events] = event
        self.n_events += 1
        seen = self.seen
        for seat in range(self.seats):
            shown: i64 = redact(event, seat, self.seats)
            if shown != 0:
                seen[seat] = mix(seen[seat], shown)

    def emit_public(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        """Emit an event without secrets."""
        if self.watching:
            self.emit(public(kind, actor, a, b, self.seats))

    def emit_own(self, kind: i64, seat: i64, x: i64, y: i64) -> None:
        """Emit an event for one seat alone."""
        if self.watching:
            self.emit(pack(kind, seat, 0, 0, x, y, bit(seat), bit(seat)))

    def emit_secret(self, kind: i64, actor: i64, a: i64, x: i64, y: i64, learns: i64) -> None:
        """Emit an event that all see, with secret fields for the set of seats `learns`; y is -1 for none."""
        if self.watching:
            self.emit(pack(kind, actor, a, 0, x, y, learns, first(self.seats)))

    def end_match(self, kind: i64, ending: i64, b: i64 = 0) -> None:
        """End the match, and emit a last event of this kind with the ending as its field a."""
        self.ending = ending
        self.sealed = 0
        self.to_act = -1
        self.emit_public(kind, 0, ending, b)

    def reset_words(self, start: i64, end: i64) -> None:
        """Give the words from `start` up to `end` the values that they have before a deal."""
        words = self.words
        first_words = self.first_words
        for i in range(start, end):
            words[i] = first_words[i]

    def shuffled(self, cards: vec[i64], n: i64, stream: i64, index: i64, first: tuple[int, ...] = ()) -> None:
        """Put the first n of `cards` into the order that chance gives the `index`-th shuffle of this stream.

        Those named in `first` come before the others, in their order there. Deals go through here, so that the leak
        audit can exchange two cards of any game from the start.
        """
        chance = self.chance
        chance.start(self.seed, stream, index)
        chance.shuffle(cards, n)
        if len(first) > 0:
            rest = [int(card) for card in cards[:n] if int(card) not in first]
            for at, card in enumerate((*first, *rest)):
                cards[at] = card
        if self.lists_shuffles:
            self.shuffles.append((stream, index, n))
        if stream != self.exchange_stream or index != self.exchange_index:
            return
        if self.exchange_a < n and self.exchange_b < n:
            kept: i64 = cards[self.exchange_a]
            cards[self.exchange_a] = cards[self.exchange_b]
            cards[self.exchange_b] = kept

    def after(self, move: i64) -> "State":
        """The state after `move`; this one stays as it is."""
        state = self.fresh()
        state.copy_from(self)
        state.apply(move)
        return state


def play_out(state: State, moves: vec[i64], chance: Chance) -> i64:
    """Play uniformly random moves to the end; how many there were."""
    played: i64 = 0
    while state.to_act >= 0:
        n: i64 = state.legal(moves)
        state.apply(moves[chance.below(n)])
        played += 1
    return played


_of_thread = local()


def legal_buffer() -> vec[i64]:
    """Room for legal moves, for code that is not compiled: one buffer for each thread, to be used at once.

    A compiled method never lets go of a vector that it was handed by code that is not compiled, so a buffer for every
    bot or every question would stay for ever.
    """
    if not hasattr(_of_thread, "moves"):
        _of_thread.moves = vec[i64]([0] * LEGAL_LIMIT)
    moves: vec[i64] = _of_thread.moves
    return moves
