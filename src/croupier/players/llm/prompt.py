"""What a model is told: the rules in short, what its seat knows, what happened, and the numbered moves.

Made from the texts that every game has, so that no game needs a prompt of its own.
"""

from collections.abc import Sequence
from typing import Any, Final

from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.match.transcript import news_lines

SYSTEM: Final = """\
You play {title} against others, and you play to win. All you know is in the messages you get; nobody tells you more.

{rules}

Each time you are asked, think about what the others may hold and want, then choose exactly one of the numbered moves. \
Answer with a JSON object and nothing else: {{"thinking": "why, in a few sentences", "move": NUMBER}}"""

MOST_NEWS: Final = 60
"""So many lines of what happened; more than that only repeats what the view shows."""


def system_prompt(game: Game, rules: str, instructions: str) -> str:
    """`rules` is "summary" or "full"; `instructions` are added at the end."""
    text = SYSTEM.format(title=game.title, rules=game.rules_text.strip() if rules == "full" else game.rules_summary)
    return f"{text}\n\n{instructions}" if instructions else text


def question_prompt(game: Game, decision: Decision[Any, Any], names: Sequence[str]) -> str:
    """One question as text."""
    others = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names) if seat != decision.seat)
    lines = news_lines(decision.events, names)
    if len(lines) > MOST_NEWS:
        lines = [f"... {len(lines) - MOST_NEWS} lines before that", *lines[-MOST_NEWS:]]
    happened = "\n".join(lines) or "Nothing."
    moves = "\n".join(f"{number}. {move.label(names)}" for number, move in enumerate(decision.moves, 1))
    refused = f"\n\nYour last answer was refused: {decision.refused}" if decision.refused else ""
    return (
        f"You are {names[decision.seat]} at seat {decision.seat}; also at the table: {others}.\n\n"
        f"What happened since you were last asked:\n{happened}\n\n"
        f"What you know:\n{decision.view.text()}\n\n"
        f"{game.prompt(decision.question).rstrip('?')}. Your legal moves:\n{moves}{refused}\n\n"
        f"Which move, 1 to {len(decision.moves)}?"
    )
