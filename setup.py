"""Builds the compiled core: rules, match and search as one mypyc group. All of it or none of it.

What is compiled is listed in pyproject.toml under [tool.croupier]. Where it cannot be compiled the package is built as
plain Python, and one line says why. Two variables decide otherwise:

    CROUPIER_PURE=1              build plain Python
    CROUPIER_REQUIRE_COMPILED=1  a failure is an error, not plain Python (`make` sets it where there is a compiler)

A build leaves its manifest in croupier/_compiled.json: a hash of every source, the tools, the compiler's flags. By it
`python setup.py build_ext --inplace` does nothing when nothing changed, and a test finds an .so that is out of date.
"""

import json
import os
import platform
import sys
import sysconfig
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


def load_compiling() -> Any:
    """src/croupier/_compiling.py, without importing the package."""
    spec = spec_from_file_location("croupier_compiling", Path("src/croupier/_compiling.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compiling = load_compiling()
GROUP = compiling.GROUP
CannotCompileError = compiling.CannotCompileError
digest, generated, installed = compiling.digest, compiling.generated, compiling.installed
narrow_shifts, translate = compiling.narrow_shifts, compiling.translate
MANIFEST = "croupier/_compiled.json"
SOURCE_ROOT = Path("src")
BUILDING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install", "develop"}


def sources() -> list[Path]:
    """The files to compile, in a fixed order. An `__init__.py` only says what is in its folder and stays Python."""
    patterns = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["croupier"]["compiled"]
    found = {path for pattern in patterns for choice in expand_braces(pattern) for path in Path().glob(choice)}
    return sorted(path for path in found if path.name != "__init__.py")


def expand_braces(pattern: str) -> list[str]:
    """`a/{b,c}.py` as `a/b.py` and `a/c.py`."""
    before, brace, rest = pattern.partition("{")
    if not brace:
        return [pattern]
    choices, _, after = rest.partition("}")
    return [before + choice + after for choice in choices.split(",")]


def module_name(source: Path) -> str:
    return ".".join(source.relative_to(SOURCE_ROOT).with_suffix("").parts)


def recipe() -> dict[str, Any]:
    """All that decides what the core will be. An equal recipe needs no second build."""
    return {
        "python": platform.python_version(),
        "tag": sys.implementation.cache_tag,
        "mypy": installed("mypy"),
        "librt": installed("librt"),
        "setup": digest(Path("setup.py")) + digest(Path("src/croupier/_compiling.py")),
        "modules": {module_name(source): digest(source) for source in sources()},
    }


def is_fresh() -> bool:
    """Whether the core that lies beside the sources is the one this recipe would give."""
    try:
        manifest = json.loads((SOURCE_ROOT / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    files = [source.with_name(source.stem + suffix) for source in sources()]
    files.append(SOURCE_ROOT / f"{GROUP}__mypyc{suffix}")
    return manifest["recipe"] == recipe() and all(file.exists() for file in files)


def remove_core(root: Path) -> None:
    """Take every extension and the manifest away, so that the sources count."""
    for file in [*root.glob(f"{GROUP}__mypyc.*"), *root.glob("croupier/**/*")]:
        if file.suffix in {".so", ".pyd"}:
            file.unlink()
    (root / MANIFEST).unlink(missing_ok=True)


def give_up(reason: str) -> None:
    """Say once that it will be plain Python, or stop where that was ruled out."""
    if os.environ.get("CROUPIER_REQUIRE_COMPILED", "") not in ("", "0"):
        sys.exit(f"croupier: the compiled core could not be built: {reason}")
    print(
        f"croupier: built without its compiled core ({reason}); "
        "the same code runs as plain Python, about 50 times slower in the rules",
        file=sys.stderr,
    )


class BuildCore(build_ext):
    """Compiles all extensions and writes the manifest, or leaves none of them."""

    def finalize_options(self) -> None:
        super().finalize_options()
        # Timestamps say nothing about changed flags; the manifest has decided already.
        self.force = True
        self.parallel = True  # the many small extensions beside the large one

    def run(self) -> None:
        extensions = self.distribution.ext_modules
        if not extensions:
            return
        try:
            super().run()
        except Exception as error:
            remove_core(Path(self.build_lib))
            if self.inplace:
                remove_core(SOURCE_ROOT)
            self.extensions = self.distribution.ext_modules = []
            give_up(f"compilation failed: {error}")
            return
        manifest = {
            "recipe": recipe(),
            "flags": [*self.compiler.compiler_so, *extensions[0].extra_compile_args],
            "c": {str(file): digest(file) for file in generated(extensions)},
        }
        root = SOURCE_ROOT if self.inplace else Path(self.build_lib)
        (root / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")

    def copy_extensions_to_source(self) -> None:
        # Unlinked first: a process that has the old core mapped keeps it, and no module that is gone leaves its .so.
        remove_core(SOURCE_ROOT)
        super().copy_extensions_to_source()


def main() -> None:
    command = BUILDING.intersection(sys.argv[1:])
    in_place = "editable_wheel" in command or "develop" in command or "--inplace" in sys.argv or "-i" in sys.argv
    pure = os.environ.get("CROUPIER_PURE", "") not in ("", "0")
    extensions: list[Extension] = []
    if command and in_place and not pure and "--force" not in sys.argv and is_fresh():
        print("croupier: the compiled core is up to date")
        if command == {"build_ext"}:
            return
    elif command:
        paths = sources()
        try:
            if pure:
                print("croupier: built as plain Python (CROUPIER_PURE=1)")
            elif paths:
                extensions = translate(paths)
        except CannotCompileError as error:
            give_up(str(error))
        if in_place and not extensions:
            remove_core(SOURCE_ROOT)
    setup(ext_modules=extensions, cmdclass={"build_ext": BuildCore})


if __name__ == "__main__":
    main()
