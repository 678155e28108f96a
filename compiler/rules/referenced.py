"""Rules about the files that the configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..config.certificates import LARGEST, certificates
from ..config.components import COLLECTOR
from ..config.former import OPTIONS, TELEMETRY
from ..config.paths import resolved
from ..config.referenced import APPLIANCES, ca_path, csm_path
from ..diagnostics.diagnostic import Diagnostic
from ..loading.yaml_file import load_yaml
from ..sources.powerscale.values import CsmValues, read_values
from .rule import Rule, View

_SOURCES, _PATHS = f"{TELEMETRY}:telemetry_sources", f"{OPTIONS}:paths"
_CSM_PATH = ("powerscale_configurations", "csm_observability_values_file_path")


def _ca_certificate(view: View) -> Iterator[Diagnostic]:
    for name in APPLIANCES:
        path = ca_path(view.telemetry, name)
        if path is None:
            continue
        key = (f"{name}_configuration", f"{name}_ca_cert_path")
        span = view.at_value(TELEMETRY, *key)
        if not path:
            summary = f"tls_mode is ca_signed, and {'.'.join(key)} is not set"
            yield Diagnostic(
                "ca-certificate",
                "error",
                summary,
                TELEMETRY,
                span,
                "write the path of the CA's PEM file, or use tls_mode: self_signed",
            )
            continue
        content = view.referenced[resolved(path, view.options)]
        if isinstance(content, str):
            yield Diagnostic(
                "referenced-file", "error", f"{path!r} cannot be read: {content}", TELEMETRY, span, _READ_HELP
            )
        elif problem := _certificates_problem(content):
            help_ = "name a file with the CA's certificate in PEM form"
            yield Diagnostic("ca-certificate", "error", f"{path!r} {problem}", TELEMETRY, span, help_)


def _certificates_problem(content: bytes) -> str | None:
    found = certificates(content)
    if found is None:
        broken = b"-----BEGIN CERTIFICATE-----" in content
        return "holds a certificate that is broken" if broken else "holds no PEM certificate"
    if len(found) > LARGEST:
        return f"holds {len(found) // 1024} KiB of certificates, and a ConfigMap takes {LARGEST // 1024}"
    return None


def _csm_values(view: View) -> Iterator[Diagnostic]:
    path = csm_path(view.telemetry)
    if path is None:
        return
    span = view.at_value(TELEMETRY, *_CSM_PATH)
    off = "or switch powerscale metrics off"
    if not path:
        summary = f"the metrics of powerscale are on, and {'.'.join(_CSM_PATH)} is not set"
        yield Diagnostic(
            "csm-values",
            "error",
            summary,
            TELEMETRY,
            span,
            f"write the path of the CSM Observability values file, {off}",
        )
        return
    content = view.referenced[resolved(path, view.options)]
    if isinstance(content, str):
        yield Diagnostic(
            "referenced-file", "error", f"{path!r} cannot be read: {content}", TELEMETRY, span, f"{_READ_HELP}, {off}"
        )
        return
    found = csm_values(content)
    if not isinstance(found, CsmValues):
        for problem in found:
            verb = problem.partition(" ")[0]
            help_ = {"has": "mend it there", "lacks": "add it there"}.get(
                verb, "name the values file of CSM Observability"
            )
            yield Diagnostic("csm-values", "error", f"{path!r} {problem}", TELEMETRY, span, f"{help_}, {off}")
        return
    for one in found.unused:
        if one.meant is not None:
            summary = f"{path!r} has {one.key}, which nothing reads"
            yield Diagnostic("csm-misspelt-key", "warning", summary, TELEMETRY, span, f"did you mean {one.meant}?")
    if found.collector_image is None and COLLECTOR not in view.options.images:
        summary = f"{path!r} names a distribution of the collector that cannot keep its queue on a volume"
        help_ = "name opentelemetry-collector-contrib as otelCollector.image there; until then it is used in its place"
        yield Diagnostic("csm-collector-replaced", "warning", summary, TELEMETRY, span, help_)


# The rule asks, and the planner once more.
@lru_cache(maxsize=1)
def csm_values(content: bytes) -> CsmValues | tuple[str, ...]:
    """The values, or all that is wrong with the file; never anything of its contents."""
    loaded = load_yaml("", content)
    if loaded.document is None or any(one.severity == "error" for one in loaded.diagnostics):
        return ("is not a YAML file",)
    if not isinstance(loaded.document.value, dict):
        return ("holds no YAML mapping",)
    return read_values(loaded.document.value)


_READ_HELP = "give a path that exists below the input directory, or map its prefix under `paths` in telecompile.yml"
CA_CERTIFICATE = Rule(
    (_SOURCES, _PATHS, f"{TELEMETRY}:ufm_configuration", f"{TELEMETRY}:vast_configuration"), _ca_certificate
)
CSM_VALUES = Rule((_SOURCES, _PATHS, f"{OPTIONS}:images", f"{TELEMETRY}:powerscale_configurations"), _csm_values)
