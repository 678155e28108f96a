"""What the user may write of iDRAC."""

from typing import Literal

from pydantic import Field

from ...config.base import Section, required
from ...config.fields import UniqueItems, VolumeSize
from ...config.resources import Component


class IdracSource(Section):
    """`telemetry_sources.idrac`."""

    metrics_enabled: bool = required(True, "Collect hardware metrics through Redfish.")
    collection_targets: UniqueItems[Literal["victoria_metrics", "kafka"]] = required(
        ["victoria_metrics", "kafka"], "Sinks that get the metrics."
    )


class IdracSettings(Section):
    """`idrac_telemetry_configurations`."""

    mysqldb_storage: VolumeSize = Field("1Gi", description="Volume of the MySQL database that holds the BMC list.")


class IdracStorage(Section):
    """`idrac_telemetry_storage` of the storage file."""

    mysqldb: Component = required({}, "The database of BMCs.")
    activemq: Component = required({}, "The message bus between receiver and pumps.")
    receiver: Component = required({}, "Reads the BMCs.")
    kafka_pump: Component = required({}, "Writes to the broker.")
    victoria_pump: Component = required({}, "Serves what vmagent scrapes.")
