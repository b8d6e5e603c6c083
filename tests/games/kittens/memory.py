"""A second account of what a seat knows, kept by nothing but the events it was sent; the view must say the same."""

from collections import Counter

from croupier.games.kittens import events as e
from croupier.games.kittens.friendly.cards import WORDS, CardType
from croupier.kernel.decision import Event

KITTEN = CardType.EXPLODING_KITTEN


class Memory:
    """What one seat has been told."""

    def __init__(self, seat: int, seats: int, pile: int) -> None:
        self.seat = seat
        self.hand: Counter[CardType] = Counter()
        self.known = [Counter({CardType.DEFUSE: 1}) if other != seat else Counter() for other in range(seats)]
        self.missing = [set[CardType]() for _ in range(seats)]
        self.sizes = [8] * seats
        self.pile: list[CardType | None] = [None] * pile  # the next card first
        self.discard: list[CardType] = []
        self.mark = 0

    def hear(self, event: Event) -> None:
        match event:
            case e.Dealt():
                self.hand.update(event.cards)
            case e.Drew():
                self.pile.pop(0)
                self.gain(event.seat, event.card)
                self.missing[event.seat].clear()
            case e.Played() | e.PairPlayed() | e.TriplePlayed():
                copies = {e.Played: 1, e.PairPlayed: 2, e.TriplePlayed: 3}[type(event)]
                self.lay(event.seat, [event.card] * copies)
            case e.FivePlayed():
                self.mark = len(self.discard)
                self.lay(event.seat, list(event.cards))
            case e.Noped():
                self.lay(event.seat, [CardType.NOPE])
            case e.Gave():
                self.pass_on(event.seat, event.taker, event.card)
            case e.Stole():
                self.pass_on(event.victim, event.seat, event.card)
            case e.Took():
                if event.card is not None:
                    self.pass_on(event.victim, event.seat, event.card)
            case e.Picked():
                if event.card is not None:
                    at = max(i for i, card in enumerate(self.discard[: self.mark]) if card is event.card)
                    del self.discard[at]
                    self.gain(event.seat, event.card)
                    self.missing[event.seat].discard(event.card)
            case e.Shuffled():
                self.pile = [None] * len(self.pile)
            case e.Peeked():
                if event.cards is not None:
                    self.pile[: event.count] = event.cards
            case e.KittenDrawn():
                self.pile.pop(0)
            case e.Defused():
                self.lay(event.seat, [CardType.DEFUSE])
            case e.Inserted():
                if event.depth is None:
                    self.pile = [None] * event.pile_size
                else:
                    self.pile.insert(event.depth, KITTEN)
            case e.Discarded():
                self.discard += event.cards
            case e.WentOut():
                self.sizes[event.seat] = 0
                self.known[event.seat].clear()
                self.missing[event.seat].clear()
                if event.seat == self.seat:
                    self.hand.clear()
            case _:
                pass
        self.note_vain(event)

    wanted: CardType | None = None

    def note_vain(self, event: Event) -> None:
        """A triple that gets nothing shows that the named type is not there."""
        if isinstance(event, e.TriplePlayed):
            self.wanted = event.named
        elif isinstance(event, e.Took) and event.card is None and self.wanted is not None:
            self.missing[event.victim].add(self.wanted)

    def lay(self, seat: int, cards: list[CardType]) -> None:
        for card in cards:
            self.lose(seat, card)
        self.discard += sorted(cards, key=list(WORDS).index)

    def gain(self, seat: int, card: CardType | None) -> None:
        self.sizes[seat] += 1
        if card is not None:
            (self.hand if seat == self.seat else self.known[seat])[card] += 1

    def lose(self, seat: int, card: CardType | None) -> None:
        self.sizes[seat] -= 1
        cards = self.hand if seat == self.seat else self.known[seat]
        for kind in list(cards) if card is None else [card]:
            cards[kind] -= cards[kind] > 0

    def pass_on(self, giver: int, taker: int, card: CardType | None) -> None:
        self.lose(giver, card)
        self.gain(taker, card)
