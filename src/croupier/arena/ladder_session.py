"""A ladder in play: the bots of its folder are checked, entered and rated in meetings."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from croupier.arena.ladder import GONE_REASON, StoredLadder
from croupier.arena.meeting import check_newcomer, meeting_blocks, refusal_in
from croupier.arena.plan.run_plan import CHANCE, Plan, settings_in
from croupier.arena.plan.schedule import seats_for
from croupier.arena.run.backend import RunOptions, game_limit
from croupier.arena.run.session import Session
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.arena.run.table import StopFlag, Stopped
from croupier.arena.run.task import RunSetup
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant, printable
from croupier.players.sandbox.isolation import Isolation

MEETING_BLOCKS: Final = 4
CHECK_SECONDS: Final = 5.0
"""Seconds for every answer in a check."""
BASELINE: Final = ("random", "heuristic")


def check_rules(plan: Plan, game: Game) -> None:
    version = game.version_of(game.settings(plan.settings))
    if plan.rules_version != version:
        raise UsageError(
            f"this ladder was started with rules version {plan.rules_version} of {game.name}, and this Croupier has "
            f"version {version}: start a new ladder in another folder"
        )
    if plan.chance != CHANCE:
        raise UsageError(
            "this ladder was started by an older Croupier, which dealt other cards for the same seed: start "
            "a new ladder in another folder"
        )


class LadderSession:
    """A ladder in play: reads its folder, checks new bots, and plays meetings."""

    def __init__(
        self,
        folder: Path,
        stored: StoredLadder,
        options: RunOptions,
        isolation: Isolation,
        timeout: float | None = None,
        *,
        stop: StopFlag | None = None,
        announce: Callable[[str, str], None] | None = None,
    ) -> None:
        """`announce` gets the name of a new bot and why it may not play, empty if it may."""
        self._folder = folder
        self._stored = stored
        self.ladder = stored.ladder
        self._options = options
        self._isolation = isolation
        self._timeout = timeout
        self._stop = stop or StopFlag()
        self._announce = announce
        self._loaded: dict[str, Entrant] = {}
        self._rivals: tuple[Path, ...] = ()
        """The files of all bots of the folder."""
        self.game, self._settings = settings_in(self.ladder.plan)
        check_rules(self.ladder.plan, self.game)
        options.check()
        seats = seats_for(self.game, self._settings, 2, self.ladder.plan.seats)
        self._teams = self.game.teams(self._settings, seats)

    def update_bots(self, baseline: Sequence[str] = BASELINE) -> None:
        """Add the bots whose files are new or changed, and bench those whose files are gone."""
        ladder = self.ladder
        for spec in baseline:
            if ladder.find(spec) is None:
                self._entrant(spec)
                ladder.enter(spec, spec)
        files = self._files()
        rivals = tuple(path.resolve() for path, _ in files.values())
        if rivals != self._rivals:
            self._rivals = rivals
            self._unload()  # no bot is given the files of another, also of one that came later
        for name, (path, checksum) in files.items():
            known, spec = ladder.of_content(checksum), str(path)
            if known is not None:
                if known.spec != spec:
                    self._loaded.pop(spec, None)
                ladder.rename(known, name, spec)
                continue
            self._loaded.pop(spec, None)
            try:
                refused = self._refusal(spec)
            except Stopped:
                return
            ladder.enter(name, spec, checksum, refused)
            self._stored.store_bots()
            if self._announce is not None:
                self._announce(name, refused)
        for bot in ladder.bots:
            if bot.checksum and bot.name not in files and not bot.refused:
                bot.refused = GONE_REASON
        self._stored.store_bots()

    def has_changes(self) -> bool:
        """Whether a file of the folder is new, changed or gone."""
        files, ladder = self._files(), self.ladder
        gone = any(bot.checksum and not bot.refused and bot.name not in files for bot in ladder.bots)
        known = {bot.name: bot.checksum for bot in ladder.bots if bot.refused != GONE_REASON}
        return gone or any(known.get(name) != checksum for name, (_, checksum) in files.items())

    def matches_left(self) -> int:
        """Estimated number of matches until all bots are known well."""
        return self.ladder.matches_left(len(set(self._teams)))

    def play_meeting(self) -> bool:
        """Play the next meeting; False if there is none."""
        ladder = self.ladder
        table = ladder.next_table(len(set(self._teams)))
        if self._stop.is_set or table is None:
            return False
        entrants = tuple(
            msgspec.structs.replace(self._entrant(ladder.bots[number].spec), name=f"p{place}")
            for place, number in enumerate(table)
        )
        setup = RunSetup(self.game, self._settings, entrants, clock_for(self.game, self._timeout), names=False)
        plan = msgspec.structs.replace(ladder.plan, game_limit=game_limit(self._options, setup, 0.0))
        chunks = meeting_blocks(
            ladder.plan.secret, self._teams, len(table), ladder.blocks, ladder.matches, MEETING_BLOCKS
        )
        with Session(setup, plan, self._options, stop=self._stop, verify=False, chunks=len(chunks)) as session:
            found = [
                msgspec.structs.replace(played, seating=tuple(table[place] for place in played.seating))
                for played in session.executor.play(chunks)
            ]
        if self._stop.is_set:
            return False
        if not found:
            # The cause is unknown, but it is not a baseline bot: those have played before.
            reason = next(iter(session.skipped.values()))
            for number in table:
                if ladder.bots[number].checksum:
                    ladder.bots[number].refused = f"its matches do not end: one {reason}"
            self._stored.store_bots()
        self._stored.add(sorted(found, key=lambda each: each.number))
        return True

    def copies(self) -> dict[str, str]:
        """The files of the folder that hold the same bot as another file, by name, with the name of the other."""
        found, files = self._all_files(), self._files()
        by_content = {checksum: name for name, (_, checksum) in files.items()}
        return {name: by_content[checksum] for name, (_, checksum) in found.items() if name not in files}

    def _files(self) -> dict[str, tuple[Path, str]]:
        """The bots of the folder by name, with the checksums of their files; equal files are one bot."""
        found = self._all_files()
        chosen: dict[str, str] = {}
        for name, (_, checksum) in found.items():
            known = self.ladder.of_content(checksum)
            if checksum not in chosen or (known is not None and known.name == name):
                chosen[checksum] = name
        return {name: found[name] for name in found if chosen[found[name][1]] == name}

    def _all_files(self) -> dict[str, tuple[Path, str]]:
        always = {bot.name for bot in self.ladder.bots if not bot.checksum}
        found: dict[str, tuple[Path, str]] = {}
        for path in sorted(self._folder.glob("*.py")):
            if not path.name.startswith((".", "_")):
                with suppress(OSError):  # it was taken away just now
                    checksum = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
                    found[path.name if path.stem in always else path.stem] = (path, checksum)
        return found

    def _entrant(self, spec: str) -> Entrant:
        if spec not in self._loaded:
            isolation = msgspec.structs.replace(self._isolation, rivals=self._rivals)
            self._loaded[spec] = make_entrants(self.game, [spec], isolation)[0]
        return self._loaded[spec]

    def _unload(self) -> None:
        while self._loaded:
            _, entrant = self._loaded.popitem()
            if entrant.cells is not None:
                entrant.cells.close()

    def _refusal(self, spec: str) -> str:
        """The reason why a bot may not play, which is the first check that it fails; empty if it may."""
        try:
            entrant = self._entrant(spec)
        except UsageError as error:
            return printable(str(error))
        return refusal_in(check_newcomer(self.game, entrant, self._settings, CHECK_SECONDS, self._raise_if_stopped))

    def _raise_if_stopped(self) -> None:
        if self._stop.is_set:
            raise Stopped("the check was stopped")
