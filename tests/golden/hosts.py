"""Every URL, and every host and port that a configuration names, leads to a Service or to where the user wants.

The names and ports that the operators give are those of `references`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

from tests.golden.addresses import is_address
from tests.golden.flows_files import dialled, dialled_by, mounted_files
from tests.golden.pods import Object
from tests.golden.references import PARTS, SINGLE, Output, sections

_WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job")
_XML_NAMES = frozenset({"www.w3.org", "www.springframework.org", "activemq.apache.org"})
"""In the bus's configuration: names of vocabularies, which nobody asks."""
_PATHS = {
    ("", "vmselect"): ("/select/0/prometheus",),
    ("", "vminsert"): ("/insert/0/prometheus/api/v1/write",),
    ("VMAlert", "vminsert"): ("/insert/0/prometheus",),
    ("", "vmagent"): ("/api/v1/write", "/opentelemetry/v1/metrics"),
    ("", "vlinsert"): ("/insert/native",),
    ("", "vlagent"): ("/insert/jsonline",),
}
"""By the kind that writes (empty for the others) and the Service, where it answers: VictoriaMetrics 1.148, VictoriaLogs
1.52.
"""
_URL = re.compile(r"https?://[^\s\"'<>,\\]+")


def host_problems(output: Output) -> list[str]:
    """What leads nowhere."""
    return [
        f"{one['kind']} {one['metadata']['name']}: {problem}"
        for one in output.objects
        for problem in (*_urls(one, output), *_dialled(one, output))
    ]


def _urls(one: Object, output: Output) -> Iterator[str]:
    for text in dict.fromkeys(_texts(one)):
        for url in _URL.findall(text):
            parts = urlsplit(url)
            if parts.netloc not in output.written and parts.netloc not in _XML_NAMES:
                problem = _wrong_host(parts.hostname or "", parts.port, output) or _wrong_path(one["kind"], url)
                if problem:
                    yield f"{url}: {problem}"


def _wrong_path(kind: str, url: str) -> str:
    """Why the Service does not take it there: vmalert alone adds the end of a path itself."""
    parts = urlsplit(url)
    service = (parts.hostname or "").partition("-")[0]
    wanted = _PATHS.get((kind, service)) or _PATHS.get(("", service))
    return f"{service} is asked at {wanted}" if wanted is not None and parts.path not in wanted else ""


def _texts(one: Object) -> Iterator[str]:
    for part in ("spec", "data"):
        for _, value in sections(one.get(part, {})):
            yield from (text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str))


def _wrong_host(host: str, port: int | None, output: Output) -> str:
    """Why nobody answers there; empty where a Service does."""
    services = _services(output)
    name, _, rest = host.partition(".")
    if host in ("localhost", "127.0.0.1"):
        return ""
    if rest not in ("", output.namespace, f"{output.namespace}.svc", f"{output.namespace}.svc.{output.domain}"):
        return "neither the user's nor a Service of this namespace"
    if name not in services:
        return f"there is no Service {name}"
    return "" if port in services[name] else f"Service {name} has no port {port}"


def _services(output: Output) -> dict[str, Collection[int]]:
    """The ports of every Service that is rendered, or that an operator makes of what is rendered."""
    found: dict[str, Collection[int]] = {}
    for one in output.objects:
        kind, name, spec = one["kind"], one["metadata"]["name"], one.get("spec", {})
        if kind == "Service":
            found[name] = [port["port"] for port in spec["ports"]]
        elif kind == "Kafka":
            found[f"{name}-kafka-bootstrap"] = [listener["port"] for listener in spec["kafka"]["listeners"]]
        elif kind in SINGLE:
            prefix, port = SINGLE[kind]
            found[f"{prefix}-{name}"] = [port]
        for part, ports in PARTS.get(kind, {}).items():
            if part in spec:
                found[f"{part}-{name}"] = ports
    return found


def _dialled(one: Object, output: Output) -> Iterator[str]:
    """Brokers, daemons and receivers, which are named without a URL."""
    if one["kind"] not in _WORKLOADS:
        return
    template = one["spec"]["template"]
    for other in (*dialled(mounted_files(template, output.objects)), *dialled_by(template)):
        if other.url or (is_address(other.host) and other.host in output.written):
            continue
        problem = _wrong_host(other.host, other.port, output)
        if problem:
            yield f"{other.host}:{other.port}: {problem}"
