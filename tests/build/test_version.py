"""`scripts/version.py`: one command keeps the package, the changelog and the citation at the same version."""

import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = ("src/croupier/__init__.py", "CITATION.cff", "CHANGELOG.md")
_spec = spec_from_file_location("version", ROOT / "scripts/version.py")
assert _spec is not None
assert _spec.loader is not None
version = module_from_spec(_spec)
_spec.loader.exec_module(version)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_package_and_citation_agree():
    assert version.package_version(ROOT) == version.cited_version(ROOT) == version.logged_version(ROOT)[0]


def test_a_release_is_written_everywhere(copy: Path):
    with pytest.raises(SystemExit, match="has version"):
        version.main(["--check", "0.9.0"], copy)
    version.main(["--set", "0.9.0"], copy)
    version.main(["--check", "0.9.0"], copy)
    assert version.package_version(copy) == "0.9.0"
    assert version.notes(copy, "0.9.0").startswith("### Games")
    with pytest.raises(SystemExit, match="no section"):
        version.main(["--set", "1.0.0"], copy)


def test_what_is_no_version_changes_nothing(copy: Path):
    with pytest.raises(SystemExit, match="not a version"):
        version.main(["--set", "next"], copy)
    assert version.package_version(copy) == version.package_version(ROOT)
