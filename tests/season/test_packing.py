"""What is handed in: equal content is equal, and nothing hostile gets in."""

import io
import zipfile

import pytest

from croupier.kernel.errors import UsageError
from croupier.season.config import Limits
from croupier.season.packing import contents, pack_folder, pack_submission, unpack_into

from .conftest import zipped

LIMITS = Limits(upload_kb=64, unpacked_kb=256, files=20)


def link() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        info = zipfile.ZipInfo("bot.py")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    return packed.getvalue()


def lying_about_its_size() -> bytes:
    """A bomb whose directory claims ten bytes."""
    body = bytearray(zipped({"bot.py": "pass", "data": b"\0" * 10_000_000}))
    size = (10_000_000).to_bytes(4, "little")
    while (at := body.find(size)) >= 0:
        body[at : at + 4] = (10).to_bytes(4, "little")
    return bytes(body)


@pytest.mark.parametrize(
    ("name", "body", "error"),
    [
        ("bot.py", b"", "the file is empty"),
        ("bot.py", b"x" * 70_000, "68 kB; at most 64 kB"),
        ("bot.exe", b"MZ", "neither a Python file"),
        ("bot.zip", zipped({"bot.py": "pass", "data": b"\0" * 10_000_000}), "more than the 256 kB"),
        ("bot.zip", lying_about_its_size(), "the zip cannot be read|more than the 256 kB"),
        ("bot.zip", zipped({f"{number}.py": "" for number in range(21)}), "21 files; at most 20"),
        ("bot.zip", zipped({"../bot.py": ""}), "not a path inside the zip"),
        ("bot.zip", zipped({"/etc/bot.py": ""}), "not a path inside the zip"),
        ("bot.zip", zipped({"a\\..\\bot.py": ""}), "not a path inside the zip"),
        ("bot.zip", zipped({"a/" * 20 + "bot.py": ""}), "not a path inside the zip"),
        ("bot.zip", zipped({"bot.py": "", "BOT.py": ""}), "twice"),
        ("bot.zip", link(), "is a link"),
        ("bot.zip", zipped({"one.py": "", "two.py": ""}), "which file is the bot"),
        ("bot.zip", b"PK\x03\x04 and nothing", "the zip cannot be read"),
        ("bot.zip", zipped({"bot.py": "", "data": "", "data/more": ""}), "'data' as a file and as a folder"),
        ("bot.zip", zipped({"bot.py/more": "", "bot.py": ""}), "'bot.py' as a file and as a folder"),
        ("bot.zip", zipped({"bot.py": "", "\u4e00" * 100: ""}), "not a path inside the zip"),
        ("bot.zip", zipped({"bot.py": "", "a\x1b2J": ""}), "not a path inside the zip"),
        ("mine.js", b"console.log(1)", "#!/usr/bin/env node"),
        ("bot.zip", zipped({"inner.zip": zipped({"bot.py": ""})}), "which file is the bot"),
    ],
    ids=[
        "empty",
        "too_long",
        "exe",
        "zip_bomb",
        "zip_that_lies",
        "many_files",
        "outside",
        "absolute",
        "backslashes",
        "deep",
        "same_name",
        "link",
        "two_bots",
        "broken_zip",
        "file_and_folder",
        "bot_is_a_folder",
        "long_in_bytes",
        "control_characters",
        "javascript",
        "zip_in_zip",
    ],
)
def test_what_is_not_taken(name: str, body: bytes, error: str):
    with pytest.raises(UsageError, match=error):
        pack_submission(name, body, LIMITS)


def test_equal_content_is_equal_however_it_was_packed():
    one = pack_submission("a.zip", zipped({"bot.py": "pass", "w/data": b"1"}), LIMITS)
    other = pack_submission("b.zip", zipped({"top/w/data": b"1", "top/bot.py": "pass"}), LIMITS)
    assert one == other
    assert pack_submission("x.py", b"pass", LIMITS) == pack_submission("y.py", b"pass", LIMITS)
    assert one.digest != pack_submission("a.zip", zipped({"bot.py": "pass", "w/data": b"2"}), LIMITS).digest


def test_a_folder_is_packed_and_unpacked_whole(tmp_path):
    folder = tmp_path / "mine"
    (folder / "bot_weights").mkdir(parents=True)
    (folder / "bot.py").write_text("pass")
    (folder / "bot_weights" / "w.bin").write_bytes(b"1")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "junk.pyc").write_bytes(b"1")
    (folder / ".env").write_text("SECRET=1")
    found = pack_submission(*pack_folder(folder), LIMITS)
    assert sorted(contents(found.data)) == ["bot.py", "bot_weights/w.bin"]
    spec = unpack_into(tmp_path / "cache", found.digest, found.entry, found.data)
    assert spec == unpack_into(tmp_path / "cache", found.digest, found.entry, found.data)
    assert (tmp_path / "cache" / found.digest / "bot_weights" / "w.bin").read_bytes() == b"1"
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [found.digest]


def test_a_program_is_called_bot_and_can_be_run(tmp_path):
    found = pack_submission("mine.zip", zipped({"bot": "#!/bin/sh\n"}), LIMITS)
    spec = unpack_into(tmp_path, found.digest, found.entry, found.data)
    assert spec == f"cmd:{tmp_path / found.digest / 'bot'}"
    assert (tmp_path / found.digest / "bot").stat().st_mode & 0o100
