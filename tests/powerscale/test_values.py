"""The CSM values file: what is read, what is refused, and that nothing in it is dead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from telecompile.pipeline import Compilation, compile_input
from telecompile.sources.powerscale.reading import Problem
from telecompile.sources.powerscale.values import CsmValues, keeps_a_queue, read_values
from tests.config.changed import changed
from tests.golden.cases import GOLDEN

CSM = "csm_observability_values.yml"
_CASE = GOLDEN / "powerscale-every-value/input" / CSM
_SIDECAR = {"image": "example.com/sidecar:v2"}
_AUTHORIZATION = {"enabled": True, "sidecarProxy": _SIDECAR, "proxyHost": "proxy.example.com"}
Path = tuple[str, ...]
METRICS, COLLECTOR = "karaviMetricsPowerscale", "otelCollector"


def written() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(_CASE.read_text(encoding="utf-8"))
    return found


def put(values: Mapping[str, Any], path: Path, value: object) -> dict[str, Any]:
    """*values* with another one at *path*."""
    if len(path) == 1:
        return {**values, path[0]: value}
    return {**values, path[0]: put(values.get(path[0], {}), path[1:], value)}


def compiled(values: Mapping[str, Any]) -> Compilation:
    text = yaml.safe_dump(dict(values)).encode()
    return compile_input(changed({}), lambda path: text if path == CSM else "there is no such file")


CHANGES: Mapping[Path, object] = {
    (METRICS, "image"): "example.com/csm-metrics-powerscale:v2",
    (METRICS, "provisionerNames"): "csi.example.com",
    (METRICS, "capacityMetricsEnabled"): True,
    (METRICS, "performanceMetricsEnabled"): False,
    (METRICS, "topologyMetricsEnabled"): "true",
    (METRICS, "clusterCapacityPollFrequencySeconds"): 61,
    (METRICS, "clusterPerformancePollFrequencySeconds"): "11",
    (METRICS, "quotaCapacityPollFrequencySeconds"): 121,
    (METRICS, "topologyMetricsPollFrequencySeconds"): 301,
    (METRICS, "concurrentPowerscaleQueries"): 5,
    (METRICS, "endpoint"): "another-lease",
    (METRICS, "logLevel"): "debug",
    (METRICS, "logFormat"): "text",
    (METRICS, "metrics", "enabled"): False,
    (METRICS, "metrics", "port"): 9444,
    (METRICS, "metrics", "tlsCertSecret"): None,
    (METRICS, "isiClientOptions", "isiSkipCertificateValidation"): True,
    (METRICS, "isiClientOptions", "isiAuthType"): 1,
    (METRICS, "isiClientOptions", "isiLogVerbose"): 2,
    (METRICS, "authorization"): _AUTHORIZATION,
    (COLLECTOR, "image"): "example.com/opentelemetry-collector-contrib:1",
}
IN_THE_PROXY: Mapping[Path, object] = {
    (METRICS, "authorization", "sidecarProxy", "image"): "example.com/sidecar:v3",
    (METRICS, "authorization", "proxyHost"): "[2001:db8::1]:8443",
    (METRICS, "authorization", "skipCertificateValidation"): False,
    (METRICS, "logLevel"): "debug",
}


@pytest.mark.parametrize(("path", "value"), CHANGES.items(), ids=map(".".join, CHANGES))
def test_every_value_changes_what_is_rendered(path: Path, value: object) -> None:
    assert compiled(put(written(), path, value)).manifests != compiled(written()).manifests


@pytest.mark.parametrize(("path", "value"), IN_THE_PROXY.items(), ids=map(".".join, IN_THE_PROXY))
def test_every_value_of_authorization_changes_what_is_rendered(path: Path, value: object) -> None:
    values = put(written(), (METRICS, "authorization"), _AUTHORIZATION)
    assert compiled(put(values, path, value)).manifests != compiled(values).manifests


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ((METRICS, "enabled"), "false", "telemetry_sources.powerscale.metrics_enabled decides"),
        ((METRICS, "collectorAddr"), "collector:4317", "otel-collector:55680"),
        ((METRICS, "service", "type"), "LoadBalancer", "no Service"),
        ((METRICS, "metrics", "serviceMonitor"), {"enabled": True}, "VMPodScrape"),
        ((METRICS, "zipkin"), {"uri": "http://example.com"}, "does not know"),
        ((COLLECTOR, "nginxProxy"), {"image": "example.com/nginx:1"}, "nobody scrapes"),
        ((COLLECTOR, "certificateFile"), "otel.crt", "otel-collector-tls"),
        (("cert-manager", "enabled"), True, "otel-collector-tls"),
        (("karaviMetricsPowerflex", "enabled"), True, "only PowerScale"),
    ],
)
def test_what_has_no_effect_is_said(path: Path, value: object, why: str) -> None:
    plain = {METRICS: {"image": "example.com/a:1"}, COLLECTOR: {"image": "example.com/b:1"}}
    before, after = compiled(plain), compiled(put(plain, path, value))
    assert after.manifests == before.manifests
    assert after.plan is not None
    (source,) = (one for one in after.plan.sources if one.name == "powerscale")
    (said,) = (decided for _, decided in source.settings if decided.value == "not used")
    assert why in said.reason


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((METRICS, "image"), ""),
        ((METRICS, "image"), "s3cr3t words"),
        ((METRICS, "provisionerNames"), "a\nb"),
        ((METRICS, "clusterPerformancePollFrequencySeconds"), 4),
        ((METRICS, "clusterPerformancePollFrequencySeconds"), 601),
        ((METRICS, "clusterPerformancePollFrequencySeconds"), 30.5),
        ((METRICS, "clusterPerformancePollFrequencySeconds"), True),
        ((METRICS, "concurrentPowerscaleQueries"), 0),
        ((METRICS, "endpoint"), "s3cr3t Name"),
        ((METRICS, "logLevel"), "s3cr3t"),
        ((METRICS, "logFormat"), "xml"),
        ((METRICS, "capacityMetricsEnabled"), "s3cr3t"),
        ((METRICS, "metrics", "port"), 443),
        ((METRICS, "metrics", "tlsCertSecret"), "s3cr3t Name"),
        ((METRICS, "isiClientOptions", "isiAuthType"), 2),
        ((METRICS, "isiClientOptions", "isiLogVerbose"), -1),
        ((METRICS, "authorization"), {"enabled": True}),
        ((METRICS, "authorization"), {**_AUTHORIZATION, "proxyHost": "https://proxy.example.com"}),
        ((COLLECTOR, "image"), None),
    ],
)
def test_what_the_programs_would_not_take_is_refused_by_its_name(path: Path, value: object) -> None:
    compilation = compiled(put(written(), path, value))
    errors = [one for one in compilation.diagnostics if one.severity == "error"]
    assert {one.code for one in errors} == {"csm-values"}
    assert ".".join(path[:2]) in errors[0].summary
    assert not any("s3cr3t" in f"{one.summary}{one.help}" for one in errors)


@pytest.mark.parametrize(
    ("image", "kept"),
    [
        ("ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector:0.150.1", False),
        ("otel/opentelemetry-collector", False),
        ("registry:5000/opentelemetry-collector@sha256:0", False),
        ("otel/opentelemetry-collector-otlp:0.150.1", False),
        ("otel/opentelemetry-collector-contrib:0.150.1", True),
        ("registry:5000/opentelemetry-collector-contrib@sha256:0", True),
        ("example.com/our/collector:1", True),
    ],
)
def test_only_distributions_without_storage_are_replaced(image: str, kept: bool) -> None:
    assert keeps_a_queue(image) is kept
    values = read_values(put(written(), (COLLECTOR, "image"), image))
    assert isinstance(values, CsmValues)
    assert (values.collector_image == image) is kept


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([METRICS, COLLECTOR, "cert-manager"]), _VALUES), st.data())
def test_any_file_is_read_or_refused(values: dict[str, Any], data: st.DataObject) -> None:
    keys = sorted({path[1] for path in CHANGES})
    values = put(values, (METRICS,), data.draw(st.dictionaries(st.sampled_from(keys), _VALUES)))
    found = read_values(values)
    assert isinstance(found, CsmValues) or (found and all(isinstance(one, Problem) for one in found))
