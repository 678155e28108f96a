"""The scripts of the bus end exactly the processes that must start anew."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.idrac.test_bus import texts

PARENT, CHILDREN = "/idrac-telemetry-receiver", ("/dbdiscauth", "/configui", "/redfishread")
STRAY = " of a former receiver"
OTHERS = ("mysqld", "java", "bash", "/pause", "/application")


@contextmanager
def processes(folder: Path, names: tuple[str, ...]) -> Iterator[Mapping[str, subprocess.Popen[bytes]]]:
    """Real processes, and a table of them with these names in place of /proc.

    A receiver is the parent of its programs, but for those that are called with `STRAY` behind their name.
    """
    found = {name: subprocess.Popen(["/bin/sleep", "60"]) for name in names}
    try:
        parent = found[PARENT].pid if PARENT in found else 1
        for name, process in found.items():
            (folder / str(process.pid)).mkdir()
            program, stray, _ = name.partition(STRAY)
            (folder / str(process.pid) / "cmdline").write_bytes(program.encode() + b"\0--option\0")
            above = 1 if stray or program not in CHILDREN else parent
            (folder / str(process.pid) / "status").write_text(f"Name:\tx\nTgid:\t7\nPPid:\t{above}\nUid:\t999\n")
        # One that has ended and is still in the table has no command line, and some are gone before they are read.
        (folder / "1000001").mkdir()
        (folder / "1000001" / "cmdline").write_bytes(b"")
        (folder / "1000002").mkdir()
        yield found
    finally:
        for process in found.values():
            process.kill()
            process.wait()


def ended(found: Mapping[str, subprocess.Popen[bytes]]) -> set[str]:
    time.sleep(0.2)
    return {name for name, process in found.items() if process.poll() is not None}


def script(name: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / name).write_text(texts()[name])
    table = folder / "processes"
    environment = {"PATH": f"{folder}:/usr/bin:/bin", "PROC": str(table), "STOMP": "1"}
    command = ["/bin/bash", str(folder / name), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=30)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "processes").mkdir()
    return tmp_path / "processes"


def test_a_bus_that_starts_ends_who_knew_a_former_one_and_nobody_else(tmp_path: Path, table: Path) -> None:
    (tmp_path / "java").write_text('#!/bin/bash\nprintf "%s\\n" "$@"\n')
    (tmp_path / "java").chmod(0o755)
    known = ("/app", PARENT, *CHILDREN)
    with processes(table, (*known, *OTHERS)) as found:
        done = script("start.sh", tmp_path, "-Xmx1", "a b", "xbean:file:x")
        assert ended(found) == set(known)
    assert done.stdout == "-Xmx1\na b\nxbean:file:x\n"


def test_a_receiver_with_all_its_programs_is_left_alone(tmp_path: Path, table: Path) -> None:
    with processes(table, (PARENT, *CHILDREN, "/app", *OTHERS)) as found:
        script("check.sh", tmp_path)
        assert ended(found) == set()


@pytest.mark.parametrize("missing", CHILDREN)
def test_a_receiver_without_one_of_its_programs_is_ended(tmp_path: Path, table: Path, missing: str) -> None:
    left = tuple(name for name in CHILDREN if name != missing)
    with processes(table, (PARENT, *left, "/app", *OTHERS)) as found:
        assert "has ended" in script("check.sh", tmp_path).stdout
        assert ended(found) == {PARENT}


def test_a_receiver_that_is_not_there_yet_is_waited_for(tmp_path: Path, table: Path) -> None:
    with processes(table, ("/app", *OTHERS)) as found:
        assert script("check.sh", tmp_path).stdout == ""
        assert ended(found) == set()


def test_what_a_former_receiver_left_is_ended_and_the_new_one_is_not(tmp_path: Path, table: Path) -> None:
    strays = tuple(f"{name}{STRAY}" for name in CHILDREN)
    with processes(table, (PARENT, *CHILDREN, *strays, "/app", *OTHERS)) as found:
        assert "left its programs" in script("check.sh", tmp_path).stdout
        assert ended(found) == set(strays)


def test_a_program_of_a_former_receiver_does_not_stand_for_one_that_is_missing(tmp_path: Path, table: Path) -> None:
    stray = f"{CHILDREN[1]}{STRAY}"
    with processes(table, (PARENT, CHILDREN[0], CHILDREN[2], stray, *OTHERS)) as found:
        assert "has ended" in script("check.sh", tmp_path).stdout
        assert ended(found) == {PARENT, stray}


def test_programs_without_any_receiver_are_ended(tmp_path: Path, table: Path) -> None:
    with processes(table, (*CHILDREN, "/app", *OTHERS)) as found:
        script("check.sh", tmp_path)
        assert ended(found) == set(CHILDREN)
