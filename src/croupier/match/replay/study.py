"""What an analysis adds to a replay page: chances to win, costly decisions, and branches that can be opened.

Plain data, made by `croupier.ai.replay_study`.
"""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from croupier.kernel.decision import Seat, Table
from croupier.kernel.state import State
from croupier.match.replay.frames import FrameWriter, state_frame


class BranchStep(msgspec.Struct, frozen=True):
    """One move of a branch, and the table after it."""

    seat: Seat
    label: str
    state: State
    events: tuple[int, ...]
    """As the state emitted them."""


class Branch(msgspec.Struct, frozen=True):
    """Another move, and how the search expects the match to go on."""

    label: str
    value: float
    """The share of a win that the seat may expect, 0 to 1."""
    steps: tuple[BranchStep, ...]


class CostlyDecision(msgspec.Struct, frozen=True):
    """A decision that lost some of the chance to win."""

    step: int
    seat: Seat
    lost: float
    played: str
    better: str
    why: str
    branches: tuple[Branch, ...] = ()
    """The best move first."""


class Study(msgspec.Struct, frozen=True):
    """The analysis of one match."""

    table: Table
    win: Sequence[Sequence[float]]
    """After the deal and each step, the chance of each seat to win, all cards being known; empty if that is hidden."""
    costly: Sequence[CostlyDecision]
    is_imagined: bool = False
    """Whether branches are played with imagined cards, one of the deals that fit what the seat knew."""

    def document(self, writer: FrameWriter, viewers: Collection[Seat]) -> dict[str, Any]:
        """The study as JSON for a page."""
        return {
            "win": [[round(chance, 3) for chance in chances] for chances in self.win],
            "imagined": self.is_imagined,
            "costly": [
                {
                    **{name: getattr(each, name) for name in ("step", "seat", "lost", "played", "better", "why")},
                    "branches": [
                        self._branch(writer, viewers, f"{each.step}.{number}", branch)
                        for number, branch in enumerate(each.branches)
                    ],
                }
                for each in self.costly
            ],
        }

    def _branch(self, writer: FrameWriter, viewers: Collection[Seat], reel: str, branch: Branch) -> dict[str, Any]:
        return {
            "label": branch.label,
            "value": round(branch.value, 3),
            "steps": [{"seat": step.seat, "label": step.label} for step in branch.steps],
            "frames": [
                [state_frame(writer, reel, self.table, step.state, viewer, step.events) for step in branch.steps]
                for viewer in viewers
            ],
        }
