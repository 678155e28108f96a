"""How much a day brings, and how long the volumes last: an estimate, with a mapping CSV only."""

from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.quantity import whole
from ..sources.idrac.model import BYTES_A_DAY as IDRAC_BYTES_A_DAY
from ..sources.ldms.plan import Ldms, Plugin
from .decision import Bridge, Source
from .kafka import BROKERS, Kafka
from .victoria_metrics import VictoriaMetrics

DAY = 86_400_000_000
"""Microseconds of a day."""

# Entries of a list, assumed: a node of 128 hardware threads and their sum, or of 4 network interfaces.
ENTRIES = {"cpu_list": 129, "netdev_list": 4}
GPUS = 4
"""GPUs of a node, assumed; where it has none they are a twentieth of its values."""
UNKNOWN_PLUGIN = (1, 50)
"""Rows and numeric columns of a plugin whose columns are not known, assumed."""
MESSAGE_BYTES, COLUMN_BYTES = 160, 28
"""A JSON row of the store: its fixed keys, and one `"column":number,` on average."""
IDRAC_MESSAGE_BYTES = 200
"""A JSON array of one value (idrac telemetry reference tools), on average."""
SAMPLE_BYTES = 1.0
"""Bytes that VictoriaMetrics keeps of a sample, at most, after compression (its FAQ says less than one)."""


class Flow(NamedTuple):
    """What one topic or store takes in a day; None where nobody published figures, or nothing fills it."""

    name: str
    messages: int | None
    bytes: int | None
    lasts_days: float | None
    basis: str


def plan_load(
    configuration: Configuration,
    sources: Sequence[Source],
    bridges: Sequence[Bridge],
    ldms: Ldms | None,
    metrics: VictoriaMetrics | None,
    kafka: Kafka | None,
    logs: bool,
) -> tuple[Flow, ...]:
    """Topics first, then the stores; nothing without a mapping CSV, since nobody knows the nodes."""
    if configuration.nodes is None:
        return ()
    on = {source.name: source for source in sources if source.on}
    rows, samples = ldms_a_day(ldms)
    servers = sum(1 for node in configuration.nodes if node.bmc_ip)
    found = []
    if kafka is not None:
        found = _topics(configuration, on, ldms, kafka, (rows, samples), servers)
    if metrics is not None:
        bridged = any(bridge.on and bridge.name == "vector_ldms" for bridge in bridges)
        found.append(_metrics_store(configuration, on, metrics, samples if bridged else 0, servers))
    if logs:
        found.append(
            Flow(
                "victoria_logs", None, None, None, "as much as the senders log; nothing is lost before 90 % of a volume"
            )
        )
    return tuple(found)


def ldms_a_day(ldms: Ldms | None) -> tuple[int, int]:
    """Rows and numeric values of all collected nodes in a day."""
    if ldms is None:
        return 0, 0
    rows = samples = 0
    for plugin in ldms.plugins:
        for count, columns in _rows(plugin):
            a_day = ldms.nodes.value * count * (DAY // plugin.interval)
            rows += a_day
            samples += a_day * columns
    return rows, samples


def _rows(plugin: Plugin) -> list[tuple[int, int]]:
    """Rows of one sample on one node, and the numeric columns of each."""
    if plugin.static is None:
        return [UNKNOWN_PLUGIN]
    return [
        (
            GPUS if plugin.gpus else ENTRIES.get(row.list or "", 1),
            sum(1 for column in row.columns if column.type != "char_array"),
        )
        for row in plugin.static.rows
    ]


def _topics(
    configuration: Configuration,
    on: dict[str, Source],
    ldms: Ldms | None,
    kafka: Kafka,
    daily: tuple[int, int],
    servers: int,
) -> list[Flow]:
    rows, samples = daily
    # Producers are stopped before the rest is used.
    volume = whole(configuration.telemetry.telemetry_sinks.kafka.persistence_size) * (1 - kafka.free_volume_ratio.value)
    amounts: list[tuple[str, int, int, str]] = []
    if "idrac" in on and "kafka" in on["idrac"].targets:
        size = servers * IDRAC_BYTES_A_DAY
        amounts.append(("topic idrac", size // IDRAC_MESSAGE_BYTES, size, f"{servers} servers with a BMC_IP"))
    if ldms is not None:
        size = rows * MESSAGE_BYTES + samples * COLUMN_BYTES
        amounts.append(
            ("topic ldms", rows, size, f"{ldms.nodes.value} nodes, {len(ldms.plugins)} plugins; before compression")
        )
    # Three replicas on three brokers: each broker holds a copy of everything, and all topics share its volume.
    total = sum(size for _, _, size, _ in amounts)
    lasts = volume / total if total else None
    flows = [
        Flow(name, messages, size, lasts, f"{basis}; {BROKERS} brokers hold a copy each")
        for name, messages, size, basis in amounts
    ]
    if "ome" in on:
        flows.append(Flow("topics of ome", None, None, None, "no published figures: watch the broker's volume"))
    return flows


def _metrics_store(
    configuration: Configuration, on: dict[str, Source], metrics: VictoriaMetrics, ldms_samples: int, servers: int
) -> Flow:
    idrac = 0
    if "idrac" in on and "victoria_metrics" in on["idrac"].targets:
        idrac = servers * (IDRAC_BYTES_A_DAY // IDRAC_MESSAGE_BYTES)
    samples = idrac + ldms_samples
    stored = int(samples * SAMPLE_BYTES * metrics.replication_factor.value)
    volumes = metrics.vmstorage.replicas * whole(
        configuration.telemetry.telemetry_sinks.victoria_metrics.persistence_size
    )
    basis = "idrac and ldms at 1 byte a sample and copy; appliances and the stack itself come on top"
    return Flow("victoria_metrics", samples, stored, volumes / stored if stored else None, basis)
