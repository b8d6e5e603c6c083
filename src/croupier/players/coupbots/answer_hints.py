"""Which lines of the first dialect may be answered to a message: for people, and for line bots that get stuck."""

from itertools import combinations

from croupier.games.coup.lines.bot import Checkout
from croupier.players.coupbots.v2_client import LineBrain


class AnswerHints:
    """Tells a person what may be answered to each message of the first dialect."""

    def __init__(self) -> None:
        self.me = ""
        self._coins = 2
        self._hand: list[str] = []
        self._rivals: list[str] = []

    def help_with(self, message: str) -> list[str]:
        """What may be typed now; nothing if no answer is expected."""
        command, *fields = message.split("|")
        me, mine = self.me, fields[:1] == [self.me]
        match command:
            case "PLAYER" if not me:
                self.me = fields[0]
            case "PLAYER":
                self._rivals.append(fields[0])
            case "COINS" if mine:
                self._coins = int(fields[1])
            case "DECK":
                self._hand = fields[1:]
            case "END" if fields[0] in self._rivals:
                self._rivals.remove(fields[0])
            case "START":
                return [f"READY|{me}"]
            case "TURN" if mine:
                return self._actions()
            case "ACT" if self._hand and fields[1] not in ("INCOME", "COUP"):
                return self._answers(fields[1], fields[2:] == [me])
            case "BLOCK" if self._hand and not mine:
                return [f"ALLOW|{me}", f"CHAL|{me}"]
            case "SHOW" if fields == [me]:
                cards = dict.fromkeys(self._hand)
                return [*(f"SHOW|{me}|{card}" for card in cards), *(f"LOSE|{me}|{card}" for card in cards)]
            case "LOSE" if fields == [me]:
                return [f"LOSE|{me}|{card}" for card in dict.fromkeys(self._hand)]
            case "CHOOSE":
                kept = combinations(sorted([*self._hand, *fields[1:]]), len(self._hand))
                return ["|".join(["KEEP", me, *cards]) for cards in dict.fromkeys(kept)]
            case _:
                pass
        return []

    def _actions(self) -> list[str]:
        me = self.me
        coups = [f"ACT|{me}|COUP|{rival}" for rival in self._rivals]
        if self._coins >= 10:
            return coups
        plain = [f"ACT|{me}|{action}" for action in ("INCOME", "FOREIGN_AID", "TAX", "EXCHANGE")]
        steals = [f"ACT|{me}|STEAL|{rival}" for rival in self._rivals]
        murders = [f"ACT|{me}|ASSASSINATE|{rival}" for rival in self._rivals] if self._coins >= 3 else []
        return [*plain, *steals, *murders, *(coups if self._coins >= 7 else [])]

    def _answers(self, action: str, on_me: bool) -> list[str]:
        cards = {"FOREIGN_AID": ["DUKE"], "ASSASSINATE": ["CONTESSA"], "STEAL": ["CAPTAIN", "AMBASSADOR"]}
        blocks = cards.get(action, []) if on_me or action == "FOREIGN_AID" else []
        challenge = [] if action == "FOREIGN_AID" else [f"CHAL|{self.me}"]
        return [f"ALLOW|{self.me}", *challenge, *(f"BLOCK|{self.me}|{card}" for card in blocks)]


class RetryingBrain:
    """A line bot that answers every ILLEGAL.

    When the bot itself says nothing to it, or the same again, the next line that may be answered is sent in its name: a
    server waits for an answer, and the whole table with it.
    """

    def __init__(self, bot: LineBrain) -> None:
        self._bot = bot
        self._hints = AnswerHints()
        self._open: list[str] = []
        """What may be answered to the last question."""
        self._sent: list[str] = []
        """What was answered to it."""

    @property
    def checkout(self) -> Checkout:
        return self._bot.checkout

    def receive(self, message: str) -> None:
        self._bot.receive(message)
        said = [line.strip().upper() for line in self.checkout]
        if not message.startswith("ILLEGAL"):
            self._open = self._hints.help_with(message)
            self._sent = said or [f"ALLOW|{self._hints.me}"]
            return
        if not said or said[0] in self._sent:
            said = [line for line in self._open if line not in self._sent][:1]
            self.checkout.clear()
            self.checkout.extend(said)
        self._sent += said
