"""The parts of a game, checked in the order in which they are written; each row says what to do about it."""

import sys
import traceback
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from croupier import _cache
from croupier.conformance.cases import Case, cases_of
from croupier.games import GAMES, find_game
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.errors import UsageError
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.replay.table_zones import wire_of, zones_of
from croupier.ui.game_check.conformance import run_conformance
from croupier.ui.game_check.row import FAILS, MISSING, OK, OPTIONAL, PASS, SKIPPED, Row

MOVES: Final = 5000
SECTIONS: Final = ("Settings", "Questions", "Events")


class Lacking(Exception):
    """A part that is not there yet: what was found, and what to do, to be followed by a file."""

    def __init__(self, found: str, step: str) -> None:
        super().__init__(found)
        self.step = step


def check_game(name: str, conformance: bool = True) -> list[Row]:
    """All rows. After the first part that fails the later ones, which need it, are not checked."""
    try:
        game = find_game(name)
    except UsageError as error:
        if name in GAMES.modules:
            return [Row("package", FAILS, str(error), f"repair {GAMES.modules[name]}")]
        return [Row("package", MISSING, *_how_to_begin(name, str(error)))]
    where = GAMES.modules.get(name, type(game).__module__)
    rows = [Row("package", OK, f"{where}, {_folder(game)}")]
    case = cases_of(game)[0]
    is_broken = False
    for title, file, check in _CHECKS:
        if is_broken:
            rows.append(Row(title, SKIPPED, "needs the part above"))
            continue
        place = _file(game, file)
        try:
            rows.append(Row(title, OK, check(game, case)))
        except Lacking as lack:
            rows.append(Row(title, MISSING, str(lack), f"{lack.step} {place}"))
        except NotImplementedError as error:
            rows.append(Row(title, MISSING, f"{_raiser(error)} is not written", f"write {_raiser(error)} in {place}"))
            is_broken = True
        except Exception as error:
            rows.append(Row(title, FAILS, _in_words(error), f"repair {_where(error, game) or place}"))
            is_broken = True
    if conformance:
        rows += [Row("conformance", SKIPPED, "needs the parts above")] if is_broken else run_conformance(game)
    rows.append(_compiled(game))
    return rows


def _how_to_begin(name: str, error: str) -> tuple[str, str]:
    """What was found of a game that no installed package declares, and what to do."""
    package = name.replace("-", "_")
    entry = f'the lines [project.entry-points."croupier.games"] and {name} = "{package}"'
    folder = next((each for each in map(Path, (name, package, ".")) if (each / "src" / package).is_dir()), None)
    if folder is not None and "croupier.games" not in _read(folder / "pyproject.toml"):
        return f"{folder / 'pyproject.toml'} has no entry point", f"add {entry} to it, then pip install -e {folder}"
    if folder is not None:
        return f"{folder} is not installed", f"pip install -e {folder}"
    if find_spec(package) is not None:
        found = f"the package {package} is installed, but has no entry point of the group croupier.games"
        return found, f"add {entry} to its pyproject.toml, then pip install it again"
    return error, f"croupier new-game {name}, then pip install -e {name}"


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def next_step(rows: list[Row]) -> str:
    """What to do next, as one line."""
    for row in rows:
        if row.status not in (*PASS, SKIPPED) and row.step:
            return f"Next: {row.step}."
    return next((f"All checks pass. If you want: {row.step}." for row in rows if row.step), "All checks pass.")


def _rules_in_words(game: Game, case: Case) -> str:
    text = game.rules_text
    if not text:
        raise Lacking("there is no RULES.md in the package", "write down the rules and the table of events in")
    lacking = [name for name in SECTIONS if f". {name}" not in text]
    if lacking:
        raise Lacking(f"RULES.md has no section {', '.join(lacking)}", "add the section, with its table, to")
    return f"{len(text.split())} words"


def _settings(game: Game, case: Case) -> str:
    game.settings()
    return ", ".join(game.settings_type.__struct_fields__) or "none"


def _deals(game: Game, case: Case) -> str:
    state = case.state()
    state.start(1)
    if state.to_act < 0:
        raise ValueError("the match is over as soon as it is dealt")
    return f"{game.players_text()}; '{game.questions[state.question]}' is asked first"


def _plays(game: Game, case: Case) -> str:
    kinds = Counter[str]()
    match, luck = case.match(1), BotRandom(1)
    while (decision := match.ask()) is not None:
        if sum(kinds.values()) > MOVES:
            raise ValueError(f"a random match is not over after {MOVES} moves")
        index = luck.below(len(decision.moves))
        kinds[type(decision.moves[index]).__name__] += 1
        match.play(index)
    return f"a random match of {sum(kinds.values())} moves: {match.result().ending}"


def _sentences(game: Game, case: Case) -> str:
    match, luck = case.match(2), BotRandom(2)
    lines = 0
    while (decision := match.ask()) is not None:
        for move in decision.moves:
            move.label(match.table.names)
        lines += sum(1 for event in match.happened() if event.text(match.table.names))
        match.play(luck.below(len(decision.moves)))
    return f"{len(game.event_types.__args__)} kinds of events, {lines} sentences"


def _views(game: Game, case: Case) -> str:
    match = case.match(3)
    for seat in (*range(case.seats), PUBLIC):
        if not match.view(seat).text():
            raise ValueError("the text of a view is empty")
        wire_of(match.view(seat))
    return f"{len(wire_of(match.view(0)))} fields"


def _worlds(game: Game, case: Case) -> str:
    match, luck, seen = case.match(4), BotRandom(4), set[tuple[int, ...]]()
    while (decision := match.ask()) is not None:
        world = case.state()
        world.restore(decision.seat, decision.view.ints)
        world.imagine(decision.seat, len(seen))
        if world.snapshot(decision.seat) != decision.view.ints:
            raise ValueError("an imagined world looks different to its own seat")
        seen.add(world.snapshot(DEALER))
        match.play(luck.below(len(decision.moves)))
    return f"{len(seen)} imagined, each looks the same to its seat"


def _heuristic(game: Game, case: Case) -> str:
    if type(case.state()).hint is State.hint:
        raise Lacking("`hint` plays at random: the bot heuristic does, too", "write the method hint in")
    return "hint"


def _page(game: Game, case: Case) -> str:
    if not game.zones.drawn:
        raise Lacking("no zones are declared: the page guesses what are cards", "declare zones in")
    view = case.match(5).view(0)
    return ", ".join(dict.fromkeys(zone.title for zone in zones_of(view, wire_of(view))))


Check = Callable[[Game, Case], str]
_CHECKS: Final[tuple[tuple[str, str, Check], ...]] = (
    ("rules in words", "RULES.md", _rules_in_words),
    ("settings", "__init__.py", _settings),
    ("deal", "core/rules.py", _deals),
    ("moves", "core/rules.py", _plays),
    ("sentences", "face.py", _sentences),
    ("views", "face.py", _views),
    ("imagined worlds", "core/rules.py", _worlds),
    ("heuristic", "core/rules.py", _heuristic),
    ("page", "__init__.py", _page),
)


def _compiled(game: Game) -> Row:
    if GAMES.is_built_in(game.name) or game.name in _cache.compiled_games():
        return Row("compiled", OK, "yes")
    return Row("compiled", OPTIONAL, "no, it runs as plain Python", f"croupier compile {game.name}")


def _folder(game: Game) -> Path:
    return Path(sys.modules[type(game).__module__].__file__ or "").parent


def _file(game: Game, name: str) -> Path:
    """Where a part of the game is expected."""
    return _folder(game) / name


def _raiser(error: BaseException) -> str:
    return traceback.extract_tb(error.__traceback__)[-1].name


def _in_words(error: BaseException) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0][:160]}" if lines else type(error).__name__


def _where(error: BaseException, game: Game) -> str:
    """The last line of the game's own files that the error came through."""
    folder = str(_folder(game))
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename.startswith(folder)]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else ""
