"""The version, kept in one step: the package, CHANGELOG.md and CITATION.cff.

python scripts/version.py                 print the version
python scripts/version.py --set 0.2.0     write it everywhere, with today's date (`make version VERSION=0.2.0`)
python scripts/version.py --check 0.2.0   fail if the files do not have this version
python scripts/version.py --notes 0.2.0   print the notes of the changelog
"""

import argparse
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNRELEASED = "not yet released"
VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def package_version(root: Path) -> str:
    return re.findall(r'^__version__ = "(.*)"$', (root / "src/croupier/__init__.py").read_text(), re.MULTILINE)[0]


def cited_version(root: Path) -> str:
    return re.findall(r"^version: (.*)$", (root / "CITATION.cff").read_text(), re.MULTILINE)[0]


def logged_version(root: Path) -> tuple[str, str]:
    """The latest version of the changelog, and its date."""
    return re.findall(r"^## (\S+) \((.*)\)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[0]


def notes(root: Path, version: str) -> str:
    """The section of the changelog."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)} \(.*?\)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"CHANGELOG.md has no section {version}")
    return found[1].strip() + "\n"


def set_version(root: Path, version: str, today: str) -> None:
    """Write the version and its date. The section of the changelog that is not yet released becomes this version."""
    if not VERSION.fullmatch(version):
        sys.exit(f"{version!r} is not a version such as 0.2.0")
    logged, date = logged_version(root)
    if date != UNRELEASED and logged != version:
        sys.exit(f"CHANGELOG.md has no section that is {UNRELEASED}; add one for {version}")
    _replace(root / "src/croupier/__init__.py", r'^__version__ = ".*"$', f'__version__ = "{version}"')
    _replace(root / "CITATION.cff", r"^version: .*$", f"version: {version}")
    _replace(root / "CHANGELOG.md", rf"^## {re.escape(logged)} \(.*\)$", f"## {version} ({today})")


def _replace(path: Path, pattern: str, line: str) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(pattern, lambda _: line, text, count=1, flags=re.MULTILINE), encoding="utf-8")


def wrong(root: Path, version: str) -> list[str]:
    """Sentences about files that do not have the version, or no date for it."""
    logged, date = logged_version(root)
    found = {"src/croupier/__init__.py": package_version(root), "CITATION.cff": cited_version(root)}
    found["CHANGELOG.md"] = logged
    sentences = [f"{name} has version {each}, not {version}" for name, each in found.items() if each != version]
    return [*sentences, *([f"CHANGELOG.md says that {version} is {UNRELEASED}"] if date == UNRELEASED else [])]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> None:
    parser = argparse.ArgumentParser(description="Print, set or check the version.")
    parser.add_argument("--set", metavar="VERSION", dest="new")
    parser.add_argument("--check", metavar="VERSION")
    parser.add_argument("--notes", metavar="VERSION")
    asked = parser.parse_args(arguments)
    if asked.new:
        set_version(root, asked.new, datetime.now(UTC).date().isoformat())
    elif asked.check:
        if sentences := wrong(root, asked.check):
            sys.exit("\n".join(sentences))
    elif asked.notes:
        print(notes(root, asked.notes), end="")
    else:
        print(package_version(root))


if __name__ == "__main__":
    main()
