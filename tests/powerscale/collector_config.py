"""Everything wrong with the collector's configuration that its text alone can tell, as far as nobody else says it.

That its keys are known and its values right the real program says (`test_collector.py`); it takes in silence what is
rendered here to be safe: a queue in memory, a queue without an end, a retry that gives up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml


def problems(text: str) -> list[str]:
    """Of `collector.yaml`."""
    config = yaml.safe_load(text)
    return [*_parts(config), *_queue(config), *_tls(config)]


def _parts(config: Any) -> Iterator[str]:
    """Each component is defined and used: the collector passes over one that no pipeline names."""
    used: dict[str, set[str]] = {kind: set() for kind in ("receivers", "processors", "exporters")}
    for pipeline in config["service"]["pipelines"].values():
        for kind, names in pipeline.items():
            used[kind] |= set(names)
    used["extensions"] = set(config["service"]["extensions"])
    for kind, names in used.items():
        if names != set(config[kind]):
            yield f"{kind}: {sorted(names ^ set(config[kind]))} are defined and not used, or used and not defined"
    for name, pipeline in config["service"]["pipelines"].items():
        if pipeline["processors"][:1] != ["memory_limiter"]:
            yield f"{name}: memory is limited only before anything else holds what came"
        if any(one.partition("/")[0] == "batch" for one in pipeline["processors"]):
            yield f"{name}: batch holds in memory what its sender thinks is safe"


def _queue(config: Any) -> Iterator[str]:
    for name, exporter in config["exporters"].items():
        queue, retry = exporter["sending_queue"], exporter["retry_on_failure"]
        if queue.get("storage") not in config["extensions"]:
            yield f"{name}: the queue is in memory"
        if queue.get("sizer") != "bytes" or not 0 < queue["queue_size"] < 2**63:
            yield f"{name}: the queue has no end in bytes"
        if retry.get("enabled") is False or retry.get("max_elapsed_time") != "0s":
            yield f"{name}: gives up"


def _tls(config: Any) -> Iterator[str]:
    for name, receiver in config["receivers"].items():
        for protocol, server in receiver["protocols"].items():
            if not {"cert_file", "key_file", "reload_interval"} <= server.get("tls", {}).keys():
                yield f"{name}: {protocol} has no certificate, or keeps it after it was renewed"
