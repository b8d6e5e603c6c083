"""A best response to a bot: what can be won from it by an opponent that knows it.

Candidates are the built-in bots and, where the bot can be trained against, a policy that learns only to beat it. They
play the bot in rounds on common deals, after each of which the worse half is dropped. The last one is then measured
on fresh deals, so that the choice does not flatter it. A better response may exist: the win rate is a lower bound.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from croupier.ai.registry import built_in_for
from croupier.arena.plan.schedule import seats_for
from croupier.arena.profile.profile import BOT, OTHER, WinShare
from croupier.arena.profile.report import Exploit, Opponent
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.open_session import open_session, plan_run
from croupier.arena.run.setup import rated_setup
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import RunSetup
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import checked_seed, match_key, secret_of, seed_text
from croupier.players.sandbox.isolation import Isolation
from croupier.rl.train.trainer import Trainer

LEARNING_SHARE: Final = 0.5
CHOOSING_SHARE: Final = 0.3
"""Shares of the time; the rest is for measuring the chosen response."""
ROUND_MATCHES: Final = 24
"""Matches of each candidate in the first round; twice as many in the next."""
MOST_MATCHES: Final = 2000
"""Most matches of the final measurement."""
FRESH_DEALS: Final = 1_000_000
"""Number of the deals of the final measurement, which no round has."""
LEARNED: Final = "learned response"
SLOW: Final = ("mcts", "ismcts", "expert", "insane", "epsilon-greedy")
"""Built-in bots that are not tried: slow ones, and noisy copies of others."""

Tell = Callable[[str, float], None]
"""Called with what is being done, and with the part of the time that is over."""


class Candidate(msgspec.Struct, frozen=True):
    """An opponent that is tried."""

    name: str
    spec: str


class BestResponse:
    """The search for a best response to one bot, within a number of minutes."""

    def __init__(
        self,
        setup: RunSetup,
        bot: str,
        minutes: float,
        isolation: Isolation,
        options: RunOptions,
        *,
        seats: int | None = None,
        seed: int | str | None = None,
        stop: StopFlag | None = None,
        tell: Tell = lambda what, part: None,
    ) -> None:
        """`setup` is that of the profile, whose first entrant is `bot`; `isolation` says how it runs."""
        self._setup = setup
        self._bot = bot
        self._minutes = minutes
        self._isolation = isolation
        self._options = options
        self._seats = seats_for(setup.game, setup.settings, 2, seats)
        self._secret = secret_of(checked_seed(seed))
        self._stop = stop or StopFlag()
        self._tell = tell
        self._began = monotonic()

    def find(self, policy: Path) -> Exploit:
        """Find and measure it. `policy` is the file that a learned response is written to."""
        candidates = [Candidate(name, name) for name in _names(self._setup) if name != self._bot]
        how = "the strongest of the built-in bots against it"
        refusal = self._learn(policy)
        if not refusal:
            candidates.append(Candidate(LEARNED, f"learned:weights={policy}"))
            how = "the strongest of the built-in bots and a policy that learned only to beat it"
        else:
            how += f" (nothing was learned: {refusal})"
        best, tried = self._choose(candidates)
        self._tell(f"measuring {best.name}", LEARNING_SHARE + CHOOSING_SHARE)
        measured = self._play(best, MOST_MATCHES, FRESH_DEALS, 1.0)
        return Exploit(self._minutes, how, measured, tuple(tried))

    def _learn(self, policy: Path) -> str:
        """Train a policy against the bot; the reason if that is not possible."""
        if not self._isolation.trust and self._setup.entrants[BOT].isolation:
            return "training needs the bot in this process: --trust"
        try:
            trainer = Trainer(
                self._setup.game,
                [(self._setup.settings, self._seats)],
                self._minutes * 60 * LEARNING_SHARE,
                against=self._bot,
            )
        except UsageError as error:
            return str(error)
        while trainer.part < 1 and not self._stop.is_set:
            trainer.round()
            self._tell("learning to beat it", trainer.part * LEARNING_SHARE)
        trainer.save_policy(policy)
        return ""

    def _choose(self, candidates: Sequence[Candidate]) -> tuple[Candidate, list[Opponent]]:
        """The candidate that wins most, by rounds after which the worse half is dropped."""
        results: dict[str, Opponent] = {}
        left, matches, number = list(candidates), ROUND_MATCHES, 0
        rounds = max(1, (len(left) - 1).bit_length())
        while len(left) > 1 and not self._stop.is_set:
            for index, candidate in enumerate(left):
                done = LEARNING_SHARE + CHOOSING_SHARE * (number + index / len(left)) / rounds
                self._tell(f"trying {candidate.name}", done)
                until = LEARNING_SHARE + CHOOSING_SHARE * (number + (index + 1) / len(left)) / rounds
                results[candidate.name] = self._play(candidate, matches, number, until)
            left.sort(key=lambda candidate: -results[candidate.name].rate)
            left, matches, number = left[: (len(left) + 1) // 2], matches * 2, number + 1
        tried = sorted(results.values(), key=lambda result: (-result.matches, -result.rate))
        return left[0], tried

    def _play(self, candidate: Candidate, matches: int, number: int, until: float) -> Opponent:
        """Matches against the bot, until their number or the time is reached; two blocks at least.

        Candidates meet the same deals in a round, whose `number` chooses them.
        """
        game, settings = self._setup.game, self._setup.settings
        setup = rated_setup(
            game, [self._bot, candidate.spec], settings, settings.__struct_fields__, self._isolation, sheets=False
        )
        seed = seed_text(match_key(self._secret, number))
        plan = plan_run(setup, self._isolation, seed, matches=matches, seats=self._seats)
        share, stop = WinShare(), StopFlag()
        block = plan.schedule().block_size
        with open_session(setup, plan, self._options, stop=stop, verify=False) as session:
            for played in session.play():
                share.add(played, {OTHER}, played.block)
                if self._stop.is_set or (share.matches >= 2 * block and self._part() > until):
                    stop.set()
        return share.opponent(candidate.name)

    def _part(self) -> float:
        return (monotonic() - self._began) / (self._minutes * 60)


def _names(setup: RunSetup) -> list[str]:
    """The built-in bots that are tried."""
    game = setup.game
    return [name for name in dict.fromkeys([*built_in_for(game), *game.bots]) if name not in SLOW]
