"""What an entrant hands in: one file or a zip, unpacked within limits, and packed again so that equal content is equal.

Nothing of it is run or imported here. The sizes that a zip claims are not believed: bytes are counted as they come.
"""

import hashlib
import io
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.season.config import Limits

_DATE: Final = (1980, 1, 1, 0, 0, 0)
_PART: Final = re.compile(r"[\w.+@ -]{1,100}")
_MAX_DEPTH: Final = 8
_MAX_PART_BYTES: Final = 200
"""Bytes of one name in a path; file systems take 255."""
_CHUNK_BYTES: Final = 1 << 16
PROGRAM: Final = "bot"
"""The name of a program in any language that the sandbox runs."""


class Submission(msgspec.Struct, frozen=True):
    """One version of a bot as it is kept."""

    digest: str
    """SHA-256 of the paths and contents of all files."""
    entry: str
    """The file that is the bot."""
    data: bytes
    """A zip, the same for the same content."""


def pack_submission(name: str, body: bytes, limits: Limits) -> Submission:
    """Check and pack a Python file or a zip; a UsageError says what is wrong and what is allowed."""
    if not body:
        raise UsageError("the file is empty; hand in a Python file, or a zip with a bot and its data")
    if len(body) > limits.upload_kb * 1024:
        raise UsageError(f"the file has {len(body) // 1024} kB; at most {limits.upload_kb} kB are allowed")
    files = _unzip(body, limits) if body.startswith(b"PK\x03\x04") else _single(name, body, limits)
    entry = _entry(files)
    return Submission(_digest(files), entry, _zip(files))


def pack_folder(path: Path) -> tuple[str, bytes]:
    """The name and the bytes to hand in for a file or a folder of this machine."""
    if path.is_file():
        return path.name, path.read_bytes()
    if not path.is_dir():
        raise UsageError(f"no file {path}")
    files: dict[str, bytes] = {}
    for each in sorted(path.rglob("*")):
        place = each.relative_to(path)
        if each.is_file() and not any(part.startswith((".", "__pycache__")) for part in place.parts):
            files[place.as_posix()] = each.read_bytes()
    return f"{path.name}.zip", _zip(files)


def _single(name: str, body: bytes, limits: Limits) -> dict[str, bytes]:
    stem = PurePosixPath(name.replace("\\", "/")).name
    if not stem.endswith(".py"):
        raise UsageError(
            f"{stem[:60]!r} is neither a Python file (.py) nor a zip; for a bot in another language, hand in a folder "
            "or a zip with a program called bot that begins with #! (such as #!/usr/bin/env node) or is an executable"
        )
    if len(body) > limits.unpacked_kb * 1024:
        raise UsageError(f"a bot may have at most {limits.unpacked_kb} kB, not {len(body) // 1024}")
    return {"bot.py": body}


def _unzip(body: bytes, limits: Limits) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if len(members) > limits.files:
                raise UsageError(f"the zip has {len(members)} files; at most {limits.files} are allowed")
            if sum(each.file_size for each in members) > limits.unpacked_kb * 1024:
                raise _too_large(limits)
            files: dict[str, bytes] = {}
            left = limits.unpacked_kb * 1024
            for member in members:
                path = _checked_path(member)
                if path.casefold() in {each.casefold() for each in files}:
                    raise UsageError(f"the zip has {path!r} twice")
                files[path] = _read(archive, member, left, limits)
                left -= len(files[path])
            _check_folders(files)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError, RuntimeError) as error:
        raise UsageError(f"the zip cannot be read: {str(error)[:100]}") from None
    return _without_folder(files)


def _checked_path(member: zipfile.ZipInfo) -> str:
    parts = PurePosixPath(member.filename).parts
    if (member.external_attr >> 16) & 0o170000 == 0o120000:
        raise UsageError(f"{member.filename[:60]!r} is a link; hand in files only")
    if member.flag_bits & 1:
        raise UsageError(f"{member.filename[:60]!r} is encrypted")
    if not parts or len(parts) > _MAX_DEPTH or not all(map(_is_name, parts)):
        raise UsageError(
            f"{member.filename[:60]!r} is not a path inside the zip that can be used; use letters, digits, _ . -"
        )
    return "/".join(parts)


def _is_name(part: str) -> bool:
    return bool(_PART.fullmatch(part) and part.strip(". ")) and len(part.encode(errors="replace")) <= _MAX_PART_BYTES


def _check_folders(files: dict[str, bytes]) -> None:
    """A UsageError if a file has the name of a folder: such a zip cannot be unpacked."""
    names = {path.casefold() for path in files}
    for path in names:
        folders = (str(folder) for folder in PurePosixPath(path).parents)
        if clash := next((folder for folder in folders if folder in names), None):
            raise UsageError(f"the zip has {clash!r} as a file and as a folder")


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int, limits: Limits) -> bytes:
    found = bytearray()
    with archive.open(member) as file:
        while chunk := file.read(_CHUNK_BYTES):
            found += chunk
            if len(found) > left:
                raise _too_large(limits)
    return bytes(found)


def _too_large(limits: Limits) -> UsageError:
    return UsageError(f"unpacked, the zip has more than the {limits.unpacked_kb} kB that are allowed")


def _without_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Take off the one folder that holds everything, as most programs that zip a folder make it."""
    tops = {path.partition("/")[0] for path in files}
    if len(tops) == 1 and all("/" in path for path in files):
        return {path.partition("/")[2]: body for path, body in files.items()}
    return files


def _entry(files: dict[str, bytes]) -> str:
    """The bot among the files: bot.py, the only Python file at the top, or a program called bot."""
    top = [path for path in files if "/" not in path]
    python = [path for path in top if path.endswith(".py")]
    if "bot.py" in python:
        return "bot.py"
    if PROGRAM in top and files[PROGRAM].startswith((b"#!", b"\x7fELF")):
        return PROGRAM
    if len(python) == 1:
        return python[0]
    raise UsageError(
        "which file is the bot? Call it bot.py; in another language, call it bot, without an extension, and let it "
        "begin with #! (such as #!/usr/bin/env node) or be an executable"
    )


def _digest(files: dict[str, bytes]) -> str:
    lines = [f"{path}\0{hashlib.sha256(body).hexdigest()}\n" for path, body in sorted(files.items())]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path, body in sorted(files.items()):
            info = zipfile.ZipInfo(path, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, body)
    return packed.getvalue()


def contents(data: bytes) -> dict[str, bytes]:
    """The files of a packed submission."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {each.filename: archive.read(each) for each in archive.infolist()}


def unpack_into(cache: Path, digest: str, entry: str, data: bytes) -> str:
    """Write a submission into a folder of the cache, whole or not at all; the spec of its bot."""
    folder = cache / digest
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{digest[:16]}", dir=cache))
        for path, body in contents(data).items():
            target = fresh / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body)
            if path == entry and not path.endswith(".py"):
                target.chmod(0o755)
        fresh.chmod(0o755)
        try:
            os.rename(fresh, folder)
        except OSError:  # another worker was quicker
            shutil.rmtree(fresh, ignore_errors=True)
    path = folder / entry
    return str(path) if entry.endswith(".py") else f"cmd:{path}"


def unpacked_in(cache: Path) -> set[str]:
    """The hashes of the submissions in a cache, read before the store is: one that is in neither is gone."""
    return {path.name for path in cache.iterdir() if len(path.name) == 64} if cache.is_dir() else set()
