"""What players of Coup may give away: by what they claim, what they challenge and what they lose."""

from collections.abc import Iterator
from typing import Final

from croupier.games.coup.events import Acted, Allowed, Blocked, Challenged, Lost
from croupier.games.coup.moves import CHARACTERS, Action, Block, Challenge, Character, CoupMove, name_of
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Seat
from croupier.kernel.tells import Habit, Tell, Tells, said, yes_or_no


def _claimed(event: Acted | Blocked) -> Character | None:
    return event.character if isinstance(event, Blocked) else event.action.claims


def _claims(event: Acted | Blocked, before: CoupView) -> Iterator[tuple[Seat, str]]:
    character = _claimed(event)
    if character is not None:
        yield event.seat, f"{'blocks with' if isinstance(event, Blocked) else 'claims'} {name_of(character)}"


def _has_it(view: CoupView, dealer: CoupView, event: Acted | Blocked) -> str | None:
    character = _claimed(event)
    return None if character is None or not view.hand else said(character in view.hand)


def _answers(event: Challenged | Allowed, before: CoupView) -> Iterator[tuple[Seat, str]]:
    if isinstance(event, Challenged):
        yield event.seat, f"challenges {name_of(event.character)}"
    elif before.claimed is not None and event.question != "block":
        for seat in range(before.seats):
            if seat != event.seat and before.is_alive(seat):
                yield seat, f"allows {name_of(before.claimed)}"


def _holds(view: CoupView, dealer: CoupView, event: Challenged | Allowed) -> str | None:
    character = view.claimed
    return None if character is None or not view.hand else said(character in view.hand)


def _losses(event: Lost, before: CoupView) -> Iterator[tuple[Seat, str]]:
    if before.influence(event.seat) == 2:
        yield event.seat, f"loses {name_of(event.character)} first"


def _keeps(view: CoupView, dealer: CoupView, event: Lost) -> str | None:
    return str(view.hand[0]) if len(view.hand) == 1 else None


def _challenged(view: CoupView, move: CoupMove) -> tuple[str, bool] | None:
    if view.claimed is None or view.claimant == view.seat:
        return None
    what = "blocks with" if view.blocker is not None else "claims of"
    return f"{what} {name_of(view.claimed)}", isinstance(move, Challenge)


def _blocked(view: CoupView, move: CoupMove) -> tuple[str, bool] | None:
    names = {Action.FOREIGN_AID: "foreign aid", Action.STEAL: "thefts", Action.ASSASSINATE: "assassinations"}
    if view.action is None or view.action not in names or not view.may_block_with:
        return None
    return names[view.action], isinstance(move, Block)


TELLS: Final = Tells(
    (
        Tell("claims", (Acted, Blocked), _claims, yes_or_no("it has the card", "it does not have the card"), _has_it),
        Tell(
            "challenges",
            (Challenged, Allowed),
            _answers,
            yes_or_no("it holds that character itself", "it does not hold that character itself"),
            _holds,
            is_after=False,
        ),
        Tell("losses", (Lost,), _losses, {str(each): f"it keeps {name_of(each)}" for each in CHARACTERS}, _keeps),
    ),
    (
        Habit("respond", "challenges", _challenged),
        Habit("challenge_block", "challenges", _challenged),
        Habit("block", "blocks", _blocked),
    ),
)
