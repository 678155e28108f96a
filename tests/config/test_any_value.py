"""Any value at any key is answered in the user's words, never with an exception or with those of a library."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from telecompile.config.base import Section
from telecompile.config.options import Options
from telecompile.config.sections import judge
from telecompile.config.software import SoftwareConfig
from telecompile.config.storage import StorageConfig
from telecompile.config.telemetry import TelemetryConfig
from telecompile.diagnostics.codes import CODES
from telecompile.loading.document import NOWHERE, Document
from tests.config.changed import DEFAULT, OPTIONS, SOFTWARE, STORAGE, TELEMETRY

MODELS: dict[str, type[Section]] = {
    TELEMETRY: TelemetryConfig,
    STORAGE: StorageConfig,
    SOFTWARE: SoftwareConfig,
    OPTIONS: Options,
}
Path = tuple[str | int, ...]
EVERYTHING = """
namespace: telemetry
kubernetes_version: "1.35"
storage_class: fast
image_registry: mirror.example.com:5000/telemetry
image_pull_secrets: [pull]
images: {vmagent: "docker.io/victoriametrics/vmagent:v1.148.0"}
expose: {type: LoadBalancer, source_ranges: [192.0.2.0/24], annotations: {a.b/c: x}, tls_secret: tls}
push_sources: [sfm]
endpoints: {"https://m.example.com/api/v1/write": {secret: s, auth: basic, ca_secret: c}}
plain_http: []
paths: {/opt/omnia: csm}
ldms: {aggregator_address: 192.0.2.1, expected_nodes: 500, roles: [slurm_node]}
vmagent_queue_size: 5Gi
resources: {vmauth: {replicas: 2, requests: {memory: 256Mi, cpu: 100m}, limits: {memory: 256Mi, cpu: 100m}}}
tolerations: [{key: a, operator: Equal, value: b, effect: NoExecute, tolerationSeconds: 5}]
labels: {team: a}
operators: {strimzi_namespace: kafka}
api_server_cidrs: [0.0.0.0/0]
syslog_timezone: UTC
alerts: true
allow: []
"""
VALUES: list[Any] = [
    None,
    True,
    -1,
    1.5,
    float("nan"),
    10**40,
    "",
    "\x07{b} {summary}",
    "10",
    "é" * 400,
    [],
    [None],
    [[1], {}],
    {},
    {"a": None},
    datetime.date(2024, 1, 2),
]
LIBRARY_WORDS = re.compile(
    r"pydantic|instance of|\bdict|tuple|NoneType|Traceback|datetime|<class|\bint\b|\bstr\b|Error", re.IGNORECASE
)


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    for step, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from paths(inner, (*path, step))


def put(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def documents() -> dict[str, Any]:
    """Every file as a value; of the storage file's like sections one each."""
    found = {name: yaml.safe_load((DEFAULT / name).read_text(encoding="utf-8")) for name in (TELEMETRY, STORAGE)}
    found[SOFTWARE] = json.loads((DEFAULT / SOFTWARE).read_text(encoding="utf-8"))
    found[OPTIONS] = yaml.safe_load(EVERYTHING)
    return found


DOCUMENTS = documents()


def step_paths(name: str) -> list[Path]:
    """The paths of a file without those that only repeat others: list items behind the first, like components."""
    alike = (
        "vminsert",
        "vmselect",
        "vmagent",
        "vlinsert",
        "vlselect",
        "vector_storage",
        "idrac_telemetry_storage",
        "vast",
    )
    return [path for path in paths(DOCUMENTS[name]) if not any(step in alike or step in range(1, 9) for step in path)]


@pytest.mark.parametrize("name", [TELEMETRY, STORAGE, SOFTWARE, OPTIONS])
@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_any_value_is_answered(name: str, value: Any) -> None:
    for path in step_paths(name):
        document = Document(put(DOCUMENTS[name], path, value), NOWHERE)
        for one in judge(name, document, "", MODELS[name]).diagnostics:
            assert one.code in CODES
            assert "\n" not in one.summary
            assert len(one.summary) <= 310
            own_words = re.sub(r"'.*'", "", one.summary)
            assert not LIBRARY_WORDS.search(own_words), (path, one)
            assert one.help, (path, one)
