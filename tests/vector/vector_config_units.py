"""Files of `tests:` for `vector test`, as `src/config/mod.rs` and `src/config/unit_test/mod.rs` build them (0.57).

A test file is loaded together with the configuration it is for, so it may hold nothing but `tests`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, NonNegativeInt, ValidationError, model_validator

from tests.vector.vector_config_models import Closed, LogToMetric, Text, VrlCondition
from tests.vector.vector_config_parsing import Configuration, refusals
from tests.vector.vector_config_topology import all_outputs, upstream

_METRIC_VALUE = re.compile(r"(?<![\w)\]])\.(gauge|counter|value|set|distribution|aggregated_\w+)\b")
_NEEDS = {"raw": "value", "log": "log_fields", "metric": "metric", "vrl": "source"}


class Value(Closed):
    """Of a gauge or a counter."""

    value: float


class Metric(Closed):
    """The native JSON form of a metric (`lib/vector-core/src/event/metric`), for the kinds we make."""

    name: Text
    namespace: Text | None = None
    tags: dict[str, str] = Field(default={})
    timestamp: Text | None = None
    kind: Literal["absolute", "incremental"]
    gauge: Value | None = None
    counter: Value | None = None

    @model_validator(mode="after")
    def _one_value(self) -> Metric:
        if (self.gauge is None) is (self.counter is None):
            raise ValueError("exactly one of gauge and counter")
        return self


class Input(Closed):
    """The type is `raw` unless given, and each type needs its own key."""

    insert_at: Text
    type: Literal["raw", "log", "metric", "vrl"] = "raw"
    value: str | None = None
    log_fields: dict[str, Any] | None = None
    metric: Metric | None = None
    source: Text | None = None

    @model_validator(mode="after")
    def _its_key(self) -> Input:
        given = [key for key in _NEEDS.values() if getattr(self, key) is not None]
        if given != [_NEEDS[self.type]]:
            raise ValueError(f"the type {self.type} takes exactly {_NEEDS[self.type]}")
        return self


class Output(Closed):
    """The count is checked first, then that each condition holds for an event."""

    extract_from: Text | Annotated[list[Text], Field(min_length=1)]
    conditions: list[VrlCondition] = Field(default=[])
    expected_event_count: NonNegativeInt | None = None

    @property
    def sources(self) -> list[str]:
        """The outputs it reads."""
        return self.extract_from if isinstance(self.extract_from, list) else [self.extract_from]

    @model_validator(mode="after")
    def _checks_something(self) -> Output:
        if not self.conditions and self.expected_event_count is None:
            raise ValueError("neither conditions nor expected_event_count: it checks nothing")
        if self.conditions and self.expected_event_count == 0:
            raise ValueError("no event, so no condition can hold")
        return self


class Test(Closed):
    """One test of the file."""

    name: Text
    inputs: Annotated[list[Input], Field(min_length=1)]
    outputs: list[Output] = Field(default=[])
    no_outputs_from: list[Text] = Field(default=[])

    @model_validator(mode="after")
    def _ends_somewhere(self) -> Test:
        if not self.outputs and not self.no_outputs_from:
            raise ValueError("at least one of outputs and no_outputs_from")
        return self


class TestFile(Closed):
    """Nothing but tests."""

    tests: Annotated[list[Test], Field(min_length=1)]


def unit_problems(configuration: Configuration, document: dict[str, Any]) -> list[str]:
    """What is wrong with the tests in *document* for this configuration."""
    try:
        tests = TestFile.model_validate(document).tests
    except ValidationError as error:
        return refusals("", error)
    times = Counter(test.name for test in tests)
    found = [f"{name}: {count} tests have this name" for name, count in times.items() if count > 1]
    return found + [f"{test.name}: {text}" for test in tests for text in _test(configuration, test)]


def _test(configuration: Configuration, test: Test) -> Iterator[str]:
    transforms = {
        output: owner for output, owner in all_outputs(configuration).items() if owner in configuration.transforms
    }
    ends = [*test.no_outputs_from, *(one for output in test.outputs for one in output.sources)]
    for end in ends:
        if end not in transforms:
            yield f"{end} is not an output of a transform"
    for end in set(test.no_outputs_from) & {one for output in test.outputs for one in output.sources}:
        yield f"{end} is extracted from and has no outputs"
    targets = {transforms[end] for end in ends if end in transforms}
    for one in test.inputs:
        if one.insert_at not in configuration.transforms:
            yield f"{one.insert_at} is not a transform to insert at"
        elif not any(one.insert_at in {target} | upstream(configuration, target) for target in targets):
            yield f"{one.insert_at} does not lead to an output of the test"
    for output in test.outputs:
        yield from _conditions(configuration, output, {transforms.get(end, "") for end in output.sources})


def _conditions(configuration: Configuration, output: Output, owners: set[str]) -> Iterator[str]:
    metrics = any(isinstance(configuration.transforms.get(owner), LogToMetric) for owner in owners)
    for condition in output.conditions:
        if metrics and _METRIC_VALUE.search(condition.source):
            yield "a condition reads the value of a metric, which VRL cannot"
        if "enrichment_table" in condition.source:
            yield "a condition reads a table: conditions of tests are compiled without them"
