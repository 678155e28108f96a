"""Rules about the files that the configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..config.former import OPTIONS, TELEMETRY
from ..config.paths import resolved
from ..config.referenced import ca_path, csm_path
from ..diagnostics.diagnostic import Diagnostic
from ..loading.yaml_file import load_yaml
from ..sources.powerscale.values import CsmValues, read_values
from .rule import Rule, View

_SOURCES, _PATHS = f"{TELEMETRY}:telemetry_sources", f"{OPTIONS}:paths"
_CSM_PATH = ("powerscale_configurations", "csm_observability_values_file_path")


def _ca_certificate(view: View) -> Iterator[Diagnostic]:
    for name in ("ufm", "vast"):
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
        elif b"-----BEGIN CERTIFICATE-----" not in content:
            yield Diagnostic(
                "ca-certificate",
                "error",
                f"{path!r} holds no PEM certificate",
                TELEMETRY,
                span,
                "name the CA's certificate in PEM form",
            )


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
    if isinstance(found, str):
        yield Diagnostic(
            "csm-values",
            "error",
            f"{path!r} {found}",
            TELEMETRY,
            span,
            f"name the values file of CSM Observability, {off}",
        )


# The rule asks, and the planner once more.
@lru_cache(maxsize=1)
def csm_values(content: bytes) -> CsmValues | str:
    """The values, or what is wrong with the file; never anything of its contents."""
    loaded = load_yaml("", content)
    if loaded.document is None or any(one.severity == "error" for one in loaded.diagnostics):
        return "is not a YAML file"
    if not isinstance(loaded.document.value, dict):
        return "holds no YAML mapping"
    found = read_values(loaded.document.value)
    return found if isinstance(found, CsmValues) else f"lacks {' and '.join(found)}"


_READ_HELP = "give a path that exists below the input directory, or map its prefix under `paths` in telecompile.yml"
CA_CERTIFICATE = Rule(
    (_SOURCES, _PATHS, f"{TELEMETRY}:ufm_configuration", f"{TELEMETRY}:vast_configuration"), _ca_certificate
)
CSM_VALUES = Rule((_SOURCES, _PATHS, f"{TELEMETRY}:powerscale_configurations"), _csm_values)
