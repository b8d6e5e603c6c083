"""Coup for beginners."""

from typing import Final

from croupier.games.coup.moves import Action
from croupier.kernel.display.guide import Choice, Guide, Scene, Stamp, Tip

_ACTIONS: Final = {
    Action.INCOME: ("Income", "take 1 coin"),
    Action.FOREIGN_AID: ("Foreign aid", "take 2 coins"),
    Action.TAX: ("Tax", "take 3 coins"),
    Action.STEAL: ("Steal", "2 from a rival"),
    Action.EXCHANGE: ("Exchange", "swap your cards"),
    Action.ASSASSINATE: ("Assassinate", "pay 3, hit a rival"),
    Action.COUP: ("Coup", "pay 7, hit a rival"),
}

GUIDE: Final = Guide(
    goal="Be the last player with an influence. Each player has two, face down, and may lie about them.",
    scenes=(
        Scene(
            "One action a turn",
            "Income is 1 coin and safe. Foreign aid is 2 coins, unless a player claims a Duke. For 7 coins, a Coup "
            "takes an influence and cannot be stopped. With 10 coins you must do it.",
            ("", ""),
        ),
        Scene(
            "Claim a character",
            "Duke: 3 coins. Captain: steal 2 coins. Assassin: pay 3 coins, and a player loses an influence. "
            "Ambassador: swap cards with the court. You need not have the card if the others believe you.",
            ("duke", "captain", "assassin", "ambassador"),
        ),
        Scene(
            "Block",
            "Contessa stops an assassin, Captain and Ambassador stop stealing, Duke stops foreign aid. "
            "A block is a claim too.",
            ("contessa", "captain", "ambassador", "duke"),
        ),
        Scene(
            "Challenge",
            "Any player may challenge a claim. If it was a lie, the liar loses an influence. If it was true, the "
            "challenger does, and the card that was shown is swapped for a new one.",
            ("duke", ""),
        ),
    ),
    cards={
        "duke": "Tax: take 3 coins. Blocks foreign aid.",
        "assassin": "Assassinate: pay 3 coins, and a player loses an influence unless a Contessa blocks it.",
        "captain": "Steal: take 2 coins from a player. Blocks stealing.",
        "ambassador": "Exchange: draw two cards, keep what you like. Blocks stealing.",
        "contessa": "Blocks an assassination.",
    },
    tips={
        "act": Tip(
            "Choose your action. Those marked as a bluff claim a character that you do not have.",
            "Tax is worth claiming even without the Duke, now and then.",
        ),
        "respond": Tip(
            "A player claims a character. Challenge it if you do not believe it. If it is true, you lose an influence.",
            "The more cards of that character you see, the less likely the claim is true.",
        ),
        "block": Tip(
            "You may stop this by claiming a character, whether you have it or not.",
            "Against an assassin you have little to lose: claiming the Contessa is often right.",
        ),
        "challenge_block": Tip(
            "A player claims a character to stop the action.", "Challenge it only with good reason."
        ),
        "show": Tip("Your claim was challenged. Show the card, or lose an influence.", "Show it if you have it."),
        "lose": Tip("One of your influences is turned up for good.", "Keep the one you can use most."),
        "keep": Tip("Choose what you keep; the rest goes back.", "Two different characters are more useful."),
    },
    choices=tuple(
        Choice(action.value, title, text, "" if action.claims is None else action.claims.value, action.price)
        for action, (title, text) in _ACTIONS.items()
    ),
    stamps=(
        Stamp("Challenged", "Challenge", "nope"),
        Stamp("Shown", "True", "truth"),
        Stamp("Blocked", "Blocked", "nope"),
        Stamp("Lost", "Caught!", "caught", {"challenged": True}),
        Stamp("Lost", "Influence lost", "out"),
        Stamp("WentOut", "Out", "out"),
    ),
)
