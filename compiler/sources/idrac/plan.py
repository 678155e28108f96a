"""What the plan makes of iDRAC."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...plan.decision import Channel, Container, Decided, Source, Volume, Workload
from ...plan.images import image
from ...plan.sizing import from_block
from ...plan.source import source

SCRAPE_INTERVAL = "30s"
"""How often vmagent reads the pump; vmagent's own default."""


def plan_idrac(configuration: Configuration) -> Source:
    """Metrics only; the pumps decide where they go."""
    idrac = configuration.telemetry.telemetry_sources.idrac
    pumps = " and ".join(f"{_PUMPS[target]}" for target in idrac.collection_targets)
    settings: list[tuple[str, Decided[object]]] = [
        ("pumps", Decided(pumps, "one for each collection target", ("telemetry_sources.idrac.collection_targets",))),
        ("replicas", Decided(1, "a second receiver would collect every value twice")),
    ]
    if "victoria_metrics" in idrac.collection_targets:
        settings.append(
            (
                "scrape_interval",
                Decided(SCRAPE_INTERVAL, "the pump is scraped and never pushes, or every series would be stored twice"),
            )
        )
    return source(
        "idrac",
        [Channel("metrics", idrac.metrics_enabled, _targets(idrac.collection_targets))],
        idrac.collection_targets,
        settings,
    )


_PUMPS = {"kafka": "kafka-pump", "victoria_metrics": "victoria-pump"}


def _targets(targets: tuple[str, ...]) -> str | None:
    return " and ".join(targets) or None


def idrac_workloads(configuration: Configuration) -> tuple[Workload, ...]:
    """One pod with the database, the bus, the receiver and the pump of each target."""
    telemetry, storage = configuration.telemetry, configuration.storage.idrac_telemetry_storage
    idrac = telemetry.telemetry_sources.idrac
    if not idrac.metrics_enabled or storage is None:
        return ()
    options = configuration.options
    blocks = [
        ("mysqldb", storage.mysqldb),
        ("activemq", storage.activemq),
        ("idrac-telemetry-receiver", storage.receiver),
    ]
    if "kafka" in idrac.collection_targets:
        blocks.append(("kafka-pump", storage.kafka_pump))
    if "victoria_metrics" in idrac.collection_targets:
        blocks.append(("victoria-pump", storage.victoria_pump))
    containers = tuple(Container(name, image(options, name), from_block(block.resources)) for name, block in blocks)
    size = telemetry.idrac_telemetry_configurations.mysqldb_storage
    volume = Volume(
        "mysqldb", size, None, "keeps the list of BMCs", ("idrac_telemetry_configurations.mysqldb_storage",)
    )
    reason = "one pod: its programs talk over loopback, and a second one would collect every value twice"
    return (
        Workload(
            "idrac",
            "idrac-telemetry",
            1,
            containers,
            volume,
            reason,
            ("telemetry_sources.idrac", "idrac_telemetry_storage"),
        ),
    )
