"""Evaluate the CEL rules of Strimzi's CRDs, which kubeconform leaves to the API server.

Source of the rules: `x-kubernetes-validations` of the CRDs of Strimzi 1.2.0. The texts are the CRDs' own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import celpy
from celpy.adapter import json_to_cel
from celpy.evaluation import CELEvalError

_GROUP = "kafka.strimzi.io"


class Rule(NamedTuple):
    """What must be true of the value at ``path`` of an object of ``kind``, where there is one."""

    kind: str
    path: tuple[str, ...]
    text: str
    message: str


_RACK_KEY = '(has(self.type) && self.type != "topology-label") || self.topologyKey != ""'
_RACK_ENV = 'has(self.type) == false || self.type != "environment-variable" || self.envVarName != ""'
_EXPORTER = "self.type != 'jmxPrometheusExporter' || has(self.valueFrom)"
_NO_REPORTER = "self.type != 'strimziMetricsReporter'"
_DAYS_TLS = "self.type == 'tls' || (!has(self.validityDays) && !has(self.renewalDays))"
_DAYS_BOTH = "self.type != 'tls' || (has(self.renewalDays) == has(self.validityDays))"
_DAYS_ORDER = (
    "self.type != 'tls' || !has(self.renewalDays) || !has(self.validityDays) || self.renewalDays < self.validityDays"
)
_CRUISE = ("spec", "cruiseControl", "metricsConfig")
_USER = ("spec", "authentication")

RULES = (
    *(
        Rule(kind, (*path, "rack"), text, message)
        for kind, path in (("Kafka", ("spec", "kafka")), ("KafkaBridge", ("spec",)))
        for text, message in (
            (_RACK_KEY, "topologyKey property is required"),
            (_RACK_ENV, "envVarName property is required"),
        )
    ),
    Rule("Kafka", ("spec", "kafka", "metricsConfig"), _EXPORTER, "valueFrom property is required"),
    Rule("KafkaBridge", ("spec", "metricsConfig"), _EXPORTER, "valueFrom property is required"),
    Rule("Kafka", _CRUISE, _EXPORTER, "valueFrom property is required"),
    Rule("Kafka", _CRUISE, _NO_REPORTER, "value type not supported"),
    Rule("KafkaUser", _USER, _DAYS_TLS, "validityDays and renewalDays can be configured only with type tls"),
    Rule("KafkaUser", _USER, _DAYS_BOTH, "validityDays and renewalDays must be set together"),
    Rule("KafkaUser", _USER, _DAYS_ORDER, "renewalDays must be less than validityDays"),
)


def cel_problems(obj: Mapping[str, Any]) -> list[str]:
    """Why the API server would refuse *obj* by a CEL rule; empty for every other kind of object."""
    if not str(obj.get("apiVersion", "")).startswith(f"{_GROUP}/"):
        return []
    where = f"{obj.get('kind')} {(obj.get('metadata') or {}).get('name')}"
    return [f"{where}: {problem}" for rule in RULES if rule.kind == obj.get("kind") for problem in _broken(rule, obj)]


def _broken(rule: Rule, obj: Mapping[str, Any]) -> Iterator[str]:
    value: Any = obj
    for key in rule.path:
        if not isinstance(value, Mapping) or key not in value:
            return
        value = value[key]
    path = ".".join(rule.path)
    try:
        holds = bool(_program(rule.text).evaluate({"self": json_to_cel(value)}))
    except CELEvalError as error:
        # The API server refuses what a rule cannot be evaluated on, such as a field that is read and absent.
        yield f"{path}: {rule.message} (the rule cannot be evaluated: {error.args[0]})"
        return
    if not holds:
        yield f"{path}: {rule.message}"


@functools.cache
def _program(text: str) -> celpy.Runner:
    environment = celpy.Environment()
    return environment.program(environment.compile(text))
