"""How much the message bus and the database may hold: both are sized by their memory limits."""

from typing import NamedTuple

from ...config.quantity import whole
from ...plan.decision import Decided

SMALLEST_POOL = 5 * 2**20
"""Bytes: what MySQL takes for a buffer pool at least (`innodb_buffer_pool_size`)."""
LARGEST_POOL = 128 * 2**20
"""Bytes: MySQL's default, far above what a list of BMCs needs."""
REDO_LOG = 16 * 2**20
"""Bytes of `innodb_redo_log_capacity`: 100 MiB by default, which is a tenth of the default volume; 8 MiB at least."""
WAITS = 90
"""Seconds that values wait for a pump: the Kafka pump tries the bus and the broker once a minute."""
EXPIRED_AT_ONCE = 10_000
"""Messages that are looked at each second whether their time is up; 400 each half minute by default."""
CONNECTIONS = 16
"""Three programs of the receiver, two pumps and the probe; twice, for those that have not been noticed to be gone."""


class Bus(NamedTuple):
    """What ActiveMQ holds in memory.

    Bytes: ``heap`` of the JVM, ``memory`` of all messages, of which each pump's queue has ``queue_memory``; ``kept``
    is seconds.
    """

    heap: Decided[int]
    memory: Decided[int]
    queue_memory: Decided[int]
    kept: Decided[int]
    expired_at_once: Decided[int]
    connections: Decided[int]


class Database(NamedTuple):
    """What MySQL is told: ``options`` of mysqld with their reasons, in order."""

    name: str
    options: tuple[tuple[str, Decided[object]], ...]


def plan_bus(limit: str) -> Bus:
    """Of a container with this memory limit."""
    key = ("idrac_telemetry_storage.activemq.resources.limits.memory",)
    heap = whole(limit) // 2
    return Bus(
        heap=Decided(heap, "half of the memory limit; what the JVM has beside its heap needs the rest", key),
        memory=Decided(heap * 5 // 8, "bytes of all messages, five eighths of the heap; a sender waits beyond it", key),
        queue_memory=Decided(
            heap // 4, "bytes for each pump, so that one that is away leaves room for the other, and for commands", key
        ),
        kept=Decided(
            WAITS,
            "seconds that values wait for a pump, which tries its broker each minute; older ones are dropped, so that "
            "one that is away slows the other down and does not stop it",
        ),
        expired_at_once=Decided(EXPIRED_AT_ONCE, "looked at each second, more than any reader sends"),
        connections=Decided(CONNECTIONS, "three programs of the receiver, two pumps, the probe; twice"),
    )


def plan_database(limit: str) -> Database:
    """Of a container with this memory limit."""
    key = ("idrac_telemetry_storage.mysqldb.resources.limits.memory",)
    pool = min(LARGEST_POOL, max(SMALLEST_POOL, whole(limit) // 8))
    return Database(
        "idrac_telemetrydb",
        (
            ("bind-address", Decided("127.0.0.1", "for the receiver in the same pod alone: it holds log-ins of BMCs")),
            ("mysqlx", Decided(0, "its second protocol, on a port of its own, is not spoken here")),
            ("secure-file-priv", Decided("NULL", "no statement reads or writes files")),
            ("disable-log-bin", Decided(None, "nobody copies from it, and the log would fill the volume")),
            ("performance-schema", Decided("OFF", "takes more memory than the list of BMCs")),
            ("innodb-buffer-pool-size", Decided(pool, "bytes: an eighth of the memory limit, 128 MiB at most", key)),
            ("innodb-redo-log-capacity", Decided(REDO_LOG, "bytes; 100 MiB by default, a tenth of the default volume")),
            ("max-connections", Decided(20, "one program asks; an administrator may")),
        ),
    )
