"""What the texts of the iDRAC collector must be, whichever input they come from."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

CORE = "{http://activemq.apache.org/schema/core}"
_EXPIRY = "headerMessageInterceptorStrategy"
_LISTENERS = f"{CORE}broker/{CORE}transportConnectors/{CORE}transportConnector"


def broker_problems(text: str) -> list[str]:
    """Of the bus: it listens on loopback alone, keeps nothing on disk, and all that it holds has a bound."""
    return list(_broker_problems(ElementTree.fromstring(text)))  # noqa: S314 # our own output


def _broker_problems(root: ElementTree.Element) -> Iterator[str]:
    (broker,) = root.findall(f"{CORE}broker")
    for name in ("persistent", "useJmx"):
        if broker.get(name) != "false":
            yield f"{name} is not off"
    yield from _listener_problems(root)
    yield from _queue_problems(root)


def _listener_problems(root: ElementTree.Element) -> Iterator[str]:
    found = [one.get("uri", "") for one in root.findall(_LISTENERS)]
    for uri in found:
        parts = urlsplit(uri)
        if (parts.scheme, parts.hostname) != ("stomp", "127.0.0.1"):
            yield f"listens on {uri}"
        if "maximumConnections" not in parse_qs(parts.query):
            yield f"{uri} takes any number of connections"
    if len(found) != 1:
        yield f"has {len(found)} listeners"


def _queue_problems(root: ElementTree.Element) -> Iterator[str]:
    (memory,) = (int(one.get("limit", "0")) for one in root.iter(f"{CORE}memoryUsage") if one.get("limit"))
    queues = {one.get("queue"): one for one in root.iter(f"{CORE}policyEntry")}
    limits = [int(one.get("memoryLimit", "0")) for name, one in queues.items() if name != ">"]
    if not limits or min(limits) <= 0 or sum(limits) >= memory:
        yield f"queues of {limits} bytes leave no room for commands within {memory}"
    for name, entry in queues.items():
        if entry.find(f"{CORE}deadLetterStrategy/{CORE}discarding") is None:
            yield f"{name} keeps what has expired"
        expires = [int(one.get("zeroExpirationOverride", "0")) for one in entry.iter(f"{CORE}{_EXPIRY}")]
        forced = all(one.get("forceExpiration") == "true" for one in entry.iter(f"{CORE}{_EXPIRY}"))
        if not forced or (name == ">") != (expires == []) or any(one <= 0 for one in expires):
            yield f"{name} expires after {expires}"


def script_problems(text: str) -> list[str]:
    """Whether bash can read it."""
    command = ["bash", "-n"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stderr.splitlines()


def properties_problems(text: str) -> list[str]:
    """Lines of names and values, one appender, and no file."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    found = [f"{line!r} has no value" for line in lines if " = " not in line]
    values = dict(line.split(" = ", 1) for line in lines if " = " in line)
    if any(name.endswith(("fileName", "filePattern")) for name in values):
        found.append("writes to a file")
    if values.get("rootLogger.appenderRef.console.ref") != values.get("appender.console.name"):
        found.append("the root logger has no appender")
    return found
