"""The real message bus with the rendered configuration, asked as the tools ask it."""

from __future__ import annotations

import contextlib
import re
import subprocess
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.idrac import activemq
from tests.idrac.rendered import compilation, containers, objects
from tests.idrac.stomp import Stomp
from tools.command import ToolError

SUBSCRIBE = b'{"command":"subscribe","ReceiveQueue":"%s"}'


class Bus(NamedTuple):
    """A bus that runs: its process, where it listens, and the folder with the files of its pod."""

    process: subprocess.Popen[str]
    port: int
    folder: Path


@cache
def texts() -> dict[str, str]:
    found: dict[str, str] = objects(compilation())["ConfigMap idrac-telemetry"]["data"]
    return dict(found)


def command(heap: str = "") -> list[str]:
    container = containers(compilation())["activemq"]
    whole = [*container["command"], *container["args"]]
    return [re.sub(r"-Xmx\d+", f"-Xmx{heap}", one) if heap else one for one in whole]


def configured(port: int, **smaller: str) -> dict[str, str]:
    """The files with another port, since 61613 may be somebody's here, and other numbers where they are asked for."""
    found = {name: text.replace("61613", str(port)) for name, text in texts().items()}
    for name, value in smaller.items():
        found["activemq.xml"], count = re.subn(f'{name}="\\d+"', f'{name}="{value}"', found["activemq.xml"])
        assert count
    return found


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bus]:
    yield from _running(tmp_path_factory.mktemp("bus"), {})


@pytest.fixture(scope="module")
def small_bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bus]:
    """Of two queues of 1 MB whose messages wait for a second."""
    smaller = {"memoryLimit": str(10**6), "zeroExpirationOverride": "1000"}
    yield from _running(tmp_path_factory.mktemp("small"), smaller)


def _running(folder: Path, smaller: dict[str, str]) -> Iterator[Bus]:
    try:
        activemq.home()
    except ToolError as error:
        pytest.skip(f"no ActiveMQ to be had: {error}")
    port = activemq.free_port()
    with activemq.broker(folder, configured(port, **smaller), command("256m"), port) as process:
        yield Bus(process, port, folder)


def test_it_listens_on_loopback_and_nowhere_else(bus: Bus) -> None:
    assert _listening(bus.process.pid) == {("127.0.0.1", bus.port)}


def _listening(pid: int) -> set[tuple[str, int]]:
    """Every TCP and UDP socket that the process has and is no connection, from the kernel's tables."""
    own = {str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()}
    found = set()
    for table, waiting in (("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == waiting and f"socket:[{words[9]}]" in own:
                address, port = words[1].split(":")
                mapped = address.removeprefix("0000000000000000FFFF0000")
                found.add(("127.0.0.1" if mapped == "0100007F" else address, int(port, 16)))
    return found


def test_it_writes_no_file(bus: Bus) -> None:
    assert {one.name for one in bus.folder.iterdir()} == {*texts(), "log", "no-processes"}
    data = re.search(r"ACTIVEMQ_DATA: (.*)", (bus.folder / "log").read_text())
    assert data is not None
    assert not Path(data[1]).exists()


def test_a_message_makes_the_round(bus: Bus) -> None:
    with Stomp(bus.port) as reader, Stomp(bus.port) as writer:
        assert reader.greeting.command == "CONNECTED"
        reader.subscribe("/authorization")
        writer.put("/authorization", '{"ip": "192.0.2.1", "auth": {"password": "\0é"}}'.encode())
        found = reader.frame()
    assert (found.command, found.body) == ("MESSAGE", '{"ip": "192.0.2.1", "auth": {"password": "\0é"}}'.encode())
    assert found.headers["expires"] == "0"


def test_values_wait_for_a_while_and_commands_as_long_as_it_takes(bus: Bus) -> None:
    with Stomp(bus.port) as client:
        for queue, waits in (("/kafka", 90_000), ("/prometheus", 90_000), ("/databus", None), ("/authorization", None)):
            client.subscribe(queue)
            client.put(queue, b"x")
            headers = client.frame().headers
            left = int(headers["expires"]) - int(headers["timestamp"])
            assert left == waits if waits else headers["expires"] == "0", queue


def test_a_pump_that_is_away_slows_the_other_down_and_does_not_stop_it(small_bus: Bus) -> None:
    """Two and a half times as much as its queue holds."""
    count, body = 50, b"x" * 50_000
    with Stomp(small_bus.port, 20) as reader, Stomp(small_bus.port, 20) as writer:
        reader.subscribe("/prometheus")
        got: list[bytes] = []
        thread = threading.Thread(target=lambda: got.extend(reader.frame().body for _ in range(count)))
        thread.start()
        for _ in range(count):
            writer.put("/kafka", body)
            writer.put("/prometheus", body)
        thread.join(20)
        assert got == [body] * count
    with Stomp(small_bus.port, 1) as late:
        late.subscribe("/kafka")
        left = len(list(_until_silent(late)))
    # The newest are there, and no more than the queue holds.
    assert 0 < left <= 10**6 // len(body) + 1


def _until_silent(client: Stomp) -> Iterator[bytes]:
    with contextlib.suppress(TimeoutError):
        while True:
            yield client.frame().body


def check(bus: Bus, *queues: str, processes: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The probe, with what runs in the pod as ``processes``."""
    environment = {"PATH": "/usr/bin:/bin", "PROC": str(processes or bus.folder / "no-processes")}
    script = ["/bin/bash", str(bus.folder / "check.sh"), *queues]
    return subprocess.run(script, env=environment, capture_output=True, text=True, check=False, timeout=30)


def test_the_probe_says_that_it_is_well_and_repeats_the_subscriptions(bus: Bus) -> None:
    done = check(bus, "/kafka", "/prometheus")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Stomp(bus.port) as reader:
        reader.subscribe("/databus")
        found = [reader.frame().body for _ in range(2)]
    assert found == [SUBSCRIBE % b"/kafka", SUBSCRIBE % b"/prometheus"]


def test_the_probe_says_that_nobody_is_there(tmp_path: Path) -> None:
    port = activemq.free_port()
    (tmp_path / "check.sh").write_text(texts()["check.sh"].replace("61613", str(port)))
    (tmp_path / "no-processes").mkdir()
    script = ["/bin/bash", str(tmp_path / "check.sh")]
    environment = {"PATH": "/usr/bin:/bin", "PROC": str(tmp_path / "no-processes")}
    assert subprocess.run(script, env=environment, capture_output=True, check=False, timeout=30).returncode == 1
