"""The four agents: where each writes, and what its queue holds for each URL."""

from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.options import EndpointAccess
from ..config.quantity import whole
from ..config.sinks import Endpoint
from .decision import Decided, Workload

QUEUE_SHARE = (8, 10)
"""The part of an agent's volume that its queues may fill (semantics.md, section 3)."""
NATIVE, JSON_LINES = "native", "jsonline"


class Target(NamedTuple):
    """One URL that an agent writes to.

    ``queue_bytes`` bounds its on-disk queue; the oldest data is dropped when it is full.
    ``format`` is vlagent's wire format, and empty for metrics.
    """

    url: str
    written_as: str
    queue_bytes: int
    insecure: bool
    access: EndpointAccess | None
    format: str
    local: bool
    reason: str
    keys: tuple[str, ...]

    @property
    def tls(self) -> bool:
        """Whether the URL is https."""
        return self.url.startswith("https://")


class Agent(NamedTuple):
    """An agent between producers and stores.

    ``on_disk`` is False where the broker in front of it is the buffer already.
    """

    workload: Workload
    targets: tuple[Target, ...]
    on_disk: Decided[bool]

    @property
    def formats(self) -> tuple[str, ...]:
        """The wire format for each URL, where not all of them are VictoriaLogs' own."""
        given = tuple(target.format for target in self.targets)
        return given if JSON_LINES in given else ()


def metric_targets(configuration: Configuration, local_url: str, volume: str) -> tuple[Target, ...]:
    """The local store and every additional metric endpoint, with equal queues."""
    sink = configuration.telemetry.telemetry_sinks.victoria_metrics
    key = "telemetry_sinks.victoria_metrics.additional_metric_remote_write_endpoints"
    return _targets(configuration, local_url, sink.additional_metric_remote_write_endpoints, key, volume, logs=False)


def log_targets(configuration: Configuration, local_url: str, volume: str) -> tuple[Target, ...]:
    """The local store and every additional log endpoint, with equal queues."""
    sink = configuration.telemetry.telemetry_sinks.victoria_logs
    key = "telemetry_sinks.victoria_logs.additional_log_write_endpoints"
    return _targets(configuration, local_url, sink.additional_log_write_endpoints, key, volume, logs=True)


def queue_bytes(volume: str, urls: int) -> int:
    """floor(0.8 x volume / number of URLs), in bytes."""
    share, of = QUEUE_SHARE
    return whole(volume) * share // (of * urls)


def _targets(
    configuration: Configuration, local_url: str, endpoints: Sequence[Endpoint], key: str, volume: str, *, logs: bool
) -> tuple[Target, ...]:
    queue = queue_bytes(volume, 1 + len(endpoints))
    sink_key = key.rpartition(".")[0]
    local = Target(
        local_url, local_url, queue, False, None, NATIVE if logs else "", True, "the local store", (sink_key,)
    )
    return (
        local,
        *(_further(configuration, one, f"{key}[{index}]", queue, logs) for index, one in enumerate(endpoints)),
    )


def _further(configuration: Configuration, endpoint: Endpoint, key: str, queue: int, logs: bool) -> Target:
    url, wire = _log_url(endpoint.url) if logs else (endpoint.url, "")
    access = _used(configuration.options.endpoints.get(endpoint.url), url)
    reason = "an additional endpoint gets everything too"
    if url != endpoint.url:
        reason += "; /insert/native is the path that VictoriaLogs takes from agents"
    keys = (key, "telecompile.yml: endpoints") if access else (key,)
    # Without TLS there is nothing to verify, whatever the key says.
    insecure = endpoint.tls_insecure_skip_verify and url.startswith("https://")
    return Target(url, endpoint.url, queue, insecure, access, wire, False, reason, keys)


def _used(access: EndpointAccess | None, url: str) -> EndpointAccess | None:
    """What of ``access`` names a Secret that is read: no CA without TLS, and nothing where neither is given."""
    if access is None:
        return None
    ca_secret = access.ca_secret if url.startswith("https://") else None
    if access.secret is None and ca_secret is None:
        return None
    return access.model_copy(update={"ca_secret": ca_secret})


def _log_url(url: str) -> tuple[str, str]:
    """The URL with the path that agents need, and the wire format that the path takes."""
    head, question, query = url.partition("?")
    scheme, _, rest = head.partition("://")
    host, _, path = rest.partition("/")
    if path == "":
        return f"{scheme}://{host}/insert/native{question}{query}", NATIVE
    return url, JSON_LINES if path.rstrip("/") == "insert/jsonline" else NATIVE
