"""Random matches that get about: random settings, loaded deals, and moods that reach what uniform play seldom does."""

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from croupier.games.cuttle import GAME, CuttleView
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.cards import CARDS, Card
from croupier.kernel.decision import Table
from croupier.kernel.event_bits import DEALER
from croupier.kernel.state import State
from croupier.match.match import Match

NAMES = ("Ann", "Bob")

DEALS = (
    "",
    "2c 2d 7c 9s Ah 2h 2s 7d 9h 6c 3d",
    "Jc Jd 10h Qc 6s Jh Js 10s 9c Qd 8d",
    "7c 7d 3h 4s 5c 7h 7s 5d 4c 3c 2c Jc Jd Jh Js",
    "Kc Kd 8c 9d Qh Kh Ks 8s 9c Qs 2h",
)

MOODS: tuple[tuple[str, ...], ...] = (
    (),
    ("points", "king"),
    ("points", "king", "queen", "scuttle"),
    ("draw", "points", "king"),
    ("pass", "draw"),
)
"""What a mood would rather not play; nine times in ten it does not, if there is anything else."""

SETTINGS = st.fixed_dictionaries(
    {"rules": st.sampled_from(["classic", "online"]), "deal": st.sampled_from(DEALS)},
    optional={
        "five": st.sampled_from(["draw-two", "discard-draw-three"]),
        "nine_freezes": st.booleans(),
        "nine_targets": st.sampled_from(["permanents", "opponent"]),
        "three_takes_three": st.booleans(),
        "hand_limit": st.sampled_from([0, 1, 4, 8]),
        "queen_stops_counter": st.booleans(),
        "empty_deck": st.sampled_from(["points", "passes"]),
        "any_sweep": st.booleans(),
        "three_counts_seven": st.booleans(),
        "open_hands": st.booleans(),
        "max_turns": st.sampled_from([1, 30, 500]),
    },
)
SEEDS = st.integers(0, 2**40)
MOOD_NUMBERS = st.integers(0, len(MOODS) - 1)


def new_match(settings: dict[str, Any], seed: int) -> Match:
    return Match(GAME, GAME.settings(settings), NAMES, seed)


def chosen(moves: tuple[Any, ...], mood: int, luck: BotRandom) -> int:
    """The index of a random move, as the mood wants it."""
    index = luck.below(len(moves))
    for _ in range(6):
        if str(moves[index]).partition(" ")[0] not in MOODS[mood] or luck.below(10) == 0:
            break
        index = luck.below(len(moves))
    return index


def wander(match: Match, mood: int, seed: int) -> Iterator[str]:
    """Play the match to its end; yields the notation of every move after it was played."""
    luck = BotRandom(seed)
    while (decision := match.ask()) is not None:
        index = chosen(decision.moves, mood, luck)
        match.play(index)
        yield str(decision.moves[index])


class Truth:
    """Where all cards are, from the dealer's snapshot, by name."""

    def __init__(self, state: State) -> None:
        self.ints = state.snapshot(DEALER)
        view = CuttleView(_NO_TABLE, 0, self.ints)
        self.view = view
        self.hands = [{str(card) for card in view.side(seat).known_hand} for seat in (0, 1)]
        self.points = [{str(card) for card in view.side(seat).points} for seat in (0, 1)]
        self.permanents = [{str(card) for card in view.side(seat).permanents} for seat in (0, 1)]
        self.jacks = {str(card): [str(jack) for jack in stack] for card, stack in view.jacks.items()}
        self.scrap = {str(card) for card in view.scrap}
        self.twos = {str(card) for card in view.counters}
        self.pending = "" if view.pending is None else str(view.pending)
        self.revealed = [str(card) for card in view.revealed]
        words = self.ints[-7:-1]
        under = range(view.pile_size)
        self.pile = [CARDS[(words[at // 8] >> (at % 8 * 6)) & 63].text for at in reversed(under)]

    def every_card(self) -> list[str]:
        """The cards of all places, one after the other; each card once if all is well."""
        places = [*self.hands, *self.points, *self.permanents, *self.jacks.values(), self.scrap, self.twos, self.pile]
        found = [card for place in places for card in place]
        return sorted([*found, *self.revealed, *([self.pending] if self.pending else [])])


def unknown_to(seat: int, truth: Truth) -> tuple[list[str], list[str]]:
    """The cards that `seat` cannot place: those in the other hand, those in the pile (from the next card on)."""
    view = truth.view
    shown = {str(card) for card in CuttleView(_NO_TABLE, 1 - seat, truth.ints).seen_by_opponent}
    pile = truth.pile if view.known_top is None else truth.pile[1:]
    return sorted(truth.hands[1 - seat] - shown), pile


def card_bits(names: list[str]) -> int:
    return sum(1 << Card(name).index for name in names)


_NO_TABLE = Table("cuttle", 2, GAME.settings(), NAMES)
