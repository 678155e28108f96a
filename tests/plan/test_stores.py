"""The stores: replication, deduplication, retention, limits of volumes."""

from __future__ import annotations

import pytest

from telecompile.config.quantity import whole
from telecompile.plan.plan import Plan
from telecompile.plan.victoria_logs import VictoriaLogs
from telecompile.plan.victoria_metrics import VictoriaMetrics
from tests.config.changed import STORAGE, TELEMETRY, changed, planned


def metrics(plan: Plan) -> VictoriaMetrics:
    assert plan.victoria_metrics is not None
    return plan.victoria_metrics


def logs(plan: Plan) -> VictoriaLogs:
    assert plan.victoria_logs is not None
    return plan.victoria_logs


@pytest.mark.parametrize(
    ("interval", "dedup"),
    [("30s", "1000ms"), ("2s", "1000ms"), ("1999ms", "999ms"), ("1s", "500ms"), ("100ms", "50ms"), ("1ms", "1ms")],
)
def test_deduplication_is_the_smaller_of_1s_and_half_the_finest_interval(interval: str, dedup: str) -> None:
    plan = planned(changed({TELEMETRY: (("interval=30000000", f"interval={interval}"),)}))
    assert metrics(plan).dedup_interval.value == dedup
    if dedup != "1000ms":
        assert metrics(plan).dedup_interval.keys == ("ldms_configurations.sampler_plugins",)


def test_an_interval_counts_only_while_its_samples_reach_the_store() -> None:
    """A bridge that is off keeps fine LDMS samples in Kafka; an appliance that is off is not scraped."""
    fine = ("interval=30000000", "interval=100ms")
    off = ("vector_ldms:\n    metrics_enabled: true", "vector_ldms:\n    metrics_enabled: false")
    assert metrics(planned(changed({TELEMETRY: (fine, off)}))).dedup_interval.value == "1000ms"
    ufm = ('scrape_interval: "30s"\n  scrape_timeout: "15s"', 'scrape_interval: "1s"\n  scrape_timeout: "1s"')
    assert metrics(planned(changed({TELEMETRY: (ufm,)}))).dedup_interval.value == "1000ms"
    on = ("  ufm:\n    metrics_enabled: false", "  ufm:\n    metrics_enabled: true")
    host = ('ufm_endpoint: ""', 'ufm_endpoint: "192.0.2.50"')
    plan = planned(changed({TELEMETRY: (on, host, ufm)}))
    assert metrics(plan).dedup_interval == (
        "500ms",
        metrics(plan).dedup_interval.reason,
        ("ufm_configuration.scrape_interval",),
    )


@pytest.mark.parametrize(("pods", "factor"), [(1, 1), (2, 1), (3, 2), (4, 2), (9, 2)])
def test_two_copies_from_three_storage_pods_on(pods: int, factor: int) -> None:
    plan = planned(changed({STORAGE: (("replicas: 3", f"replicas: {pods}"),)}))
    assert metrics(plan).replication_factor.value == factor


def test_retention_is_in_hours() -> None:
    edits = (("retention_period: 168", "retention_period: 24"), ("retention_period: 168", "retention_period: 876000"))
    plan = planned(changed({TELEMETRY: edits}))
    assert (metrics(plan).retention.value, logs(plan).retention.value) == ("24h", "876000h")


@pytest.mark.parametrize(
    ("size", "limit"),
    [
        ("8Gi", "7372MiB"),
        ("1Ti", "943718MiB"),
        ("10G", "8583MiB"),
        ("1.5Gi", "1382MiB"),
        ("1Mi", "943718"),
        ("100", "90"),
    ],
)
def test_the_log_store_may_fill_90_percent_of_a_volume(size: str, limit: str) -> None:
    """With a unit that the operator takes; below a mebibyte in plain bytes."""
    plan = planned(changed({TELEMETRY: (('storage_size: "8Gi"', f'storage_size: "{size}"'),)}))
    assert logs(plan).disk_limit.value == limit


def test_volumes_add_up_over_all_pods() -> None:
    plan = planned(changed())
    totals = {total.sink: total.bytes for total in plan.totals.volumes}
    assert totals["victoria_metrics"] == 3 * whole("8Gi")
    assert totals["victoria_logs"] == 3 * whole("8Gi")
    assert totals["kafka"] == 6 * whole("8Gi")
    assert plan.totals.volume_bytes == sum(totals.values())


def test_syslog_listeners_have_their_ports_in_a_fixed_order() -> None:
    on = ("logs_enabled: false", "logs_enabled: true")
    hosts = (('ufm_endpoint: ""', 'ufm_endpoint: "192.0.2.50"'), ('vast_endpoint: ""', 'vast_endpoint: "192.0.2.51"'))
    plan = planned(changed({TELEMETRY: (on, on, *hosts)}))
    assert [(one.source, one.port) for one in logs(plan).listeners] == [
        ("powerscale", 1514),
        ("ufm", 1515),
        ("vast", 1516),
    ]
    plan = planned(changed({TELEMETRY: (on, ("logs_enabled: true", "logs_enabled: false"), hosts[0])}))
    assert [(one.source, one.port) for one in logs(plan).listeners] == [("ufm", 1514)]
