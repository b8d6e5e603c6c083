"""CoupBots clients as other people write them: a class with `receive` and a queue `checkout`, and nothing of ours.

Each uses another part of the protocol. `sends` and `hears` are what it must have sent and received in a few games, so
that the part was really used. The first eight speak the dialect of the guide, the others the later one.
"""

import random
from queue import Empty, SimpleQueue
from typing import Any, ClassVar

NAMES = ("ASSASSIN", "AMBASSADOR", "CAPTAIN", "DUKE", "CONTESSA")
CLAIMS = {"TAX": "DUKE", "EXCHANGE": "AMBASSADOR", "STEAL": "CAPTAIN", "ASSASSINATE": "ASSASSIN"}
LETTER_CLAIMS = {"T": "D", "X": "B", "S": "C", "A": "A"}


class Client:
    """What all of them share: a queue, and the lines that went through."""

    frame: ClassVar[str] = ""
    hello: ClassVar[str] = "HELLO"
    end: ClassVar[str] = "\n"
    sends: ClassVar[tuple[str, ...]] = ()
    hears: ClassVar[tuple[str, ...]] = ()
    may_be_illegal: ClassVar[bool] = False

    def __init__(self) -> None:
        self.checkout: SimpleQueue[str] = SimpleQueue()
        self.checkout.put(self.hello)
        self.me = ""
        self.coins = 2
        self.deck: list[str] = []
        self.others: list[str] = []
        self.leaves = False

    def receive(self, message: str) -> None:
        raise NotImplementedError

    def taken(self) -> list[str]:
        """What waits to be sent."""
        found: list[str] = []
        while True:
            try:
                found.append(self.checkout.get_nowait())
            except Empty:
                return found


# The guide's dialect.


class Earner(Client):
    """The least that plays: income, a coup when it can, and whatever it is asked."""

    sends = ("ACT|{me}|INCOME", "READY|{me}")
    hears = ("TURN|", "DECK|", "COINS|")

    def receive(self, message: str) -> None:
        parts = message.split("|")
        handler = getattr(self, f"on_{parts[0].lower()}", None)
        if handler is not None:
            handler(*parts[1:])

    def say(self, *parts: str) -> None:
        self.checkout.put("|".join(parts))

    def on_player(self, number: str) -> None:
        if not self.me:
            self.me = number
        elif number not in self.others:
            self.others.append(number)

    def on_start(self) -> None:
        self.say("READY", self.me)

    def on_deck(self, number: str, *cards: str) -> None:
        self.deck = list(cards)

    def on_coins(self, number: str, coins: str) -> None:
        if number == self.me:
            self.coins = int(coins)

    def on_end(self, number: str) -> None:
        if number in self.others:
            self.others.remove(number)

    def on_turn(self, number: str) -> None:
        if self.coins >= 7:
            self.say("ACT", self.me, "COUP", self.others[0])
        else:
            self.act()

    def act(self) -> None:
        self.say("ACT", self.me, "INCOME")

    def on_act(self, number: str, action: str, target: str = "") -> None:
        if self.deck and action not in ("INCOME", "COUP"):
            self.answer(number, action, target)

    def answer(self, number: str, action: str, target: str) -> None:
        self.say("ALLOW", self.me)

    def on_block(self, number: str, card: str) -> None:
        if self.deck:
            self.say("ALLOW", self.me)

    def on_show(self, number: str, card: str = "") -> None:
        if number == self.me and not card:
            self.say("SHOW", self.me, self.proof())

    def proof(self) -> str:
        return self.deck[0]

    def on_lose(self, number: str, card: str = "") -> None:
        if number == self.me and not card:
            self.say("LOSE", self.me, self.deck[-1])

    def on_choose(self, number: str, *cards: str) -> None:
        self.say("KEEP", self.me, *self.deck)


class Collector(Earner):
    """Taxes always, and shows the Duke if it has one."""

    sends = ("ACT|{me}|TAX", "ACT|{me}|COUP|", "SHOW|{me}|")
    hears = ("SHOW|{me}", "CHAL|")

    def act(self) -> None:
        self.say("ACT", self.me, "TAX")

    def proof(self) -> str:
        return "DUKE" if "DUKE" in self.deck else self.deck[0]


class Letters(Earner):
    """Writes letters instead of names, in lower case, and ends its lines as Windows does."""

    end = "\r\n"
    sends = ("act|{me}|f", "act|{me}|t")

    def say(self, *parts: str) -> None:
        self.checkout.put("|".join(parts).lower())

    def act(self) -> None:
        self.say("ACT", self.me, "FT"[self.coins % 2])


class Doubter(Earner):
    """Challenges what it can, actions and blocks."""

    sends = ("CHAL|{me}", "LOSE|{me}|")
    hears = ("SHOW|", "LOSE|{me}")

    def answer(self, number: str, action: str, target: str) -> None:
        self.say("CHAL" if action in CLAIMS else "ALLOW", self.me)

    def on_block(self, number: str, card: str) -> None:
        if self.deck:
            self.say("CHAL", self.me)


class Guard(Earner):
    """Blocks all that can be blocked, and says nothing to the blocks of others: the guide knows only CHAL there."""

    sends = ("BLOCK|{me}|DUKE", "BLOCK|{me}|C")
    hears = ("BLOCK|",)

    def answer(self, number: str, action: str, target: str) -> None:
        cards = {"STEAL": "CAPTAIN", "ASSASSINATE": "CONTESSA"}
        if action == "FOREIGN_AID":
            self.say("BLOCK", self.me, "DUKE")
        elif target == self.me and action in cards:
            self.say("BLOCK", self.me, cards[action])
        else:
            self.say("ALLOW", self.me)

    def act(self) -> None:
        self.say("ACT", self.me, "FOREIGN_AID")

    def on_block(self, number: str, card: str) -> None:
        pass


class Trader(Earner):
    """Exchanges, and keeps the cards in whatever order they come."""

    sends = ("ACT|{me}|EXCHANGE", "KEEP|{me}|")
    hears = ("CHOOSE|{me}|",)

    def act(self) -> None:
        self.say("ACT", self.me, "EXCHANGE")

    def on_choose(self, number: str, *cards: str) -> None:
        kept = sorted([*self.deck, *cards], key=lambda card: -NAMES.index(card))[: len(self.deck)]
        self.say("KEEP", self.me, *kept)


class Bookkeeper(Earner):
    """Knows everybody's coins and every card that was turned up; robs the rich, murders, and doubts the impossible."""

    sends = ("ACT|{me}|STEAL|", "ACT|{me}|ASSASSINATE|")
    hears = ("COINS|", "LOSE|")

    def __init__(self) -> None:
        super().__init__()
        self.purses: dict[str, int] = {}
        self.gone: list[str] = []

    def on_coins(self, number: str, coins: str) -> None:
        super().on_coins(number, coins)
        self.purses[number] = int(coins)

    def on_lose(self, number: str, card: str = "") -> None:
        super().on_lose(number, card)
        if card:
            self.gone.append(card)

    def act(self) -> None:
        rich = max(self.others, key=lambda other: self.purses.get(other, 2))
        self.say("ACT", self.me, "ASSASSINATE" if self.coins >= 3 else "STEAL", rich)

    def answer(self, number: str, action: str, target: str) -> None:
        card = CLAIMS.get(action, "")
        impossible = card and [*self.gone, *self.deck].count(card) == 3
        self.say("CHAL" if impossible else "ALLOW", self.me)


class Hasty(Earner):
    """Wants a coup whatever it has, and thinks again when it is told that this is illegal."""

    may_be_illegal = True
    sends = ("ACT|{me}|COUP|",)
    hears = ("ILLEGAL|{me}",)

    def on_turn(self, number: str) -> None:
        self.say("ACT", self.me, "COUP", self.others[0])

    def on_illegal(self, number: str) -> None:
        self.say("ACT", self.me, "INCOME")


# The later dialect.


class Tabled(Client):
    """Lists the messages that are possible in each state and takes one by chance, as that project's own bot does."""

    frame = "SINGLE@0@"
    sends = ("ACT {me}", "OK", "READY")
    hears = ("TURN ", "PLAYER ", "EXIT")

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.message = ""
        self.heard = ""
        self.claim = ""
        self.my_turn = self.doubts = False

    def receive(self, message: str) -> None:
        command, *fields = message.split(" ")
        self.update(command, fields)
        possible = self.possible(command, fields)
        if possible and (self.deck or command in ("PLAYER", "START", "DECK")):
            self.message = self.choose(possible)
            self.note(self.message)
            self.checkout.put(self.message)
        self.heard = message

    def update(self, command: str, fields: list[str]) -> None:
        if command == "PLAYER":
            self.others += [fields[0]] if self.me else []
            self.me = self.me or fields[0]
        elif command == "DECK":
            self.deck = fields
        elif command == "COINS" and fields[0] == self.me:
            self.coins = int(fields[1])
        elif command == "DEAD":
            self.others.remove(fields[0])
        elif command == "TURN":
            self.my_turn, self.claim, self.doubts = fields == [self.me], "", False
        elif command == "BLOCK":
            self.claim = ""

    def note(self, message: str) -> None:
        command, *fields = message.split(" ")
        if command == "ACT":
            self.claim = LETTER_CLAIMS.get(fields[1], "")
        elif command == "BLOCK":
            self.claim = fields[1]
        elif command == "KEEP":
            self.deck = fields
        self.doubts = command == "CHAL"

    def choose(self, possible: list[str]) -> str:
        return self.rng.choice(possible)

    def possible(self, command: str, fields: list[str]) -> list[str]:
        me = self.me
        losses = [f"LOSE {me} {card}" for card in self.deck]
        match command, fields:
            case "START", []:
                return ["READY"]
            case "TURN", [number] if number == me:
                return self.actions()
            case "ACT", [_, "C", target] if target == me:
                return losses
            case "ACT", [_, "F"]:
                return ["OK", f"BLOCK {me} D"]
            case "ACT", [_, "T" | "X" | "A" | "S" as action, *target]:
                cards = {"A": "E", "S": "CB"}.get(action, "") if target == [me] else ""
                return ["OK", f"CHAL {me}", *(f"BLOCK {me} {card}" for card in cards)]
            case "BLOCK", _:
                return ["OK", f"CHAL {me}"]
            case "CHAL", _ if self.claim:
                return [f"{'SHOW' if card == self.claim else 'LOSE'} {me} {card}" for card in self.deck]
            case "SHOW", [number, _] if self.doubts and number != me:
                return losses
            case "LOSE", [number] if number == me:
                return losses
            case "CHOOSE", cards:
                return self.keeps([*self.deck, *cards])
            case (("DEAD" | "EXIT" | "ILLEGAL"), _):
                return []
            case _:
                return ["OK"]

    def keeps(self, cards: list[str]) -> list[str]:
        if len(self.deck) == 1:
            return [f"KEEP {card}" for card in cards]
        return [f"KEEP {one} {two}" for at, one in enumerate(cards) for two in cards[at + 1 :]]

    def actions(self) -> list[str]:
        coups = [f"ACT {self.me} C {other}" for other in self.others]
        if self.coins >= 10:
            return coups
        steals = [f"ACT {self.me} S {other}" for other in self.others]
        murders = [f"ACT {self.me} A {other}" for other in self.others] if self.coins >= 3 else []
        plain = [f"ACT {self.me} {letter}" for letter in "IFTX"]
        return [*plain, *steals, *murders, *(coups if self.coins >= 7 else [])]


class Saver(Tabled):
    """Taxes until the last message that is possible on its turn is a coup."""

    sends = ("ACT {me} T", "ACT {me} C")

    def choose(self, possible: list[str]) -> str:
        if not possible[0].startswith("ACT"):
            return possible[0]
        return possible[-1] if " C " in possible[-1] else possible[2]


class Sceptic(Tabled):
    """Challenges whenever it may."""

    sends = ("CHAL {me}",)
    hears = ("SHOW ", "LOSE ")

    def choose(self, possible: list[str]) -> str:
        return next((message for message in possible if message.startswith("CHAL")), possible[0])


class Stonewall(Tabled):
    """Blocks whenever it may, and proves it if it can."""

    sends = ("BLOCK {me} ",)
    hears = ("BLOCK ", "ACT ")

    def choose(self, possible: list[str]) -> str:
        for word in ("BLOCK", "SHOW", f"ACT {self.me} F"):
            if found := [message for message in possible if message.startswith(word)]:
                return found[-1]
        return possible[0]


class Swapper(Tabled):
    """Exchanges on every turn."""

    sends = ("ACT {me} X", "KEEP ")
    hears = ("CHOOSE ",)

    def choose(self, possible: list[str]) -> str:
        return next((message for message in possible if message == f"ACT {self.me} X"), possible[-1])


class Insister(Tabled):
    """Tries a coup first; at ILLEGAL it strikes that message off its list and takes another."""

    may_be_illegal = True
    sends = ("ACT {me} C",)
    hears = ("ILLEGAL",)

    def possible(self, command: str, fields: list[str]) -> list[str]:
        if command == "ILLEGAL":
            return [message for message in self.actions() if message != self.message]
        return super().possible(command, fields)

    def choose(self, possible: list[str]) -> str:
        if self.my_turn and self.coins < 7 and possible[0].startswith("ACT") and self.heard != "":
            tried = f"ACT {self.me} C {self.others[0]}"
            return tried if self.message != tried else possible[0]
        return possible[0]


class Quitter(Tabled):
    """Ends its program when it dies."""

    hears = ("DECK",)

    def update(self, command: str, fields: list[str]) -> None:
        super().update(command, fields)
        self.leaves = command == "DECK" and not fields


STRANGERS: tuple[type[Any], ...] = (
    *(Earner, Collector, Letters, Doubter, Guard, Trader, Bookkeeper, Hasty),
    *(Tabled, Saver, Sceptic, Stonewall, Swapper, Insister, Quitter),
)
