"""Bluff for beginners."""

from typing import Final

from croupier.kernel.display.guide import Guide, Scene, Stamp, Tip

GUIDE: Final = Guide(
    goal="Get rid of all your cards first. Suits do not matter, and the truth only if somebody asks.",
    scenes=(
        Scene("Lay face down", "On your turn lay a card face down on the pile. Nobody sees it.", ("7", "")),
        Scene(
            "Say what it is",
            "Usually the rank that is due goes round: Ace, 2, 3 and so on. If you do not have it, lay another card "
            "and say it is.",
            ("A", "2", "3", "4"),
        ),
        Scene(
            "Call a lie",
            "Everybody may challenge. The card is turned up: a liar takes the whole pile, and if it was true, "
            "whoever challenged takes it.",
            ("", "K"),
        ),
    ),
    cards={"*": "Lay it face down and call it any rank that is due. What it really is only counts when challenged."},
    tips={
        "lay": Tip(
            "Choose the card that goes face down on the pile; what you call it comes after.",
            "Get rid of ranks that will not be due again soon.",
        ),
        "claim": Tip(
            "Say what you laid. Whether that is true or a lie stands on the button.",
            "A small pile is cheap to take back: lie early rather than late.",
        ),
        "challenge": Tip(
            "Do you believe the claim? If you challenge, one of you takes the pile.",
            "Count your own cards of that rank: with three of them, a claim is seldom true.",
        ),
    },
    stamps=(
        Stamp("Judged", "True", "truth", {"truthful": True}),
        Stamp("Judged", "Caught!", "caught", {"truthful": False}),
    ),
)
