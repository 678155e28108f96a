"""Which component reads which: names, cycles, consumers and event types, as Vector's own checks have them.

`src/config/validation.rs` (names, inputs, consumers, addresses) and `src/config/graph.rs` (unknown inputs, cycles, data
types). An output without a consumer is a warning of Vector's; here it is a problem, for it loses what it gets.
"""

from __future__ import annotations

import graphlib
from collections import Counter
from collections.abc import Iterator

from tests.vector.vector_config_models import Remap, Route, Transform
from tests.vector.vector_config_parsing import Configuration

_GIVES = {"kafka": "log", "internal_metrics": "metric", "log_to_metric": "metric"}
_TAKES = {"log_to_metric": "log", "prometheus_remote_write": "metric", "prometheus_exporter": "metric"}


def outputs(name: str, transform: Transform) -> list[str]:
    """The ids under which what a transform gives can be read; the first is the default one, if it has one."""
    if isinstance(transform, Route):
        return [f"{name}.{route}" for route in transform.route] + [f"{name}._unmatched"] * transform.reroute_unmatched
    if isinstance(transform, Remap) and transform.reroute_dropped:
        return [name, f"{name}.dropped"]
    return [name]


def all_outputs(configuration: Configuration) -> dict[str, str]:
    """Every output id and the component it is of."""
    found = {name: name for name in configuration.sources}
    for name, transform in configuration.transforms.items():
        found |= dict.fromkeys(outputs(name, transform), name)
    return found


def readers(configuration: Configuration) -> dict[str, list[str]]:
    """The inputs of every component that has some."""
    found = {name: one.inputs for name, one in configuration.transforms.items()}
    return found | {name: one.inputs for name, one in configuration.sinks.items()}


def upstream(configuration: Configuration, name: str, passes: frozenset[str] = frozenset()) -> set[str]:
    """Every component whose events may reach *name*, without going through the ones in *passes*."""
    owner, inputs = all_outputs(configuration), readers(configuration)
    found: set[str] = set()
    pending = [name]
    while pending:
        for one in inputs.get(pending.pop(), []):
            component = owner.get(one, one)
            if component not in found and component not in passes:
                found.add(component)
                pending.append(component)
    return found


def topology_problems(configuration: Configuration) -> list[str]:
    """What is wrong with ids and edges."""
    return [*_name_problems(configuration), *_input_problems(configuration), *_consumer_problems(configuration)]


def _name_problems(configuration: Configuration) -> Iterator[str]:
    sections = (configuration.sources, configuration.transforms, configuration.sinks)
    times = Counter(name for section in sections for name in section)
    for name, count in times.items():
        if "." in name:
            yield f"{name}: an id must not have a dot, it addresses an output"
        if count > 1:
            yield f"{name}: more than one component has this id"


def _input_problems(configuration: Configuration) -> Iterator[str]:
    owner = all_outputs(configuration)
    for name, inputs in readers(configuration).items():
        for one, count in Counter(inputs).items():
            if one not in owner:
                yield f"{name}: the input {one} does not exist"
            elif _mismatch(configuration, owner[one], name):
                yield f"{name}: the input {one} gives the other type of event"
            if count > 1:
                yield f"{name}: the input {one} is given twice"
    known = {name: [owner[one] for one in inputs if one in owner] for name, inputs in readers(configuration).items()}
    try:
        graphlib.TopologicalSorter(known).prepare()
    except graphlib.CycleError as error:
        yield f"cycle: {' -> '.join(error.args[1])}"


def _mismatch(configuration: Configuration, giver: str, taker: str) -> bool:
    gives, takes = _GIVES.get(_type(configuration, giver)), _TAKES.get(_type(configuration, taker))
    return gives is not None and takes is not None and gives != takes


def _type(configuration: Configuration, name: str) -> str:
    for section in (configuration.sources, configuration.transforms, configuration.sinks):
        if name in section:
            return str(getattr(section[name], "type", ""))
    return ""


def _consumer_problems(configuration: Configuration) -> Iterator[str]:
    read = {one for inputs in readers(configuration).values() for one in inputs}
    for output in all_outputs(configuration):
        if output not in read:
            yield f"{output}: nothing reads this output"
