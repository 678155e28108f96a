"""The rule about the disk queues of the agents: each must fit on the agent's volume."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..config.former import OPTIONS, STORAGE, TELEMETRY
from ..config.quantity import binary, whole
from ..diagnostics.diagnostic import Diagnostic, Related
from .endpoints import LOG_ENDPOINTS, METRIC_ENDPOINTS
from .parts import VLAGENT, VLAGENT_VECTOR, VMAGENT, VMAGENT_VECTOR, Part
from .places import related, written
from .rule import Rule, View

SMALLEST_QUEUE = 512 * 2**20
"""Bytes: agents round a smaller bound of a URL's queue up to that (semantics.md, section 2.1)."""
USED, OF = 8, 10
"""The part of its volume that an agent's queues may fill (semantics.md, section 3)."""


class _Agent(NamedTuple):
    """An agent with a disk queue for each URL: the local store, and the endpoints listed at ``endpoints``.

    ``volume`` is where its size stands; ``broker_buffers`` where it keeps none on disk with the local store alone.
    """

    name: str
    part: Part
    volume: tuple[str, ...]
    endpoints: tuple[str, str, str]
    broker_buffers: bool = False

    @property
    def file(self) -> str:
        """Where the size of its volume is written."""
        return OPTIONS if len(self.volume) == 1 else STORAGE

    def size(self, view: View) -> str:
        """The size of its volume."""
        found = view.options if self.file == OPTIONS else view.storage
        for step in self.volume:
            found = getattr(found, step)
        return str(found)

    def further(self, view: View) -> int:
        """How many additional endpoints it writes to."""
        sink = getattr(view.telemetry.telemetry_sinks, self.endpoints[1])
        return len(getattr(sink, self.endpoints[2]))


def _of_storage(name: str, part: Part, endpoints: tuple[str, str, str], *, broker_buffers: bool = False) -> _Agent:
    return _Agent(name, part, (*part.path, "pvc_size"), endpoints, broker_buffers)


AGENTS = (
    _Agent("vmagent", VMAGENT, ("vmagent_queue_size",), METRIC_ENDPOINTS),
    _of_storage("vlagent", VLAGENT, LOG_ENDPOINTS),
    _of_storage("vmagent-vector", VMAGENT_VECTOR, METRIC_ENDPOINTS, broker_buffers=True),
    _of_storage("vlagent-vector", VLAGENT_VECTOR, LOG_ENDPOINTS),
)


def keeps_queue(view: View, agent: _Agent) -> bool:
    """Whether an agent is rendered, and keeps what a store has not taken on disk."""
    return agent.part.rendered(view) and not (agent.broker_buffers and not agent.further(view))


def _fits(agent: _Agent) -> Callable[[View], Iterator[Diagnostic]]:
    def queues_fit_volume(view: View) -> Iterator[Diagnostic]:
        urls, size = 1 + agent.further(view), agent.size(view)
        if not keeps_queue(view, agent) or urls * SMALLEST_QUEUE * OF <= whole(size) * USED:
            return
        yield _too_small(view, agent, urls, size)

    return queues_fit_volume


def _too_small(view: View, agent: _Agent, urls: int, size: str) -> Diagnostic:
    least, key = binary(-(-urls * SMALLEST_QUEUE * OF // USED)), agent.volume[-1]
    each = f" for each of {urls} URLs, {binary(urls * SMALLEST_QUEUE)} in all" if urls > 1 else ""
    summary = f"{agent.name} keeps a queue of at least 512Mi{each}, and may fill 80 % of its volume of {size}"
    help_ = f'write {key}: "{least}" or more'
    fewer = ", or list fewer additional endpoints" if urls > 1 else ""
    if not written(view, agent.file, *agent.volume):
        span = view.at_key(TELEMETRY, *agent.endpoints)
        summary, help_ = f"{summary} (the default)", f"{help_} in {OPTIONS}{fewer}"
        return Diagnostic("queue-above-volume", "error", summary, TELEMETRY, span, help_)
    told: tuple[Related, ...] = ()
    if urls > 1:
        count = "endpoint is" if urls == 2 else "endpoints are"
        told = related(view, f"its {urls - 1} additional {count} here", TELEMETRY, *agent.endpoints)
    span = view.at_value(agent.file, *agent.volume)
    return Diagnostic("queue-above-volume", "error", summary, agent.file, span, f"{help_}{fewer}", told)


def _rule(agent: _Agent) -> Rule:
    own = (f"{agent.file}:{'.'.join(agent.volume)}", f"{TELEMETRY}:{'.'.join(agent.endpoints)}")
    sections = (*agent.part.asks, *own)
    return Rule(tuple(dict.fromkeys(sections)), _fits(agent))


RULES = tuple(_rule(agent) for agent in AGENTS)
