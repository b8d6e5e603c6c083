"""The source tree can be read from above: no folder is a heap of files, and every package says what it is."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "croupier"
MAX_MODULES = 22
ONE_FILE_PER_COMMAND = "ui/cli/commands"


def packages(root: Path) -> Iterator[Path]:
    """Every folder with Python in it."""
    for folder in (root, *sorted(root.rglob("*"))):
        if folder.is_dir() and any(folder.glob("*.py")):
            yield folder


def flat_packages(root: Path) -> list[str]:
    """Packages with too many modules, and how many."""
    counts = {folder.relative_to(root).as_posix(): len(modules(folder)) for folder in packages(root)}
    return [
        f"{name}: {count}" for name, count in counts.items() if count > MAX_MODULES and name != ONE_FILE_PER_COMMAND
    ]


def modules(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.py") if path.name != "__init__.py"]


def description(package: Path) -> str:
    path = package / "__init__.py"
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "") if path.is_file() else ""


def test_no_package_is_flat() -> None:
    assert flat_packages(SOURCE) == []


def test_a_flat_package_is_found(tmp_path: Path) -> None:
    for number in range(MAX_MODULES + 1):
        path = tmp_path / "heap" / f"module{number}.py"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert flat_packages(tmp_path) == [f"heap: {MAX_MODULES + 1}"]


def test_every_package_has_a_docstring_of_its_own() -> None:
    described = {folder: description(folder) for folder in packages(SOURCE)}
    assert [str(folder.relative_to(SOURCE)) for folder, text in described.items() if not text] == []
    assert [text for text, count in Counter(described.values()).items() if count > 1] == []
