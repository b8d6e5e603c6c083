"""A function `agent(observation, configuration)` as a bot, in the manner of Kaggle's environments.

It gets plain data that can be read as attributes or as keys, and answers with the number of a move, or its text. As
there, the last function of a file is the agent, an object that can be called is as good as a function, and the file is
run again for every match, so that its global variables last for one match.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from operator import index
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final, cast

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, encode_hook
from croupier.kernel.wire import event_to_wire, view_to_wire

Agent = Callable[..., Any]
NO_TURN_LIMIT: Final = 10_000
"""`episodeSteps` in games that have no turn limit."""


class Fields(dict[str, Any]):
    """A dictionary whose keys are attributes too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no {name!r}; the keys are {', '.join(self)}") from None


class AgentFunctionBot(Bot[Any, Any]):
    """Subclassed for every file; see `bot_of`."""

    load: Callable[[], Agent]
    """Runs the file, and returns its agent."""

    def __init__(self) -> None:
        self._agent = self.load()
        self._arguments = _arguments(self._agent)

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
            episodeSteps=getattr(self.table.settings, "max_turns", NO_TURN_LIMIT),
            settings=_fields(msgspec.to_builtins(self.table.settings, enc_hook=encode_hook)),
        )
        answer = self._agent(*(observation, configuration)[: self._arguments])
        return answer if isinstance(answer, str) else index(answer)


def bot_of(name: str, module: str, load: Callable[[], Agent]) -> type[AgentFunctionBot]:
    """A class of bots that ask the agent of this name, which was found in this module."""
    return type(name, (AgentFunctionBot,), {"load": staticmethod(load), "__module__": module})


def agent_name(values: Mapping[str, Any], module: str, wanted: str) -> str:
    """The name of the agent among the values of a module: the wanted one, else the last; empty if there is none."""
    if wanted:
        return wanted if _is_callable(values.get(wanted)) else ""
    own = [name for name, value in values.items() if _is_callable(value) and _is_of(value, module)]
    return own[-1] if own else ""


def _is_callable(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)


def _is_of(value: Any, module: str) -> bool:
    """Whether it is the file's own: a function that was not imported, or an object."""
    return not isinstance(value, FunctionType | BuiltinFunctionType) or value.__module__ == module


def _arguments(agent: Agent) -> int:
    """How many of the two it wants: some functions take the observation only."""
    kinds = [parameter.kind for parameter in signature(agent).parameters.values()]
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
