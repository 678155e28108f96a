"""`telemetry_storage_config.yml`: replicas, CPU, memory and buffer volumes."""

from pydantic import Field

from ..sources.idrac.model import IdracStorage
from .base import Section, required
from .resources import Buffered, Component, Replicated, Unwrapped


class VictoriaCluster(Section):
    """`victoria_cluster_storage`."""

    vmstorage: Replicated = required(
        {}, "The pods that keep the time series, each on a volume of telemetry_sinks.victoria_metrics.persistence_size."
    )
    vminsert: Replicated = required(
        {}, "The pods that take what is written to the metrics store and spread it over its storage pods."
    )
    vmselect: Replicated = required({}, "The pods that answer queries of metrics.")
    vmagent: Replicated = required(
        {}, "The pods that scrape exporters and take pushed metrics; every replica scrapes everything."
    )


class VictoriaLogsCluster(Section):
    """`victoria_logs_cluster_storage`."""

    vlstorage: Replicated = required(
        {}, "The pods that keep the logs, each on a volume of telemetry_sinks.victoria_logs.storage_size."
    )
    vlinsert: Replicated = required(
        {}, "The pods that take what is written to the log store and spread it over its storage pods."
    )
    vlselect: Replicated = required({}, "The pods that answer queries of logs.")
    vlagent: Buffered = required({}, "The pods that receive the syslog of powerscale, ufm and vast.")


class VectorStorage(Section):
    """`vector_storage`."""

    ldms: Replicated = required({}, "The pods of the bridge vector_ldms.")
    ome: Replicated = required({}, "The pods of the bridge vector_ome.")
    vlagent_vector: Buffered = required(
        {}, "The pods that buffer the logs of the bridge vector_ome on their way to the log endpoints."
    )
    vmagent_vector: Buffered = required(
        {}, "The pods that buffer the metrics of the bridges on their way to the metric endpoints."
    )


class EntityOperator(Section):
    """`kafka_storage.entity_operator`."""

    user_operator: Component = required(
        {}, "The operator that makes the broker's users; the topic operator beside it gets the same."
    )


class KafkaStorage(Section):
    """`kafka_storage`."""

    kafka: Component = required({}, "Each of the three brokers and of the three controllers.")
    entity_operator: EntityOperator = required({}, "The operators that make the broker's topics and users.")


class StorageConfig(Section):
    """The whole of `telemetry_storage_config.yml`.

    `kafka_storage` and `idrac_telemetry_storage` are needed only where the telemetry
    configuration uses them; a rule asks for them then.
    """

    victoria_cluster_storage: VictoriaCluster = required({}, "The cluster of the metrics store.")
    victoria_logs_cluster_storage: VictoriaLogsCluster = required({}, "The cluster of the log store.")
    vector_storage: VectorStorage = required(
        {}, "The bridges from the broker to the stores, and the agents behind them."
    )
    csi_volume_exporter_storage: Component = required(
        {},
        "The exporter of metrics of volumes and claims (kube-state-metrics), which goes with the metrics of "
        "powerscale.",
    )
    csm_metrics_powerscale_storage: Unwrapped = required(
        {}, "The reader of PowerScale's metrics; `requests` and `limits` stand directly below this key."
    )
    kafka_storage: KafkaStorage | None = Field(
        None, description="The broker; required when a source that is on targets kafka."
    )
    idrac_telemetry_storage: IdracStorage | None = Field(
        None, description="The containers of the iDRAC collector; required when the metrics of idrac are on."
    )
