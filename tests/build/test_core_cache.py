"""The cache of `croupier compile`, without compiling: what replaces what, what is never used, what is in the way."""

import json
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from filelock import FileLock

from croupier import _cache
from croupier.kernel.errors import UsageError
from croupier.ui import compile_games as building

MODULE = "snap.core.rules"


@pytest.fixture
def snap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game whose compilation writes a file, and whose matches are the same in both forms, unless a test says so."""
    rules = tmp_path / "snap" / "core" / "rules.py"
    rules.parent.mkdir(parents=True)
    rules.write_text("", "utf-8")
    found = SimpleNamespace(rules=rules, root=tmp_path / "cache", matches=["same", "same"], said=[], content="new")

    def compile_nothing(work: Path, out: Path, core: Any, games: Any) -> None:
        out.mkdir(parents=True)
        (out / "library").write_text(found.content, "utf-8")

    monkeypatch.setenv(_cache.VARIABLE, str(found.root))
    monkeypatch.setattr(building, "find_game", lambda name: SimpleNamespace(name=name))
    monkeypatch.setattr(building, "game_sources", lambda game: {MODULE: rules})
    monkeypatch.setattr(building, "_check_tools", lambda: None)
    monkeypatch.setattr(building, "_compile", compile_nothing)
    monkeypatch.setattr(building, "_plays", lambda name, variables: found.matches["CROUPIER_CACHE" in variables])
    found.build = lambda: building.compile_games(["snap"], found.said.append, {})
    return found


def library(snap: Any) -> str:
    return (_cache.folder() / "library").read_text("utf-8")


def test_a_core_that_plays_otherwise_is_not_used_and_the_one_before_stays(snap: Any) -> None:
    snap.build()
    snap.content, snap.matches = "worse", ["same", "other"]
    with pytest.raises(UsageError, match="nothing was compiled: snap plays other matches"):
        snap.build()
    assert library(snap) == "new"
    snap.content, snap.matches = "better", ["same", "same"]
    snap.build()
    assert library(snap) == "better"
    assert not list(snap.root.glob("building-*"))


def test_what_a_killed_build_left_is_removed(snap: Any) -> None:
    left = snap.root / "building-dead" / "work"
    left.mkdir(parents=True)
    snap.build()
    assert not left.exists()


def test_a_second_process_waits_and_says_so(snap: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    snap.root.mkdir()
    first = FileLock(snap.root / "building.lock")
    first.acquire()

    def say(text: str) -> None:
        snap.said.append(text)
        first.release()

    building.compile_games(["snap"], say, {})
    assert snap.said[0] == "Another process is compiling; waiting for it."
    assert library(snap) == "new"


def test_a_cache_that_cannot_be_written_is_one_sentence(snap: Any) -> None:
    snap.root.write_text("a file, not a folder", "utf-8")
    with pytest.raises(
        UsageError, match=r"nothing was compiled: cannot write to .*; another folder can be chosen with"
    ):
        snap.build()


def test_games_that_were_compiled_before_are_built_again_unless_they_are_broken(
    snap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    snap.build()
    contents = _cache.folder() / _cache.CONTENTS
    built = json.loads(contents.read_text("utf-8"))
    built["games"] |= {"hearts": {}, "broken": {}}
    contents.write_text(json.dumps(built), "utf-8")

    def find(name: str) -> Any:
        if name == "broken":
            raise UsageError("it cannot be loaded")
        return SimpleNamespace(name=name)

    monkeypatch.setattr(building, "find_game", find)
    snap.build()
    assert sorted(json.loads(contents.read_text("utf-8"))["games"]) == ["hearts", "snap"]


def test_a_changed_library_or_an_older_format_is_not_used(snap: Any) -> None:
    snap.build()
    built = _cache.read()
    assert built is not None
    assert _cache.is_fresh(built["libraries"])
    name, size, time = built["libraries"][0]
    assert not _cache.is_fresh([(name, size + 1, time)])
    (_cache.folder() / _cache.CONTENTS).write_text('{"core": {}, "games": {}}', "utf-8")
    assert _cache.read() is None


def test_a_game_from_another_place_is_not_shadowed_by_the_compiled_one(tmp_path: Path) -> None:
    finder = _cache.CoreFinder(tmp_path, ["croupier.kernel.bits"], {MODULE: "/first/snap/core"})
    assert finder.find_spec(MODULE, ["/second/snap/core"]) is None
    spec = finder.find_spec(MODULE, ["/first/snap/core"])
    assert spec is not None
    assert isinstance(spec.loader, ExtensionFileLoader)
    assert not finder.serves(MODULE)


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"core": 3, "games": [], "libraries": 1, "files": null}'])
def test_a_broken_list_of_contents_is_not_used(snap: Any, broken: str) -> None:
    snap.build()
    (_cache.folder() / _cache.CONTENTS).write_text(broken, "utf-8")
    assert _cache.read() is None
    snap.build()
    assert _cache.read() is not None


def test_a_truncated_library_is_not_loaded(snap: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cache.sys, "meta_path", [])
    monkeypatch.delenv("CROUPIER_PURE", raising=False)
    snap.build()
    whole = library(snap)
    for content, is_used in ((whole[:-1], False), (whole, True)):
        (_cache.folder() / "library").write_text(content, "utf-8")
        _cache.install()
        assert (_cache.active() is not None) == is_used
