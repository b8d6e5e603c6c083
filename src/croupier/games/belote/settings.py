"""Belote's settings (RULES.md, section 7)."""

from typing import Final, Literal

from croupier.games.belote.core.layout import LAYOUT
from croupier.kernel.decision import Settings

SWEEP_WITH_DEALS: Final = 100
MOST_DEALS: Final = 100


class BeloteSettings(Settings, frozen=True):
    """How long a match lasts, and the points on which tables differ."""

    target: int = 150
    deals: int | None = None
    """The number of deals after which the match ends, instead of at a target."""
    cut: Literal["real", "fixed"] = "real"
    """With "fixed" the cut is asked for and recorded, but has no effect on the deal."""
    accept_doubles: Literal["double", "lock"] = "double"
    """What an opponent's accept of NoTrumps or ColourClubs does."""
    colour_sweep_points: int | None = None
    """What all tricks in a Colour are worth; None: the match, or 100 points with `deals`."""

    def __post_init__(self) -> None:
        if not 1 <= self.target <= 10_000:
            raise ValueError("target must be 1 to 10000")
        if self.deals is not None and not 1 <= self.deals <= MOST_DEALS:
            raise ValueError(f"deals must be 1 to {MOST_DEALS}, or left out")
        if self.colour_sweep_points is not None and not 1 <= self.colour_sweep_points <= 1000:
            raise ValueError("colour_sweep_points must be 1 to 1000, or left out")

    def options(self) -> dict[str, int]:
        """As the rules read them."""
        return LAYOUT.options(
            self,
            accept_doubles=self.accept_doubles == "double",
            real_cut=self.cut == "real",
            deals=self.deals or 0,
            first_target=self.target,
            colour_sweep_points=self.colour_sweep_points or (SWEEP_WITH_DEALS if self.deals else 0),
        )
