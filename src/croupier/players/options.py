"""Options of a bot as text, `key=value,key=value`, turned into what its class asks for."""

from collections.abc import Callable
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Any

import msgspec

from croupier.kernel.errors import UsageError


def read_options(name: str, factory: Callable[..., object], text: str) -> dict[str, Any]:
    """`key=value,key=value`, each value turned into what the factory's annotation or default asks for."""
    if not text:
        return {}
    allowed = {
        parameter.name: parameter
        for parameter in signature(factory, eval_str=True).parameters.values()
        if parameter.name != "game" and parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    }
    if not allowed:
        raise UsageError(f"{name} takes no options")
    choices = f"its options are {', '.join(allowed)}"
    options: dict[str, Any] = {}
    for pair in text.split(","):
        key, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"{name}: write options as key=value,key=value, not {pair!r}; {choices}")
        if key not in allowed:
            near = get_close_matches(key, allowed, 1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            raise UsageError(f"{name} has no option {key!r}{meant}; {choices}")
        options[key] = _converted(name, allowed[key], value)
    return options


def _converted(name: str, parameter: Parameter, value: str) -> Any:
    kind: Any = _kind_of(parameter.default) if parameter.annotation is Parameter.empty else parameter.annotation
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        asked = str(getattr(kind, "__name__", kind)).removesuffix(" | None")
        raise UsageError(f"{name}: the option {parameter.name} must be {asked}, not {value!r}") from None


def _kind_of(default: object) -> Any:
    """What a parameter without an annotation takes: a number or a truth value if its default is one, else a text."""
    if isinstance(default, bool):
        return bool
    if isinstance(default, int):
        return int | float
    return float if isinstance(default, float) else str
