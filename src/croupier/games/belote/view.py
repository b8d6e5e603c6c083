"""What a Belote player knows, in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.games.belote.moves import QUESTIONS, Accept, Announce, Bid, Double, Redouble, make_bid
from croupier.games.belote.terms import (
    DECK,
    MODES,
    MULTIPLIERS,
    TEAMS,
    Mode,
    Multiplier,
    Team,
    cards_of,
    team_of,
)
from croupier.kernel.cards import Card, Suit
from croupier.kernel.decision import Seat, View


class Played(msgspec.Struct, frozen=True):
    """A card in a trick, and who played it."""

    seat: Seat
    card: Card


class Trick(msgspec.Struct, frozen=True):
    """A trick; complete with four cards."""

    number: int
    """From 1 to 8."""
    leader: Seat
    cards: tuple[Played, ...]

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == 4


class DealResult(msgspec.Struct, frozen=True):
    """How a deal ended. Pairs are for Team1 and Team2."""

    mode: Mode
    multiplier: Multiplier
    announcers: Team
    card_points: tuple[int, int]
    match_points: tuple[int, int]
    sweeper: Team | None
    instant_win: bool


class Spoken(msgspec.Struct, frozen=True):
    """One action of the bidding."""

    seat: Seat
    bid: Bid


class BeloteView(View):
    """Everything you know. Seats 0 to 3 sit clockwise; your partner is opposite."""

    __slots__ = ()

    @property
    def question(self) -> str:
        return QUESTIONS[self.ints[w.QUESTION]]

    @property
    def to_act(self) -> Seat | None:
        """Who must answer; None when the match is over."""
        return None if self.ints[w.TO_ACT] < 0 else self.ints[w.TO_ACT]

    @property
    def hand(self) -> tuple[Card, ...]:
        """Your cards; a spectator has none."""
        return cards_of(self.ints[w.HAND + self.seat]) if self.seat >= 0 else ()

    @property
    def team(self) -> Team:
        """Your team."""
        return team_of(self.seat)

    @property
    def partner(self) -> Seat:
        return (self.seat + 2) % 4

    # The match.

    @property
    def deal(self) -> int:
        """The number of this deal, from 0."""
        return self.ints[w.DEAL]

    @property
    def dealer(self) -> Seat:
        return self.ints[w.DEALER]

    @property
    def target(self) -> int:
        return self.ints[w.TARGET]

    @property
    def match_points(self) -> tuple[int, int]:
        """Of Team1 and Team2."""
        return self.ints[w.POINTS], self.ints[w.POINTS + 1]

    @property
    def is_over(self) -> bool:
        return self.ints[w.ENDING] > 0

    @property
    def winner(self) -> Team | None:
        return None if self.ints[w.WINNER] < 0 else TEAMS[self.ints[w.WINNER]]

    @property
    def completed_deals(self) -> tuple[DealResult, ...]:
        first = w.PLAYS + self.ints[w.N_PLAYED]
        return tuple(_result(number) for number in self.ints[first : first + self.ints[w.N_RESULTS]])

    # The bidding.

    @property
    def bidding(self) -> tuple[Spoken, ...]:
        """What was said in this deal, in order."""
        said: list[Spoken] = []
        for number in range(self.ints[w.N_ACTIONS]):
            word, place = divmod(number, codes.ACTIONS_PER_WORD)
            code = (self.ints[w.ACTIONS + word] >> (place * 5)) & 31
            said.append(Spoken((self.dealer + 1 + number) % 4, make_bid(codes.M_ACCEPT + code)))
        return tuple(said)

    @property
    def current_bid(self) -> Mode | None:
        """The highest mode that was announced."""
        return None if self.ints[w.BID] < 0 else MODES[self.ints[w.BID]]

    @property
    def current_bidder(self) -> Seat | None:
        return None if self.ints[w.BIDDER] < 0 else self.ints[w.BIDDER]

    @property
    def consecutive_accepts(self) -> int:
        return self.ints[w.ACCEPTS]

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be announced any more in this deal."""
        return self.ints[w.CLOSED] == 1

    @property
    def doubled_modes(self) -> dict[Mode, int]:
        """The modes that were doubled, each with the place in `bidding` of what doubled it."""
        said_doubled = {said.bid.mode for said in self.bidding if isinstance(said.bid, Double)}
        # A mode that somebody doubled had not been doubled by an accept (rule 3.7, and `accept_doubles="lock"`).
        by_accept = codes.ACCEPT_DOUBLES & self.ints[w.DOUBLED] & ~sum(1 << mode.number for mode in said_doubled)
        found: dict[Mode, int] = {}
        bid, bidder = Mode.COLOUR_CLUBS, -1
        for place, said in enumerate(self.bidding):
            match said.bid:
                case Announce(mode=mode):
                    bid, bidder = mode, said.seat
                case Double(mode=mode):
                    found.setdefault(mode, place)
                case Accept() if (said.seat - bidder) % 2 and by_accept >> bid.number & 1:
                    found.setdefault(bid, place)
                case _:
                    pass
        return found

    @property
    def redoubled_modes(self) -> tuple[Mode, ...]:
        return tuple(said.bid.mode for said in self.bidding if isinstance(said.bid, Redouble))

    @property
    def colours(self) -> dict[Team, Mode]:
        """The Colour that each team has announced in this deal."""
        found: dict[Team, Mode] = {}
        for said in self.bidding:
            if isinstance(said.bid, Announce) and said.bid.mode.trump is not None:
                found[team_of(said.seat)] = said.bid.mode
        return found

    # What is played.

    @property
    def mode(self) -> Mode | None:
        """What is played; None until the bidding is over."""
        return None if self.ints[w.MODE] < 0 else MODES[self.ints[w.MODE]]

    @property
    def multiplier(self) -> Multiplier:
        return MULTIPLIERS[self.ints[w.MULTIPLIER]]

    @property
    def announcer(self) -> Seat | None:
        """Who announced the mode that is played."""
        return None if self.ints[w.ANNOUNCER] < 0 else self.ints[w.ANNOUNCER]

    @property
    def card_points(self) -> tuple[int, int]:
        """Of Team1 and Team2 in this deal."""
        return self.ints[w.CARD_POINTS], self.ints[w.CARD_POINTS + 1]

    @property
    def tricks_won(self) -> tuple[int, int]:
        """By Team1 and Team2 in this deal."""
        return self.ints[w.TRICKS], self.ints[w.TRICKS + 1]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The completed tricks of this deal."""
        return tuple(self._trick(number) for number in range(self.ints[w.N_PLAYED] // 4))

    @property
    def trick(self) -> Trick | None:
        """The trick that is played now; None before the first and after the last."""
        if self.mode is None or self.ints[w.N_PLAYED] == 32:
            return None
        return self._trick(self.ints[w.N_PLAYED] // 4)

    def _trick(self, number: int) -> Trick:
        ints = self.ints
        done = number < ints[w.N_PLAYED] // 4
        leader = (ints[w.LEADERS] >> (number * 2)) & 3 if done else ints[w.LEADER]
        cards = ints[w.PLAYS + number * 4 : w.PLAYS + min(number * 4 + 4, ints[w.N_PLAYED])]
        return Trick(
            number + 1, leader, tuple(Played((leader + turn) % 4, DECK[card]) for turn, card in enumerate(cards))
        )

    @property
    def winning(self) -> Played | None:
        """The card that wins the trick so far."""
        if self.ints[w.IN_TRICK] == 0:
            return None
        return Played(self.ints[w.BEST_SEAT], DECK[self.ints[w.BEST]])

    @property
    def played(self) -> tuple[Card, ...]:
        """All cards played in this deal, in order."""
        return tuple(DECK[card] for card in self.ints[w.PLAYS : w.PLAYS + self.ints[w.N_PLAYED]])

    # What follows from it.

    def _unseen(self) -> int:
        own = self.ints[w.HAND + self.seat] if self.seat >= 0 else 0
        return codes.FULL_DECK & ~own & ~sum(1 << card for card in self.ints[w.PLAYS : w.PLAYS + self.ints[w.N_PLAYED]])

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that you have neither held nor seen: they are in the other hands or still to be dealt."""
        return cards_of(self._unseen())

    def hand_size(self, seat: Seat) -> int:
        if self.ints[w.UNDEALT]:
            return 0
        if self.mode is None:
            return 5
        trick = self.trick
        return 8 - self.ints[w.N_PLAYED] // 4 - (trick is not None and any(card.seat == seat for card in trick.cards))

    def may_hold(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that `seat` may hold by all that it has played: your own hand, or what remains possible."""
        if seat == self.seat:
            return self.hand
        return cards_of(self._unseen() & self.ints[w.MAY + seat])

    def voids(self, seat: Seat) -> tuple[Suit, ...]:
        """The suits that `seat` has shown not to hold in this deal."""
        return tuple(suit for suit in Suit if not (self.ints[w.MAY + seat] >> (suit * 8)) & 255)

    def to_wire(self) -> dict[str, Any]:
        trick = self.trick
        return {
            "question": self.question,
            "hand": self.hand,
            "deal": self.deal,
            "dealer": self.dealer,
            "target": self.target,
            "match_points": self.match_points,
            "bidding": [f"{said.seat} {said.bid}" for said in self.bidding],
            "mode": self.mode,
            "multiplier": self.multiplier,
            "announcer": self.announcer,
            "card_points": self.card_points,
            "tricks_won": self.tricks_won,
            "leader": None if trick is None else trick.leader,
            "trick": [] if trick is None else [played.card for played in trick.cards],
            "tricks": [[trick.leader, *(played.card for played in trick.cards)] for trick in self.tricks],
            "may_hold": [_listed(self.may_hold(seat)) for seat in range(4)] if self.mode and self.seat >= 0 else [],
        }

    def text(self) -> str:
        names = self.table.names
        ours, theirs = self.match_points
        lines = [
            f"Deal {self.deal + 1}: {names[self.dealer]} deals",
            f"{names[0]} and {names[2]}: {ours}. {names[1]} and {names[3]}: {theirs}. Target: {self.target}",
        ]
        if self.bidding:
            bids = (f"{names[said.seat]}: {_bid_text(said.bid)}" for said in self.bidding)
            lines.append("Bidding: " + ", ".join(bids))
        if self.mode is not None:
            one, other = self.card_points
            lines += [f"{line}. Card points: {one} to {other}" for line in self.situation()]
            lines += [self._trick_line(trick) for trick in self.tricks[-1:]]
        trick = self.trick
        if trick is not None:
            lines.append(self._trick_line(trick))
        if self.seat >= 0:
            lines.append(f"{names[self.seat]} (you): {' '.join(card.symbol for card in self.hand) or 'no cards'}")
        return "\n".join(lines)

    def situation(self) -> tuple[str, ...]:
        mode, bidder = self.mode or self.current_bid, self.current_bidder if self.announcer is None else self.announcer
        if mode is None or bidder is None:
            return ()
        factor = "" if self.multiplier is Multiplier.NORMAL else f" ({str(self.multiplier).lower()})"
        return (f"{mode.title}{factor}, bid by {self.table.names[bidder]}",)

    def seat_note(self, seat: Seat) -> str:
        last = [_bid_text(said.bid) for said in self.bidding if said.seat == seat][-1:]
        return ", ".join((["dealer"] if seat == self.dealer else []) + last)

    def _trick_line(self, trick: Trick) -> str:
        cards = ", ".join(f"{self.table.names[played.seat]} {played.card.symbol}" for played in trick.cards)
        return f"Trick {trick.number}: {cards or f'{self.table.names[trick.leader]} leads'}"


def _bid_text(bid: Bid) -> str:
    match bid:
        case Announce(mode=mode):
            return mode.title
        case Accept():
            return "accepts"
        case Double(mode=mode):
            return f"doubles {mode.title}"
        case Redouble(mode=mode):
            return f"redoubles {mode.title}"


def _result(number: int) -> DealResult:
    mode = MODES[number & 7]
    multiplier = (number >> 3) & 7
    sweeper = (number >> 7) & 3
    first = (number >> 10) & 0x3FF
    total = {Mode.ALL_TRUMPS: 258, Mode.NO_TRUMPS: 130}.get(mode, 162)
    return DealResult(
        mode=mode,
        multiplier=MULTIPLIERS[multiplier],
        announcers=TEAMS[(number >> 6) & 1],
        card_points=(first, total - first),
        match_points=((number >> 20) & 0xFFFF, (number >> 36) & 0xFFFF),
        sweeper=None if sweeper == 0 else TEAMS[sweeper - 1],
        instant_win=(number >> 9) & 1 == 1,
    )


def _listed(things: Iterable[object]) -> str:
    return " ".join(map(str, things)) or "-"


def cards_held(wire: Mapping[str, Any], seat: int) -> int:
    """How many cards a seat has, as everybody knows it: five for the bidding, then eight less those it has played."""
    if not wire["mode"]:
        return 0 if wire["question"] == "cut" else 5
    trick: Sequence[object] = wire["trick"]
    has_played = bool(trick) and (seat - wire["leader"]) % 4 < len(trick)
    return 8 - len(wire["tricks"]) - has_played
