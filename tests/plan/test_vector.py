"""The bridge from topic ldms: what it holds in memory, and how it knows the hosts."""

from __future__ import annotations

import pytest

from telecompile.plan.vector_ldms import LdmsBridge
from tests.config.changed import STORAGE, TELEMETRY, changed, planned
from tests.plan.test_ldms import with_nodes, without_csv

LDMS = "  ldms:\n    replicas: 2\n    resources:\n      requests:\n        "


def bridge(contents: dict[str, bytes | str]) -> LdmsBridge:
    found = planned(contents).vector.ldms
    assert found is not None
    return found


@pytest.mark.parametrize("partitions", [1, 2, 100])
def test_what_is_fetched_ahead_of_all_partitions_is_an_eighth_of_the_memory_limit(partitions: int) -> None:
    found = bridge(changed({TELEMETRY: (("      ldms: 2", f"      ldms: {partitions}"),)}))
    # 256Mi, the limit in the default input; once in the queue, once in a fetch.
    assert 2 * found.prefetch_kib.value * partitions <= 256 * 1024 // 8
    assert 2 * (found.prefetch_kib.value + 1) * partitions > 256 * 1024 // 8


def test_a_partition_always_gets_some_rows() -> None:
    edits = (
        ('memory: "256Mi"\n        cpu: "250m"\n  ome', 'memory: "16Mi"\n        cpu: "2500m"\n  ome'),
        (f'{LDMS}memory: "128Mi"', f'{LDMS}memory: "16Mi"'),
    )
    found = bridge(changed({TELEMETRY: (("      ldms: 2", "      ldms: 100"),), STORAGE: edits}))
    assert found.prefetch_kib.value == 32
    assert found.requests.value == 1
    assert found.threads.value == 3


def test_much_memory_is_not_all_filled() -> None:
    """Vector would not start: librdkafka refuses larger values."""
    edits = (('memory: "256Mi"\n        cpu: "250m"\n  ome', 'memory: "64Gi"\n        cpu: "64"\n  ome'),)
    found = bridge(changed({STORAGE: edits}))
    assert (found.prefetch_kib.value, found.requests.value, found.threads.value) == (16384, 32, 64)


def test_without_the_bridge_nothing_is_planned_of_it() -> None:
    off = ("  vector_ldms:\n    metrics_enabled: true", "  vector_ldms:\n    metrics_enabled: false")
    assert planned(changed({TELEMETRY: (off,)})).vector.ldms is None


def test_hosts_come_from_the_mapping_csv_in_tables_that_fit_into_one_object_each() -> None:
    (table,) = bridge(with_nodes(5000)).tables
    assert (table.first, table.last, len(table.nodes)) == (2, 5001, 5000)
    several = bridge(with_nodes(5000, "n{}" + "x" * 50)).tables
    assert len(several) > 1
    assert [node.number for table in several for node in table.nodes] == list(range(2, 5002))
    for table in several:
        assert sum(len(f"{node.number},{node.hostname}\n") for node in table.nodes) < 180 * 1024
        assert (table.first, table.last) == (table.nodes[0].number, table.nodes[-1].number)


def test_without_a_mapping_csv_there_is_no_table() -> None:
    assert bridge(without_csv(10)).tables == ()
    assert bridge(without_csv(10)).as_is_hosts.value == "component-<component_id>"


def test_the_columns_that_tell_rows_apart_are_those_of_the_configured_samplers() -> None:
    assert dict(bridge(changed()).keys) == {
        "dcgm": ("gpu_id",),
        "procnetdev2": ("name",),
        "procstat2": ("name",),
    }
    plugin = 'plugin_name: procnetdev2\n      config_parameters: "{}"'
    renamed = (plugin.format(""), plugin.format("schema=net"))
    assert dict(bridge(changed({TELEMETRY: (renamed,)})).keys) == {
        "dcgm": ("gpu_id",),
        "net": ("name",),
        "procstat2": ("name",),
    }
