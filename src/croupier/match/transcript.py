"""A match as lines of text: [GAME] events, [CHAT] table talk, [BOT] output of a bot's process, [NOTE] a bot's notes."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from croupier.kernel.decision import Event, Said, Seat
from croupier.match.match import EXPELLED, Match
from croupier.match.referee import BENCHED

A_CARD: Final = " a card"
_LAST_ITEM: Final = re.compile(
    r"(.*?)((?:(?<= )(?:an?|one|two|three|four|five|six|seven|eight|nine|ten) )?\S*)\s*", re.DOTALL
)
"""A sentence up to its last item, and that item: a word, or a word with its number ("two 7s")."""


class TranscriptWriter:
    """Writes the new lines each time a driver calls `watch`."""

    def __init__(self, write: Callable[[str], None], chat: bool = True, noted: Collection[Seat] = ()) -> None:
        """`noted`: the seats whose notes are written too."""
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
        """Leave out the steps so far."""
        self._match, self._told = match, len(match.steps) + 1


def _step_lines(match: Match, number: int, noted: Collection[Seat]) -> Iterator[str]:
    names = match.table.names
    texts = [event.text(names) for event in match.happened(step=number)]
    if number == 0:
        return transcript_lines("", texts)
    step = match.steps[number - 1]
    move = "" if step.move == EXPELLED else match.game.moves[step.move].label(names)
    note = step.note if step.seat in noted else ""
    return transcript_lines(names[step.seat], texts, step.say, step.faults, step.ruling, move, step.printed, note)


def transcript_lines(
    name: str,
    events: Sequence[str],
    say: Sequence[str] = (),
    faults: Sequence[str] = (),
    ruling: str = "",
    move: str = "",
    printed: str = "",
    note: str = "",
) -> Iterator[str]:
    """The lines of one step of player `name`: output, note, faults, ruling, talk, events."""
    for line in printed.splitlines():
        yield f"[BOT] {name}: {line}"
    for line in filter(str.strip, note.splitlines()):
        yield f"[NOTE] {name}: {line}"
    for fault in faults:
        yield f"[GAME] {name}: {fault}"
    ruling = "suspended after too many faults" if ruling == BENCHED else ruling
    if ruling:
        yield f'[GAME] {name}: the referee plays "{move}" ({ruling})' if move else f"[GAME] {name}: {ruling}"
    for message in say:
        yield f"[CHAT] {name}: {message}"
    for text in fold_lines(events):
        yield f"[GAME] {text}"


def news_lines(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The lines of one seat's news: table talk first, then events."""
    lines: list[str] = []
    texts: list[str] = []
    for event in events:
        if isinstance(event, Said):
            lines += transcript_lines(names[event.seat], (), say=(event.message,))
        else:
            texts.append(event.text(names))
    return [*lines, *transcript_lines("", texts)]


def fold_lines(texts: Iterable[str]) -> Iterator[str]:
    """Join neighbouring lines that differ only in their last item ("Ann draws 5♥, 6♠") and count equal ones."""
    for text, group in groupby(_joined(texts)):
        times = sum(1 for _ in group)
        if times > 1 and text.endswith(A_CARD):
            yield f"{text.removesuffix(A_CARD)} {times} cards"
        else:
            yield text if times == 1 else f"{text} ({times} times)"


def _joined(texts: Iterable[str]) -> Iterator[str]:
    kept, head, last = "", "", ""
    for text in texts:
        stem, item = _LAST_ITEM.fullmatch(text).groups()  # pyright: ignore[reportOptionalMemberAccess]
        if kept and stem and stem == head and text != last:
            kept += f", {item}"
            last = text
            continue
        if kept:
            yield kept
        kept, head, last = text, stem, text
    if kept:
        yield kept
