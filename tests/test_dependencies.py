"""Every package that the sources import is named in pyproject.toml."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOT_NAMED = {
    "_build": "a module of ours, made by the build",
    "torch": "a user's own, looked for and not needed",
    "pydantic": "comes with FastAPI, whose interface it is part of",
    "starlette": "the same",
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names - set(sys.stdlib_module_names) - {"croupier"}


def test_every_imported_package_is_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    named = {re.split(r"[\[<>=;!~ ]", line)[0].lower().replace("_", "-") for line in lines}
    found = packages_distributions()
    missing: dict[str, str] = {}
    for path in (ROOT / "src").rglob("*.py"):
        for name in imported(path) - set(NOT_NAMED):
            packages = {package.lower().replace("_", "-") for package in found.get(name, [name])}
            if not packages & named:
                missing[name] = str(path.relative_to(ROOT))
    assert missing == {}
