"""Belote for beginners."""

from typing import Final

from croupier.games.belote.terms import MODES
from croupier.kernel.display.guide import Choice, Guide, Scene, Tip

GUIDE: Final = Guide(
    goal="You and the player opposite are a team. Win tricks with many points. The first team with 150 points wins.",
    scenes=(
        Scene(
            "Bid",
            "With five cards you bid which suit is trumps, or No Trumps, or All Trumps. The highest bid is played, "
            "and all players get three more cards.",
            ("Jh", "9h", "Ah"),
        ),
        Scene("Follow suit", "Play the suit that was led if you can. Its highest card wins.", ("As", "10s", "7s")),
        Scene(
            "Trumps",
            "Without that suit you must trump, higher than the trumps before if you can, unless your partner is "
            "winning. When trumps are led you must go higher if you can.",
            ("10c", "8h"),
        ),
        Scene(
            "Trumps rank differently",
            "Trumps: J 9 A 10 K Q 8 7. The Jack counts 20 and the Nine 14.",
            ("Jh", "9h", "Ah", "10h"),
        ),
        Scene(
            "Plain suits",
            "A 10 K Q J 9 8 7. Ace 11, Ten 10, King 4, Queen 3, Jack 2. The last trick counts 10 more.",
            ("As", "10s", "Ks", "Qs"),
        ),
    ),
    cards={
        "J": "The highest trump, 20 points. In a plain suit below the Queen, 2 points.",
        "9": "The second highest trump, 14 points. In a plain suit worth nothing.",
        "A": "11 points. The highest of a plain suit, the third highest trump.",
        "10": "10 points. Beaten in a plain suit only by the Ace.",
        "K": "4 points.",
        "Q": "3 points.",
        "8": "No points.",
        "7": "No points, the lowest card.",
    },
    tips={
        "cut": Tip("The deck is cut before the deal. The cut only moves the cards around.", "Cut anywhere."),
        "bid": Tip(
            "Choose trumps from five cards, or accept the bid on the table. A higher bid replaces a lower one. "
            "Doubling makes the deal worth twice as much.",
            "Bid a suit in which you hold the Jack and another high trump.",
        ),
        "card": Tip(
            "Cards that you may not play now are dark.",
            "If your partner is winning the trick, add points to it; otherwise play low.",
        ),
    },
    choices=tuple(
        Choice(mode.value, mode.title if mode.trump is None else f"{mode.trump.symbol} {mode.title}") for mode in MODES
    ),
)
