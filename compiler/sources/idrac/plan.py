"""What the plan makes of iDRAC."""

from typing import NamedTuple

from ...config.configuration import Configuration
from ...config.quantity import whole
from ...plan.decision import Channel, Decided, Probe, Source, Workload
from ...plan.places import BMC_PORT, CONFIGUI_PORT, PUMP_METRICS_PORT, STOMP_PORT, bootstrap
from ...plan.source import source
from .bus import Bus, Database, plan_bus, plan_database
from .pod import PUMPS, QUEUES, idrac_workload

SCRAPE_INTERVAL = "30s"
"""How often vmagent reads the pump; vmagent's own default."""
SCRAPE_TIMEOUT = "25s"
"""A page of thousands of servers takes longer than vmagent's 10 s by default."""
PAGE_A_SERVER = 256 * 2**10
"""Bytes of one server's metrics on the pump's page, assumed: 1,500 values of 170 bytes."""
SMALLEST_PAGE, PAGE_SHARE = 16 * 2**20, 4
"""Bytes of a page that vmagent takes by default, and the share of its memory that one page may have."""
_TARGETS = ("telemetry_sources.idrac.collection_targets",)
_CSV = ("pxe_mapping_file.csv",)


class Scrape(NamedTuple):
    """How vmagent reads the pump."""

    interval: Decided[str]
    timeout: Decided[str]
    largest_page: Decided[str]
    labels: Decided[str]


class Broker(NamedTuple):
    """Where the pump writes: ``servers`` is one host and port, since it takes no list."""

    servers: Decided[str]
    partition: Decided[int]


class Idrac(NamedTuple):
    """The collector. ``queues`` are those of the bus that the pumps read, ``bmcs`` the addresses of the mapping CSV.

    ``first_start`` is how long MySQL may take to make its files: ended meanwhile, it leaves a database without users.
    """

    workload: Workload
    database: Database
    bus: Bus
    queues: tuple[str, ...]
    broker: Broker | None
    scrape: Scrape | None
    bmcs: tuple[str, ...]
    reach: Decided[str]
    health: tuple[tuple[str, Decided[object]], ...]
    first_start: Probe
    startup: Probe
    liveness: Probe
    readiness: Probe


def plan_idrac(configuration: Configuration) -> tuple[Source, Idrac | None]:
    """Metrics only; the pumps decide where they go."""
    written = configuration.telemetry.telemetry_sources.idrac
    channels = [Channel("metrics", written.metrics_enabled, " and ".join(written.collection_targets) or None)]
    workload = idrac_workload(configuration)
    if workload is None:
        return source("idrac", channels, written.collection_targets), None
    idrac = _collector(configuration, workload)
    return source("idrac", channels, written.collection_targets, _settings(configuration, idrac)), idrac


def _collector(configuration: Configuration, workload: Workload) -> Idrac:
    targets = configuration.telemetry.telemetry_sources.idrac.collection_targets
    limits = {one.name: one.resources.memory_limit for one in workload.containers}
    bmcs = tuple(dict.fromkeys(node.bmc_ip for node in configuration.nodes or () if node.bmc_ip))
    return Idrac(
        workload=workload,
        database=plan_database(limits["mysqldb"]),
        bus=plan_bus(limits["activemq"]),
        queues=tuple(queue for target, queue in QUEUES.items() if target in targets),
        broker=_broker(configuration) if "kafka" in targets else None,
        scrape=_scrape(configuration, len(bmcs)) if "victoria_metrics" in targets else None,
        bmcs=bmcs,
        reach=_reach(bmcs),
        health=_HEALTH,
        first_start=Probe(10, 5, 180),
        startup=Probe(10, 5, 60),
        liveness=Probe(30, 15, 4),
        readiness=Probe(30, 15, 2),
    )


def _broker(configuration: Configuration) -> Broker:
    return Broker(
        Decided(bootstrap(configuration.options), "one address, the pump takes no list; it asks there who leads"),
        Decided(0, "the pump writes one partition, whatever topic_partitions says"),
    )


def _scrape(configuration: Configuration, servers: int) -> Scrape:
    limit = whole(configuration.storage.victoria_cluster_storage.vmagent.resources.limits.memory)
    page = max(SMALLEST_PAGE, min(servers * PAGE_A_SERVER, limit // PAGE_SHARE) if servers else limit // PAGE_SHARE)
    return Scrape(
        Decided(SCRAPE_INTERVAL, "the pump is scraped and never pushes, or every series would be stored twice"),
        Decided(SCRAPE_TIMEOUT, "within the interval; a page of thousands of servers takes longer than 10 s"),
        Decided(
            f"{page // 2**20}MiB",
            "a longer page fails as a whole: 256 KiB a server (an estimate), a quarter of vmagent's memory at most",
            (*_CSV, "victoria_cluster_storage.vmagent.resources.limits.memory"),
        ),
        Decided(
            "source=idrac", "the pump's own are ServiceTag, HostName and FQDD, so there is nothing to keep or rename"
        ),
    )


def _reach(bmcs: tuple[str, ...]) -> Decided[str]:
    if bmcs:
        reason = "exactly the BMC_IP of the mapping CSV; one that is registered beyond them is not reached"
        return Decided(f"{len(bmcs)} BMCs on {BMC_PORT}", reason, _CSV)
    reason = "no BMC_IP is known here, and BMCs are registered while it runs: with no way out it would collect nothing"
    return Decided(f"any address on {BMC_PORT}", reason, _CSV)


_HEALTH: tuple[tuple[str, Decided[object]], ...] = (
    (
        "health of mysqldb",
        Decided("mysqladmin ping on loopback", "says that it takes connections, without a log-in"),
    ),
    (
        "health of activemq",
        Decided(
            f"a STOMP log-in on 127.0.0.1:{STOMP_PORT}",
            "the kubelet cannot reach loopback, a program in the container can",
        ),
    ),
    (
        "health of the receiver",
        Decided(
            f"connecting to configui on {CONFIGUI_PORT}",
            "the image holds no other program to ask with; the bus's probe looks after the receiver's two others",
        ),
    ),
    (
        "certificates of kafka-pump",
        Decided(
            "awaited by the pump alone",
            "Strimzi makes them once the broker is up, and the other pump must not wait for that; until they are "
            "there the pump finds nobody, since the broker's listener takes nothing but mutual TLS",
        ),
    ),
    ("health of kafka-pump", Decided("none", "it listens nowhere, and its image holds no other program to ask with")),
    (
        "health of victoria-pump",
        Decided(
            f"connecting to {PUMP_METRICS_PORT}",
            "it listens once it reached the bus; a page of thousands of values is not made for a probe",
        ),
    ),
    (
        "restarts",
        Decided(
            "the bus ends who knew a former one",
            "no tool connects again or ends without it: data would stop silently; hence one user and one process space",
        ),
    ),
    (
        "subscriptions",
        Decided("repeated by the probe of the bus", "the reader forgets them with a restart, and pumps ask only once"),
    ),
)


def _settings(configuration: Configuration, idrac: Idrac) -> list[tuple[str, Decided[object]]]:
    pumps = " and ".join(PUMPS[one] for one in configuration.telemetry.telemetry_sources.idrac.collection_targets)
    settings: list[tuple[str, Decided[object]]] = [
        ("pumps", Decided(pumps, "one for each collection target", _TARGETS)),
        ("replicas", Decided(1, "a second receiver would collect every value twice")),
        ("bmcs", Decided(*idrac.reach)),
        (
            "registration",
            Decided("by hand, through a port-forward to configui", "it takes log-ins, and asks nobody for one (docs)"),
        ),
    ]
    settings += [(f"mysqld {name}", decided) for name, decided in idrac.database.options]
    settings += [(f"bus {name}", Decided(*getattr(idrac.bus, name))) for name in idrac.bus._fields]
    if idrac.broker is not None:
        settings += [("brokers", Decided(*idrac.broker.servers)), ("partition", Decided(*idrac.broker.partition))]
    if idrac.scrape is not None:
        settings += [
            ("scrape_interval", Decided(*idrac.scrape.interval)),
            ("scrape_timeout", Decided(*idrac.scrape.timeout)),
            ("largest_page", Decided(*idrac.scrape.largest_page)),
            ("labels", Decided(*idrac.scrape.labels)),
        ]
    return [*settings, *idrac.health]
