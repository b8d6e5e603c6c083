"""Training from the first weights to a policy file: self-play in a league, with checkpoints and a gauntlet.

The network meets itself at most tables. At the others it sits alone among earlier selves, the game's heuristic and
random players: what only works against oneself is punished there. Everything needed to go on is in the checkpoint.
"""

import signal
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, Final

import msgspec
import numpy as np

from croupier.ai.learned.inputs import entry_names, move_parts
from croupier.ai.learned.weights import Policy
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.rl.train import rollout
from croupier.rl.train.network import Adam, Ints, PolicyNetwork
from croupier.rl.train.opponents import bot_rival
from croupier.rl.train.ppo import Pace, Progress, learn
from croupier.rl.train.quantise import quantise, take_over
from croupier.rl.train.rollout import SELF, Lessons, Rival, Tables

TABLES: Final = 512  # in a round
AGAINST_TABLES: Final = 192  # the same against a bot, which may be slow
KINDS: Final = 3  # of tables in a round, at most
USUAL_SEATS: Final = (2, 4)  # such tables are twice as frequent as others
STEPS: Final = 64  # moves at each table between two lessons
HIDDEN: Final = (128, 128)
LAST_RATE: Final = 0.1  # of the first
LAST_ENTROPY: Final = 0.2  # of the first
SHARES: Final = (0.7, 0.18, 0.1, 0.02)  # of tables: self, past selves, heuristic, random
PAST_EVERY: Final = 25  # rounds of learning
MOST_PAST: Final = 24
REPORT_PAUSE: Final = 8  # as long as a report takes, at least, between two of them
GAUNTLET_TABLES: Final = 256
GAUNTLET_MATCHES: Final = 500

Variant = tuple[Settings, int]
"""Settings and a number of seats."""


class Recipe(msgspec.Struct, frozen=True):
    """What a game wants of its training."""

    rate: float = 1e-3
    entropy: float = 0.03
    magnet: float = 0.0
    """How much it costs to move away from an earlier self in one round."""
    magnet_rounds: int = 40
    """After so many rounds of learning the network of that time becomes the magnet."""
    decay: float = 0.95
    imitation: float = 0.06
    """The part of the time for the heuristic's moves."""
    by_chapter: bool = False
    """Whether each chapter of a match (a deal of Belote) is judged by itself."""
    tables: int = TABLES
    epochs: int = 2


RECIPES: Final = {
    # The win of a match says little about one of its two hundred decisions.
    "belote": Recipe(rate=5e-4, entropy=0.01, magnet=0.05, decay=0.9, imitation=0.08, by_chapter=True, tables=1024),
    "bluff": Recipe(rate=3e-4, entropy=0.01, magnet=0.1, decay=0.9, imitation=0.15, tables=1024),
}


class Report(msgspec.Struct, frozen=True):
    """One line of the training's curve."""

    seconds: float
    decisions: int
    matches: int
    entropy: float
    kl: float
    win_error: float
    gauntlet: dict[str, dict[str, float]]
    """By opponent and kind of table, such as "2 seats": the share of matches won, alone among such opponents."""


class Trainer:
    """A network in training, for all variants at once."""

    def __init__(
        self,
        game: Game,
        variants: Sequence[Variant],
        seconds: float,
        seed: int = 1,
        recipe: Recipe | None = None,
        against: str = "",
        start: Policy | None = None,
    ) -> None:
        """With `against` it learns nothing but to beat that bot, alone among copies of it.

        `start` is a policy to begin with, instead of random weights and the heuristic's moves.
        """
        self.game = game
        self.against = against
        self._opponent = bot_rival(game, against, seed) if against else None
        self.recipe = recipe or RECIPES.get(game.name, Recipe())
        self.variants = variants
        self.seconds = seconds
        self.spent = 0.0
        self.rounds = 0
        self.entries = entry_names(game, variants)
        self._rng = np.random.default_rng(seed)
        each = (AGAINST_TABLES if against else self.recipe.tables) // min(KINDS, len(variants))
        self._tables = [Tables(game, settings, seats, self.entries, each) for settings, seats in variants]
        for number, tables in enumerate(self._tables):
            tables.env.reset(seed + (number << 40))
        sides = max(tables.n_sides for tables in self._tables)
        hidden = HIDDEN if start is None else start.hidden
        self.network = PolicyNetwork.fresh(len(self.entries), len(move_parts(game)[0]), sides, hidden, self._rng)
        self._imitates = start is None
        if start is not None:
            take_over(start, self.network, game, self.entries)
        self._adam = Adam(self.network.weights)
        self.reports: list[Report] = []
        """All so far, also of the parts of the training before `--resume`."""
        self._past: list[PolicyNetwork] = []
        self._magnet: PolicyNetwork | None = None

    @property
    def part(self) -> float:
        """How much of the time is over, from 0 to 1."""
        return min(1.0, self.spent / self.seconds)

    @property
    def decisions(self) -> int:
        return sum(tables.env.decisions for tables in self._tables)

    @property
    def matches(self) -> int:
        return sum(tables.env.matches for tables in self._tables)

    def round(self) -> Progress:
        """Play at all tables for a while, and learn from it."""
        began = monotonic()
        if self.rounds % PAST_EVERY == 0:
            self._keep_self()
        rng = self._rng
        past = [rollout.frozen(self._past[rng.integers(len(self._past))], rng) for _ in range(2)]
        rivals: list[Rival] = [*past, rollout.heuristic, rollout.at_random]
        if self._opponent is not None:
            rivals = [self._opponent]
        # At first it learns the moves of the game's heuristic, which costs a small part of finding them out.
        recipe = self.recipe
        teacher = rollout.heuristic if self._imitates and self.part < recipe.imitation else None
        if teacher is None and recipe.magnet > 0 and (self._magnet is None or self.rounds % recipe.magnet_rounds == 0):
            self._magnet = self.network.copy()
        lessons: list[Lessons] = []
        often = np.array([2.0 if tables.seats in USUAL_SEATS else 1.0 for tables in self._tables])
        chosen: Ints = rng.choice(len(often), min(KINDS, len(often)), replace=False, p=often / often.sum())
        for tables in [tables for number, tables in enumerate(self._tables) if number in chosen]:
            if self._opponent is not None:
                tables.rival[:] = 0
            elif teacher is None:
                _seat_rivals(tables)
            lessons.append(
                rollout.play(
                    tables, self.network, rivals, STEPS, rng, teacher, self._magnet, by_chapter=recipe.by_chapter
                )
            )
        part = self.part
        pace = Pace(
            # The teacher's moves are clear: larger steps do no harm.
            rate=1e-3 if teacher is not None else recipe.rate * (1 - (1 - LAST_RATE) * part),
            entropy=0.0 if teacher is not None else recipe.entropy * (1 - (1 - LAST_ENTROPY) * part),
            magnet=recipe.magnet,
            decay=recipe.decay,
            epochs=recipe.epochs,
        )
        progress = learn(self.network, self._adam, lessons, pace, rng, imitates=teacher is not None)
        self.rounds += 1
        self.spent += monotonic() - began
        return progress

    def _keep_self(self) -> None:
        """Remember the network as it is now; of too many, one of the older ones is forgotten."""
        self._past.append(self.network.copy())
        if len(self._past) > MOST_PAST:
            del self._past[int(self._rng.integers(MOST_PAST - 1))]

    def gauntlet(self, matches: int = GAUNTLET_MATCHES) -> dict[str, dict[str, float]]:
        """How often the network wins, alone among others: by opponent and kind of table."""
        found: dict[str, dict[str, float]] = {}
        for name, rival in self._opponents():
            if rival is None:
                continue
            found[name] = {}
            for settings, seats in self.variants:
                tables = Tables(self.game, settings, seats, self.entries, GAUNTLET_TABLES)
                found[name][self._variant_text(settings, seats)] = self._share_won(tables, rival, matches)
        return found

    def _opponents(self) -> list[tuple[str, Rival | None]]:
        """Of the gauntlet."""
        if self._opponent is not None:
            return [(self.against, self._opponent)]
        return [("heuristic", rollout.heuristic), ("first self", self._first_self())]

    def _first_self(self) -> Rival | None:
        return rollout.frozen(self._past[0], self._rng) if self._past else None

    def _variant_text(self, settings: Settings, seats: int) -> str:
        usual, these = msgspec.to_builtins(self.game.settings()), msgspec.to_builtins(settings)
        changed = [f"{name}={value}" for name, value in these.items() if value != usual[name]]
        return " ".join([f"{seats} seats", *changed])

    def _share_won(self, tables: Tables, rival: Rival, matches: int) -> float:
        """From whole matches: each table plays equally many, or long ones would be missing."""
        tables.rival[:] = 0
        env = tables.env
        wanted = -(-matches // env.n_tables)
        played = np.zeros(env.n_tables, np.int64)
        won = 0.0
        while played.min() < wanted:
            lessons = rollout.play(tables, self.network, [rival], STEPS, self._rng)
            for step in range(STEPS):
                over = lessons.done[step] & (played < wanted)
                won += float(lessons.outcomes[step][over, tables.own_seat[over]].sum())
                played += over
        return won / (wanted * env.n_tables)

    def report(self, progress: Progress) -> Report:
        """Measure the network as it is now, and add the figures to `reports`."""
        report = Report(
            round(self.spent, 1),
            self.decisions,
            self.matches,
            round(progress.entropy, 4),
            round(progress.kl, 5),
            round(progress.win_error, 4),
            {
                name: {table: round(share, 3) for table, share in shares.items()}
                for name, shares in self.gauntlet().items()
            },
        )
        self.reports.append(report)
        return report

    def save_policy(self, path: Path) -> None:
        minutes = f"{self.spent / 60:.0f} min"
        how = f"against {self.against}" if self.against else "of self-play"
        text = f"{minutes} {how}, {self.decisions:,} decisions, {self.matches:,} matches"
        gain = rollout.GAIN if self.recipe.by_chapter else 0.0
        quantise(self.network, self.game, self.entries, text, gain).save(path)

    def save_checkpoint(self, path: Path) -> None:
        """Write all that is needed to go on; an older checkpoint stays until the new one is complete."""
        state = {
            "entries": np.array(self.entries),
            "spent": np.array(self.spent),
            "rounds": np.array(self.rounds),
            "steps": np.array(self._adam.steps),
            "past": np.array(len(self._past)),
            "reports": np.array(msgspec.json.encode(self.reports).decode()),
        }
        groups = {"now": self.network.weights, "mean": self._adam.mean, "square": self._adam.square}
        groups |= {f"past{number}": network.weights for number, network in enumerate(self._past)}
        arrays: dict[str, Any] = state | {
            f"{group} {name}": array for group, weights in groups.items() for name, array in weights.items()
        }
        beside = path.with_name(path.name + ".new.npz")
        np.savez(beside, **arrays)
        beside.replace(path)

    def load_checkpoint(self, path: Path) -> None:
        try:
            with np.load(path) as kept:
                if tuple(kept["entries"]) != self.entries:
                    raise UsageError(
                        f"{path} belongs to a training with other seats or settings, or to another version"
                    )

                def group(name: str) -> dict[str, Any]:
                    return {key.partition(" ")[2]: kept[key] for key in kept.files if key.startswith(f"{name} ")}

                self.spent, self.rounds = float(kept["spent"]), int(kept["rounds"])
                self.network = PolicyNetwork(group("now"))
                self._adam.mean, self._adam.square = group("mean"), group("square")
                self._adam.steps = int(kept["steps"])
                if "reports" in kept:
                    self.reports = msgspec.json.decode(str(kept["reports"]), type=list[Report])
                self._past = [PolicyNetwork(group(f"past{number}")) for number in range(int(kept["past"]))]
        except (OSError, KeyError, ValueError) as error:
            raise UsageError(f"{path} is not a checkpoint ({error})") from None


def _seat_rivals(tables: Tables) -> None:
    """Say who plays at which table: those of a share lie together, and each sits at all seats in turns."""
    n = tables.env.n_tables
    ends = np.rint(np.cumsum(SHARES) * n).astype(int)
    tables.rival[:] = SELF
    half = (ends[0] + ends[1]) // 2
    tables.rival[ends[0] : half] = 0
    tables.rival[half : ends[1]] = 1
    tables.rival[ends[1] : ends[2]] = 2
    tables.rival[ends[2] :] = 3


def train(
    trainer: Trainer,
    out: Path,
    report_seconds: float = 60.0,
    save_seconds: float = 120.0,
    on_report: Callable[[Report], None] = lambda report: None,
    on_round: Callable[[float], None] = lambda part: None,
) -> None:
    """Train until the time is over or Ctrl-C; both leave a policy and a checkpoint."""
    checkpoint = checkpoint_of(out)
    reported = saved = monotonic()
    pause = report_seconds
    progress = None
    try:
        while trainer.part < 1.0:
            progress = trainer.round()
            on_round(trainer.part)
            if monotonic() - saved > save_seconds:
                trainer.save_checkpoint(checkpoint)
                saved = monotonic()
            if monotonic() - reported > pause:
                began = monotonic()
                on_report(trainer.report(progress))
                reported = monotonic()
                # Matches of the gauntlet may be long: most of the time belongs to the training.
                pause = max(report_seconds, REPORT_PAUSE * (reported - began))
    finally:
        with _uninterrupted():
            trainer.save_checkpoint(checkpoint)
            trainer.save_policy(out)
    if progress is not None:
        on_report(trainer.report(progress))
        trainer.save_checkpoint(checkpoint)  # with the last figures


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Write whole files even after a second Ctrl-C."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def checkpoint_of(out: Path) -> Path:
    return out.with_name(out.name + ".checkpoint.npz")
