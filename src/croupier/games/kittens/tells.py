"""What players of Exploding Kittens may give away: by Nopes, by how they avoid drawing, by where kittens return."""

from collections.abc import Iterator
from typing import Final

from croupier.games.kittens.core import codes
from croupier.games.kittens.core import layout as w
from croupier.games.kittens.events import Drew, Inserted, Noped, Played, Resolved
from croupier.games.kittens.friendly.cards import CardType, name_of
from croupier.games.kittens.moves import KittensMove, Nope
from croupier.games.kittens.view import BotView
from croupier.kernel.decision import Seat
from croupier.kernel.tells import Habit, Tell, Tells, said, yes_or_no

SMALL_PILE: Final = 8
SOON: Final = 3
"""A kitten among so many next cards comes soon."""
_PENDING: Final = {"pair": "pair", "triple": "triple", "five": "five-card combo"}
_COMBOS: Final = {"two_of_a_kind": "a pair", "three_of_a_kind": "a triple", "five_different": "a five-card combo"}


def _nopes(event: Noped, before: BotView) -> Iterator[tuple[Seat, str]]:
    yield event.seat, "plays Nope" if not before.ints[w.NOPES] else "plays Nope against a Nope"


def _lets(event: Resolved, before: BotView) -> Iterator[tuple[Seat, str]]:
    if event.works and not before.ints[w.NOPES]:
        what = _COMBOS.get(event.what) or f"{_article(name_of(CardType(event.what)))}"
        for seat in range(before.table.seats):
            if seat != event.seat and (before.ints[w.ALIVE] >> seat) & 1:
                yield seat, f"lets {what} take effect"


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _holds(view: BotView, number: int) -> str:
    return said((view.ints[w.HAND + view.seat] >> (number * 5)) & 31 > 0)


def _holds_nope(view: BotView, dealer: BotView, event: Noped | Resolved) -> str:
    return _holds(view, codes.NOPE)


def _avoids(event: Drew | Played, before: BotView) -> Iterator[tuple[Seat, str]]:
    if isinstance(event, Drew):
        if before.question == "turn":
            yield event.seat, "draws a card"
    elif event.card in (CardType.SKIP, CardType.ATTACK):
        yield event.seat, f"plays {_article(name_of(event.card))}"


def _holds_defuse(view: BotView, dealer: BotView, event: Drew | Played) -> str:
    return _holds(view, codes.DEFUSE)


def _returns(event: Inserted, before: BotView) -> Iterator[tuple[Seat, str]]:
    size = "small" if event.pile_size <= SMALL_PILE else "large"
    yield event.seat, f"puts a kitten back into a {size} pile ({SMALL_PILE} cards or {_than(size)})"


def _than(size: str) -> str:
    return "fewer" if size == "small" else "more"


def _depth(view: BotView, dealer: BotView, event: Inserted) -> str | None:
    """Where the first kitten of the draw pile is."""
    for depth, card in enumerate(dealer.known_top):
        if card is not None and card.card_type == CardType.EXPLODING_KITTEN:
            return "next" if depth == 0 else "soon" if depth < SOON else "deep"
    return None


def _noped(view: BotView, move: KittensMove) -> tuple[str, bool] | None:
    if not view.pending:
        return None
    what = _PENDING.get(view.pending, view.pending.capitalize())
    return f"times it could stop {_article(what)}", isinstance(move, Nope)


TELLS: Final = Tells(
    (
        Tell("Nopes", (Noped,), _nopes, yes_or_no("it holds another Nope", "it has no Nope left"), _holds_nope),
        Tell(
            "plays let through",
            (Resolved,),
            _lets,
            yes_or_no("it holds a Nope", "it holds no Nope"),
            _holds_nope,
            is_after=False,
        ),
        Tell(
            "draws avoided",
            (Drew, Played),
            _avoids,
            yes_or_no("it holds a Defuse", "it holds no Defuse"),
            _holds_defuse,
            is_after=False,
        ),
        Tell(
            "kittens returned",
            (Inserted,),
            _returns,
            {
                "next": "the next card is a kitten",
                "soon": "a kitten is the second or third card",
                "deep": f"the next {SOON} cards are safe",
            },
            _depth,
        ),
    ),
    (Habit("react", "plays Nope", _noped, among="of the"),),
)
