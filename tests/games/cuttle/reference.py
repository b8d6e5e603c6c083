"""Cuttle a second time, from RULES.md alone: sets of names, no bits, no events, no speed.

The rules proper are compared with it move by move over random matches, so a mistake has to be made twice.
"""

from typing import Any

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
WORDS = {"8": "glasses", "Q": "queen", "K": "king"}
GOALS = (21, 14, 10, 5, 0)


def rank(card: str) -> str:
    return card[:-1]


def worth(card: str) -> int:
    return RANKS.index(rank(card)) + 1


def is_number(card: str) -> bool:
    return worth(card) <= 10


def beats(card: str, other: str) -> bool:
    return (worth(card), SUITS.index(card[-1])) > (worth(other), SUITS.index(other[-1]))


class PointCard:
    """A point card, who played it, and the Jacks on it with who played them."""

    def __init__(self, owner: int) -> None:
        self.owner = owner
        self.jacks: list[tuple[str, int]] = []

    @property
    def holder(self) -> int:
        return self.jacks[-1][1] if self.jacks else self.owner


class Reference:
    """One match. `order` is the whole deck as dealt, `settings` a CuttleSettings."""

    def __init__(self, settings: Any, order: list[str]) -> None:
        self.settings = settings
        self.hands = [set(order[:5]), set(order[5:11])]
        self.pile = order[11:]
        self.scrap: set[str] = set()
        self.points: dict[str, PointCard] = {}
        self.permanents: dict[str, int] = {}
        self.frozen: list[tuple[str, int]] = []  # a card and the turn in which it may not be played
        self.turn = 0
        self.turns = 0
        self.passes = 0
        self.ending: tuple[str, int | None] | None = None
        self.asked = 0
        self.question = "turn"
        self.pending = ""
        self.target = ""
        self.twos: list[str] = []
        self.revealed: list[str] = []
        self.to_discard = 0

    # What may be done.

    def legal(self) -> set[str]:
        hand = self.hands[self.asked]
        if self.question == "turn":
            frozen = {card for card, turn in self.frozen if turn == self.turns}
            moves = {"draw" if self.pile else "pass"}
            for card in hand - frozen:
                moves |= self.ways(card, len(self.pile))
            return moves
        if self.question == "counter":
            return {"pass"} | {f"counter {card}" for card in hand if rank(card) == "2"}
        if self.question == "seven":
            moves = set()
            for card in self.revealed:
                moves |= self.ways(card, len(self.pile) + len(self.revealed) - 1)
            return moves or {f"scrap {card}" for card in self.revealed}
        if self.question == "three":
            return {f"take {card}" for card in self.takeable()}
        return {f"discard {card}" for card in hand}

    def takeable(self) -> set[str]:
        return {card for card in self.scrap if self.settings.three_takes_three or rank(card) != "3"}

    def uncounted(self) -> set[str]:
        """The Seven off which a Three would be played."""
        return set() if self.question != "seven" or self.settings.three_counts_seven else {self.seven}

    def held(self, seat: int) -> set[str]:
        return {card for card, lies in self.points.items() if lies.holder == seat}

    def count(self, seat: int, kind: str) -> int:
        return sum(1 for card, owner in self.permanents.items() if owner == seat and rank(card) == kind)

    def ways(self, card: str, pile: int) -> set[str]:
        moves = set()
        me, you = self.turn, 1 - self.turn
        kind = rank(card)
        if is_number(card):
            moves.add(f"points {card}")
            moves |= {f"scuttle {card} {target}" for target in self.held(you) if beats(card, target)}
        if kind in ("Q", "K", "8"):
            moves.add(f"{WORDS[kind]} {card}")
        if kind == "J":
            moves |= {f"jack {card} {target}" for target in self.held(you) if self.exposed(you, target)}
        if kind == "2":
            moves |= {f"one-off {card} {target}" for target in self.lasting(you) if self.exposed(you, target)}
        if kind == "9":
            targets = self.lasting(you)
            if self.settings.nine_targets == "opponent":
                targets |= self.held(you)
            targets = {target for target in targets if self.exposed(you, target)}
            if self.settings.nine_targets == "permanents":
                targets |= self.lasting(me)
            moves |= {f"one-off {card} {target}" for target in targets}
        useful = {
            "A": bool(self.points) or self.settings.any_sweep,
            "3": bool(self.takeable() - self.uncounted()),
            "4": bool(self.hands[you]),
            "5": pile > 0,
            "6": bool(self.lasting(0) | self.lasting(1)) or self.settings.any_sweep,
            "7": pile > 0,
        }
        if useful.get(kind):
            moves.add(f"one-off {card}")
        return moves

    def lasting(self, seat: int) -> set[str]:
        """What of `seat` can be targeted as a permanent; of a stack of Jacks only the top."""
        tops = {lies.jacks[-1] for lies in self.points.values() if lies.jacks}
        return {card for card, owner in (*self.permanents.items(), *tops) if owner == seat}

    def exposed(self, seat: int, card: str) -> bool:
        others = [queen for queen, owner in self.permanents.items() if owner == seat and rank(queen) == "Q"]
        return not [queen for queen in others if queen != card]

    # What is done.

    def play(self, text: str) -> None:
        word, *cards = text.split()
        me = self.asked
        if word == "pass" and self.question == "counter":
            self.resolve()
            return
        if word == "counter":
            self.hands[me].remove(cards[0])
            self.twos.append(cards[0])
            self.open_window(1 - me)
            return
        if word == "discard":
            self.discard(me, cards[0])
            return
        if word == "take":
            self.scrap.remove(cards[0])
            self.scrap.add(self.pending)
            self.hands[me].add(cards[0])
            self.pending = ""
            self.end_turn()
            return
        self.passes = self.passes + 1 if word == "pass" else 0
        if word == "draw":
            self.hands[me].add(self.pile.pop(0))
        elif word != "pass":
            self.leave(me, cards[0])
            if word == "one-off":
                self.pending, self.target, self.twos = cards[0], "".join(cards[1:]), []
                self.open_window(1 - me)
                return
            self.lay(me, word, cards)
        if self.passes == (2 if self.settings.empty_deck == "points" else 3):
            self.ending = ("drawn by passing", None)
            return
        self.end_turn()

    def leave(self, seat: int, card: str) -> None:
        """A card is played from the hand, or from those that a Seven revealed."""
        if self.question == "seven":
            self.revealed.remove(card)
            self.pile[:0] = self.revealed
            self.revealed = []
        else:
            self.hands[seat].remove(card)

    def lay(self, seat: int, word: str, cards: list[str]) -> None:
        card = cards[0]
        if word == "points":
            self.points[card] = PointCard(seat)
        elif word == "scuttle":
            self.scrap.add(card)
            self.scrap_points(cards[1])
        elif word == "jack":
            self.points[cards[1]].jacks.append((card, seat))
        elif word == "scrap":
            self.scrap.add(card)
        else:
            self.permanents[card] = seat

    def open_window(self, seat: int) -> None:
        stopped = self.settings.queen_stops_counter and self.count(1 - seat, "Q") > 0
        if stopped or not any(rank(card) == "2" for card in self.hands[seat]):
            self.resolve()
        else:
            self.asked, self.question = seat, "counter"

    def resolve(self) -> None:
        me, you = self.turn, 1 - self.turn
        card = self.pending
        works = len(self.twos) % 2 == 0
        self.scrap |= set(self.twos)
        self.twos = []
        self.asked, self.question = me, "turn"
        if works and rank(card) == "3":
            self.question = "three"
            return
        self.scrap.add(card)
        self.pending = ""
        if not works:
            self.end_turn()
        elif rank(card) == "4" and self.hands[you]:
            self.ask_discards(you, "four", min(2, len(self.hands[you])))
        elif rank(card) == "5" and self.settings.five == "discard-draw-three" and self.hands[me]:
            self.ask_discards(me, "five", 1)
        elif rank(card) == "5":
            self.draw(me, 2 if self.settings.five == "draw-two" else 3)
        elif rank(card) == "7":
            self.revealed, self.pile = self.pile[:2], self.pile[2:]
            self.question, self.seven = "seven", card
        else:
            self.sweep_or_aim(rank(card))
            self.end_turn()

    def sweep_or_aim(self, kind: str) -> None:
        if kind == "A":
            for card in list(self.points):
                self.scrap_points(card)
        elif kind == "6":
            self.scrap |= set(self.permanents)
            self.permanents = {}
            for lies in self.points.values():
                self.scrap |= {jack for jack, _ in lies.jacks}
                lies.jacks = []
        elif kind == "2":
            self.lift(self.target)
            self.scrap.add(self.target)
        elif kind == "9":
            owner = self.lift(self.target)
            self.hands[owner].add(self.target)
            if self.settings.nine_freezes:
                self.frozen.append((self.target, self.turns + (2 if owner == self.turn else 1)))

    def lift(self, card: str) -> int:
        """Take a card off the table; whose it was."""
        if card in self.permanents:
            return self.permanents.pop(card)
        if card in self.points:
            holder = self.points[card].holder
            self.scrap_points(card)
            self.scrap.remove(card)
            return holder
        under = next(lies for lies in self.points.values() if lies.jacks and lies.jacks[-1][0] == card)
        return under.jacks.pop()[1]

    def scrap_points(self, card: str) -> None:
        self.scrap |= {card} | {jack for jack, _ in self.points.pop(card).jacks}

    def ask_discards(self, seat: int, question: str, n: int) -> None:
        self.asked, self.question, self.to_discard = seat, question, n

    def discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.scrap.add(card)
        self.to_discard -= 1
        if self.to_discard:
            return
        if self.question == "five":
            self.draw(seat, 3)
        elif self.question == "limit":
            self.next_turn()
        else:
            self.end_turn()

    def draw(self, seat: int, n: int) -> None:
        self.hands[seat] |= set(self.pile[:n])
        self.pile = self.pile[n:]
        self.end_turn()

    # Ends.

    def score(self, seat: int) -> int:
        return sum(worth(card) for card in self.held(seat))

    def end_turn(self) -> None:
        for seat in (self.turn, 1 - self.turn):
            if self.score(seat) >= GOALS[self.count(seat, "K")]:
                self.ending = ("reached the goal", seat)
                return
        excess = len(self.hands[self.turn]) - (self.settings.hand_limit or 52)
        if excess > 0:
            self.ask_discards(self.turn, "limit", excess)
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.turn = self.asked = 1 - self.turn
        self.turns += 1
        self.question = "turn"
        if not self.pile and self.settings.empty_deck == "points":
            lead = self.score(0) - self.score(1)
            if lead:
                self.ending = ("more points when the pile ran out", 0 if lead > 0 else 1)
                return
            if not self.hands[self.turn]:
                self.ending = ("the opponent had no card left to play", 1 - self.turn)
                return
        if self.turns == self.settings.max_turns:
            self.ending = ("drawn by the turn limit", None)
