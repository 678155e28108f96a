"""Replicas and resources, from the storage file or from telecompile's own table."""

from typing import NamedTuple

from ..config.options import Options
from ..config.quantity import milli, whole
from ..config.resources import Quantities, ResourceBlock
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
    """``default``, or what `resources` in telecompile.yml says of ``name``.

    Where only the limits are given, requests come down to them; where only the requests
    are given, limits go up to them: a request above its limit starts no pod.
    """
    override = options.resources.get(name)
    if override is None or not (override.requests or override.limits):
        return default
    requests = override.requests or Quantities(cpu=default.cpu_request, memory=default.memory_request)
    limits = override.limits or Quantities(cpu=default.cpu_limit, memory=default.memory_limit)
    if override.limits is None:
        limits = Quantities(
            cpu=max(limits.cpu, requests.cpu, key=milli), memory=max(limits.memory, requests.memory, key=whole)
        )
    if override.requests is None:
        requests = Quantities(
            cpu=min(requests.cpu, limits.cpu, key=milli), memory=min(requests.memory, limits.memory, key=whole)
        )
    return Resources(requests.cpu, requests.memory, limits.cpu, limits.memory)


def why(options: Options, name: str, default: str) -> str:
    """Why ``name`` is sized as it is."""
    return "as `resources` in telecompile.yml says" if name in options.resources else default


def replicas(options: Options, name: str, default: int) -> int:
    """``default``, or the replicas that `resources` in telecompile.yml sets for ``name``."""
    override = options.resources.get(name)
    return default if override is None or override.replicas is None else override.replicas
