"""Imports point left only: kernel <- games <- match <- ai, players <- arena <- puzzles, rl, season <- ui.

Reads the source, not the running program, so an import inside a function or under TYPE_CHECKING counts as well.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE_ROOT = Path(__file__).parents[1] / "src"
LEVELS = {
    "kernel": 0,
    "games": 1,
    "match": 2,
    "ai": 3,
    "players": 3,
    "arena": 4,
    "conformance": 4,
    "puzzles": 5,
    "rl": 5,
    "season": 5,
    "ui": 6,
}
INDEPENDENT = {"_build", "_cache", "_compiling", "_pure", "_pytest_options"}


def modules(root: Path) -> dict[str, Path]:
    """Every module under a source root by its dotted name; a package goes by the name of its folder."""
    found: dict[str, Path] = {}
    for path in sorted(root.glob("croupier/**/*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, known: set[str]) -> Iterator[str]:
    """The modules of this package that one module imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "croupier")
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            if base.split(".")[0] == "croupier":
                # `from croupier.games import coup` imports a module, `from croupier.games import GAMES` a name.
                yield from (f"{base}.{a.name}" if f"{base}.{a.name}" in known else base for a in node.names)


def objection(importer: str, imported: str, games: set[str]) -> str | None:
    """Why one module may not import another, or None."""
    here, there = (name.split(".")[1:] or [""] for name in (importer, imported))
    if here[0] in INDEPENDENT:
        return None if there[0] == "_cache" else f"{here[0]} imports nothing of the package"
    if here[0] not in LEVELS:
        return f"'{here[0]}' is no layer" if len(here) > 1 else None
    if there[0] not in LEVELS:
        return None if here[0] == "ui" or there[0] == "_cache" else f"only ui may import '{imported}'"
    if here[0] != there[0] and LEVELS[there[0]] >= LEVELS[here[0]]:
        return f"{here[0]} may not import {there[0]}"
    own = here[1] if len(here) > 1 else ""
    if here[0] == there[0] == "games" and own in games:
        if there[1:] == []:
            return "a game may not import the list of games"
        if there[1] in games and there[1] != own:
            return f"game {own} may not import game {there[1]}"
    return None


def objections(root: Path) -> list[str]:
    found = modules(root)
    games = {
        name.split(".")[2] for name, path in found.items() if name.startswith("croupier.games.") and is_in_game(path)
    }
    return [
        f"{importer} imports {imported}: {reason}"
        for importer, path in found.items()
        for imported in imports(importer, path, set(found))
        if (reason := objection(importer, imported, games))
    ]


def is_in_game(path: Path) -> bool:
    return path.parent.name != "games"


def test_imports_point_left_only():
    assert objections(SOURCE_ROOT) == []


def test_the_picture_in_architecture_md_shows_the_layers_from_top_to_bottom():
    page = (SOURCE_ROOT.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    picture = page.split("```text\n")[1].split("```")[0]
    labels = re.split(r"\s{3,}", picture)
    assert [LEVELS[label] for label in labels if label in LEVELS] == sorted(LEVELS.values(), reverse=True)


def test_every_package_is_a_layer():
    packages = {name.split(".")[1] for name in modules(SOURCE_ROOT) if name.count(".") >= 1 and is_package(name)}
    assert packages <= set(LEVELS), "a new package needs its place in LEVELS"


def is_package(name: str) -> bool:
    return (SOURCE_ROOT / Path(*name.split(".")[:2])).is_dir()


@pytest.mark.parametrize(
    ("file", "line", "reason"),
    [
        ("kernel/bits.py", "from croupier.games.coup import rules", "kernel may not import games"),
        ("games/coup/core/rules.py", "import croupier.games.bluff.core.rules", "game coup may not import game bluff"),
        ("games/coup/core/rules.py", "from ...bluff.core.rules import State", "game coup may not import game bluff"),
        ("games/coup/core/rules.py", "from ... import bluff", "game coup may not import game bluff"),
        ("games/coup/bot.py", "from croupier.games import GAMES", "a game may not import the list of games"),
        ("match/match.py", "from croupier import ai", "match may not import ai"),
        ("ai/search.py", "from croupier.players import human", "ai may not import players"),
        ("players/human.py", "def f():\n    import croupier.ai.search", "players may not import ai"),
        ("rl/vector.py", "from croupier.ui import cli", "rl may not import ui"),
        ("arena/run.py", "from croupier import _build", "only ui may import 'croupier._build'"),
        ("_build.py", "from croupier.kernel import bits", "_build imports nothing of the package"),
    ],
)
def test_a_planted_import_is_found(tmp_path: Path, file: str, line: str, reason: str):
    plant(tmp_path, {file: line})
    assert [text.partition(": ")[2] for text in objections(tmp_path)] == [reason]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("__init__.py", "from croupier.ui import cli"),
        ("games/__init__.py", "from croupier.games import bluff, coup"),
        ("games/coup/bot.py", "from croupier.games.coup import rules\nfrom croupier.kernel.bits import bit"),
        ("rl/env.py", "from croupier.arena.run import run\nfrom croupier.ai import search"),
        ("ui/cli.py", "from croupier import __version__, _build\nimport croupier.match.match"),
    ],
)
def test_an_import_that_points_left_is_allowed(tmp_path: Path, file: str, line: str):
    plant(tmp_path, {file: line})
    assert objections(tmp_path) == []


def plant(root: Path, lines: dict[str, str]) -> None:
    """An empty package with every layer and two games, and these lines in it."""
    folders = ["", *LEVELS, "games/bluff", "games/bluff/core", "games/coup", "games/coup/core"]
    files = [
        "kernel/bits.py",
        "games/bluff/core/rules.py",
        "games/coup/core/rules.py",
        "match/match.py",
        "ai/search.py",
    ]
    files += ["players/human.py", "arena/run.py", "rl/env.py", "ui/cli.py", "_build.py"]
    for name in [f"{folder}/__init__.py" for folder in folders] + files:
        path = root / "croupier" / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name, line in lines.items():
        (root / "croupier" / name).write_text(line + "\n", encoding="utf-8")
