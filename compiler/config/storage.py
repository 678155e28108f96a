"""`telemetry_storage_config.yml`: replicas, CPU, memory and buffer volumes."""

from pydantic import Field

from ..sources.idrac.model import IdracStorage
from .base import Section, required
from .resources import Buffered, Component, Replicated, Unwrapped


class VictoriaCluster(Section):
    """`victoria_cluster_storage`."""

    vmstorage: Replicated = required({}, "Keeps the time series.")
    vminsert: Replicated = required({}, "Takes writes.")
    vmselect: Replicated = required({}, "Answers queries.")
    vmagent: Replicated = required({}, "Scrapes, and takes what is pushed.")


class VictoriaLogsCluster(Section):
    """`victoria_logs_cluster_storage`."""

    vlstorage: Replicated = required({}, "Keeps the logs.")
    vlinsert: Replicated = required({}, "Takes writes.")
    vlselect: Replicated = required({}, "Answers queries.")
    vlagent: Buffered = required({}, "Receives syslog.")


class VectorStorage(Section):
    """`vector_storage`."""

    ldms: Replicated = required({}, "The bridge of ldms.")
    ome: Replicated = required({}, "The bridge of ome.")
    vlagent_vector: Buffered = required({}, "Buffers the bridge's logs.")
    vmagent_vector: Buffered = required({}, "Buffers the bridges' metrics.")


class EntityOperator(Section):
    """`kafka_storage.entity_operator`."""

    user_operator: Component = required({}, "Makes the broker's users.")


class KafkaStorage(Section):
    """`kafka_storage`."""

    kafka: Component = required({}, "Each broker and each controller.")
    entity_operator: EntityOperator = required({}, "Topic and user operator.")


class StorageConfig(Section):
    """The whole of `telemetry_storage_config.yml`.

    `kafka_storage` and `idrac_telemetry_storage` are needed only where the telemetry
    configuration uses them; a rule asks for them then.
    """

    victoria_cluster_storage: VictoriaCluster = required({}, "The metrics store.")
    victoria_logs_cluster_storage: VictoriaLogsCluster = required({}, "The log store.")
    vector_storage: VectorStorage = required({}, "The bridges.")
    csi_volume_exporter_storage: Component = required({}, "The exporter of volume metrics.")
    csm_metrics_powerscale_storage: Unwrapped = required({}, "CSM metrics for PowerScale.")
    kafka_storage: KafkaStorage | None = Field(None, description="The broker.")
    idrac_telemetry_storage: IdracStorage | None = Field(None, description="The iDRAC collector.")
