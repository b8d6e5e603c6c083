"""The profile of a bot, and its words."""

from typing import Final

import msgspec

SHOWN: Final = 5
"""Most sentences about tells, and about habits."""


class Finding(msgspec.Struct, frozen=True):
    """One act, and a fact that is true behind it more or less often than the rules alone make likely."""

    tell: str
    act: str
    fact: str
    count: int
    """Number of such acts."""
    rate: float
    low: float
    high: float
    by_rules: float
    """The rate that the rules alone make likely."""
    bits_per_match: float
    """What all such acts together tell in a match."""
    is_clear: bool
    """Whether the difference is beyond chance, all acts and facts of the game considered."""

    def text(self) -> str:
        """A sentence without its subject."""
        return (
            f"when it {self.act}, {self.fact}: {self.rate:.0%} of {self.count:,} times "
            f"({self.low:.0%} to {self.high:.0%}); by the rules alone {self.by_rules:.0%}"
        )


class TellResult(msgspec.Struct, frozen=True):
    """What one kind of act gives away."""

    name: str
    count: int
    """Number of acts."""
    bits: float
    """Information per act, beyond what the rules tell."""
    low: float
    high: float
    uncertainty: float
    """The bits that the rules alone leave open, per act: the most that can be given away."""
    is_clear: bool
    """Whether there is information beyond chance, all tells of the game considered."""


class HabitResult(msgspec.Struct, frozen=True):
    """How often the bot does something."""

    does: str
    among: str
    situation: str
    count: int
    rate: float
    low: float
    high: float

    def text(self) -> str:
        return (
            f"{self.does} {self.rate:.0%} {self.among} {self.situation} ({self.low:.0%} to {self.high:.0%}, "
            f"{self.count:,} decisions)"
        )


class Opponent(msgspec.Struct, frozen=True):
    """What one opponent wins from the bot."""

    name: str
    matches: int
    rate: float
    """The opponent's share of the wins."""
    low: float
    high: float


class Exploit(msgspec.Struct, frozen=True):
    """The best response that was found, measured on deals that it was not chosen on."""

    minutes: float
    how: str
    """How it was found, in a few words."""
    best: Opponent
    tried: tuple[Opponent, ...]
    """All opponents, with the matches by which the best was chosen; the strongest first."""


class Profile(msgspec.Struct, frozen=True):
    """How readable a bot is, and how it can be exploited."""

    game: str
    bot: str
    against: str
    seats: int
    matches: int
    deals: int
    seed: str
    wins: float
    """Its share of the wins in these matches."""
    wins_low: float
    wins_high: float
    parity: float
    """The share that it would have if all sides were equally good."""
    tells: tuple[TellResult, ...]
    findings: tuple[Finding, ...]
    """The clearest first."""
    habits: tuple[HabitResult, ...]
    """The most regular first."""
    faulty: int = 0
    """Matches in which the bot made a fault."""
    exploit: Exploit | None = None
    is_stopped: bool = False

    def verdict(self) -> str:
        """The profile in one line that can stand alone."""
        clear = sorted((tell for tell in self.tells if tell.is_clear), key=lambda tell: -tell.bits * tell.count)
        head = f"{self.bot} in {self.game}"
        if not clear:
            most = max((tell.high for tell in self.tells), default=0.0)
            limit = "" if not self.tells else f"; at most {max(0.0, most):.2f} bits per act"
            return f"{head} has no clear tell in {self.matches:,} matches{limit}."
        best = clear[0]
        return (
            f"{head} is readable: its {best.name} give away {best.bits:.2f} of {best.uncertainty:.2f} bits each "
            f"({best.low:.2f} to {best.high:.2f}), in {self.matches:,} matches."
        )

    def sentences(self, most: int = SHOWN) -> list[str]:
        """The clearest tells in words."""
        return [finding.text() for finding in self.findings if finding.is_clear][:most]
