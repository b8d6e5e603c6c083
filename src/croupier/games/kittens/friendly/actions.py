"""What a bot answers on its turn, and how that becomes a move: every answer is read once, checked, and left alone."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from croupier.games.kittens.core import codes
from croupier.games.kittens.friendly.cards import COMBO_TYPES, TYPES, WORDS, Card, CardType
from croupier.games.kittens.moves import Add, Draw, Favor, Five, KittensMove, Name, Pair, Pick, Play, Triple
from croupier.games.kittens.view import BotView
from croupier.kernel.decision import Seat
from croupier.kernel.errors import BadMessage, HarmlessMove, IllegalMove


class Action(msgspec.Struct, frozen=True):
    """Any action of a turn."""


class DrawCardAction(Action, frozen=True):
    """Draw a card, which ends the turn."""


class PlayCardAction(Action, frozen=True):
    """Play one card; a Favor needs a target. As a reaction: a Nope."""

    card: Card
    target_player_id: str | None = None


class PlayComboAction(Action, frozen=True):
    """Play two or three of a kind against a target, or five different cards."""

    cards: Sequence[Card]
    target_player_id: str | None = None
    target_card_type: str | None = None


class PassAction(Action, frozen=True):
    """Do nothing: as a reaction, let it happen; on a turn nothing is left but to draw."""


class DefuseAction(Action, frozen=True):
    """The same as its number, returned by `choose_defuse_position`."""

    insert_position: int


class GiveCardAction(Action, frozen=True):
    """The same as its card, returned by `choose_card_to_give`."""

    card: Card


Plan = Mapping[str, Sequence[KittensMove]]
"""The moves with which the questions that follow are answered, by question."""

NO_PLAN: Final[Plan] = {}


def move_for(view: BotView, action: object) -> tuple[KittensMove, Plan]:
    """The move that an action means, and the answers to what is asked next; or an error that explains itself."""
    if type(action) is DrawCardAction or type(action) is PassAction:
        return Draw(), NO_PLAN
    if type(action) is PlayCardAction:
        return _single(view, action), NO_PLAN
    if type(action) is PlayComboAction:
        return _combo(view, action)
    raise BadMessage(
        f"take_turn returned a {type(action).__name__}; it must be DrawCardAction(), PlayCardAction(card, ...) or "
        "PlayComboAction(cards, ...)"
    )


def own_card(view: BotView, card: Any) -> int:
    """The type number of a card from the bot's hand. Only our own card objects pass."""
    if type(card) is not Card:
        raise BadMessage(f"a {type(card).__name__} is not a card; take one from view.my_hand")
    for held in view.my_hand:
        if held is card:
            return held.number
    raise IllegalMove(f"{card!r} is not in your hand: {_hand(view)}")


def _single(view: BotView, action: PlayCardAction) -> KittensMove:
    number = own_card(view, action.card)
    if number == codes.FAVOR:
        return Favor(_with_cards(view, _target(view, action.target_player_id, "a Favor")))
    if not codes.SHUFFLE <= number <= codes.ATTACK:
        why = "a reaction" if number == codes.NOPE else "used by itself" if number == codes.DEFUSE else "for combos"
        raise IllegalMove(f"{TYPES[number].value} cannot be played by itself on your turn: it is {why}")
    return Play(TYPES[number])


def _combo(view: BotView, action: PlayComboAction) -> tuple[KittensMove, Plan]:
    cards: Any = action.cards
    if type(cards) not in (tuple, list):
        raise BadMessage(f"cards must be a tuple or a list of cards from your hand, not a {type(cards).__name__}")
    chosen: list[Any] = list(cards[:6])
    if len(chosen) not in (2, 3, 5):
        raise IllegalMove(f"a combo has 2, 3 or 5 cards, not {len(cards)}")
    numbers = [own_card(view, card) for card in chosen]
    if any(one is other for i, one in enumerate(chosen) for other in chosen[:i]):
        raise IllegalMove("a combo cannot hold the same card twice")
    setting: str = getattr(view.table.settings, "combo_cards", "standard")
    for number in numbers:
        if number not in COMBO_TYPES[setting]:
            raise IllegalMove(f"{TYPES[number].value} cannot be part of a combo (combo_cards={setting})")
    if len(numbers) == 5:
        if len(set(numbers)) < 5:
            raise IllegalMove("the five cards of a combo must all be different")
        added = [Add(TYPES[number]) for number in sorted(numbers)]
        return Five(), {"five": added, "pick": [Pick(_pick(view, action.target_card_type))]}
    if len(set(numbers)) > 1:
        raise IllegalMove(f"the {len(numbers)} cards of a combo must be of one kind")
    target = _target(view, action.target_player_id, "this combo")
    card = TYPES[numbers[0]]
    if len(numbers) == 2:
        return Pair(card, target), NO_PLAN
    named = _type(action.target_card_type)
    return Triple(card, target), {"name": [Name(None if named is CardType.EXPLODING_KITTEN else named)]}


def _target(view: BotView, target: Any, what: str) -> Seat:
    if type(target) is not str:
        raise IllegalMove(f"{what} needs target_player_id, one of {', '.join(view.other_players)}")
    if target not in view.other_players:
        who = "yourself" if target == view.my_id else f"{target[:100]!r}"
        raise IllegalMove(f"{what} cannot be played on {who}; there are {', '.join(view.other_players)}")
    return view.table.names.index(target)


def _with_cards(view: BotView, target: Seat) -> Seat:
    """Rule 3.3: a Favor needs a card that can be given."""
    name = view.table.names[target]
    if view.other_player_card_counts[name] == 0:
        raise HarmlessMove(f"a Favor cannot be played on {name}, who has no cards")
    return target


def _type(name: Any) -> CardType | None:
    """A type that does not exist may be named and is wasted."""
    return CardType(name) if isinstance(name, str) and name in WORDS else None


def _pick(view: BotView, name: Any) -> CardType | None:
    """What is named if it is there, else the top card, else nothing."""
    pile = view.discard_pile
    wanted = _type(name)
    if wanted is not None and any(card.card_type == wanted for card in pile):
        return wanted
    return TYPES[pile[-1].number] if pile else None


def _hand(view: BotView) -> str:
    return ", ".join(repr(card) for card in view.my_hand) or "it is empty"
