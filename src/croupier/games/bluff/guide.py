"""Bluff for beginners."""

from typing import Final

from croupier.kernel.display.guide import Guide, Scene, Stamp, Tip

GUIDE: Final = Guide(
    goal="Be the first to get rid of all your cards. Suits do not matter, and you may lie about what you play.",
    scenes=(
        Scene("Lay face down", "On your turn, lay a card face down on the pile. The others do not see it.", ("7", "")),
        Scene(
            "Say what it is",
            "The rank to claim changes every turn: Ace, 2, 3 and so on. If you do not have it, lay another card "
            "and lie.",
            ("A", "2", "3", "4"),
        ),
        Scene(
            "Call a lie",
            "Any player may challenge. The card is turned up. If you lied, you take the whole pile; if you told the "
            "truth, the challenger takes it.",
            ("", "K"),
        ),
    ),
    cards={
        "*": "Lay it face down and claim the rank that is due. What it really is matters only if you are challenged."
    },
    tips={
        "lay": Tip(
            "Choose the card to lay face down on the pile. You claim a rank afterwards.",
            "Get rid of ranks that will not be due again soon.",
        ),
        "claim": Tip(
            "Say what you laid. The button shows whether that is true or a lie.",
            "A small pile is cheap to take back: lie early rather than late.",
        ),
        "challenge": Tip(
            "Do you believe the claim? If you challenge, one of you takes the pile.",
            "Count your own cards of that rank: if you have three of them, the claim is rarely true.",
        ),
    },
    stamps=(
        Stamp("Judged", "True", "truth", {"truthful": True}),
        Stamp("Judged", "Caught!", "caught", {"truthful": False}),
    ),
)
