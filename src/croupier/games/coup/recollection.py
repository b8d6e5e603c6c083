"""What a client of the line protocol knows, gathered from the messages: the way back from lines to a view.

A redacted state is kept up to date message by message, so its snapshot is what the same seat would be shown at one of
our own tables. Two things are only told by what follows: that one's own challenge or block was the one that counted,
and that somebody else's exchange took place. The messages are those of the first dialect.
"""

from collections.abc import Sequence

from croupier.games.coup import codes
from croupier.games.coup.dialect import ACTIONS, CARDS
from croupier.games.coup.events import (
    Acted,
    Blocked,
    Challenged,
    Coins,
    Dealt,
    Drew,
    Lost,
    Replaced,
    Returned,
    Shown,
    WentOut,
)
from croupier.games.coup.legal import claimant, claimed_character, respondents
from croupier.games.coup.moves import (
    ACTIONS as ACTION_ORDER,
)
from croupier.games.coup.moves import (
    CHARACTERS,
    Act,
    Action,
    Block,
    Challenge,
    Character,
    CoupMove,
    Keep,
    Lose,
    Show,
)
from croupier.games.coup.rules import CoupState
from croupier.games.coup.settings import CoupSettings
from croupier.games.coup.table import COINS, HAND, HIDDEN, PLACE, SINCE
from croupier.kernel.decision import Event, Seat

# A client answers an action once, with a challenge or a block: to it every window is a joint one.
SETTINGS = CoupSettings(window="joint")


def character_of(text: str) -> Character:
    """From a name or a letter of the protocol."""
    return Character(CARDS.get(text, text).lower())


def action_of(text: str) -> Action:
    return Action(ACTIONS.get(text, text).lower())


class Recollection:
    """The game so far, as the seat `me` knows it. The caller has turned numbers into seats."""

    def __init__(self, me: Seat, seats: int, hand: Sequence[Character], coins: int) -> None:
        self.me = me
        self.state = CoupState(SETTINGS.options(), seats)
        self.state.watching = False
        self.state.begin(0)
        self.table = table = self.state.table
        table.clear()
        table.court_size = codes.DECK - 2 * seats
        for seat in range(seats):
            table.zones[HIDDEN + seat] = 2
            table.zones[COINS + seat] = 2
        table.zones[COINS + me] = coins
        self._acted = False
        self._challenging = False
        self._blocking: Character | None = None
        self._settled = False
        self._failed = False
        self._owing = False
        self._shown: Character | None = None
        self.deck(hand)
        self.events: list[Event] = [
            Dealt(seat, hand[card] if seat == me else None) for seat in range(seats) for card in range(2)
        ]
        """What happened, as the lines tell it; the caller takes it away."""

    def is_alive(self, seat: Seat) -> bool:
        return self.table.zones[HIDDEN + seat] > 0

    def ask(self, question: int) -> tuple[int, ...]:
        """Put a question to oneself; all that is known then."""
        state = self.state
        state.question = question
        state.to_act = self.me
        state.sealed = respondents(self.table, question) if question in _SEALED else 0
        return state.snapshot(self.me)

    # What others do.

    def turn(self, seat: Seat) -> None:
        """A new turn begins, so whatever was going on is over."""
        table = self.table
        if self._acted:
            self._acted = False
            if self._blocking is not None and not self._failed and table.blocker < 0:
                self._block(self.me, self._blocking)
            exchanged = table.action == codes.EXCHANGE and table.turn != self.me and not self._failed
            if exchanged and self.is_alive(table.turn):
                self.events += [Drew(table.turn, None), Returned(table.turn, None)]
                table.may_hold_more(table.turn)
                table.zones[SINCE + table.turn] = 0
            table.turns += 1
        table.forget_action()
        table.turn = seat
        self._challenging = self._settled = self._failed = False
        self._blocking = None

    def act(self, seat: Seat, action: Action, target: Seat | None) -> None:
        self.turn(seat)
        self._acted = True
        table = self.table
        table.action = ACTION_ORDER.index(action)
        table.target = -1 if target is None else target
        table.zones[COINS + seat] -= action.price
        if action.claims is not None:
            table.claim(seat, CHARACTERS.index(action.claims))
        self.events.append(Acted(seat, action, target))

    def take_back(self) -> None:
        """One's own action was refused."""
        table = self.table
        action = ACTION_ORDER[table.action]
        table.zones[COINS + self.me] += action.price
        if action.claims is not None:
            table.unclaim(self.me, CHARACTERS.index(action.claims))
        self._acted = False
        self.events = [event for event in self.events if not (isinstance(event, Acted) and event.seat == self.me)]
        table.forget_action()

    def block(self, seat: Seat, character: Character) -> None:
        self._challenging = False
        self._blocking = None
        self._block(seat, character)

    def _block(self, seat: Seat, character: Character) -> None:
        table = self.table
        table.blocker = seat
        table.block = CHARACTERS.index(character)
        table.contest = codes.NO_CONTEST
        table.challenger = -1
        table.claim(seat, table.block)
        self._settled = False
        self.events.append(Blocked(seat, character))

    def challenge(self, seat: Seat) -> None:
        table = self.table
        self._challenging = False
        self._settled = False
        table.challenger = seat
        table.contest = codes.ACTION_CONTEST if table.blocker < 0 else codes.BLOCK_CONTEST
        if self._blocking is None:
            self._tell_challenge()

    def _tell_challenge(self) -> None:
        table = self.table
        self.events.append(Challenged(table.challenger, claimant(table), CHARACTERS[claimed_character(table)]))

    def _was_the_action(self) -> None:
        """One blocks, but it is the action that was challenged."""
        if self._blocking is not None and self.table.contest == codes.ACTION_CONTEST and not self._settled:
            self._tell_challenge()

    def _mine_counted(self) -> None:
        """The claim was answered although nobody else challenged it: it was one's own challenge."""
        if self._challenging:
            self.challenge(self.me)

    def show(self, seat: Seat, character: Character) -> None:
        self._mine_counted()
        self._was_the_action()
        table, card = self.table, CHARACTERS.index(character)
        self.events.append(Shown(seat, character))
        self.events.append(Replaced(seat, None))
        table.claim_ended(seat, card, True)
        self._settle()
        self._owing = table.challenger == self.me
        table.zones[SINCE + seat] = 0
        table.seen_at(seat, card)
        table.remember(self.me, card)
        table.may_hold_more(seat)

    def _settle(self) -> None:
        self._settled = True
        self.table.then = codes.THEN_BLOCKS if self.table.contest == codes.ACTION_CONTEST else codes.THEN_END

    def lose(self, seat: Seat, character: Character) -> None:
        table, card = self.table, CHARACTERS.index(character)
        zones = table.zones
        if self._challenging and seat == (table.turn if table.blocker < 0 else table.blocker):
            self._mine_counted()
        if table.contest != codes.NO_CONTEST and not self._settled and seat == claimant(table):
            self._was_the_action()
            table.claim_ended(seat, claimed_character(table), False)
            self._settled = True
            self._failed = table.contest == codes.ACTION_CONTEST
            table.then = codes.THEN_END if self._failed else codes.THEN_EFFECT
        table.swap(seat, card, -1)
        table.seen_at(seat, card)
        table.lay_open(seat, card)
        self.events.append(Lost(seat, character))
        if zones[HIDDEN + seat] > 0:
            zones[HIDDEN + seat] -= 1
            zones[SINCE + seat] &= ~(255 << (8 * card))
            if zones[HIDDEN + seat] == 0:
                self._out(seat)

    def end(self, seat: Seat) -> None:
        """Out. Who left may have turned up nothing yet."""
        if self.is_alive(seat):
            self.table.zones[HIDDEN + seat] = 0
            self._out(seat, True)

    def _out(self, seat: Seat, left: bool = False) -> None:
        table = self.table
        self.events.append(WentOut(seat, left))
        table.zones[PLACE + seat] = table.alive
        table.alive -= 1
        table.holds_nothing(seat)
        table.zones[SINCE + seat] = 0
        table.zones[COINS + seat] = 0

    def coins(self, seat: Seat, coins: int) -> None:
        self.events.append(Coins(seat, coins))
        self.table.zones[COINS + seat] = coins

    # One's own hand and answers.

    def deck(self, hand: Sequence[Character]) -> None:
        """The hand from now on; after a card was shown the new one is among it."""
        table, cards = self.table, sorted(map(CHARACTERS.index, hand))
        if self._shown is not None:
            old = [card for card in table.zones[HAND + 2 * self.me : HAND + 2 * self.me + 2] if card >= 0]
            old.remove(CHARACTERS.index(self._shown))
            new = list(cards)
            for card in old:
                if card in new:
                    new.remove(card)
            for card in new:
                table.recognise(self.me, card, -1)
                self.events.append(Replaced(self.me, CHARACTERS[card]))
            self._shown = None
        low, high = [*cards, -1, -1][:2]
        table.put(self.me, low, high)

    def asked_to_show(self) -> None:
        """One's own claim is challenged: the action, if it is one's turn, else the block."""
        if self.table.turn != self.me and self._blocking is not None:
            challenger = self.table.challenger
            self._block(self.me, self._blocking)
            self._blocking = None
            self.challenge(challenger)

    def asked_to_lose(self) -> None:
        """By an action, unless a challenge of one's own has just failed."""
        if not self._owing:
            self.table.then = codes.THEN_END
        self._owing = False

    def choose(self, first: Character, second: Character) -> None:
        table = self.table
        table.drawn_a, table.drawn_b = CHARACTERS.index(first), CHARACTERS.index(second)
        table.court_size -= 2
        self.events.append(Drew(self.me, (first, second)))
        for card in (table.drawn_a, table.drawn_b):
            table.recognise(self.me, card, -1)

    def answer(self, move: CoupMove) -> None:
        """What one answered to the question of `ask`."""
        table = self.table
        match move:
            case Act(action=action, target=target):
                self.act(self.me, action, target)
            case Challenge():
                self._challenging = True
            case Block(character=character):
                self._blocking = character
            case Show(character=character):
                self._shown = character
                self.events.append(Shown(self.me, character))
                table.claim_ended(self.me, CHARACTERS.index(character), True)
                self._settle()
                table.zones[SINCE + self.me] = 0
                table.remember(self.me, CHARACTERS.index(character))
            case Lose(character=character):
                self.lose(self.me, character)
            case Keep(characters=kept):
                self._keep(kept)
            case _:
                return

    def _keep(self, kept: Sequence[Character]) -> None:
        table = self.table
        zones = table.zones
        cards = [table.drawn_a, table.drawn_b, *zones[HAND + 2 * self.me : HAND + 2 * self.me + 2]]
        for character in kept:
            cards.remove(CHARACTERS.index(character))
        back = sorted(card for card in cards if card >= 0)
        for card in back:
            table.remember(self.me, card)
        self.events.append(Returned(self.me, (CHARACTERS[back[0]], CHARACTERS[back[1]])))
        self.deck(kept)
        zones[SINCE + self.me] = 0
        table.court_size += 2
        table.drawn_a = table.drawn_b = -1


_SEALED = (codes.Q_RESPOND, codes.Q_BLOCK, codes.Q_CHALLENGE_BLOCK)
