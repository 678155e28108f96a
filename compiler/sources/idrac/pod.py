"""The pod of the iDRAC collector."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...plan.decision import Container, Volume, Workload
from ...plan.images import image
from ...plan.places import IDRAC
from ...plan.sizing import STORAGE_GRACE, from_block

PUMPS = {"kafka": "kafka-pump", "victoria_metrics": "victoria-pump"}
"""The container that serves each target."""
QUEUES = {"kafka": "/kafka", "victoria_metrics": "/prometheus"}
"""The queue of the bus that each pump reads (`cmd/kafkapump`, `cmd/victoriapump` of the reference tools)."""
DATABASE_FIRST = ("mysqldb", "activemq", "idrac-telemetry-receiver")
"""Containers are started in order: who is asked comes before who asks."""


def idrac_workload(configuration: Configuration) -> Workload | None:
    """One pod with the database, the bus, the receiver and the pump of each target; None where the source is off."""
    telemetry, storage = configuration.telemetry, configuration.storage.idrac_telemetry_storage
    idrac, options = telemetry.telemetry_sources.idrac, configuration.options
    if not idrac.metrics_enabled or storage is None:
        return None
    sizes = dict(zip(DATABASE_FIRST, (storage.mysqldb, storage.activemq, storage.receiver), strict=True))
    pumps = {"kafka": storage.kafka_pump, "victoria_metrics": storage.victoria_pump}
    sizes |= {PUMPS[target]: block for target, block in pumps.items() if target in idrac.collection_targets}
    size = telemetry.idrac_telemetry_configurations.mysqldb_storage
    return Workload(
        "idrac",
        IDRAC,
        1,
        tuple(Container(name, image(options, name), from_block(block.resources)) for name, block in sizes.items()),
        Volume("mysqldb", size, None, "keeps the list of BMCs", ("idrac_telemetry_configurations.mysqldb_storage",)),
        "one pod: its programs talk over loopback, and a second one would collect every value twice",
        ("telemetry_sources.idrac", "idrac_telemetry_storage"),
        grace_seconds=STORAGE_GRACE,
    )
