"""The card faces of a game's guide: drawings that a browser shows as an image, or a few signs."""

from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree import ElementTree

MOST_SIGNS: Final = 6


def find_faults(faces: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with the faces, a line for each.

    The page shows a drawing as an image, which runs no script and loads nothing: what needs either is missing there.
    """
    for card, face in faces.items():
        text = face.strip()
        if text.startswith("<"):
            fault = _fault_of_drawing(text)
        else:
            fault = "" if 0 < len(text) <= MOST_SIGNS else f"is neither SVG nor at most {MOST_SIGNS} signs"
        if fault:
            yield f"the face of {card!r} {fault}"


def _fault_of_drawing(text: str) -> str:
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return f"is not well-formed SVG: {error}"
    if _local(root.tag) != "svg":
        return f"is not SVG: it begins with <{_local(root.tag)}>"
    if "viewBox" not in root.attrib:
        return 'has no viewBox; write <svg viewBox="0 0 5 7">'
    for element in root.iter():
        if _local(element.tag) in ("script", "foreignObject"):
            return f"has <{_local(element.tag)}>, which an image does not run"
        for name, value in element.attrib.items():
            if _local(name).startswith("on"):
                return f"has the attribute {_local(name)}, which an image does not run"
            if _local(name) in ("href", "src") and not value.startswith(("#", "data:image/")):
                return f"loads {value[:60]}, which an image may not"
    return ""


def _local(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]
