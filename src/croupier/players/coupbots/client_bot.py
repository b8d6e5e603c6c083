"""A friendly bot behind the CoupBots line protocol: lines become questions, answers become lines.

To the connection it is a line bot: it has `receive` and `checkout`. What goes wrong in the bot is told, and the safe
move is sent in its place.
"""

from collections.abc import Callable
from typing import Any, Final, cast

from croupier.games.coup import GAME, CoupView
from croupier.games.coup.core import codes
from croupier.games.coup.events import ENDINGS, Ended
from croupier.games.coup.lines.bot import Checkout
from croupier.games.coup.lines.client_state import SETTINGS, ClientState, read_action, read_character
from croupier.games.coup.lines.v1 import write_move
from croupier.games.coup.moves import QUESTIONS, Action, CoupMove, Lose, Show
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Seat, Table
from croupier.kernel.errors import SeatError
from croupier.kernel.state import legal_buffer
from croupier.match.referee import fault_text
from croupier.match.run_players import ask_bot

UNANSWERED: Final = (Action.INCOME, Action.COUP)


class BotOverLines:
    """Speaks in lines for a bot that answers questions."""

    def __init__(self, bot: Bot[Any, Any], luck_seed: int, tell: Callable[[str], None] = lambda text: None) -> None:
        self._bot = bot
        self._luck_seed = luck_seed
        self._tell = tell
        self.checkout = Checkout()
        self._ids: list[str] = []
        """The numbers of the players, one's own first."""
        self._hand: tuple[str, ...] = ()
        self._coins = 2
        self._known: ClientState | None = None
        self._asked = 0
        self._question = codes.Q_ACT
        self._sent: dict[str, CoupMove] = {}
        """The answers to the last question, by their lines: all but the last were refused."""
        self._is_counted = True
        """Whether the last answer is part of what is known: an action is at once, others with the next line."""

    def receive(self, message: str) -> None:
        command, *fields = message.strip().upper().split("|")
        if self._known is None and command in _BEFORE:
            self._prepare(command, fields)
            return
        if self._known is None:
            self._known = self._sit_down()
        self._follow(self._known, command, fields)

    # Before the first turn.

    def _prepare(self, command: str, fields: list[str]) -> None:
        if command == "PLAYER" and fields[0] not in self._ids:
            self._ids.append(fields[0])
        elif command == "START":
            self.checkout.append(f"READY|{self._ids[0]}")
        elif command == "DECK":
            self._hand = tuple(fields[1:])
        elif command == "COINS" and fields[0] == self._ids[0]:
            self._coins = int(fields[1])

    def _sit_down(self) -> ClientState:
        self._me = self._ids[0]
        self._ids.sort(key=int)
        names = tuple(f"player{number}" for number in self._ids)
        self._table = Table(GAME.name, len(names), SETTINGS, names)
        seat = self._seat(self._me)
        self._bot.sit(self._table, seat, self._luck_seed)
        return ClientState(seat, len(names), [read_character(card) for card in self._hand], self._coins)

    def _seat(self, number: str) -> Seat:
        return self._ids.index(number)

    # The game.

    def _follow(self, known: ClientState, command: str, fields: list[str]) -> None:
        mine = fields[:1] == [self._me]
        if command != "ILLEGAL" and (mine or command != "END"):
            self._count_answer(known)
        match command, fields:
            case "TURN", [_] if mine:
                known.turn(known.me)
                self._answer(known, codes.Q_ACT)
            case "ACT", [number, action, *target]:
                deed = read_action(action)
                known.act(self._seat(number), deed, self._seat(target[0]) if target else None)
                if known.is_alive(known.me) and deed not in UNANSWERED:
                    self._answer(known, codes.Q_BLOCK if deed.claims is None else codes.Q_RESPOND)
            case "BLOCK", [number, card]:
                known.block(self._seat(number), read_character(card))
                if known.is_alive(known.me):
                    self._answer(known, codes.Q_CHALLENGE_BLOCK)
            case "CHAL", [number]:
                known.challenge(self._seat(number))
            case "SHOW", [_] if mine:
                known.expect_show()
                self._answer(known, codes.Q_SHOW)
            case "SHOW", [number, card] if not mine:
                known.show(self._seat(number), read_character(card))
            case "LOSE", [_] if mine:
                known.expect_loss()
                self._answer(known, codes.Q_LOSE)
            case "LOSE", [number, card] if not mine:
                known.lose(self._seat(number), read_character(card))
            case "CHOOSE", [_, first, second] if mine:
                known.choose(read_character(first), read_character(second))
                self._answer(known, codes.Q_KEEP)
            case "DECK", [_, *cards] if mine:
                known.deck([read_character(card) for card in cards])
            case "COINS", [number, coins]:
                known.coins(self._seat(number), int(coins))
            case "END", [number]:
                known.end(self._seat(number))
            case "ILLEGAL", [_] if mine:
                self._again(known)
            case "WIN", [number]:
                known.events.append(Ended(self._seat(number), ENDINGS[codes.END_LAST]))
                if self._bot.listens:
                    self._bot.hear(known.events, CoupView(self._table, known.me, known.state.snapshot(known.me)))
            case _:
                return

    def _again(self, known: ClientState) -> None:
        """Answer otherwise: the last answer was refused, an action also when its target has just left."""
        if self._is_counted:
            if not self._sent or self._question != codes.Q_ACT:
                return
            known.take_back()
        self._put(known)

    def _answer(self, known: ClientState, question: int) -> None:
        self._question, self._sent = question, {}
        self._put(known)

    def _put(self, known: ClientState) -> None:
        """Put the open question to the bot, without the answers that were refused."""
        decision = self._decision(known)
        if not decision.moves:
            return
        try:
            index = decision.index_of(ask_bot(self._bot, decision))
        except SeatError as fault:
            self._tell(f"{fault_text(fault)}; sent {decision.moves[0]} instead")
            index = 0
        self._bot.take_talk()
        move = decision.moves[index]
        text = self._line(move)
        if isinstance(move, Lose) and self._question == codes.Q_SHOW and move.character == decision.view.claimed:
            move = Show(move.character)
        self._sent[text] = move
        self._is_counted = False
        if self._question == codes.Q_ACT:
            self._count_answer(known)
        self.checkout.append(text)

    def _line(self, move: CoupMove) -> str:
        """How a move is sent. When a claim is challenged a card is shown, be it the claimed one or another.

        No server knows a way to give up the claimed card unshown.
        """
        if self._question == codes.Q_SHOW and isinstance(move, Lose):
            move = Show(move.character)
        return write_move(move, self._me, self._ids)

    def _count_answer(self, known: ClientState) -> None:
        if not self._is_counted:
            self._is_counted = True
            known.answer(list(self._sent.values())[-1])

    def _decision(self, known: ClientState) -> Decision[Any, CoupView]:
        ints = known.ask(self._question)
        buffer = legal_buffer()
        legal = [cast("CoupMove", GAME.moves[buffer[index]]) for index in range(known.state.legal(buffer))]
        moves = tuple(move for move in legal if self._line(move) not in self._sent)
        self._asked += 1
        view = CoupView(self._table, known.me, ints)
        news, known.events = tuple(known.events), []
        return Decision(self._asked, GAME.name, known.me, QUESTIONS[self._question], view, moves, news)


_BEFORE: Final = ("PLAYER", "START", "DECK", "COINS", "ILLEGAL", "END", "WIN")
