"""The compiled core of this installation: up to date, free of mypyc's 32-bit shifts, built with the flags it needs."""

import ast
import json
import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from croupier import _build

ROOT = Path(__file__).parents[2]
MADE_HERE = _build.PACKAGE == ROOT / "src" / "croupier"

needs_compiled = pytest.mark.skipif(_build.manifest() is None, reason="this installation has no compiled core")
needs_checkout = pytest.mark.skipif(not MADE_HERE, reason="the installed package is not the one in this checkout")


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """setup.py as a module, looking at this checkout."""
    monkeypatch.chdir(ROOT)
    spec = spec_from_file_location("croupier_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@needs_compiled
def test_no_compiled_module_is_stale():
    stale = _build.stale_modules()
    assert not stale, f"changed since they were compiled: {', '.join(stale)}; run make setup"


@needs_compiled
@needs_checkout
def test_every_listed_source_is_compiled(builder: ModuleType):
    built = _build.manifest()
    assert built is not None
    listed = {builder.module_name(source) for source in builder.sources()}
    assert listed == set(built["recipe"]["modules"]), "the list of compiled sources changed; run make setup"


@needs_compiled
@needs_checkout
def test_no_shift_in_the_core_is_done_in_32_bits(builder: ModuleType):
    built = _build.manifest()
    assert built is not None
    files = {ROOT / name: digest for name, digest in built["c"].items()}
    changed = [str(file) for file, digest in files.items() if not file.exists() or builder.digest(file) != digest]
    assert not changed, f"not the C this core was compiled from: {changed}; run make clean setup"
    assert [shift for file in files for shift in builder.narrow_shifts(file.read_text(encoding="utf-8"))] == []


PLANTED = """
from mypy_extensions import i64

def narrow_literal(x: i64) -> i64:
    return 1 << x

def narrow_cast(x: i64) -> i64:
    return i64(1) << x

def narrow_local(x: i64) -> i64:
    one: i64 = 1
    return one << x

def narrow_right(x: i64) -> i64:
    return 255 >> x

def narrow_negative(x: i64, y: i64) -> i64:
    y |= -2 << (x & 3)
    return y

def wide_helper(i: i64) -> i64:
    return 0x1000000000000000 >> (60 - i)

def wide_register(x: i64, y: i64 = 3) -> i64:
    return (x << 3) | (x >> y) | (1 << 40)

def wide_text(x: i64) -> str:
    return "1 << x"

def wide_int(x: int) -> int:
    return 1 << x
"""


def test_the_guard_finds_planted_32_bit_shifts(builder: ModuleType, tmp_path: Path):
    pytest.importorskip("mypyc", reason="mypy is not installed")
    (tmp_path / "planted.py").write_text(PLANTED, encoding="utf-8")
    script = "from mypyc.build import mypycify; mypycify(['planted.py'])"
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, timeout=300)
    (c_file,) = tmp_path.glob("build/__native*.c")
    found = builder.narrow_shifts(c_file.read_text(encoding="utf-8"))
    assert {shift.partition(":")[0] for shift in found} == {
        "narrow_literal",
        "narrow_cast",
        "narrow_local",
        "narrow_right",
        "narrow_negative",
    }


@needs_checkout
def test_no_loop_of_the_core_counts_in_a_variable_called_underscore(builder: ModuleType):
    """mypyc gives `_` no type of its own: `for _ in range(n)` makes a Python object in every round."""
    boxed = [
        f"{source}:{node.lineno}"
        for source in builder.sources()
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and node.target.id == "_"
    ]
    assert boxed == []


@needs_compiled
@pytest.mark.skipif(os.name == "nt", reason="these are flags of gcc and clang")
def test_the_core_was_compiled_with_the_flags_it_needs():
    built = _build.manifest()
    assert built is not None
    flags = set(built["flags"])
    assert flags & {"-fwrapv", "-fno-strict-overflow"}, "a signed overflow has to wrap"
    assert {"-DNDEBUG", "-O3", "-fvisibility=hidden", "-ffp-contract=off"} <= flags


@needs_compiled
@pytest.mark.parametrize(("pure", "suffix", "line"), [("1", ".py", "CROUPIER_PURE=1"), ("", "", "compiled core")])
def test_the_environment_chooses_the_core(pure: str, suffix: str, line: str):
    built = _build.manifest()
    assert built is not None
    script = (
        "import importlib, json, sys, croupier, croupier._build as b;"
        "print(json.dumps([b.build_line()] + [importlib.import_module(m).__file__ for m in sys.argv[1:]]))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script, *built["recipe"]["modules"]],
        env={**os.environ, "CROUPIER_PURE": pure},
        capture_output=True,
        check=True,
        text=True,
        timeout=300,
    )
    said, *files = json.loads(answer.stdout)
    assert line in said
    assert {file.endswith(".py") for file in files} == {suffix == ".py"}
