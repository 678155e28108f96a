"""The storage file: the sections that a configuration needs, and its amounts."""

from __future__ import annotations

import re

import pytest

from tests.config.changed import STORAGE, TELEMETRY, changed, said
from tests.rules.laid import codes, texts, told
from tests.rules.test_kafka import NOTHING_WRITES
from tests.rules.test_ldms import LDMS_OFF
from tools.overlay import less

IDRAC_OFF = "telemetry_sources:\n  idrac:\n    metrics_enabled: false\n"


def without(section: str, telemetry: str = "", added: str = "") -> list[tuple[str, str, str]]:
    """Code, summary and help of what is told where a section is not there, or stands there as ``added``."""
    files = texts(telemetry)
    storage = less(STORAGE, files[STORAGE], section) + added
    found = said(changed(telemetry=files[TELEMETRY], storage=storage))
    assert all((one.file, one.span) == (STORAGE, (1, 1, 1, 1)) for one in found)
    return [(one.code, one.summary, one.help) for one in found]


@pytest.mark.parametrize(
    "section",
    [
        "victoria_cluster_storage",
        "victoria_logs_cluster_storage",
        "vector_storage",
        "csi_volume_exporter_storage",
        "csm_metrics_powerscale_storage",
    ],
)
def test_a_section_is_needed_whatever_is_on(section: str) -> None:
    assert [code for code, _, _ in without(section, NOTHING_WRITES)] == ["missing-key"]


@pytest.mark.parametrize(
    ("section", "off"), [("kafka_storage", NOTHING_WRITES), ("idrac_telemetry_storage", IDRAC_OFF)]
)
def test_a_section_is_needed_where_something_needs_it(section: str, off: str) -> None:
    ((code, _, help_),) = without(section)
    assert code == "storage-section-missing"
    assert without(section, off) == []
    typed = re.fullmatch("add `(.*)`", help_)
    assert typed is not None
    assert without(section, added=f"{typed[1]}\n") == []


def test_who_needs_the_broker_is_named() -> None:
    ((_, summary, _),) = without("kafka_storage")
    assert summary == "the section kafka_storage is missing, and idrac, ldms and ome target kafka"
    alone = LDMS_OFF.replace("  ldms:", "  idrac:\n    collection_targets: [victoria_metrics]\n  ldms:", 1)
    ((_, summary, _),) = without("kafka_storage", alone)
    assert summary == "the section kafka_storage is missing, and ome targets kafka"


def block(memory: tuple[str, str], cpu: tuple[str, str]) -> str:
    """Requests and limits of vminsert."""
    parts = "".join(
        f'      {name}:\n        memory: "{memory[index]}"\n        cpu: "{cpu[index]}"\n'
        for index, name in enumerate(("requests", "limits"))
    )
    return f"victoria_cluster_storage:\n  vminsert:\n    resources:\n{parts}"


@pytest.mark.parametrize(
    ("memory", "cpu", "under"),
    [
        (("512Mi", "512Mi"), ("500m", "0.5"), []),
        (("513Mi", "512Mi"), ("500m", "0.5"), ['"513Mi"']),
        (("512Mi", "512Mi"), ("501m", "0.5"), ['"501m"']),
        (("513Mi", "512Mi"), ("1", "0.5"), ['"513Mi"', '"1"']),
    ],
)
def test_every_request_above_its_limit_is_told_at_its_place(
    memory: tuple[str, str], cpu: tuple[str, str], under: list[str]
) -> None:
    found = told("", block(memory, cpu))
    assert [(one.code, one.under) for one in found] == [("request-above-limit", one) for one in under]


@pytest.mark.parametrize(
    ("memory", "cpu", "said_of_it"),
    [
        ("512m", "1", "'512m' is 0.512 bytes"),
        ("1023Ki", "1", "'1023Ki' is 1047552 bytes"),
        ("1Mi", "1", ""),
        ("1Mi", "1m", ""),
        ("1Mi", "0.9m", "'0.9m' is"),
        ("1Mi", "0.001", ""),
    ],
)
def test_the_smallest_amounts(memory: str, cpu: str, said_of_it: str) -> None:
    found = told("", block((memory, memory), (cpu, cpu)))
    assert [one.code for one in found] == (["quantity"] * 2 if said_of_it else [])
    assert all(said_of_it in one.summary for one in found)


@pytest.mark.parametrize(("replicas", "code"), [(0, "out-of-range"), (-1, "out-of-range"), (2, "")])
def test_replicas_are_at_least_one(replicas: int, code: str) -> None:
    text = f"victoria_cluster_storage:\n  vminsert:\n    replicas: {replicas}\n"
    assert codes("", text) == ([code] if code else [])


@pytest.mark.parametrize("beside", ["", "requests", "limits"])
def test_the_block_of_csm_metrics_has_no_wrapper(beside: str) -> None:
    """Neither alone nor half taken off."""
    section, amounts = "csm_metrics_powerscale_storage", '{memory: "256Mi", cpu: "100m"}'
    inner = f"  resources:\n    requests: {amounts}\n    limits: {amounts}\n"
    inner += f"  {beside}: {amounts}\n" if beside else ""
    found = told("", f"{section}:\n{inner}", anew=(section,))
    assert [(one.code, one.under) for one in found] == [("resources-wrapper", "resources")]
