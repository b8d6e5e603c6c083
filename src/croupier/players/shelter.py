"""How much a run trusts the bots that come as files or programs, and so how it keeps them."""

import msgspec

from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.rungs import Rung, best_rung


class Shelter(msgspec.Struct, frozen=True):
    """Locked up as well as this machine can, unless something else is asked for."""

    trust: bool = False
    """Python files run in this process, programs as they are: for your own."""
    sandbox: bool = True
    """Without it they get a process that can be stopped, and nothing else."""
    fresh: bool = False
    """A new process for every match, instead of one for some hundred."""
    limits: Limits = Limits()

    def rung(self) -> Rung:
        """Where on the ladder that is; an error where this machine has no sandbox."""
        if self.trust:
            return Rung.TRUSTED
        return best_rung() if self.sandbox else Rung.PROCESS


LOCKED_UP = Shelter()
