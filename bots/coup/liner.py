"""A bot in the manner of CoupBots: lines in, lines out. It taxes, coups when it can, and never objects."""

from croupier.games.coup import CoupLineBot


class Liner(CoupLineBot):
    def __init__(self) -> None:
        self.me = ""
        self.coins = 2
        self.hand: list[str] = []
        self.rivals: list[str] = []

    def receive(self, message: str) -> None:
        command, *fields = message.split("|")
        if command == "PLAYER":
            if self.me:
                self.rivals.append(fields[0])
            self.me = self.me or fields[0]
        elif command == "START":
            self.checkout.append(f"READY|{self.me}")
        elif command == "DECK":
            self.hand = fields[1:]
        elif command == "COINS" and fields[0] == self.me:
            self.coins = int(fields[1])
        elif command == "END" and fields[0] in self.rivals:
            self.rivals.remove(fields[0])
        elif command == "TURN":
            action = f"COUP|{self.rivals[0]}" if self.coins >= 7 else "TAX"
            self.checkout.append(f"ACT|{self.me}|{action}")
        elif command in ("ACT", "BLOCK"):
            self.checkout.append(f"ALLOW|{self.me}")
        elif command in ("SHOW", "LOSE") and fields == [self.me]:
            card = "DUKE" if command == "SHOW" and "DUKE" in self.hand else self.hand[0]
            self.checkout.append(f"{command}|{self.me}|{card}")
        elif command == "CHOOSE":
            self.checkout.append("|".join(["KEEP", self.me, *self.hand]))
