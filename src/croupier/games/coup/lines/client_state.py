"""What a client of the line protocol knows, gathered from the messages: the way back from lines to a view.

A redacted state is kept up to date message by message, so its snapshot is what the same seat would be shown at one of
our own tables. Two things show only in later messages: that one's own challenge or block was the one that counted,
and that somebody else's exchange took place. The messages are those of the first dialect.
"""

from collections.abc import Sequence

from croupier.games.coup.core import codes
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.rules import CoupState
from croupier.games.coup.core.tracker import Tracker
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
from croupier.games.coup.lines.protocol import ACTIONS, CARDS
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
from croupier.games.coup.settings import CoupSettings
from croupier.kernel.decision import Event, Seat

# A client answers an action once, with a challenge or a block: to it every window is a joint one.
SETTINGS = CoupSettings(window="joint")


def read_character(text: str) -> Character:
    """From a name or a letter of the protocol."""
    return Character(CARDS.get(text, text).lower())


def read_action(text: str) -> Action:
    return Action(ACTIONS.get(text, text).lower())


class ClientState:
    """The game so far, as the seat `me` knows it. The caller has turned numbers into seats."""

    def __init__(self, me: Seat, seats: int, hand: Sequence[Character], coins: int) -> None:
        self.me = me
        self.state = CoupState(SETTINGS.options(seats), ())
        self.state.watching = False
        self.state.begin(0)
        self.words = self.state.words
        self.tracker = Tracker(self.state)
        self.words[w.ALIVE] = seats
        self.words[w.COURT_SIZE] = codes.DECK - 2 * seats
        for seat in range(seats):
            self.words[w.HIDDEN + seat] = 2
            self.words[w.COINS + seat] = 2
        self.words[w.COINS + me] = coins
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
        """What happened according to the lines; the caller takes it away."""

    def is_alive(self, seat: Seat) -> bool:
        return self.words[w.HIDDEN + seat] > 0

    def ask(self, question: int) -> tuple[int, ...]:
        """Put a question to oneself; all that is known then."""
        state = self.state
        state.question = question
        state.to_act = self.me
        state.sealed = self.tracker.respondents(question) if question in _SEALED else 0
        return state.snapshot(self.me)

    # What others do.

    def turn(self, seat: Seat) -> None:
        """A new turn begins, so whatever was going on is over."""
        if self._acted:
            self._acted = False
            if self._blocking is not None and not self._failed and self.words[w.BLOCKER] < 0:
                self._block(self.me, self._blocking)
            exchanged = self.words[w.ACTION] == codes.EXCHANGE and self.words[w.TURN] != self.me and not self._failed
            if exchanged and self.is_alive(self.words[w.TURN]):
                self.events += [Drew(self.words[w.TURN], None), Returned(self.words[w.TURN], None)]
                self.tracker.may_hold_more(self.words[w.TURN])
                self.words[w.SINCE + self.words[w.TURN]] = 0
            self.words[w.TURNS] += 1
        self.tracker.forget_action()
        self.words[w.TURN] = seat
        self._challenging = self._settled = self._failed = False
        self._blocking = None

    def act(self, seat: Seat, action: Action, target: Seat | None) -> None:
        self.turn(seat)
        self._acted = True
        self.words[w.ACTION] = ACTION_ORDER.index(action)
        self.words[w.TARGET] = -1 if target is None else target
        self.words[w.COINS + seat] -= action.price
        if action.claims is not None:
            self.tracker.claim(seat, CHARACTERS.index(action.claims))
        self.events.append(Acted(seat, action, target))

    def take_back(self) -> None:
        """One's own action was refused."""
        action = ACTION_ORDER[self.words[w.ACTION]]
        self.words[w.COINS + self.me] += action.price
        if action.claims is not None:
            self.tracker.unclaim(self.me, CHARACTERS.index(action.claims))
        self._acted = False
        self.events = [event for event in self.events if not (isinstance(event, Acted) and event.seat == self.me)]
        self.tracker.forget_action()

    def block(self, seat: Seat, character: Character) -> None:
        self._challenging = False
        self._blocking = None
        self._block(seat, character)

    def _block(self, seat: Seat, character: Character) -> None:
        self.words[w.BLOCKER] = seat
        self.words[w.BLOCK] = CHARACTERS.index(character)
        self.words[w.CONTEST] = codes.NO_CONTEST
        self.words[w.CHALLENGER] = -1
        self.tracker.claim(seat, self.words[w.BLOCK])
        self._settled = False
        self.events.append(Blocked(seat, character))

    def challenge(self, seat: Seat) -> None:
        self._challenging = False
        self._settled = False
        self.words[w.CHALLENGER] = seat
        self.words[w.CONTEST] = codes.ACTION_CONTEST if self.words[w.BLOCKER] < 0 else codes.BLOCK_CONTEST
        if self._blocking is None:
            self._report_challenge()

    def _report_challenge(self) -> None:
        self.events.append(
            Challenged(self.words[w.CHALLENGER], self.tracker.claimant(), CHARACTERS[self.tracker.claimed_character()])
        )

    def _report_action_challenge(self) -> None:
        """One blocks, but it is the action that was challenged."""
        if self._blocking is not None and self.words[w.CONTEST] == codes.ACTION_CONTEST and not self._settled:
            self._report_challenge()

    def _count_own_challenge(self) -> None:
        """The claim was answered although nobody else challenged it: it was one's own challenge."""
        if self._challenging:
            self.challenge(self.me)

    def show(self, seat: Seat, character: Character) -> None:
        self._count_own_challenge()
        self._report_action_challenge()
        card = CHARACTERS.index(character)
        self.events.append(Shown(seat, character))
        self.events.append(Replaced(seat, None))
        self.tracker.claim_ended(seat, card, True)
        self._settle()
        self._owing = self.words[w.CHALLENGER] == self.me
        self.words[w.SINCE + seat] = 0
        self.tracker.seen_at(seat, card)
        self.tracker.remember(self.me, card)
        self.tracker.may_hold_more(seat)

    def _settle(self) -> None:
        self._settled = True
        self.words[w.THEN] = codes.THEN_BLOCKS if self.words[w.CONTEST] == codes.ACTION_CONTEST else codes.THEN_END

    def lose(self, seat: Seat, character: Character) -> None:
        card = CHARACTERS.index(character)
        if self._challenging and seat == (self.words[w.TURN] if self.words[w.BLOCKER] < 0 else self.words[w.BLOCKER]):
            self._count_own_challenge()
        if self.words[w.CONTEST] != codes.NO_CONTEST and not self._settled and seat == self.tracker.claimant():
            self._report_action_challenge()
            self.tracker.claim_ended(seat, self.tracker.claimed_character(), False)
            self._settled = True
            self._failed = self.words[w.CONTEST] == codes.ACTION_CONTEST
            self.words[w.THEN] = codes.THEN_END if self._failed else codes.THEN_EFFECT
        self.tracker.swap(seat, card, -1)
        self.tracker.seen_at(seat, card)
        self.tracker.lay_open(seat, card)
        self.events.append(Lost(seat, character))
        if self.words[w.HIDDEN + seat] > 0:
            self.words[w.HIDDEN + seat] -= 1
            self.words[w.SINCE + seat] &= ~(255 << (8 * card))
            if self.words[w.HIDDEN + seat] == 0:
                self._out(seat)

    def end(self, seat: Seat) -> None:
        """Out. Who left may have turned up nothing yet."""
        if self.is_alive(seat):
            self.words[w.HIDDEN + seat] = 0
            self._out(seat, True)

    def _out(self, seat: Seat, left: bool = False) -> None:
        self.events.append(WentOut(seat, left))
        self.words[w.PLACE + seat] = self.words[w.ALIVE]
        self.words[w.ALIVE] -= 1
        self.tracker.holds_nothing(seat)
        self.words[w.SINCE + seat] = 0
        self.words[w.COINS + seat] = 0

    def coins(self, seat: Seat, coins: int) -> None:
        if coins and not self.is_alive(seat):
            return  # a price that is told at the end of a turn in which its payer died
        self.events.append(Coins(seat, coins))
        self.words[w.COINS + seat] = coins

    # One's own hand and answers.

    def deck(self, hand: Sequence[Character]) -> None:
        """The hand from now on; after a card was shown the new one is among it."""
        cards = sorted(map(CHARACTERS.index, hand))
        if self._shown is not None:
            old = [card for card in self.words[w.HAND + 2 * self.me : w.HAND + 2 * self.me + 2] if card >= 0]
            old.remove(CHARACTERS.index(self._shown))
            new = list(cards)
            for card in old:
                if card in new:
                    new.remove(card)
            for card in new:
                self.tracker.recognise(self.me, card, -1)
                self.events.append(Replaced(self.me, CHARACTERS[card]))
            self._shown = None
        low, high = [*cards, -1, -1][:2]
        self.tracker.put(self.me, low, high)

    def expect_show(self) -> None:
        """One's own claim is challenged: the action, if it is one's turn, else the block."""
        if self.words[w.TURN] != self.me and self._blocking is not None:
            challenger = self.words[w.CHALLENGER]
            self._block(self.me, self._blocking)
            self._blocking = None
            self.challenge(challenger)

    def expect_loss(self) -> None:
        """By an action, unless a challenge of one's own has just failed."""
        if not self._owing:
            self.words[w.THEN] = codes.THEN_END
        self._owing = False

    def choose(self, first: Character, second: Character) -> None:
        self.words[w.DRAWN], self.words[w.OTHER_DRAWN] = CHARACTERS.index(first), CHARACTERS.index(second)
        self.words[w.COURT_SIZE] -= 2
        self.events.append(Drew(self.me, (first, second)))
        for card in (self.words[w.DRAWN], self.words[w.OTHER_DRAWN]):
            self.tracker.recognise(self.me, card, -1)

    def answer(self, move: CoupMove) -> None:
        """What one answered to the question of `ask`."""
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
                self.tracker.claim_ended(self.me, CHARACTERS.index(character), True)
                self._settle()
                self.words[w.SINCE + self.me] = 0
                self.tracker.remember(self.me, CHARACTERS.index(character))
            case Lose(character=character):
                self.lose(self.me, character)
            case Keep(characters=kept):
                self._keep(kept)
            case _:
                return

    def _keep(self, kept: Sequence[Character]) -> None:
        cards = [
            self.words[w.DRAWN],
            self.words[w.OTHER_DRAWN],
            *self.words[w.HAND + 2 * self.me : w.HAND + 2 * self.me + 2],
        ]
        for character in kept:
            cards.remove(CHARACTERS.index(character))
        back = sorted(card for card in cards if card >= 0)
        for card in back:
            self.tracker.remember(self.me, card)
        self.events.append(Returned(self.me, (CHARACTERS[back[0]], CHARACTERS[back[1]])))
        self.deck(kept)
        self.words[w.SINCE + self.me] = 0
        self.words[w.COURT_SIZE] += 2
        self.words[w.DRAWN] = self.words[w.OTHER_DRAWN] = -1


_SEALED = (codes.Q_RESPOND, codes.Q_BLOCK, codes.Q_CHALLENGE_BLOCK)
