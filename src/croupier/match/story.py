"""A match told line by line, for people: what happened with [GAME] before it, what was said with [CHAT],
and with [BOT] what a bot printed in its process, for its author; with [NOTE] its reasons, where they are wanted.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from croupier.kernel.decision import Event, Said, Seat
from croupier.match.core import EXPELLED, Match


class Storyteller:
    """Writes what is new each time `watch` is called; give it to a driver."""

    def __init__(self, write: Callable[[str], None], chat: bool = True, noted: Collection[Seat] = ()) -> None:
        """`noted`: the seats whose notes are told too."""
        self._write = write
        self._noted = noted
        self._chat = chat
        self._match: Match | None = None
        self._told = 0

    def watch(self, match: Match) -> None:
        if match is not self._match:
            self._match, self._told = match, 0
        for step in range(self._told, len(match.steps) + 1):
            for line in _step_lines(match, step, self._noted):
                if self._chat or not line.startswith("[CHAT]"):
                    self._write(line)
        self._told = len(match.steps) + 1

    def skip(self, match: Match) -> None:
        """Leave out what has happened so far."""
        self._match, self._told = match, len(match.steps) + 1


def _step_lines(match: Match, number: int, noted: Collection[Seat]) -> Iterator[str]:
    names = match.table.names
    texts = [event.text(names) for event in match.happened(step=number)]
    if number == 0:
        return told("", texts)
    step = match.steps[number - 1]
    move = "" if step.move == EXPELLED else str(match.game.moves[step.move])
    note = step.note if step.seat in noted else ""
    return told(names[step.seat], texts, step.say, step.faults, step.ruling, move, step.printed, note)


def told(
    name: str,
    events: Sequence[str],
    say: Sequence[str] = (),
    faults: Sequence[str] = (),
    ruling: str = "",
    move: str = "",
    printed: str = "",
    note: str = "",
) -> Iterator[str]:
    """Everything about one step of the player `name`: what it printed, its note, faults and ruling, talk, what
    happened."""
    for line in printed.splitlines():
        yield f"[BOT] {name}: {line}"
    for line in filter(str.strip, note.splitlines()):
        yield f"[NOTE] {name}: {line}"
    for fault in faults:
        yield f"[GAME] {name}: {fault}"
    if ruling:
        yield f"[GAME] {name}: the referee plays {move} ({ruling})" if move else f"[GAME] {name}: {ruling}"
    for message in say:
        yield f"[CHAT] {name}: {message}"
    for text in folded(events):
        yield f"[GAME] {text}"


def news(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """What one seat is told, line by line: first what was said, then what happened."""
    lines: list[str] = []
    texts: list[str] = []
    for event in events:
        if isinstance(event, Said):
            lines += told(names[event.seat], (), say=(event.message,))
        else:
            texts.append(event.text(names))
    return [*lines, *told("", texts)]


def folded(texts: Iterable[str]) -> Iterator[str]:
    """Join neighbours that differ only in their last word, "Ann draws 5h, 6s", and count those that are the same."""
    for text, group in groupby(_joined(texts)):
        times = sum(1 for _ in group)
        yield text if times == 1 else f"{text} ({times} times)"


def _joined(texts: Iterable[str]) -> Iterator[str]:
    kept, head, last = "", "", ""
    for text in texts:
        stem = text.rpartition(" ")[0]
        if kept and stem and stem == head and text != last:
            kept += f", {text.rpartition(' ')[2]}"
            last = text
            continue
        if kept:
            yield kept
        kept, head, last = text, stem, text
    if kept:
        yield kept
