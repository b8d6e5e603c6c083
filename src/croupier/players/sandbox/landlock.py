"""Landlock: the kernel lets this process read the paths it is given, and touch nothing else, from now on."""

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from croupier.players.sandbox import linux

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446

_EXECUTE: Final = 1 << 0
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_NET: Final = 0b11  # bind and connect by TCP
_HIGH: Final = 64
_SCOPES: Final = 0b11  # abstract Unix sockets and signals outside


def get_version() -> int:
    """Which Landlock the kernel has; 0 for none."""
    if not linux.IS_LINUX:
        return 0
    try:
        return linux.call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    except OSError:
        return 0


def make_ruleset(readable: Iterable[Path], listed: Iterable[Path] = ()) -> int:
    """Rules that leave only reading and executing below `readable`, and the names of the files below `listed`.

    Returned as a descriptor that can be handed on.
    """
    from fcntl import F_DUPFD_CLOEXEC, fcntl

    abi = get_version()
    rights = _all_rights(abi)
    fields = [rights]
    if abi >= 4:
        fields.append(_NET)
    if abi >= 6:
        fields.append(_SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    rules = linux.call(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    try:
        for path in readable:
            _allow(rules, path, _EXECUTE | _READ_FILE | (_READ_DIR if path.is_dir() else 0))
        for folder in listed:
            _allow(rules, folder, _READ_DIR)
        # Out of the way of the descriptors that a guest has at fixed numbers.
        return fcntl(rules, F_DUPFD_CLOEXEC, _HIGH)
    finally:
        os.close(rules)


def enforce(rules: int) -> None:
    """Put this process under the rules. Needs no_new_privs, or root."""
    linux.call(_RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0))


def _all_rights(abi: int) -> int:
    """Everything that this version can forbid."""
    count = {1: 13, 2: 14}.get(abi, 15 if abi < 5 else 16)
    return (1 << count) - 1


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rule = struct.pack("=Qi", rights, fd)
        linux.call(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint32(0))
    finally:
        os.close(fd)
