"""A real PostgreSQL server, started for the tests that need one."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

NOBODY = pwd.getpwnam("nobody")


def programs() -> Path | None:
    """Where Debian keeps the server, or wherever it is on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def as_nobody(command: list[str], folder: Path) -> None:
    """The server refuses to run as root."""
    drop = {"user": NOBODY.pw_uid, "group": NOBODY.pw_gid, "extra_groups": []} if os.getuid() == 0 else {}
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
        **drop,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server without databases of ours."""
    found = programs()
    if found is None:
        pytest.skip("there is no PostgreSQL server here, and scripts/system-packages.sh could not install one")
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
    if os.getuid() == 0:
        os.chown(folder, NOBODY.pw_uid, NOBODY.pw_gid)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    control = [str(found / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log")]
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    try:
        as_nobody([str(found / "initdb"), "-D", str(data), "-U", "croupier", "--auth=trust"], folder)
        as_nobody([*control, "-o", options, "start"], folder)
        yield f"postgresql://croupier@127.0.0.1:{port}"
        as_nobody([*control, "-m", "immediate", "stop"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(postgres_server: str, request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes an empty database on the server."""
    import psycopg

    names = iter(f"db{abs(hash(request.node.nodeid))}_{number}" for number in range(100))

    def new() -> str:
        name = next(names)
        with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name}".encode())
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"{postgres_server}/{name}"

    return new


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "runs.sqlite")
    return request.getfixturevalue("new_database")()
