"""The real ActiveMQ, laid out as in its image, and started as the rendered container starts it."""

from __future__ import annotations

import hashlib
import shutil
import socket
import subprocess
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.cache import CACHE, held
from tools.command import ToolError, run

POM = Path(__file__).with_name("pom.xml")
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
_MAIN = "org/apache/activemq/console/Main"
IMAGE_HOME, IMAGE_CONFIG = "/opt/apache-activemq", "/etc/idrac"
"""Where the program is in the image, and where the pod mounts its configuration."""


def home() -> Path:
    """The program's folder: `lib`, and `bin/activemq.jar` that starts it. ToolError where Maven cannot fetch it."""
    version = hashlib.sha256(POM.read_bytes()).hexdigest()[:12]
    built = CACHE / "activemq" / version
    with held(CACHE / "activemq"):
        if not built.exists():
            unfinished = built.with_name(f"{version}.new")
            shutil.rmtree(unfinished, ignore_errors=True)
            where = f"-DoutputDirectory={unfinished / 'lib'}"
            run(["mvn", "-q", "-B", "-f", str(POM), _COPY, "-DincludeScope=runtime", where])
            _launcher(unfinished)
            unfinished.rename(built)
    return built


def _launcher(folder: Path) -> None:
    """The image's activemq.jar is the console's main class alone, which finds the rest in `lib`."""
    (console,) = folder.glob("lib/activemq-console-*.jar")
    (folder / "bin").mkdir()
    with zipfile.ZipFile(console) as whole, zipfile.ZipFile(folder / "bin" / "activemq.jar", "w") as made:
        made.writestr("META-INF/MANIFEST.MF", f"Manifest-Version: 1.0\nMain-Class: {_MAIN.replace('/', '.')}\n")
        for name in whole.namelist():
            if name.startswith(_MAIN):
                made.writestr(name, whole.read(name))


def free_port() -> int:
    """One that nobody has now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def broker(
    folder: Path, texts: Mapping[str, str], command: Sequence[str], port: int
) -> Iterator[subprocess.Popen[str]]:
    """Run the container's ``command`` with its files in ``folder``, until it listens on ``port``."""
    for name, text in texts.items():
        (folder / name).write_text(text)
    here = [part.replace(IMAGE_HOME, str(home())).replace(IMAGE_CONFIG, str(folder)) for part in command]
    none = folder / "no-processes"
    none.mkdir(exist_ok=True)
    log = (folder / "log").open("w")
    # PROC: nobody's processes are ended here.
    process = subprocess.Popen(here, stdout=log, stderr=log, text=True, env={"PATH": _path(), "PROC": str(none)})
    try:
        _wait(process, port, folder / "log")
        yield process
    finally:
        process.terminate()
        process.wait(20)
        log.close()


def _path() -> str:
    java = shutil.which("java")
    if java is None:
        raise ToolError("there is no java")
    return f"{Path(java).parent}:/usr/bin:/bin"


def _wait(process: subprocess.Popen[str], port: int, log: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            break
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"the bus does not listen: {log.read_text()}")
