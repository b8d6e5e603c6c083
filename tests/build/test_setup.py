"""setup.py on a package of one small module: what it compiles, when it gives up, what it says and what it leaves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypyc", reason="mypy is not installed")

ROOT = Path(__file__).parents[2]
GOOD = "from mypy_extensions import i64\n\ndef double(x: i64) -> i64:\n    return x + x\n"
FALLBACK = "croupier: built without its compiled core ({}); the same code runs as plain Python, about 50 times slower"
NO_COMPILER = "/nonexistent/cc"

needs_compiler = pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="no C compiler")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A checkout with our build files and one module to compile."""
    for name in ("setup.py", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    kernel = tmp_path / "src" / "croupier" / "kernel"
    kernel.mkdir(parents=True)
    for name in ("_pure.py", "_build.py", "_cache.py", "_compiling.py"):
        shutil.copy(ROOT / "src" / "croupier" / name, kernel.parent)
    start = 'from croupier import _pure\n\n_pure.install()\n__version__ = "0"\n'
    (kernel.parent / "__init__.py").write_text(start, encoding="utf-8")
    (kernel / "__init__.py").touch()
    (kernel / "bits.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "README.md").touch()
    return tmp_path


def python(package: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python there, with nothing of ours in the environment but these variables."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    environment |= {"PYTHONPATH": str(package / "src"), **variables}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True, timeout=300)


def build(package: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return python(package, "setup.py", "--quiet", "build_ext", "--inplace", **variables)


def core(package: Path) -> list[str]:
    """What a build leaves in the source tree and in the tree a wheel is made of."""
    files = [*package.glob("src/**/*"), *package.glob("build/lib*/**/*")]
    return sorted(file.name for file in files if file.suffix in {".so", ".pyd", ".json"})


def running(package: Path, **variables: str) -> str:
    script = (
        "from croupier import _build; from croupier.kernel import bits;"
        "print(_build.build_line(), _build.stale_modules(), bits.double(21), bits.__file__.endswith('.py'))"
    )
    return python(package, "-c", script, **variables).stdout.strip()


@needs_compiler
def test_a_build_in_place_is_compiled_known_and_switchable(package: Path):
    assert build(package).returncode == 0
    assert running(package) == "compiled core [] 42 False"
    assert running(package, CROUPIER_PURE="1") == "plain Python core (CROUPIER_PURE=1) [] 42 True"

    assert "up to date" in build(package).stdout
    (package / "src/croupier/kernel/bits.py").write_text(GOOD.replace("x + x", "x * 3"), encoding="utf-8")
    assert running(package) == "compiled core ['croupier.kernel.bits'] 42 False"
    assert "up to date" not in build(package).stdout
    assert running(package) == "compiled core [] 63 False"

    assert build(package, CROUPIER_PURE="1").returncode == 0
    assert core(package / "src") == []
    assert running(package) == "plain Python core (no compiler at build time) [] 63 True"


@needs_compiler
def test_a_wheel_carries_the_extensions_their_sources_and_the_manifest(package: Path):
    assert python(package, "setup.py", "--quiet", "build").returncode == 0
    (tree,) = package.glob("build/lib*")
    assert (tree / "croupier/_compiled.json").exists()
    assert (tree / "croupier/kernel/bits.py").exists()
    assert len(core(package)) == 3
    assert list(package.glob("src/**/*.so")) == []


def test_without_a_compiler_it_is_plain_python_and_one_line_says_so(package: Path):
    done = python(package, "setup.py", "--quiet", "build", CC=NO_COMPILER)
    assert done.returncode == 0
    assert done.stderr.count("croupier:") == 1
    assert FALLBACK.format("no working C compiler") in done.stderr
    assert core(package) == []
    assert (package / "build/lib/croupier/kernel/bits.py").exists()


@needs_compiler
@pytest.mark.skipif(os.name == "nt", reason="the compiler is a shell script")
def test_a_compiler_that_fails_half_way_leaves_nothing(package: Path):
    compiler = package / "cc"
    compiler.write_text('#!/bin/sh\ncase "$*" in *kernel/bits.c*) exit 1;; esac\nexec gcc "$@"\n', encoding="utf-8")
    compiler.chmod(0o755)
    done = python(package, "setup.py", "--quiet", "build", CC=str(compiler))
    assert done.returncode == 0
    assert FALLBACK.partition("{}")[0] + "compilation failed" in done.stderr
    assert core(package) == []


@pytest.mark.parametrize(
    ("source", "compiler", "reason"),
    [
        (GOOD, NO_COMPILER, "no working C compiler"),
        pytest.param(GOOD.replace("x + x", "'x'"), "", "mypyc refused the sources", marks=needs_compiler),
        pytest.param(GOOD.replace("x + x", "1 << x"), "", "shifts in 32 bits", marks=needs_compiler),
    ],
    ids=["no compiler", "a type error", "a 32-bit shift"],
)
def test_where_the_core_is_required_a_failure_is_an_error(package: Path, source: str, compiler: str, reason: str):
    (package / "src/croupier/kernel/bits.py").write_text(source, encoding="utf-8")
    variables = {"CC": compiler} if compiler else {}
    done = build(package, CROUPIER_REQUIRE_COMPILED="1", **variables)
    assert done.returncode != 0
    assert "croupier: the compiled core could not be built" in done.stderr
    assert reason in done.stderr
    assert core(package) == []


def test_with_nothing_to_compile_it_is_plain_python(package: Path):
    (package / "src/croupier/kernel/bits.py").unlink()
    done = build(package, CROUPIER_REQUIRE_COMPILED="1")
    assert (done.returncode, core(package)) == (0, [])
