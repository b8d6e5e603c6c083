"""The parts of a game, checked in the order in which they are written; each row says what to do about it."""

import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from croupier import _cache
from croupier.arena.api import play
from croupier.conformance.cases import Case, cases_of
from croupier.conformance.event_fields import play_checked
from croupier.games import GAMES, find_game
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Event, Move
from croupier.kernel.errors import CroupierError, UsageError
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.match.replay.table_zones import wire_of, zones_of
from croupier.players.starters import LANGUAGES, starter
from croupier.ui.game_check.conformance import run_conformance, run_own_tests
from croupier.ui.game_check.faces import find_faults
from croupier.ui.game_check.row import FAILS, MISSING, OK, OPTIONAL, PASS, SKIPPED, Row

MOVES: Final = 5000
MOST_WORDS: Final = 4096
CHECKED_MATCHES: Final = 5
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
            place = error.__cause__ and _where(error.__cause__, GAMES.folders_of(name))
            return [Row("package", FAILS, str(error), f"repair {place or GAMES.modules[name]}")]
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
            rows.append(Row(title, FAILS, _in_words(error), f"repair {_where(error, [_folder(game)]) or place}"))
            is_broken = True
    if conformance:
        rows += run_own_tests(_folder(game))
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
    layout = getattr(game.view, "layout", None)
    if layout is not None and layout.copied > MOST_WORDS:
        raise ValueError(
            f"the layout has {layout.copied} words; a search copies all of them, so use at most {MOST_WORDS}"
        )
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
        if not decision.moves:
            raise ValueError(f"`legal` has no move for seat {decision.seat} at the question {decision.question!r}")
        index = luck.below(len(decision.moves))
        kinds[type(decision.moves[index]).__name__] += 1
        match.play(index)
    play_checked(case, CHECKED_MATCHES)
    return f"a random match of {sum(kinds.values())} moves: {match.result().ending}"


def _sentences(game: Game, case: Case) -> str:
    written = (("notation", Move.__str__, game.move_types), ("says", Move.label, game.move_types))
    for name, base, kinds in (*written, ("says", Event.text, game.event_types)):
        silent = [kind.__name__ for kind in _members(kinds) if getattr(kind, base.__name__) is base]
        if silent:
            raise Lacking(f"without `{name}`: {', '.join(silent)}", f"add `{name}` to {', '.join(silent)} in")
    match, luck = case.match(2), BotRandom(2)
    lines = 0
    while (decision := match.ask()) is not None:
        for move in decision.moves:
            move.label(match.table.names)
        lines += sum(1 for event in match.happened() if event.text(match.table.names))
        match.play(luck.below(len(decision.moves)))
    return f"{len(_members(game.event_types))} kinds of events, {lines} sentences"


def _members(union: Any) -> tuple[type[Any], ...]:
    """The classes of a union; of a single class, that one."""
    return getattr(union, "__args__", (union,))


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
        for place, (before, after) in enumerate(zip(decision.view.ints, world.snapshot(decision.seat), strict=True)):
            if before != after:
                raise ValueError(
                    f"an imagined world looks different to its own seat: {case.word_at(place)} was {before} and is "
                    f"{after}; deal_unknown may change only what the seat does not know (`secret` in core/layout.py)"
                )
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
    if faults := list(find_faults(game.guide.faces)):
        raise Lacking("; ".join(faults[:3]), "repair `faces` of the guide in")
    match, luck = case.match(5), BotRandom(5)
    fields = wire_of(match.view(0))
    for zone in game.zones.drawn:
        for path in filter(None, (zone.path, zone.known, zone.size)):
            if isinstance(path, str) and path.partition(".")[0] not in fields:
                raise Lacking(f"zone {zone.title}: `to_wire` has no field for {path!r}", "repair `zones` in")
    titles, filled = list(dict.fromkeys(zone.title for zone in game.zones.drawn)), set[str]()
    while (decision := match.ask()) is not None:
        if len(filled) < len(titles):
            filled |= {
                zone.title for zone in zones_of(decision.view, wire_of(decision.view)) if zone.count or zone.label
            }
        match.play(luck.below(len(decision.moves)))
    empty = [title for title in titles if title not in filled]
    return ", ".join(titles) + (f"; empty in a random match: {', '.join(empty)}" if empty else "")


def _starter(game: Game, case: Case) -> str:
    language = LANGUAGES["python"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "my_bot.py"
        file.write_text(starter(game, language, file), "utf-8")
        try:
            match = play(game, [str(file), *["random"] * (case.seats - 1)], 1, case.settings, trust=True)
        except CroupierError as error:
            raise Lacking(str(error).replace(str(file), file.name), "bring up to date:") from None
    faults = [fault for step in match.steps for fault in step.faults]
    if faults:
        raise Lacking(f"it plays with faults: {faults[0].splitlines()[0][:160]}", "bring up to date:")
    return f"`croupier new {game.name}` writes one that plays"


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
    ("first bot", "starter.txt", _starter),
)


def _compiled(game: Game) -> Row:
    if GAMES.is_built_in(game.name) or game.name in _cache.compiled_games():
        return Row("compiled", OK, "yes")
    found = "no, it runs as plain Python"
    if (built := _cache.read()) is not None and game.name in built["games"]:
        found = "no longer: it or Croupier was changed later, so it runs as plain Python"
    return Row("compiled", OPTIONAL, found, f"croupier compile {game.name}")


def _folder(game: Game) -> Path:
    return Path(sys.modules[type(game).__module__].__file__ or "").parent


def _file(game: Game, name: str) -> Path:
    """Where a part of the game is expected."""
    return _folder(game) / name


def _raiser(error: BaseException) -> str:
    return traceback.extract_tb(error.__traceback__)[-1].name


def _in_words(error: BaseException) -> str:
    if isinstance(error, IndexError) and _raiser(error) == "emit":
        return "one move makes more events than the state has room for; raise event_capacity in super().__init__"
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__


def _where(error: BaseException, folders: list[Path]) -> str:
    """The last line of the game's own files that the error came through."""
    places = [(each.filename, each.lineno) for each in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    own = [place for place in places if any(Path(place[0]).is_relative_to(folder) for folder in folders)]
    return f"{own[-1][0]}, line {own[-1][1]}" if own else ""
