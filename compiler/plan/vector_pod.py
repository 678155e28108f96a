"""What both bridges decide alike: how a pod of Vector shares its memory, and how it is watched."""

from __future__ import annotations

from ..config.quantity import milli, whole
from .decision import Decided, Probe, Resources, Workload
from .places import VECTOR_API_PORT

SMALLEST_FETCH = 32
"""KiB: dozens of rows, of which the longest (vmstat) has about 5 KiB. A longer message is fetched all the same."""
LARGEST_FETCH = 16_384
"""KiB: librdkafka refuses a fetch beyond 10^9 bytes, and its own queue holds 64 MiB."""
MOST_REQUESTS = 32
"""More do not make one agent faster."""
SAMPLE = 1024
"""Bytes of a sample in Vector's memory, with its labels, assumed."""
BATCH = 5000
"""Samples in one request at most; one row of vmstat is about 150 of them."""
LIVENESS, READINESS = Probe(10, 5, 6), Probe(10, 5, 3)


def prefetch(limits: Resources, partitions: int, keys: tuple[str, ...]) -> Decided[int]:
    """What a pod fetches ahead of each partition, in KiB."""
    return Decided(
        min(LARGEST_FETCH, max(SMALLEST_FETCH, whole(limits.memory_limit) // 8 // 1024 // partitions // 2)),
        "KiB of a partition, once in the queue and once in a fetch: together an eighth of the memory limit, should "
        "one pod have all partitions",
        keys,
    )


def requests(limits: Resources, size: int, keys: tuple[str, ...]) -> Decided[int]:
    """How many requests of ``size`` bytes are on their way at a time."""
    return Decided(
        min(MOST_REQUESTS, max(1, whole(limits.memory_limit) // 8 // size)),
        "requests at a time, so that what is on its way is an eighth of the memory limit at most",
        keys,
    )


def threads(limits: Resources, keys: tuple[str, ...]) -> Decided[int]:
    """How many threads work, from the CPU limit."""
    return Decided(-(-milli(limits.cpu_limit) // 1000), "as many as the CPU limit lets run at a time", keys)


def batch() -> Decided[int]:
    """Samples in a request."""
    return Decided(BATCH, "of a few hundred bytes each before compression; vmagent takes 32 MiB in one request")


def buffer() -> Decided[int]:
    """Samples that wait for their request."""
    return Decided(2 * BATCH, "in memory: what is lost with it was not acknowledged to Kafka, and is read again")


def own_interval() -> Decided[int]:
    """Seconds between two readings of Vector's own numbers."""
    return Decided(15, "seconds between two readings of its own numbers: twice as often as they are scraped")


def kept() -> Decided[int]:
    """Seconds that an idle counter is shown."""
    return Decided(86_400, "seconds that a counter stays without news: those of rare losses must not start again at 0")


def health() -> Decided[str]:
    """What the probes ask."""
    return Decided(
        f"GET /health on port {VECTOR_API_PORT}", "says that the process runs, not that Kafka or the agent do"
    )


def shutdown(workload: Workload) -> Decided[int]:
    """Seconds that Vector gets to end."""
    return Decided(workload.grace_seconds - 10, "seconds to hand over what it has, before the pod's time is up")
