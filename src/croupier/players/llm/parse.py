"""From what a model said to a move: first the form it was asked for, then what people read as an answer."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Move

NOTHING: Final = "none"

_FENCE: Final = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)
_NAMED: Final = re.compile(
    r"(?:\bfinal answer|\banswer|\bmove|\bchoice|\bI (?:choose|play|pick|select))\b"
    r"[\s\"'*_`#:=(]*(?:is\b|number\b|option\b)?"
    r"[\s\"'*_`#:=(]*(-?\d{1,4})(?![\w.]*\d)",
    re.IGNORECASE,
)
_BARE: Final = re.compile(r"\s*[\"'(*_`#]*(-?\d{1,4})[\"')*_`.]*\s*")
_LINE: Final = re.compile(r"\s*[-*]?\s*(\d{1,4})\s*[.):]\s*\S.*")


class Parsed(msgspec.Struct, frozen=True):
    """What was made of an answer."""

    number: int | None
    """As the model counted, from 1; it need not be one of the moves. None if no move could be read."""
    path: str
    """How it was read: json, embedded, named, number, notation; none if it was not."""
    thinking: str = ""


def parse(text: str, moves: Sequence[Move], names: Sequence[str] = ()) -> Parsed:
    """The move that is meant; with `names` also one that is written as its sentence."""
    words = _words(moves, names)
    for path, candidate in _objects(text):
        number = _number_in(candidate, words)
        if number is not None:
            return Parsed(number, path, _thinking_in(candidate) or _outside(text, path))
    if found := _NAMED.findall(text):
        return Parsed(int(found[-1]), "named", text.strip())
    lines = [line for line in text.splitlines() if line.strip()]
    for line in (text, *(lines[-1:])):
        if alone := (_BARE.fullmatch(line) or (_LINE.fullmatch(line) if line is not text else None)):
            return Parsed(int(alone[1]), "number", text.strip())
    notation = _notation(text, words)
    if notation is not None:
        return Parsed(notation, "notation", text.strip())
    return Parsed(None, NOTHING, text.strip())


def _objects(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The JSON objects in a text: all of it, fenced ones, then any, the last first."""
    for path, part in (("json", text), *(("embedded", fenced) for fenced in reversed(_FENCE.findall(text)))):
        if (found := _object(part)) is not None:
            yield path, found
    starts = [at for at, letter in enumerate(text) if letter == "{"]
    for start in reversed(starts):
        for end in (at for at in range(len(text), start, -1) if text[at - 1] == "}"):
            if (found := _object(text[start:end])) is not None:
                yield "embedded", found
                break


def _object(text: str) -> dict[str, Any] | None:
    try:
        return msgspec.json.decode(text.strip(), type=dict[str, Any])
    except msgspec.MsgspecError:
        return None


def _number_in(answer: dict[str, Any], words: Sequence[tuple[str, int]]) -> int | None:
    for key in ("move", "number", "answer", "choice"):
        value = answer.get(key)
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            return value
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, str):
            if whole := _BARE.fullmatch(value):
                return int(whole[1])
            return _notation(value, words)
    return None


def _thinking_in(answer: dict[str, Any]) -> str:
    texts = (answer.get(key) for key in ("thinking", "reasoning", "thoughts", "why"))
    return next((text.strip() for text in texts if isinstance(text, str) and text.strip()), "")


def _outside(text: str, path: str) -> str:
    """What was said around an object that gives no reason itself."""
    return "" if path == "json" else _FENCE.sub("", text).partition("{")[0].strip()


def _words(moves: Sequence[Move], names: Sequence[str]) -> list[tuple[str, int]]:
    """The notation of each move and its sentence, with its number."""
    words: list[tuple[str, int]] = []
    for number, move in enumerate(moves, 1):
        forms = {str(move), move.label(names)} if names else {str(move)}
        words += [(form.lower().replace("_", " "), number) for form in sorted(forms)]
    return words


def _notation(text: str, words: Sequence[tuple[str, int]]) -> int | None:
    """The one move whose text is there, in the last line that has any; a longer text that holds a shorter one wins."""
    for line in reversed(text.lower().replace("_", " ").splitlines()):
        fitting = [one for one in words if re.search(rf"(?<!\w){re.escape(one[0])}(?!\w)", line)]
        kept = {one[1] for one in fitting if not any(one[0] != other[0] and one[0] in other[0] for other in fitting)}
        if len(kept) == 1:
            return kept.pop()
        if fitting:
            return None
    return None
