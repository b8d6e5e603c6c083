"""An attack and its result."""

from collections.abc import Mapping
from enum import Enum
from textwrap import dedent, indent

import msgspec

from croupier.players.sandbox import linux


class Outcome(Enum):
    """The values are what `croupier doctor --attack` prints."""

    HELD = "held"
    NOT_HELD = "NOT HELD"
    NOT_TRIED = "not tried"


class Attack(msgspec.Struct, frozen=True):
    """Python code that a bot runs at its first question."""

    group: str
    name: str
    body: str
    is_fatal: bool = False
    """Whether it ends or blocks the bot's own process. If not, it must fail with an error."""

    @property
    def fits_machine(self) -> bool:
        """Whether its system calls have the numbers of this machine."""
        return "call(" not in self.body or linux.MACHINE == "x86_64"


class Attempt(msgspec.Struct, frozen=True):
    """An attack that was made, or was not."""

    group: str
    attack: str
    mechanism: str
    """The isolation level, or what else must stop it."""
    outcome: Outcome
    detail: str = ""
    """What stopped it, what got through, or why it was not tried."""


def attacks_of(groups: Mapping[str, Mapping[str, str]], is_fatal: bool = False) -> tuple[Attack, ...]:
    """The attacks of a table: a group, a name, and the code."""
    return tuple(
        Attack(group, name, dedent(body).strip(), is_fatal)
        for group, attacks in groups.items()
        for name, body in attacks.items()
    )


def as_functions(attacks: tuple[Attack, ...]) -> str:
    """Python source: a function for each attack, and ATTACKS, a list of them."""
    source = [f"def attack_{number}():\n{indent(attack.body, '    ')}\n" for number, attack in enumerate(attacks)]
    names = ", ".join(f"attack_{number}" for number in range(len(attacks)))
    return "\n\n".join([*source, f"ATTACKS = [{names}]\n"])
