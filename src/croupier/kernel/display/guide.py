"""A game for beginners: what each card does, one screen of scenes, and help at the first questions.

Page and terminal show the same texts.
"""

from typing import Literal

import msgspec

Look = Literal["boom", "caught", "nope", "out", "saved", "truth"]


class Scene(msgspec.Struct, frozen=True):
    """A picture of "How to play": a few cards, and what they show."""

    title: str
    text: str
    cards: tuple[str, ...] = ()
    """As views write them; an empty text is a card face down."""


class Tip(msgspec.Struct, frozen=True):
    """Help at one kind of question."""

    meaning: str
    """What is asked, and what the answers mean."""
    advice: str
    """A rule of thumb."""


class Choice(msgspec.Struct, frozen=True):
    """What can be chosen again and again, as a reference card prints it: an action, a bid."""

    key: str
    """As moves and views write it."""
    title: str
    text: str = ""
    card: str = ""
    """The card that it needs or claims."""
    price: int = 0


class Stamp(msgspec.Struct, frozen=True):
    """A word that is stamped over the table when something happens."""

    event: str
    """The type of the event."""
    word: str
    look: Look
    when: dict[str, bool] = {}
    """What fields of the event must be. Of several stamps the first that fits is used, of several events the last."""


class Guide(msgspec.Struct, frozen=True):
    """What a game says to beginners."""

    goal: str = ""
    scenes: tuple[Scene, ...] = ()
    cards: dict[str, str] = {}
    """What each card does: by the text of the card, else by its rank, else "*" for all cards."""
    names: dict[str, str] = {}
    """How people call cards that are not called by their text."""
    faces: dict[str, str] = {}
    """How the page draws a card: SVG, five wide and seven high, or a few signs to stand large over the card's text."""
    tips: dict[str, Tip] = {}
    """By question."""
    choices: tuple[Choice, ...] = ()
    """In the order in which they are offered."""
    stamps: tuple[Stamp, ...] = ()

    def text(self) -> str:
        """The goal and the scenes, a paragraph each; empty where the game has no guide."""
        scenes = "\n".join(f"{scene.title}. {scene.text}" for scene in self.scenes)
        return f"{self.goal}\n\n{scenes}".strip()

    def explain(self, question: str) -> str:
        """Help at a question, and what the cards do, as lines; empty where the game has no guide."""
        tip = self.tips.get(question)
        lines = [] if tip is None else [tip.meaning, f"Tip: {tip.advice}"]
        for card, text in self.cards.items():
            lines.append(text if card == "*" else f"  {self.names.get(card, card.capitalize())}: {text}")
        return "\n".join(lines)
