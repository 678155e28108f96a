"""What the plan makes of csm-metrics-powerscale, which polls the arrays."""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from ...config.configuration import Configuration
from ...plan.decision import Container, Decided, Probe, Resources, Workload
from ...plan.images import CSM_METRICS, image
from ...plan.sizing import from_block
from .authorization import Authorization
from .unused import ADDRESS
from .values import GROUPS, POLLS, CsmValues, OwnMetrics

Value = TypeVar("Value")
SIDECAR = "csm-authorization-sidecar"
PLACE = "CSM values: karaviMetricsPowerscale"
"""How the plan names a key of the user's file."""
ARRAY_CERTIFICATES = ("isilon-certs-0", "cert-0")
"""The Secret with the CA of the arrays and its key, as the CSI driver for PowerScale has them."""
# Our own: a proxy of a few requests a second, one static Go program.
_SIDECAR_SIZE = Resources("50m", "64Mi", "250m", "128Mi")
Setting = tuple[str, Decided[str]]


class CsmMetrics(NamedTuple):
    """``settings`` are the keys of its configuration file.

    ``certificates`` are the Secret and the key with the CA of the arrays, None where they are not verified;
    ``authorization`` is None where arrays are asked directly.
    """

    workload: Workload
    settings: tuple[Setting, ...]
    lease: Decided[str]
    trust: Decided[str]
    certificates: Decided[tuple[str, str] | None]
    metrics: Decided[OwnMetrics | None]
    health: Decided[str]
    liveness: Probe
    readiness: Probe
    authorization: Decided[Authorization | None]
    token: Decided[str]


def plan_csm(configuration: Configuration, values: CsmValues) -> CsmMetrics:
    """One pod; a second would wait for the first, and never poll."""
    return CsmMetrics(
        workload=_workload(configuration, values),
        settings=tuple(_settings(values)),
        lease=_decided(values.lease, "while one pod replaces another, only the holder polls", "endpoint"),
        trust=Decided("ca.crt of otel-collector-tls", "read once at start, so it must outlive the certificate"),
        certificates=_certificates(values),
        metrics=_decided(values.metrics, "metrics of itself; images before v1.13 have none", "metrics"),
        health=_decided(
            "no probe" if values.metrics is None else "/healthz and /readyz",
            "it listens nowhere unless it serves metrics of itself; on an error it ends, and is started again",
            "metrics.enabled",
        ),
        liveness=Probe(30, 5, 4),
        readiness=Probe(10, 5, 3),
        authorization=_decided(
            values.authorization,
            "a proxy in the pod takes each request to the server, with a token"
            if values.authorization
            else "arrays are asked directly",
            "authorization",
        ),
        token=Decided(
            "of csm-metrics alone", "it lists volumes and StorageClasses, and holds its lease; the proxy needs none"
        ),
    )


def _workload(configuration: Configuration, values: CsmValues) -> Workload:
    options = configuration.options
    own = from_block(configuration.storage.csm_metrics_powerscale_storage)
    containers = [Container(CSM_METRICS, image(options, CSM_METRICS, values.image), own)]
    if values.authorization is not None:
        containers.append(Container(SIDECAR, image(options, SIDECAR, values.authorization.image), _SIDECAR_SIZE))
    return Workload(
        "powerscale",
        CSM_METRICS,
        1,
        tuple(containers),
        None,
        "polls the arrays; a second one would only wait",
        ("telemetry_sources.powerscale.metrics_enabled", "csm_metrics_powerscale_storage"),
    )


def _settings(values: CsmValues) -> Iterator[Setting]:
    """What the program reads of `karavi-metrics-powerscale.yaml`, as `main.go` and goisilon name it."""
    yield "COLLECTOR_ADDR", Decided(ADDRESS, "the collector that is rendered here, by the name in its certificate")
    yield "PROVISIONER_NAMES", _decided(values.provisioners, "volumes of these drivers", "provisionerNames")
    queries = "requests at a time; up to v1.13 the program reads it, and keeps to 10"
    yield "POWERSCALE_MAX_CONCURRENT_QUERIES", _decided(str(values.queries), queries, "concurrentPowerscaleQueries")
    for group in GROUPS:
        yield (
            f"POWERSCALE_{group.upper()}_METRICS_ENABLED",
            _decided(_flag(group in values.groups), "as written, else on", f"{group}MetricsEnabled"),
        )
    for key, seconds in values.polls:
        yield POLLS[key][0], _decided(str(seconds), "seconds", key)
    yield "POWERSCALE_ISICLIENT_INSECURE", _insecure(values)
    for name, value, key, reason in (
        ("AUTH_TYPE", values.auth_type, "isiAuthType", "0 opens a session, 1 sends the password each time"),
        ("VERBOSE", values.verbosity, "isiLogVerbose", "at level debug 0 logs whole requests, 2 the least"),
    ):
        yield f"POWERSCALE_ISICLIENT_{name}", _decided(str(value), reason, f"isiClientOptions.{key}")
    yield "LOG_LEVEL", _decided(values.log_level, "as written, else INFO", "logLevel")
    yield "LOG_FORMAT", _decided(values.log_format, "as written, else text", "logFormat")
    if values.metrics is not None:
        yield "X_CSI_METRICS_ENABLED", _decided("true", "as written", "metrics.enabled")
        yield "X_CSI_METRICS_PORT", _decided(str(values.metrics.port), "as written, else 8443", "metrics.port")


def _insecure(values: CsmValues) -> Decided[str]:
    if values.authorization is not None:
        reason = "the proxy in the same pod makes its certificate itself, and nobody signs it"
        return _decided("true", reason, "authorization.enabled")
    return _decided(_flag(values.trusts_any), "whether an array may have any certificate", _SKIP)


def _certificates(values: CsmValues) -> Decided[tuple[str, str] | None]:
    if values.authorization is not None:
        return _decided(None, "csm-metrics speaks to the proxy in its pod alone", "authorization.enabled")
    if values.trusts_any:
        return _decided(None, "an array may have any certificate", _SKIP)
    return _decided(ARRAY_CERTIFICATES, "the CA of the arrays, which are verified", _SKIP)


_SKIP = "isiClientOptions.isiSkipCertificateValidation"


def _flag(on: bool) -> str:
    return "true" if on else "false"


def _decided(value: Value, reason: str, key: str) -> Decided[Value]:
    return Decided(value, reason, (f"{PLACE}.{key}",))
