"""What a seat with perfect recall knows from its own events alone, kept without a look at the rules' own books."""

from croupier.games.cuttle.events import (
    ChangedSides,
    Countered,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Passed,
    PlayedOneOff,
    PlayedPermanent,
    PlayedPoints,
    Resolved,
    Returned,
    Revealed,
    Scrapped,
    Scuttled,
    Shown,
    Took,
)
from croupier.kernel.cards import Card, Rank
from croupier.kernel.decision import Event


class Memory:
    """One seat's notebook: `hear` every event it is sent, in order."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.sizes = [0, 0]
        self.hands: list[set[Card]] = [set(), set()]  # of the other hand: what was shown
        self.shown: list[set[Card]] = [set(), set()]  # of each hand: what the other seat was shown
        self.points: list[set[Card]] = [set(), set()]
        self.permanents: list[set[Card]] = [set(), set()]
        self.jacks: dict[Card, list[Card]] = {}
        self.scrap: set[Card] = set()
        self.pile = 52
        self.top: Card | None = None
        self.pending: Card | None = None
        self.twos: set[Card] = set()
        self.revealed: list[Card] = []
        self.over = False

    def hear(self, event: Event) -> None:
        match event:
            case Dealt(seat, card):
                self._draw(seat, card, seen=False)
            case Drew(seat, card):
                glasses = any(p.rank == Rank.EIGHT for p in self.permanents[1 - seat])
                self._draw(seat, card, seen=glasses or self.top is not None)
            case PlayedPoints(seat, card):
                self._use(seat, card)
                self.points[seat].add(card)
            case Scuttled(seat, card, _):
                self._use(seat, card)
            case PlayedOneOff(seat, card, _):
                self._use(seat, card)
                self.pending = card
            case PlayedPermanent(seat, card, target):
                self._use(seat, card)
                if target is None:
                    self.permanents[seat].add(card)
                else:
                    self.jacks.setdefault(target, []).append(card)
            case Countered(seat, card):
                self._use(seat, card)
                self.twos.add(card)
            case Resolved(_, card, works):
                self.scrap |= self.twos
                self.twos = set()
                if not (works and card.rank == Rank.THREE):
                    self.scrap.add(card)
                    self.pending = None
            case Took(seat, card):
                assert self.pending is not None
                self.scrap.remove(card)
                self.scrap.add(self.pending)
                self.pending = None
                self._pick_up(seat, card)
            case Returned(seat, card):
                self._leave_table(card)
                self._pick_up(seat, card)
            case Scrapped(seat, card):
                if card in self.revealed:
                    self._use(seat, card)
                self._leave_table(card)
                self.scrap.add(card)
            case Discarded(seat, card):
                self._use(seat, card)
                self.scrap.add(card)
            case ChangedSides(seat, card):
                self.points[1 - seat].remove(card)
                self.points[seat].add(card)
            case Revealed(_, card, other):
                self.revealed = [card] if other is None else [card, other]
                self.pile -= len(self.revealed)
                self.top = None
            case Shown(seat, card):
                assert card is not None
                self.hands[seat].add(card)
                self.shown[seat].add(card)
            case Ended():
                self.over = True
            case Passed():
                pass
            case _:
                raise AssertionError(f"an event that nobody told the notebook about: {event}")

    def _draw(self, seat: int, card: Card | None, seen: bool) -> None:
        self.sizes[seat] += 1
        self.pile -= 1
        if self.top is not None:
            assert card is self.top, "the card that a Seven put back is the one that is drawn"
        self.top = None
        assert (card is not None) == (seen or seat == self.seat)
        if card is not None:
            self.hands[seat].add(card)
            if seen:
                self.shown[seat].add(card)

    def _use(self, seat: int, card: Card) -> None:
        if card in self.revealed:
            self.revealed.remove(card)
            self.top = self.revealed[0] if self.revealed else None
            self.pile += len(self.revealed)
            self.revealed = []
            return
        self.sizes[seat] -= 1
        self.hands[seat].discard(card)
        self.shown[seat].discard(card)

    def _pick_up(self, seat: int, card: Card) -> None:
        self.sizes[seat] += 1
        self.hands[seat].add(card)
        self.shown[seat].add(card)

    def _leave_table(self, card: Card) -> None:
        for side in (*self.points, *self.permanents):
            side.discard(card)
        for stack in self.jacks.values():
            if card in stack:
                stack.remove(card)
        self.jacks = {under: stack for under, stack in self.jacks.items() if stack}
