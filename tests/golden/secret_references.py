"""Every Secret and ConfigMap that an output names is rendered, made by an operator, or the user's to make."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from tests.golden.pods import Object
from tests.golden.references import Output, sections

_MOUNTED = re.compile(r"/etc/vm/(secrets|configs)/([^/\s]+)/([^/\s,]+)")
"""Where the VictoriaMetrics operator mounts what `secrets` and `configMaps` list."""
_CONFIG_MAP_KEYS = ("configMap", "configMapKeyRef", "configMapRef")
_CERTIFICATE_KEYS = ("ca.crt", "user.crt", "user.key", "user.p12", "user.password")

_KUBERNETES_MADE: Mapping[str, Collection[str]] = {"kube-root-ca.crt": ("ca.crt",)}
"""ConfigMaps that Kubernetes puts into every namespace."""


class Named(NamedTuple):
    """A Secret or ConfigMap that is named, with a key of it where one is."""

    kind: str
    name: str
    key: str | None = None


def secret_problems(output: Output) -> list[str]:
    """What is named and nobody makes, or has not that key."""
    there = {
        "Secret": {**output.secrets, **operator_made(output)},
        "ConfigMap": {
            **{name: one.get("data", {}) for name, one in output.of("ConfigMap").items()},
            **_KUBERNETES_MADE,
        },
    }
    return [
        f"{one['kind']} {one['metadata']['name']}: {problem}"
        for one in output.objects
        for problem in dict.fromkeys(_missing(one, there))
    ]


def named(one: Object) -> Iterator[Named]:
    """Every Secret and ConfigMap that an object names."""
    for key, value in sections(one):
        for part in value if isinstance(value, list) else [value]:
            yield from _by_key(key, part)
    yield from _mounted(one)
    for rule in one.get("rules") or [] if one["kind"] == "Role" else []:
        if "secrets" in rule["resources"]:
            yield from (Named("Secret", name) for name in rule.get("resourceNames", []))


def _by_key(key: str, part: Any) -> Iterator[Named]:
    """What a value is that stands at *key*, or in a list there."""
    if isinstance(part, str):
        if key in ("secrets", "configMaps"):
            yield Named("Secret" if key == "secrets" else "ConfigMap", part)
    elif isinstance(part, dict):
        kind = "ConfigMap" if key in _CONFIG_MAP_KEYS else "Secret"
        if set(part) - {"optional"} == {"name", "key"}:
            yield Named(kind, part["name"], part["key"])
        elif key in ("imagePullSecrets", "secretRef", "configMapRef"):
            yield Named(kind, part["name"])
        elif "secretName" in part:
            keys = [part[one] for one in ("certificate", "key") if one in part]
            yield from _each(kind, part["secretName"], [*keys, *_items(part)])
        elif key in ("configMap", "secret") and "name" in part:
            yield from _each(kind, part["name"], _items(part))


def _items(part: Mapping[str, Any]) -> list[str]:
    return [item["key"] for item in part.get("items", [])]


def _each(kind: str, name: str, keys: Collection[str]) -> Iterator[Named]:
    yield Named(kind, name)
    yield from (Named(kind, name, key) for key in keys)


def _mounted(one: Object) -> Iterator[Named]:
    """Files of `secrets` and `configMaps` that arguments name; what no list mounts is named as nobody's."""
    texts = [value for _, value in sections(one.get("spec", {})) if isinstance(value, str)]
    for field, name, file in (found for text in texts for found in _MOUNTED.findall(text)):
        kind, lists = ("Secret", "secrets") if field == "secrets" else ("ConfigMap", "configMaps")
        listed = [value for key, value in sections(one["spec"]) if key == lists and isinstance(value, list)]
        mounted = any(name in names for names in listed)
        yield Named(kind, name if mounted else f"{name} (not mounted)", file)


def _missing(one: Object, there: Mapping[str, Mapping[str, Collection[str]]]) -> Iterator[str]:
    for kind, name, key in named(one):
        if name not in there[kind]:
            yield f"nobody makes {kind} {name}"
        elif key is not None and key not in there[kind][name]:
            yield f"{kind} {name} has no key {key}"


def operator_made(output: Output) -> dict[str, Collection[str]]:
    """The Secrets that operators make of what is rendered, and their keys."""
    found: dict[str, Collection[str]] = {}
    for name in output.of("VMAgent"):
        found[f"vmagent-{name}"] = ("vmagent.yaml.gz",)
    for name in output.of("VMAuth"):
        found[f"vmauth-config-{name}"] = ("config.yaml.gz",)
    for name, one in output.of("VMUser").items():
        if not one["spec"].get("disable_secret_creation"):
            found[f"vmuser-{name}"] = ("username", "password")
    for name in output.of("Kafka"):
        found[f"{name}-cluster-ca-cert"] = ("ca.crt", "ca.p12", "ca.password")
    for name in output.of("KafkaUser"):
        found[name] = _CERTIFICATE_KEYS
    return found
