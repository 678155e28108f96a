"""The YAML language server that editors run, spoken to as an editor does (Language Server Protocol over its pipes).

From npm, at the versions of `server/package-lock.json`; kept in `.cache/`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.cache import CACHE, held
from tools.command import ToolError, run

PACKAGE = Path(__file__).with_name("server")
_LOCK = "package-lock.json"


def installed() -> Path:
    """The server's folder, installed once per lock file; ToolError where npm or the registry is not there."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise ToolError("node and npm are not on PATH")
    version = hashlib.sha256((PACKAGE / _LOCK).read_bytes()).hexdigest()[:12]
    folder = CACHE / f"yaml-language-server-{version}"
    with held(CACHE / "yaml-language-server"):
        if not (folder / "complete").exists():
            folder.mkdir(parents=True, exist_ok=True)
            for name in ("package.json", _LOCK):
                shutil.copy(PACKAGE / name, folder / name)
            run([npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1"], cwd=folder)
            (folder / "complete").touch()
    return folder / "node_modules" / "yaml-language-server"


class Server:
    """A running server. Every answer is awaited as long as the server lives."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self._process, self._asked, self._opened = process, 0, 0
        self._told: dict[str, list[Any]] = {}
        self._ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self._send({"method": "initialized", "params": {}})
        # What an editor has by default, but for the store of schemas on the internet.
        settings = {"yaml": {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}}
        self._send({"method": "workspace/didChangeConfiguration", "params": {"settings": settings}})

    def diagnostics(self, file: Path, text: str) -> list[tuple[int, str]]:
        """Line (from 1) and message of each thing that an editor underlines in ``text`` of ``file``."""
        uri = self._open(file, text)
        while uri not in self._told:
            self._take(self._read())
        return [(one["range"]["start"]["line"] + 1, one["message"]) for one in self._told[uri]]

    def hover(self, file: Path, text: str, word: str) -> str:
        """What is shown when the pointer rests on the first ``word`` of ``text``."""
        before = text[: text.index(word)]
        shown = self._at(file, text, "textDocument/hover", before)
        return str(shown["contents"]["value"]) if shown else ""

    def completions(self, file: Path, text: str) -> list[str]:
        """What is proposed at the end of ``text``."""
        shown = self._at(file, text, "textDocument/completion", text)
        return [item["label"] for item in shown["items"]]

    def _at(self, file: Path, text: str, method: str, before: str) -> Any:
        uri = self._open(file, text)
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        return self._ask(method, {"textDocument": {"uri": uri}, "position": place})

    def _open(self, file: Path, text: str) -> str:
        # Under a name of its own each time: what is still told of an earlier text is then not taken for this one's.
        self._opened += 1
        uri = file.with_name(f"{self._opened}-{file.name}").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        return uri

    def _ask(self, method: str, parameters: Any) -> Any:
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": parameters})
        while True:
            message = self._read()
            if message.get("id") == self._asked and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self._take(message)

    def _take(self, message: Any) -> None:
        """Remember what the server tells, and answer what it asks."""
        if message.get("method") == "textDocument/publishDiagnostics":
            self._told[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message and "method" in message:
            items = message.get("params", {}).get("items", [])
            self._send({"id": message["id"], "result": [None for _ in items]})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server is gone"
        return json.loads(self._process.stdout.read(length))


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server whose workspace is ``folder``; it ends with the block."""
    node, program = shutil.which("node"), installed() / "bin" / "yaml-language-server"
    with subprocess.Popen(
        [str(node), str(program), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield Server(process, folder)
        finally:
            process.kill()
