"""The built-in bots: styles, which follow a personality's formulas, and levels, which also count cards.

A level is a style that follows a proper estimate of the claim with a weight that grows from level to level; with the
formulas alone lying and challenging often loses.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from croupier.games.bluff.bot import CHALLENGES, TRUSTS, BluffBot
from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.heuristic import UNIT
from croupier.games.bluff.core.layout import LAYOUT
from croupier.games.bluff.core.rules import BluffState
from croupier.games.bluff.events import Judged
from croupier.games.bluff.moves import LAYS, BluffMove
from croupier.games.bluff.personality import EASY, HARD, MEDIUM, NOOB, Personality, find_personality
from croupier.games.bluff.settings import DECKS, BluffSettings
from croupier.games.bluff.view import RANKS, BluffView
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError

OWN_CARD: Final = 0.15  # suspicion for every own card of the claimed rank
LIAR_RATE: Final = 0.5
UNKNOWN_LIAR: Final = 0.3  # the liar rate of one who has made three claims or fewer
SUSPICION: Final = 0.2
LARGE_PILE: Final = 20
CREDIT: Final = 4  # so many claims must have come to light before a level believes its model by half
WANTON: Final = 0.5  # how much of what is needless in the lies it was caught at a level expects again
LAST: Final = 0.0
LIMIT: Final = 0.75
LIMIT_PER_CARD: Final = 0.02
LIMIT_MANY: Final = 0.4  # the same two where several cards may be laid
LIMIT_MANY_PER_CARD: Final = 0.05
LIE_WITH_MORE: Final = 0.2  # how often a careful lie gets another card
NERVE: Final = 6  # on a pile of so many cards a level no longer challenges out of a mood


class PsychBot(BluffBot):
    """Follows a personality: feels like lying, feels like challenging, and remembers who was caught."""

    def __init__(self, personality: Personality) -> None:
        self.personality = personality
        self.models: list[OpponentModel] = []
        """What is remembered about each rival, by seat."""
        self._memory: dict[str, OpponentModel] = {}  # by name: in a series the seats change
        self._copies = 4
        # Where the words stand in `view.ints`, which is faster to read than the view.
        self._sizes = self._piles = self._claims = self._caught = self._own = 0
        self._asked: tuple[Rank, ...] = ()
        self._most_cards = 1
        self._is_truthful = self._lays_one = False

    def on_start(self) -> None:
        settings, seats = self.table.settings, self.table.seats
        assert isinstance(settings, BluffSettings)
        self._copies = 4 * settings.decks
        self._sizes = LAYOUT.at(w.HAND_SIZE, seats)
        self._piles = LAYOUT.at(w.LAID_SIZE, seats)
        self._claims = LAYOUT.at(w.CLAIMS, seats)
        self._caught = LAYOUT.at(w.CAUGHT, seats)
        self._own = LAYOUT.at(w.HAND, seats)
        self._most_cards = settings.max_cards or 1
        self._is_truthful = settings.mode == "truth"
        if settings.claim_order == "ascending":
            self._asked = tuple(RANKS[index] for index in DECKS[settings.deck])
            self._lays_one = self._most_cards == 1
        for name in self.table.names:
            if name not in self._memory:
                self._memory[name] = OpponentModel(name, self.personality.suspicion_memory)
        self.models = [self._memory[name] for name in self.table.names]

    def decide(self, decision: Decision[BluffMove, BluffView]) -> BluffMove | int | str:
        if not decision.refused:
            for event in decision.events:
                if type(event) is Judged:
                    self.models[event.seat].update_claim(event.rank, event.truthful)
                    self.models[event.challenger].update_challenge(not event.truthful)
        if decision.question == "challenge":
            return CHALLENGES if self.challenge(decision.view) else TRUSTS
        if self._lays_one:  # then a turn is one answer
            return LAYS[self.claim(decision.view)[0][0] - 1]
        return super().decide(decision)

    # Lying.

    def claim(self, view: BluffView) -> tuple[tuple[Rank, ...], Rank]:
        rank = self.claimed(view)
        held = view.count(rank)
        if held and (self._is_truthful or not self.should_lie(view, rank)):
            return (rank,) * min(held, self._most_cards), rank
        return self.lies(view, rank, self.size_of_lie(view)), rank

    def claimed(self, view: BluffView) -> Rank:
        """The rank to claim: the one asked for, else one that could be true if there is any."""
        if asked := self._asked:
            return asked[view.ints[w.TURNS] % len(asked)]
        possible = view.claimable
        held = [rank for rank in possible if view.count(rank)]
        return self.rng.choice(held or list(possible))

    def should_lie(self, view: BluffView, rank: Rank) -> bool:
        """The original formula: the own mood, the size of the pile, the own success so far."""
        bluff, rng = self.personality.bluff_frequency, self.rng
        if view.count(rank) and rng.random() > bluff:
            return False
        ints = view.ints
        claims = ints[self._claims + view.seat]
        success = ints[self._own + c.OWN_FOOLED] / claims if claims else 0.5
        pile = sum(ints[self._piles : self._piles + self.table.seats])
        return rng.random() < bluff * (1 - min(1.0, pile / LARGE_PILE)) * (1 + success)

    def size_of_lie(self, view: BluffView) -> int:
        """How many cards to lie with, where several may be laid: the bolder the personality, the more."""
        size, bluff = 1, self.personality.bluff_frequency
        while size < self._most_cards and self.rng.random() < bluff:
            size += 1
        return size

    def lies(self, view: BluffView, rank: Rank, size: int) -> tuple[Rank, ...]:
        """The cards to lay in place of `rank`: any others, if there are so many."""
        own = self._own
        lanes = view.ints[own].to_bytes(7, "little") + view.ints[own + 1].to_bytes(6, "little")
        if size > 1:
            cards = [other for other, n in zip(RANKS, lanes, strict=True) if other is not rank for _ in range(n)]
            return tuple(self.rng.sample(cards, min(size, len(cards)))) if cards else (rank,)
        others = [other for other, count in zip(RANKS, lanes, strict=True) if count and other is not rank]
        return (others[self.rng.below(len(others))] if others else rank,)

    # Challenging.

    def challenge(self, view: BluffView) -> bool:
        ints = view.ints
        if self._copies - view.seen(RANKS[ints[w.CLAIM_RANK]], ints[w.TURN]) < ints[w.CLAIM_COUNT]:
            return True  # a certain lie
        return self.rng.random() < self.suspicion(view)

    def suspicion(self, view: BluffView) -> float:
        """The original formula: the own mood, own cards of the rank, the claimer's past."""
        ints = view.ints
        index, claimer = ints[w.CLAIM_RANK], ints[w.TURN]
        claims = ints[self._claims + claimer]
        liar = ints[self._caught + claimer] / claims if claims > 3 else UNKNOWN_LIAR
        held = ints[self._own] >> 8 * index if index < 7 else ints[self._own + 1] >> 8 * (index - 7)
        suspicion = self.personality.challenge_frequency + OWN_CARD * (held & 255) + LIAR_RATE * liar
        return suspicion + SUSPICION if self.models[claimer].is_suspicious(RANKS[index]) else suspicion


class LevelBot(PsychBot):
    """A style that counts cards, the more often the greater its weight is."""

    def __init__(self, personality: Personality, weight: float, weight_many: float | None = None) -> None:
        """`weight` is how often it counts, from 0 to 1; `weight_many` the same where several cards may be laid."""
        super().__init__(personality)
        self.weight = weight
        self._weight_many = weight if weight_many is None else weight_many

    def on_start(self) -> None:
        super().on_start()
        settings = self.table.settings
        assert isinstance(settings, BluffSettings)
        if self._most_cards > 1:
            self.weight = self._weight_many
        self._state = BluffState(settings.options(self.table.seats), ())
        self._state.watching = False

    def should_lie(self, view: BluffView, rank: Rank) -> bool:
        return False if self.rng.random() < self.weight else super().should_lie(view, rank)

    def size_of_lie(self, view: BluffView) -> int:
        """With care: seldom more than one, and never so many that a rival with half of the rank knows better."""
        if self._most_cards == 1:
            return 1
        if not self.weight:
            return super().size_of_lie(view)
        size, most = 1, min(self._most_cards, self._copies // 2)
        while size < most and self.rng.random() < LIE_WITH_MORE:
            size += 1
        return size

    def lies(self, view: BluffView, rank: Rank, size: int) -> tuple[Rank, ...]:
        """With care: the cards that will be asked for last."""
        if not self._asked or self.rng.random() >= self.weight:
            return super().lies(view, rank, size)
        if size == 1:
            self._state.restore(self.seat, view.ints)
            return (RANKS[self._state.last_needed(self.seat)],)
        asked, at = self._asked, view.ints[w.TURNS]
        turns: list[Rank] = []
        for _ in range(len(asked) - 1):
            at += self.table.seats
            turns.append(asked[at % len(asked)])
        late = [*dict.fromkeys(reversed(turns)), *(other for other in RANKS if other not in turns)]
        cards = [other for other in late if other is not rank for _ in range(view.count(other))]
        return tuple(cards[:size]) or (rank,)

    def challenge(self, view: BluffView) -> bool:
        if self.rng.random() < self.weight:
            return self.chance_of_lie(view) > self.limit(view)
        if self._most_cards > 1:
            # With two players and one deck most lies are certain: who does not count must miss them, or all are equal.
            return self.rng.random() < self.suspicion(view)
        return super().challenge(view)

    def suspicion(self, view: BluffView) -> float:
        """The style's mood, which cools down as the pile grows: it is not worth the risk."""
        pile = sum(view.ints[self._piles : self._piles + self.table.seats])
        return super().suspicion(view) * (1 - pile / NERVE) if pile < NERVE else 0.0

    def chance_of_lie(self, view: BluffView) -> float:
        """By counting cards, and by what the claimer was caught at."""
        self._state.restore(self.seat, view.ints)
        truth = 1 - self._state.chance_of_lie(self.seat) / UNIT
        model = self.models[view.ints[w.TURN]]
        shown = model.shown
        if not shown:
            return 1 - truth
        wanton = (1 - model.get_trust_score()) * shown / (shown + CREDIT)
        return 1 - truth * (1 - WANTON * wanton)

    def limit(self, view: BluffView) -> float:
        """From which chance of a lie on a challenge pays: a large pile is a risk, a claim that would win is none."""
        ints = view.ints
        if ints[self._sizes + ints[w.TURN]] == 0:
            return LAST
        limit, per_card = (LIMIT, LIMIT_PER_CARD) if self._most_cards == 1 else (LIMIT_MANY, LIMIT_MANY_PER_CARD)
        limit += per_card * sum(ints[self._piles : self._piles + self.table.seats])
        return limit if limit < 0.999 else 0.999


class HonestBot(LevelBot):
    """Tells the truth whenever it can, and challenges only what it knows to be a lie."""

    def __init__(self) -> None:
        super().__init__(NOOB, 1.0)

    def challenge(self, view: BluffView) -> bool:
        return view.is_certain_lie


class TrustingBot(LevelBot):
    """Counts cards most of the time and never challenges."""

    def __init__(self) -> None:
        super().__init__(HARD, 0.83, 0.76)

    def challenge(self, view: BluffView) -> bool:
        return False


LEVELS: Final[dict[str, tuple[Personality, float, float]]] = {
    "noob": (NOOB, 0.0, 0.0),
    "easy": (EASY, 0.45, 0.28),
    "medium": (MEDIUM, 1.0, 1.0),
}
"""The style of each level, and how often it counts cards: where one is laid in a turn, and where several may be.

`hard` and `insane` play by a learned policy.
"""


def psych(
    style: str = "medium",
    /,
    bluff: float | None = None,
    challenge: float | None = None,
    memory: int | None = None,
    name: str = "",
) -> PsychBot:
    """`psych:hard`, `psych:my.toml`, `psych:bluff=0.25,challenge=0.7,memory=20`."""
    found = find_personality(style, name)
    changed = {"bluff_frequency": bluff, "challenge_frequency": challenge, "suspicion_memory": memory}
    values = {key: value for key, value in changed.items() if value is not None}
    try:
        return PsychBot(msgspec.structs.replace(found, **values))
    except ValueError as error:
        raise UsageError(str(error)) from None


def level(name: str) -> Callable[[], BluffBot]:
    """A maker of the level's bots."""

    def make() -> BluffBot:
        return LevelBot(*LEVELS[name])

    return make


BOTS: Final[dict[str, Callable[..., BluffBot]]] = {
    **{name: level(name) for name in LEVELS},
    "psych": psych,
    "honest": HonestBot,
    "trusting": TrustingBot,
}


NEUTRAL: Final = 0.5
MEMORY: Final = 10
SUSPICIOUS_BELOW: Final = 0.3
RECENT_LIES: Final = 5


class OpponentModel:
    """What came to light about one rival: trust score and suspicion from its last `memory` claims that were shown."""

    __slots__ = ("_lies", "_shown", "_truths", "challenge_history", "lie_history", "name")

    def __init__(self, player_name: str = "", memory: int = MEMORY) -> None:
        self.name = player_name
        self.lie_history: list[Rank] = []
        """The ranks of all claims that were shown to be lies."""
        self.challenge_history: list[bool] = []
        """Its challenges: whether it was right."""
        self._shown: deque[tuple[Rank, bool]] = deque(maxlen=memory)
        self._truths = 0
        self._lies: deque[Rank] = deque(maxlen=RECENT_LIES)

    def update_claim(self, rank: Rank, was_truthful: bool) -> None:
        """A claim of this rank was challenged and shown."""
        shown = self._shown
        if len(shown) == shown.maxlen:
            self._truths -= shown[0][1]
        shown.append((rank, was_truthful))
        self._truths += was_truthful
        if not was_truthful:
            self._lies.append(rank)
            self.lie_history.append(rank)

    def update_challenge(self, was_right: bool) -> None:
        """It challenged a claim."""
        self.challenge_history.append(was_right)

    @property
    def recent_claims(self) -> tuple[tuple[Rank, bool], ...]:
        """The claims that the score rests on, and whether each was true."""
        return tuple(self._shown)

    def get_trust_score(self) -> float:
        """0 for one who was always caught lying, 1 for one who never was."""
        shown = len(self._shown)
        return self._truths / shown if shown else NEUTRAL

    def is_suspicious(self, claimed_rank: Rank) -> bool:
        """Whether it lied about this rank recently, or nearly always."""
        shown = len(self._shown)
        return claimed_rank in self._lies or (shown > 0 and self._truths < SUSPICIOUS_BELOW * shown)

    @property
    def shown(self) -> int:
        """How many claims the score rests on."""
        return len(self._shown)
