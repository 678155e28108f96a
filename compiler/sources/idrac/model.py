"""What the user may write of iDRAC."""

from typing import Literal

from pydantic import Field

from ...config.base import Section, required
from ...config.fields import UniqueItems, VolumeSize
from ...config.resources import Component

BYTES_A_DAY = 2 * 2**40 // 500 // 7
"""Bytes of topic idrac for each server and day: the sizing guide in the documentation of dell/omnia
gives each broker 2Ti for 7 days of 500 servers, and each broker holds one copy."""


class IdracSource(Section):
    """`telemetry_sources.idrac`."""

    metrics_enabled: bool = required(True, "Whether hardware metrics are collected through Redfish.")
    collection_targets: UniqueItems[Literal["victoria_metrics", "kafka"]] = required(
        ["victoria_metrics", "kafka"], "Sinks that the metrics are sent to; not empty while the source is on."
    )


class IdracSettings(Section):
    """`idrac_telemetry_configurations`."""

    mysqldb_storage: VolumeSize = Field("1Gi", description="Volume of the MySQL database that holds the list of BMCs.")


class IdracStorage(Section):
    """`idrac_telemetry_storage` of the storage file."""

    mysqldb: Component = required({}, "The database that holds the list of BMCs.")
    activemq: Component = required({}, "The message bus between the receiver and the pumps.")
    receiver: Component = required({}, "The container that reads the BMCs.")
    kafka_pump: Component = required({}, "The container that writes to the broker; there when kafka is a target.")
    victoria_pump: Component = required(
        {}, "The container that serves what vmagent scrapes; there when victoria_metrics is a target."
    )
