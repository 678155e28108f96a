"""What keys of one file say of each other, as far as a schema can say it: model validators and rules of one file.

By the name of the model at which the condition stands. What compares two values (a request with its limit, a timeout
with its interval), and what two files say of each other, no schema can say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..config.components import IMAGES, REPLICATED, SIZED, SOURCES
from ..diagnostics.codes import CODES
from .forms import never
from .marks import CHOSEN
from .texts import ARGUMENTS, SPACE

Node = dict[str, Any]
_SET: Node = {"type": "string", "minLength": 1}


def _where(**keys: Node) -> Node:
    """Mappings that have all of these keys, each as its schema says."""
    return {"type": "object", "required": list(keys), "properties": keys}


def _at(path: str, node: Node) -> Node:
    """``node`` for what stands at a dotted path, whose keys must all be there."""
    for key in reversed(path.split(".")):
        node = _where(**{key: node})
    return node


def _when(condition: Node, then: Node) -> Node:
    return {"if": condition, "then": then}


def _any(*nodes: Node) -> Node:
    return {"anyOf": list(nodes)}


def _on(*channels: str) -> Node:
    return _any(*(_where(**{f"{channel}_enabled": {"const": True}}) for channel in channels))


def _source_on(name: str, *channels: str) -> Node:
    return _at(f"telemetry_sources.{name}", _on(*channels))


def _carried(channel: str, sink: str) -> Node:
    told = f"The {channel} are on, and go to {sink}: list it, or switch them off."
    listed = {"contains": {"const": sink}, "errorMessage": told}
    return _when(_on(channel), {"properties": {"collection_targets": listed}})


def _scraped(name: str) -> tuple[Node, Node]:
    settings = f"{name}_configuration"
    verified = _at(f"{settings}.tls_mode", {"const": "ca_signed"})
    return (
        _when(_source_on(name, "metrics", "logs"), _at(f"{settings}.{name}_endpoint", _SET)),
        _when(
            {"allOf": [_source_on(name, "metrics"), verified]},
            _at(f"{settings}.{name}_ca_cert_path", _SET),
        ),
    )


def _listed(name: str) -> Node:
    """A software that is a list of roles needs that list."""
    selected = _where(softwares={"contains": _where(name={"const": name})})
    return _when(selected, _where(**{name: {"type": "array", "minItems": 1}}))


_SOME = {"properties": {"collection_targets": {"minItems": 1}}}
_GIVEN: Node = {"type": "string"}
_NOT_GIVEN: Node = {"type": "null"}
_NO_SAMPLER_FOR_JOBS = _where(plugin_name={"not": {"const": "slurm_sampler"}})


def _arguments(pattern: str) -> Node:
    return {"properties": {"config_parameters": {"pattern": pattern}}}


def _sets(key: str) -> str:
    return rf"(?:^|{SPACE})(?:{key})(?:=|{SPACE}|$)"


_SCHEMA = rf"(?!(?:job|as_is)(?:{SPACE}|$))[A-Za-z0-9][A-Za-z0-9_.-]*(?:{SPACE}|$)"

CONDITIONS: Mapping[str, tuple[Node, ...]] = {
    "IdracSource": (_when(_on("metrics"), _SOME),),
    "LdmsSource": (_when(_on("metrics"), _SOME),),
    "OmeSource": (_when(_on("metrics", "logs"), _SOME),),
    **dict.fromkeys(
        ("PowerscaleSource", "UfmSource", "VastSource"),
        (_carried("metrics", "victoria_metrics"), _carried("logs", "victoria_logs")),
    ),
    "SamplerPlugin": (
        _arguments(rf"^(?![\s\S]*{_sets('producer|instance|name')})(?![\s\S]*(?:^|{SPACE})schema=(?!{_SCHEMA}))"),
        _when(_NO_SAMPLER_FOR_JOBS, _arguments(rf"^(?![\s\S]*{_sets('component_id')})")),
        _when(
            _where(plugin_name={"const": "slurm_sampler"}),
            _at(
                "config_parameters",
                {
                    "type": "string",
                    "pattern": "^"
                    + "".join(
                        rf"(?=[\s\S]*{_sets(key)})" for key in ("component_id", "stream", "job_count", "task_count")
                    )
                    + rf"(?![\s\S]*(?:^|{SPACE})(?:job_count|task_count)=(?![1-9][0-9]{{0,5}}(?:{SPACE}|$)))"
                    + rf"(?![\s\S]*(?:^|{SPACE})stream=(?:{SPACE}|$))"
                    + rf"(?![\s\S]*(?:^|{SPACE})component_id="
                    + rf"(?!(?:[0-9]{{1,20}}|\$[A-Za-z0-9_]+|\$\{{[A-Za-z0-9_]+\}})(?:{SPACE}|$)))",
                },
            ),
        ),
    ),
    "TelemetryConfig": (
        _when(
            _source_on("ldms", "metrics"),
            _at("ldms_configurations.sampler_plugins", {"type": "array", "minItems": 1, "uniqueItems": True}),
        ),
        _when(
            _source_on("powerscale", "metrics"),
            _at("powerscale_configurations.csm_observability_values_file_path", _SET),
        ),
        *_scraped("ufm"),
        *_scraped("vast"),
    ),
    "SoftwareConfig": tuple(_listed(name) for name in ("slurm_custom", "service_k8s", "additional_packages")),
    "EndpointAccess": (
        _when(_where(secret=_GIVEN), _where(auth=_GIVEN)),
        _when(_where(auth=_GIVEN), _where(secret=_GIVEN)),
    ),
    "Toleration": (
        _when(_where(operator={"const": "Exists"}), {"properties": {"value": _NOT_GIVEN}}),
        _any(_where(key=_GIVEN), _where(operator={"const": "Exists"})),
        _when(_where(tolerationSeconds={"type": "integer"}), _where(effect={"const": "NoExecute"})),
    ),
}
"""Conditions of each model."""


def _by_name(
    names: tuple[str, ...], told: str, value: Callable[[str, Node], Node] = lambda _, node: node
) -> Callable[[Node], Node]:
    """A free mapping whose keys are known after all: then editors can propose them."""

    def narrow(node: Node) -> Node:
        inner = node["additionalProperties"]
        properties = {name: {"title": name, "description": f"{told} {name}."} | value(name, inner) for name in names}
        return node | {"additionalProperties": False, "properties": properties, CHOSEN: True}

    return narrow


def _sized(name: str, node: Node) -> Node:
    if name in REPLICATED:
        return node
    # Given in part it is refused, so it is not proposed either.
    kept = {key: one for key, one in node["properties"].items() if key != "replicas"}
    return node | {"properties": kept | {"replicas": {"type": "null", "doNotSuggest": True}}}


def _codes(node: Node) -> Node:
    warnings = [code for code, told in CODES.items() if told.severity == "warning"]
    # Any text is taken, with a warning where it is none of these.
    return node | {"items": {"type": "string", "anyOf": [{"enum": warnings}, {"type": "string"}]}}


def _pushing(node: Node) -> Node:
    told = "A source of telemetry_config.yml is collected, and does not push: switch it on there."
    return node | {"items": node["items"] | {"allOf": [never({"enum": list(SOURCES)}, told)]}}


def _once(node: Node) -> Node:
    return node | {"uniqueItems": True}


NARROWED: Mapping[str, Mapping[str, Callable[[Node], Node]]] = {
    "Options": {
        "images": _by_name(IMAGES, "Image of"),
        "resources": _by_name(SIZED, "Replicas and resources of", _sized),
        "allow": _codes,
        "push_sources": _pushing,
    },
    "SamplerPlugin": {"config_parameters": lambda node: node | {"pattern": f"^{ARGUMENTS}$"}},
    "SoftwareConfig": dict.fromkeys(("slurm_custom", "service_k8s", "additional_packages"), _once),
}
"""Keys of a model that rules narrow further."""
