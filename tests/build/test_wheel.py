"""What is published: the sdist and the wheels hold what they should, and work where there is nothing but Python."""

import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import dist
import pytest
from packaging.metadata import Metadata
from trywheel import Installed

ROOT = Path(__file__).parents[2]
EXTRAS = {"llm", "rl", "ray", "postgres", "data"}

pytestmark = [
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout, and the sdist is made from one"),
    pytest.mark.skipif(
        not (ROOT / "src/croupier/ui/web/static/index.html").exists(), reason="the page is not built; run make page"
    ),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist and the plain wheel."""
    out = tmp_path_factory.mktemp("dist")
    sdist, wheel = dist.sdist_and_pure_wheel(tmp_path_factory.mktemp("scratch"), out)
    return sdist, wheel


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def package_files() -> set[str]:
    """Every file of the package that is not made by a compiler."""
    source = ROOT / "src"
    made = (".so", ".pyd", ".pyc")
    found = {file for file in (source / "croupier").rglob("*") if file.is_file() and file.suffix not in made}
    return {str(file.relative_to(source)) for file in found if file.name != "_compiled.json"}


def test_the_plain_wheel_holds_the_whole_package_and_the_page_but_nothing_compiled(made: tuple[Path, Path]):
    _, wheel = made
    assert wheel.name.endswith("-py3-none-any.whl")
    assert {name for name in names(wheel) if ".dist-info/" not in name} == package_files()


def test_the_sdist_holds_what_is_needed_to_build_and_test_and_nothing_that_was_built(made: tuple[Path, Path]):
    sdist, _ = made
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{name}" for name in package_files()} <= held
    assert {"setup.py", "pyproject.toml", "README.md", "LICENSE", "requirements.lock", "Makefile"} <= held
    assert {"tests/conftest.py", "bots/cuttle/racer.py", "page/package-lock.json", "scripts/dist.py"} <= held
    assert {"examples/hearts/pyproject.toml", "examples/love-letter/pyproject.toml", "CITATION.cff"} <= held
    assert not [name for name in held if name.endswith((".so", ".pyd", "_compiled.json")) or "node_modules" in name]


def test_its_description_is_complete_and_valid(made: tuple[Path, Path]):
    _, wheel = made
    with zipfile.ZipFile(wheel) as archive:
        (about,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = Metadata.from_email(archive.read(about), validate=True)
    assert told.description == (ROOT / "README.md").read_text(encoding="utf-8")
    assert told.description_content_type == "text/markdown"
    assert set(told.provides_extra or ()) >= EXTRAS
    versions = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)}
    assert versions <= set(told.classifiers or ())
    needed = [str(requirement) for requirement in told.requires_dist or () if "extra ==" not in str(requirement)]
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert len(needed) == len(listed) == len(set(listed))


@pytest.mark.soak
def test_the_plain_wheel_works_in_an_empty_environment(made: tuple[Path, Path], tmp_path: Path):
    _, wheel = made
    told = Installed(wheel, sys.executable, tmp_path).try_out()
    assert "plain Python core" in told[0]
    assert any("a game over the API ended" in line for line in told)


@pytest.mark.soak
def test_the_compiled_wheel_works_in_an_empty_environment(made: tuple[Path, Path], tmp_path: Path):
    _, pure = made
    if not dist.core_is_fresh():
        pytest.skip("the compiled core of this checkout is not up to date; run make setup")
    wheel = dist.with_core(pure, ROOT / "src", tmp_path)
    assert f"-cp{sys.version_info.major}{sys.version_info.minor}-" in wheel.name
    assert names(pure) < names(wheel) | {name for name in names(pure) if ".dist-info/" in name}
    told = Installed(wheel, sys.executable, tmp_path / "env").try_out()
    assert ", compiled core," in told[0]
