"""The words of the game of test_layout.py."""

from typing import Final

from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
SEALED: Final = 2
ENDING: Final = 3
ROUND: Final = 4
LAST: Final = 5
COINS: Final = 6  # + seat, for up to four
HAND: Final = 10  # + 2 * seat + 0 or 1
STOCK: Final = 18
HIDDEN_COUNT: Final = 19
END: Final = 20
STAKE: Final = 20
BOLD: Final = 21

LAYOUT: Final = Layout(
    __name__,
    seen=STOCK,
    dealer=HIDDEN_COUNT,
    start={LAST: -1, HAND: -1},
    each_seat={COINS: 1, HAND: 2},
    secret={HAND: -1},
)
