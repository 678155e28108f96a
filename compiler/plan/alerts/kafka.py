"""Alerts about the broker: volumes, copies, and the certificates that its clients trust."""

from __future__ import annotations

from collections.abc import Iterator

from ...config.configuration import Configuration
from ...config.quantity import whole
from ..decision import Decided
from ..kafka import Kafka
from ..places import KAFKA
from .model import CRITICAL, WARNING, Alert, Watched, here

FILLING, NEARLY_FULL = (70, 100), (85, 100)
"""Of a broker's volume: time to look; the next is the quota, which stops producers at 90 %."""
LATE = 30
"""Days after which a renewal that should have happened is late."""
LAST_DAYS = 30
"""Days before the end in which somebody must act at once."""


def kafka_alerts(configuration: Configuration, watched: Watched) -> Iterator[Alert]:
    """The broker; Strimzi's operator alone knows when certificates end, so it must run where vmagent may look."""
    if watched.kafka is None:
        return
    pods = here(configuration)
    yield from _volumes(configuration, pods)
    yield from _copies(pods)
    if certificates_watched(configuration, watched.kafka):
        yield from _certificates(watched.kafka)


def certificates_watched(configuration: Configuration, kafka: Kafka | None) -> bool:
    """Whether Strimzi's operator is scraped: vmagent looks for targets in the stack's namespace only."""
    options = configuration.options
    return kafka is not None and options.operators.strimzi_namespace in (None, options.namespace)


def _volumes(configuration: Configuration, pods: str) -> Iterator[Alert]:
    for name, severity, wait, share in (
        ("BrokerVolumeFills", WARNING, "30m", FILLING),
        ("BrokerVolumeNearlyFull", CRITICAL, "5m", NEARLY_FULL),
    ):
        size = configuration.telemetry.telemetry_sinks.kafka.persistence_size
        count, of = share
        limit = Decided(
            str(whole(size) * count // of),
            f"bytes: {count} % of the volume of {size}; producers are stopped at 90 %",
            ("telemetry_sinks.kafka.persistence_size",),
        )
        yield Alert(
            name,
            severity,
            wait,
            f"sum by (pod) (kafka_log_log_size{{{pods}}}) > {limit.value}",
            f"the volume of {{{{ $labels.pod }}}} is {count} % full",
            "{{ $value | humanize1024 }}B of messages. At 90 % every producer is stopped. Raise "
            "telemetry_sinks.kafka.persistence_size, or bound log_retention_hours or log_retention_bytes; "
            "a consumer that lags does not keep messages, but look whether one does.",
            limit,
        )
    yield Alert(
        "BrokerStopsProducers",
        CRITICAL,
        "1m",
        f"io_strimzi_kafka_quotas_throttlefactor_throttlefactor{{{pods}}} < 1",
        "{{ $labels.pod }} takes no messages",
        "A volume of the broker has reached its quota: producers wait, and drop what they cannot hold. Raise "
        "telemetry_sinks.kafka.persistence_size, or shorten the retention.",
    )
    yield Alert(
        "BrokerLogDirectoryOffline",
        CRITICAL,
        "1m",
        f"kafka_log_logmanager_offlinelogdirectorycount{{{pods}}} > 0",
        "{{ $labels.pod }} has lost its log directory",
        "The volume failed or is full. Look at the pod's log and at its PersistentVolumeClaim.",
    )


def _copies(pods: str) -> Iterator[Alert]:
    yield Alert(
        "OfflinePartitions",
        CRITICAL,
        "2m",
        f"max(kafka_controller_kafkacontroller_offlinepartitionscount{{{pods}}}) > 0",
        "{{ $value }} partitions have no leader",
        "Nobody can read or write them. Bring the brokers that hold them back.",
    )
    yield Alert(
        "PartitionsBelowMinimum",
        CRITICAL,
        "5m",
        f"kafka_server_replicamanager_underminisrpartitioncount{{{pods}}} > 0",
        "{{ $value }} partitions of {{ $labels.pod }} refuse messages",
        "Fewer copies than min.insync.replicas are up to date, so producers are refused. Bring the other brokers back.",
    )
    yield Alert(
        "PartitionsUnderReplicated",
        WARNING,
        "30m",
        f"kafka_server_replicamanager_underreplicatedpartitions{{{pods}}} > 0",
        "{{ $value }} partitions of {{ $labels.pod }} miss a copy",
        "A broker is gone or does not keep up; one more that is lost stops producers. Look at the other brokers.",
    )
    yield Alert(
        "NoActiveController",
        CRITICAL,
        "5m",
        f"sum(kafka_controller_kafkacontroller_activecontrollercount{{{pods}}}) != 1",
        "{{ $value }} controllers are active instead of one",
        "Without one no leader can change and no topic be made. Look at the controller pods and between them.",
    )


def _certificates(kafka: Kafka) -> Iterator[Alert]:
    renewal = kafka.certificate_renewal_days.value
    for name, severity, days, reason in (
        ("CertificateRenewalLate", WARNING, renewal - LATE, f"Strimzi renews {renewal} days before the end"),
        ("CertificateExpires", CRITICAL, LAST_DAYS, "clients outside of the cluster need time to follow"),
    ):
        yield Alert(
            name,
            severity,
            "1h",
            f'min by (cluster, type) (strimzi_certificate_expiration_timestamp_ms{{cluster="{KAFKA}"}}) / 1000'
            f" - time() < {days * 86_400}",
            "a certificate of Kafka ends in {{ $value | humanizeDuration }}",
            "Strimzi should have renewed its {{ $labels.type }}. Look at the operator's log and at the status of Kafka "
            "`kafka`. After a renewal OME needs the new certificates, and clients in the cluster a restart.",
            Decided(str(days * 86_400), f"seconds: {days} days; {reason}"),
        )
