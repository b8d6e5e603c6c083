"""A Cuttle match played by notation: every move goes through the door that checks legality.

`dealt` begins a match with an explicit deal, `position` begins one in the middle, from words such as "10h 9s".
"""

from frames.positions import MatchByNotation

from croupier.games.cuttle import GAME, CuttleView
from croupier.kernel.cards import CARDS, Card, cards_in
from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match

NAMES = ("Ann", "Bob")


def names_of(cards: object) -> str:
    """Cards as the tests write them: "2c Kh"."""
    return " ".join(str(card) for card in cards)  # type: ignore[attr-defined]


def indexes(text: str) -> list[int]:
    return [Card(word).index for word in text.split()]


def bits(text: str) -> int:
    return sum(1 << index for index in indexes(text))


class Play(MatchByNotation[CuttleView]):
    """A match of Cuttle, and short words for what the tests ask of it."""

    @property
    def moves(self) -> set[str]:  # type: ignore[override]
        return set(super().moves)

    def moves_with(self, card: str) -> set[str]:
        """What may be done with one card, the card left out: "points", "scuttle 9h"."""
        found = (move.split() for move in self.moves)
        return {" ".join([words[0], *words[2:]]) for words in found if words[1:2] == [card]}

    def hand(self, seat: int) -> str:
        return names_of(self.view(seat).hand)

    def points(self, seat: int) -> str:
        return names_of(self.view(0).side(seat).points)

    def permanents(self, seat: int) -> str:
        return names_of(self.view(0).side(seat).permanents)

    def scores(self) -> tuple[int, int]:
        view = self.view(0)
        return view.side(0).score, view.side(1).score

    @property
    def scrap(self) -> str:
        return names_of(self.view(0).scrap)

    @property
    def jacks(self) -> dict[str, str]:
        return {str(card): names_of(stack) for card, stack in self.view(0).jacks.items()}

    @property
    def ending(self) -> tuple[str, int | None]:
        """How it ended and who won; nobody in a draw."""
        result = self.match.result()
        winners = result.winners
        return result.ending, winners[0] if len(winners) == 1 else None


def dealt(deal: str = "", seed: int = 1, **settings: object) -> Play:
    """A match from its beginning; `deal` names seat 0's five cards, seat 1's six, then the pile."""
    return Play(Match(GAME, GAME.settings({"deal": deal, **settings}), NAMES, seed))


def position(
    hands: tuple[str, str] = ("", ""),
    points: tuple[str, str] = ("", ""),
    permanents: tuple[str, str] = ("", ""),
    *,
    jacks: dict[str, str] | None = None,
    scrap: str = "",
    pile: str | None = None,
    known: tuple[str, str] = ("", ""),
    top_known: bool = False,
    turn: int = 0,
    turns: int = 0,
    **settings: object,
) -> Play:
    """A match in the middle, `turn` to move, nothing pending.

    `points` are as they are controlled now; `jacks` lie on them, lowest first. `pile` names the whole pile from the
    next card on; without it, 30 of the cards named nowhere are the pile. The others are out of the game.
    """
    stacks = jacks or {}
    placed = bits(" ".join([*hands, *points, *permanents, *stacks.values(), scrap, pile or ""]))
    rest = ((1 << 52) - 1) & ~placed
    drawn = indexes(pile) if pile is not None else [card.index for card in cards_in(rest)][:30]
    words = [0] * 6
    for at, card in enumerate(reversed(drawn)):
        words[at // 8] |= card << (at % 8 * 6)
    on_table = 0
    for point_card, stack in stacks.items():
        for height, jack in enumerate(indexes(stack)):
            on_table |= (Card(point_card).index + 1 + (height << 6)) << ((jack - 40) * 8)
    scores = [sum(int(CARDS[card].rank) for card in indexes(side)) for side in points]
    sides = [bits(side) for pair in (hands, points, permanents) for side in pair]
    sizes = [len(side.split()) for side in hands]
    top = drawn[0] if top_known else -1
    table = (turn, turns, 0, -1, len(drawn), top, bits(scrap), on_table, -1, -1, 0, 0, -1, -1, 0)
    hidden = (bits(" ".join(known)), 0, 0)
    play = dealt(**settings)
    play.match.state.restore(DEALER, (0, turn, 0, *table, *hidden, *sides, *scores, *sizes, *words, 1))
    for seat in (0, 1):
        play.match.take_news(seat)
    return play
