"""Cuttle for beginners."""

from typing import Final

from croupier.kernel.display.guide import Guide, Scene, Stamp, Tip

GUIDE: Final = Guide(
    goal="Have 21 points on the table before your opponent. On your turn, draw a card or play one.",
    scenes=(
        Scene("Points", "Number cards count what they show. An Ace counts 1.", ("10s", "7h", "Ah")),
        Scene(
            "Scuttle",
            "Play a number card on a lower point card of your opponent. Both are scrapped.",
            ("9c", "8d"),
        ),
        Scene(
            "One-offs",
            "Most number cards can be played once for an effect instead. Ace sweeps all points, Six all permanents, "
            "Four costs your opponent two cards, Five draws, Seven plays from the pile.",
            ("Ac", "6d", "4s", "5h", "7c"),
        ),
        Scene("Counter", "A Two from the hand stops a one-off, and another Two stops that.", ("2s", "2d")),
        Scene(
            "Permanents",
            "A King lowers your goal: 14, 10, 5, 0 points for one to four. A Queen protects your other cards. "
            "A Jack takes a point card over. An Eight laid sideways shows you the other hand.",
            ("Kh", "Qs", "Jd", "8c"),
        ),
    ),
    cards={
        "A": "1 point. Or once: all point cards of both sides are scrapped.",
        "2": "2 points. Or once: scrap a permanent. From the hand it counters a one-off.",
        "3": "3 points. Or once: take a card from the scrap pile.",
        "4": "4 points. Or once: your opponent discards two cards.",
        "5": "5 points. Or once: draw cards.",
        "6": "6 points. Or once: all permanents of both sides are scrapped.",
        "7": "7 points. Or once: play one of the top cards of the pile.",
        "8": "8 points. Or glasses: you see your opponent's hand.",
        "9": "9 points. Or once: return a card on the table to its owner's hand.",
        "10": "10 points. Nothing but another Ten scuttles it.",
        "J": "On an opposing point card: it is yours while the Jack lies there.",
        "Q": "Protects your other cards from Twos, Nines and Jacks.",
        "K": "Lowers the points you need: 14 with one King, 10 with two, 5 with three, 0 with four.",
    },
    tips={
        "turn": Tip(
            "Draw, or play a card: for points, to scuttle, for its effect, or as a permanent. "
            "Press a card to see where it may go.",
            "High cards for points, but a lone Ten invites a Jack. Kings are always good.",
        ),
        "counter": Tip("Your opponent plays a one-off. A Two stops it.", "Keep the Two if you lose little."),
        "seven": Tip("The Seven shows the top of the pile. One of these cards must be played.", "Points are fine."),
        "three": Tip("Take any card from the scrap pile.", "A King, or what won the last fight."),
        "four": Tip("Your opponent's Four costs you a card.", "Keep Twos and court cards."),
        "five": Tip("Discard a card to draw more.", "Discard the lowest number card."),
        "limit": Tip("Your hand is too large.", "Discard the lowest number card."),
    },
    stamps=(
        Stamp("Countered", "Countered", "nope"),
        Stamp("Resolved", "Stopped", "nope", {"works": False}),
        Stamp("Scuttled", "Scuttled", "boom"),
    ),
)
