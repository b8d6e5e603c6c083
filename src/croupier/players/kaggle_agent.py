"""A function `agent(observation, configuration)` as a bot, in the manner of Kaggle's environments.

It gets plain data that can be read as attributes or as keys, and answers with the number of a move, or its text.
"""

from collections.abc import Callable, Sequence
from inspect import Parameter, signature
from operator import index
from typing import Any, Final, cast

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, encode_hook
from croupier.kernel.wire import event_to_wire, view_to_wire

AGENT: Final = "agent"
"""What such a function is called, unless the spec names another."""


class Fields(dict[str, Any]):
    """A dictionary whose keys are attributes too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r} here; there are {', '.join(self)}") from None


class AgentFunctionBot(Bot[Any, Any]):
    """Subclassed for every function; see `bot_of`."""

    function: Callable[..., Any]

    def decide(self, decision: Decision[Any, Any]) -> int | str:
        names = self.table.names
        clock = decision.clock
        observation = Fields(
            step=decision.id - 1,
            player=decision.seat,
            remainingOverageTime=clock.bank or 0.0,
            question=decision.question,
            view=_fields(view_to_wire(decision.view)),
            events=[_fields(event_to_wire(event, names)) for event in decision.events],
            moves=[str(move) for move in decision.moves],
            refused=decision.refused,
        )
        configuration = Fields(
            game=decision.game,
            seats=self.table.seats,
            names=list(names),
            actTimeout=clock.answer,
            settings=_fields(msgspec.to_builtins(self.table.settings, enc_hook=encode_hook)),
        )
        given = (observation, configuration)[: _takes(self.function)]
        answer = self.function(*given)
        return answer if isinstance(answer, str) else index(answer)


def bot_of(function: Callable[..., Any], module: str) -> type[AgentFunctionBot]:
    """A class of bots that ask the function, which was found in this module."""
    return type(function.__name__, (AgentFunctionBot,), {"function": staticmethod(function), "__module__": module})


def is_agent(value: Any, module: str) -> bool:
    """Whether it is a function of the file's own."""
    return callable(value) and not isinstance(value, type) and getattr(value, "__module__", "") == module


def _takes(function: Callable[..., Any]) -> int:
    """How many of the two it wants: some functions take the observation only."""
    kinds = [parameter.kind for parameter in signature(function).parameters.values()]
    if Parameter.VAR_POSITIONAL in kinds:
        return 2
    return sum(kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds)


def _fields(value: Any) -> Any:
    """Plain data, its dictionaries readable as attributes."""
    if isinstance(value, dict):
        return Fields({name: _fields(each) for name, each in cast(dict[str, Any], value).items()})
    if isinstance(value, list | tuple):
        return [_fields(each) for each in cast(Sequence[Any], value)]
    return value
