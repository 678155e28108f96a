"""Replicas and resources, from the storage file or from telecompile's own table."""

from __future__ import annotations

from typing import NamedTuple

from ..config.options import Options
from ..config.resources import ResourceBlock
from .decision import Resources


class Default(NamedTuple):
    """What a component gets that the storage file does not name."""

    replicas: int
    resources: Resources
    reason: str


STORAGE_GRACE = 120
"""Seconds that a storage pod gets to write what it holds in memory."""

_SMALL = Resources("100m", "256Mi", "500m", "512Mi")
_RELOADER = Resources("10m", "32Mi", "100m", "64Mi")

# semantics.md, section 3, "Not in the storage file".
DEFAULTS = {
    "vmauth": Default(2, _SMALL, "a proxy of small requests, two for availability"),
    "vmalert": Default(2, _SMALL, "evaluates a few dozen rules, two for availability"),
    "otel-collector": Default(1, _SMALL, "one receiver, since its queue is on one volume"),
    "config-reloader": Default(1, _RELOADER, "watches one Secret"),
}


def from_block(block: ResourceBlock) -> Resources:
    """A resource block of the storage file."""
    return Resources(block.requests.cpu, block.requests.memory, block.limits.cpu, block.limits.memory)


def resources(options: Options, name: str, default: Resources) -> Resources:
    """``default``, or what `resources` in telecompile.yml says of ``name``, part by part."""
    override = options.resources.get(name)
    if override is None:
        return default
    cpu_request, memory_request, cpu_limit, memory_limit = default
    if override.requests:
        cpu_request, memory_request = override.requests.cpu, override.requests.memory
    if override.limits:
        cpu_limit, memory_limit = override.limits.cpu, override.limits.memory
    return Resources(cpu_request, memory_request, cpu_limit, memory_limit)


def replicas(options: Options, name: str, default: int) -> int:
    """``default``, or the replicas that `resources` in telecompile.yml sets for ``name``."""
    override = options.resources.get(name)
    return default if override is None or override.replicas is None else override.replicas
