"""An event as one integer, and the only place where secrets are taken out of it.

    bits 0-5    kind, 1 to 63                 bits 26-33  secret field x, plus one
    bits 6-9    actor, a seat                 bits 34-41  secret field y, plus one
    bits 10-17  public field a                bits 42-51  seats that learn the secret fields
    bits 18-25  public field b                bits 52-61  seats that learn that it happened

A secret field is stored plus one, so 0 always means "not shown". What a seat is sent never holds the two masks: they
would tell it who else knows.
"""

from typing import Final

from mypy_extensions import i64

DEALER: Final = -1  # in place of a seat: the one who sees everything
PUBLIC: Final = -2  # in place of a seat: a spectator, who sees what every seat sees

MAX_SEATS: Final = 10

_SHOWN: Final = 0x3FFFFFFFFFF
_OPEN: Final = 0x3FFFFFF


def pack(kind: i64, actor: i64, a: i64, b: i64, x: i64, y: i64, knows: i64, sees: i64) -> i64:
    """The event as one integer. `x` and `y` are secret fields (-1 for none), `knows` and `sees` sets of seats."""
    return (
        kind | (actor << 6) | (a << 10) | (b << 18) | ((x + 1) << 26) | ((y + 1) << 34) | (knows << 42) | (sees << 52)
    )


def public(kind: i64, actor: i64, a: i64, b: i64, seats: i64) -> i64:
    """An event without secrets that all `seats` seats are sent."""
    everyone: i64 = (0x1000000000000000 >> (60 - seats)) - 1
    return kind | (actor << 6) | (a << 10) | (b << 18) | (everyone << 52)


def redact(event: i64, seat: i64, seats: i64) -> i64:
    """What `seat` (or DEALER, or PUBLIC) is sent of the event; 0 when it is not sent at all."""
    if seat >= 0:
        if (event >> (52 + seat)) & 1 == 0:
            return 0
        if (event >> (42 + seat)) & 1 != 0:
            return event & _SHOWN
        return event & _OPEN
    if seat == DEALER:
        return event & _SHOWN
    everyone: i64 = (0x1000000000000000 >> (60 - seats)) - 1
    if event >> 52 != everyone:
        return 0
    if (event >> 42) & 0x3FF == everyone:
        return event & _SHOWN
    return event & _OPEN


def kind_of(event: i64) -> i64:
    return event & 0x3F


def actor_of(event: i64) -> i64:
    return (event >> 6) & 0xF


def a_of(event: i64) -> i64:
    return (event >> 10) & 0xFF


def b_of(event: i64) -> i64:
    return (event >> 18) & 0xFF


def x_of(event: i64) -> i64:
    """Secret field x, or -1 when there is none or it is not shown."""
    return ((event >> 26) & 0xFF) - 1


def y_of(event: i64) -> i64:
    """Secret field y, or -1 when there is none or it is not shown."""
    return ((event >> 34) & 0xFF) - 1


def knows_of(event: i64) -> i64:
    """The seats that learn the secret fields; 0 in an event that was already redacted."""
    return (event >> 42) & 0x3FF


def sees_of(event: i64) -> i64:
    """The seats that learn that it happened; 0 in an event that was already redacted."""
    return (event >> 52) & 0x3FF


def mix(seen: i64, event: i64) -> i64:
    """A seat's rolling 60-bit hash after it was sent `event`."""
    low: i64 = (seen & 0x3FFFFFFF) ^ (event & 0x3FFFFFFF)
    high: i64 = (seen >> 30) ^ (event >> 30)
    low = low * 0x2545F491 + high
    high = (high ^ (low >> 30)) * 0x27D4EB2D + (low & 0x3FFFFFFF)
    low = (low ^ (high >> 31)) & 0x3FFFFFFF
    return ((high & 0x3FFFFFFF) << 30) | low
