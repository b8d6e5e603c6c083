"""Exploding Kittens for beginners."""

from typing import Final

from croupier.games.kittens.friendly.cards import TYPES, name_of
from croupier.kernel.display.guide import Guide, Scene, Stamp, Tip

_CAT: Final = (
    "Does nothing alone. Two alike: steal a random card. Three alike: name the card you want. "
    "Five different cards: take a card from the discard pile."
)

GUIDE: Final = Guide(
    goal="Be the last one alive. The draw pile hides Exploding Kittens, one fewer than there are players.",
    scenes=(
        Scene(
            "Play, then draw",
            "On your turn play as many cards as you like, or none. Drawing a card ends the turn.",
            ("SeeTheFutureCard", "SkipCard", ""),
        ),
        Scene(
            "A kitten explodes",
            "Draw a kitten without a Defuse and you are out. With one you survive, and put the kitten back "
            "wherever you like, in secret.",
            ("ExplodingKittenCard", "DefuseCard"),
        ),
        Scene(
            "Do not draw it",
            "Skip ends the turn without drawing. Attack does too, and the next player takes two turns. "
            "See the Future shows the next three cards. Shuffle mixes the pile.",
            ("SkipCard", "AttackCard", "SeeTheFutureCard", "ShuffleCard"),
        ),
        Scene(
            "Take from the others",
            "Favor: a player gives you a card of their choice. Two alike steal a random card, three alike the card "
            "that you name, five different ones take any card from the discard pile.",
            ("FavorCard", "TacoCatCard", "TacoCatCard"),
        ),
        Scene(
            "Nope",
            "After each card, any player may play a Nope, which stops it. A Nope can be noped, "
            "and then the card works again. Only kittens and Defuses cannot be stopped.",
            ("NopeCard", "NopeCard"),
        ),
    ),
    cards={
        "TacoCatCard": _CAT,
        "HairyPotatoCatCard": _CAT,
        "BeardCatCard": _CAT,
        "RainbowRalphingCatCard": _CAT,
        "CattermelonCard": _CAT,
        "ShuffleCard": "Shuffles the draw pile.",
        "FavorCard": "Choose a player, who gives you a card of their choice.",
        "SeeTheFutureCard": "You alone see the next three cards of the draw pile.",
        "SkipCard": "Ends your turn without drawing a card.",
        "AttackCard": "Ends your turn without drawing; the next player takes two turns.",
        "NopeCard": "Stops the card that was just played, even another Nope, but not a kitten or a Defuse.",
        "DefuseCard": "Saves you when you draw a kitten. It is played for you; you choose where the kitten goes.",
        "ExplodingKittenCard": "You are out when you draw it, unless you have a Defuse.",
    },
    names={card.value: name_of(card) for card in TYPES},
    tips={
        "turn": Tip(
            "Play a card, or draw to end the turn. You may play several cards first.",
            "While kittens are rare, just draw and keep Skip, Attack and Nope for the end.",
        ),
        "react": Tip(
            "A player played a card and you hold a Nope. Play it to stop the card, or keep it.",
            "Save Nopes for what is played against you.",
        ),
        "give": Tip("You owe a Favor. Choose the card that you can do without.", "Never give a Defuse."),
        "defuse": Tip(
            "The kitten goes back into the draw pile, and only you know where.",
            "On top, the next player draws it at once.",
        ),
        "five": Tip("Choose five different cards to pay.", "Keep Defuse and Nope."),
        "name": Tip("Name a card. If your victim has it, it is yours.", "A Defuse is worth the most."),
        "pick": Tip("Take any card from the discard pile.", "A Defuse, if there is one."),
    },
    stamps=(
        Stamp("KittenDrawn", "Boom!", "boom"),
        Stamp("Defused", "Defused", "saved"),
        Stamp("WentOut", "Boom!", "boom", {"expelled": False}),
        Stamp("WentOut", "Out", "out", {"expelled": True}),
        Stamp("Noped", "Nope!", "nope"),
        Stamp("Resolved", "Stopped", "nope", {"works": False}),
    ),
)
