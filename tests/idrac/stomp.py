"""A STOMP client as small as the frames that the iDRAC tools send (go-stomp 2.0.3)."""

from __future__ import annotations

import socket
from typing import NamedTuple


class Frame(NamedTuple):
    """What the bus says."""

    command: str
    headers: dict[str, str]
    body: bytes


class Stomp:
    """A connection that is logged in, with the heart beat that the tools ask for."""

    def __init__(self, port: int, seconds: float = 10) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), seconds)
        self._read = b""
        self.send("CONNECT", {"accept-version": "1.0,1.1,1.2", "host": "127.0.0.1", "heart-beat": "60000,0"})
        self.greeting = self.frame()

    def send(self, command: str, headers: dict[str, str], body: bytes = b"") -> None:
        """One frame; ``body`` may hold anything."""
        lines = [command, *(f"{key}:{value}" for key, value in headers.items()), f"content-length:{len(body)}"]
        self._socket.sendall("\n".join(lines).encode() + b"\n\n" + body + b"\0")

    def subscribe(self, queue: str) -> None:
        """As the tools do, which call a queue by a bare path."""
        self.send("SUBSCRIBE", {"destination": queue, "id": queue, "ack": "auto"})

    def put(self, queue: str, body: bytes, **headers: str) -> None:
        """A message."""
        self.send("SEND", {"destination": queue, "content-type": "text/plain", **headers}, body)

    def frame(self) -> Frame:
        """The next one; TimeoutError when none comes, EOFError when none will."""
        while b"\0" not in self._read.lstrip(b"\n"):
            self._more()
        head, _, rest = self._read.lstrip(b"\n").partition(b"\n\n")
        command, *lines = head.decode().split("\n")
        headers = dict(line.split(":", 1) for line in lines)
        length = int(headers.get("content-length", rest.find(b"\0")))
        while len(rest) <= length:
            self._more()
            rest = self._read.lstrip(b"\n").partition(b"\n\n")[2]
        self._read = rest[length + 1 :]
        return Frame(command, headers, rest[:length])

    def _more(self) -> None:
        data = self._socket.recv(65536)
        if not data:
            raise EOFError
        self._read += data

    def close(self) -> None:
        """Without a farewell, as a program that is ended."""
        self._socket.close()

    def __enter__(self) -> Stomp:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
