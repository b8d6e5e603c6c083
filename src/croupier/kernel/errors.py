"""What can go wrong, by whose fault it is.

A `SeatError` is a seat's own fault: the referee judges it and the match goes on. A `UsageError` is the user's: one
sentence that names the way out. Anything else is a mistake of ours and is never swallowed.
"""


class CroupierError(Exception):
    """Base class of all exceptions that Croupier raises on purpose."""


class UsageError(CroupierError):
    """A request that cannot be fulfilled; the message says what is possible."""


class SeveralBots(UsageError):
    """A file has several bots where one was asked for; `names` are their classes."""

    def __init__(self, message: str, names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.names = names


class ReplayError(CroupierError):
    """A replay that cannot be trusted; the message names the line."""


class SeatError(CroupierError):
    """A seat did not answer as it must."""

    may_be_asked_again: bool = True
    """Whether asking again can help; not where the player cannot be told what was wrong."""
    heard: float = 0.0
    """Seconds that the seat spent on the news of the question, if it says so."""


class IllegalMove(SeatError):
    """The answer was readable but is not among the legal moves."""


class HarmlessMove(IllegalMove):
    """An illegal move that other implementations allow without effect. No check fails because of it."""


class BadMessage(SeatError):
    """The answer could not be read, or answers another question."""


class TooSlow(SeatError):
    """The time for the answer ran out."""


class Crashed(SeatError):
    """The player raised an error of its own."""


class Endless(SeatError):
    """The player goes on and on without ending its turn."""


class Gone(SeatError):
    """The player left and will not answer again."""


class Harness(SeatError):
    """Something between the match and the player failed, such as a provider of language models.

    No fault of play: the safe move is played and counted apart. Only we can say so; a bot cannot excuse itself by it.
    """

    may_be_asked_again = False


class RunEnding(Harness):
    """What will not pass, such as a wrong key. A run ends with this sentence; a match with people goes on without."""


FAULTS: dict[str, type[SeatError]] = {
    kind.__name__: kind for kind in (IllegalMove, HarmlessMove, BadMessage, TooSlow, Crashed, Endless, Gone)
}
