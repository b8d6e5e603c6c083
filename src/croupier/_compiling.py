"""How the core is translated to C and compiled: by setup.py, and by `croupier compile` with games of other packages.

setup.py loads this file by its path. It imports nothing of the package.
"""

import hashlib
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

GROUP: Final = "croupier"
LIBRARY: Final = f"{GROUP}__mypyc"

# Calls inside the core need no symbol table; no fused multiply-add, so that a search gives the same numbers everywhere;
# a signed overflow wraps, as mypyc relies on. Rules are many small functions: inlining more of them than the compiler
# would makes moves 4 to 11 % faster.
FLAGS: Final = [
    "-fvisibility=hidden",
    "-ffp-contract=off",
    "-fno-strict-overflow",
    "-fwrapv",
    "--param=max-inline-insns-auto=300",
    "--param=max-inline-insns-single=600",
    "--param=inline-min-speedup=5",
    "--param=inline-unit-growth=100",
]
# The group is one large C file. Optimised when it is linked, all cores work on it.
LINKING: Final = ["-O3", "-flto=auto"]


class CannotCompileError(Exception):
    """Why there will be no compiled core, as one line."""


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def narrow_shifts(c_text: str) -> Iterator[str]:
    """The shifts that mypyc wrote in 32 bits: 'function: line'.

    `1 << x` with an i64 x becomes `1 << cpy_r_x` in C, where the 1 is an int and bit 40 is lost without a word.
    Literals too large for an int get a suffix (LL) and registers are declared 64 bits wide, so both are fine; and so is
    a literal shifted by a literal, which is how mypyc marks the arguments that were passed.
    """
    function = "?"
    for line in c_text.splitlines():
        if defined := re.match(r"[\w ]+[ *]CPyDef_(\w+)\(.*\{", line):
            function = defined[1]
        bare = re.sub(r'"(?:\\.|[^"\\])*"|/\*.*?\*/', " ", line)
        if re.search(r"(?<![\w.)\]])-?\b(?:0[xX][0-9a-fA-F]+|\d+)\s*\)*\s*(?:<<|>>)[\s(]*[A-Za-z_]", bare):
            yield f"{function}: {line.strip()}"


def check_compiler() -> str:
    """Try a C file that includes Python.h. Returns the compiler's type ('unix', 'msvc')."""
    try:
        import_module("setuptools")  # it brings distutils where Python has none
    except ImportError as error:
        raise CannotCompileError("setuptools is not installed") from error
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    include = sysconfig.get_path("include")
    if not (Path(include) / "Python.h").exists():
        raise CannotCompileError("the headers of Python are missing")
    compiler: Any = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\n", encoding="utf-8")
        try:
            compiler.compile([str(probe)], output_dir=folder, include_dirs=[include])
        except Exception as error:
            raise CannotCompileError("no working C compiler") from error
    return compiler.compiler_type


def translate(paths: list[Path]) -> list[Any]:
    """The core as C, written to build/, and how to compile it."""
    compiler_type = check_compiler()
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        raise CannotCompileError("mypy is not installed") from error
    try:
        extensions = mypycify([str(path) for path in paths], group_name=GROUP, opt_level="3", debug_level="0")
    except SystemExit as error:
        raise CannotCompileError("mypyc refused the sources, see above") from error
    except Exception as error:
        raise CannotCompileError(f"mypyc failed: {error!r}") from error
    for file in generated(extensions):
        for shift in narrow_shifts(file.read_text(encoding="utf-8")):
            raise CannotCompileError(f"{file} shifts in 32 bits, write bit(x) instead of 1 << x: {shift}")
    if compiler_type == "unix":
        for extension in extensions:
            # A newer compiler's warning is no reason to lose the core.
            extension.extra_compile_args = [f for f in extension.extra_compile_args if f != "-Werror"] + FLAGS
            if extension.name == f"{GROUP}__mypyc":
                extension.extra_compile_args += LINKING
                extension.extra_link_args += FLAGS + LINKING
    return extensions


def generated(extensions: list[Any]) -> list[Path]:
    return sorted({Path(source) for extension in extensions for source in extension.sources})


def build_in_place(work: Path, out: Path, sources: list[str]) -> None:
    """Compile the sources, which lie under `work`, the current folder, into `out`."""
    from setuptools import setup

    extensions = translate([Path(source) for source in sources])
    arguments = ["--quiet", "build_ext", "--force", f"--build-lib={out}", f"--build-temp={work / 'objects'}"]
    setup(name=GROUP, packages=[], py_modules=[], ext_modules=extensions, script_args=arguments)


def main() -> None:
    """`python -m croupier._compiling WORK OUT SOURCE...`; a reason why it cannot is the last line on stderr."""
    work, out, *sources = sys.argv[1:]
    try:
        build_in_place(Path(work), Path(out), sources)
    except CannotCompileError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
