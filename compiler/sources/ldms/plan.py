"""What the plan makes of LDMS."""

from typing import NamedTuple

from ...config.configuration import Configuration
from ...config.quantity import binary
from ...plan.decision import Channel, Decided, Probe, Source, Workload
from ...plan.exposure import Exposure, exposure
from ...plan.places import bootstrap
from ...plan.source import source
from .activation import Activation, read_activation
from .arguments import JOBS, completed
from .collection import (
    Aggregator,
    NodeGroup,
    collected_nodes,
    dialling_aggregators,
    listening_aggregators,
    node_groups,
)
from .decomposition import StoredSet, stored_set
from .gpus import GPU_SAMPLER, collected_plugins
from .model import MARGIN, NODES_A_DAEMON, SamplerPlugin
from .model import set_memory as set_memory_of
from .pods import ldms_pods
from .samplers import Sampler, static_sampler

QUEUE = MARGIN // 2
"""Bytes of rows that wait in memory while no broker takes them: half of what a store has besides its sets."""
QUEUE_ROWS = 400_000
"""Rows in librdkafka's queue: procstat2 alone makes 129 of a node. Its default of 100,000 drops some each round."""
PROPERTIES: tuple[tuple[str, Decided[object]], ...] = (
    ("acks", Decided("all", "a row counts as written when two brokers have it")),
    ("compression.type", Decided("lz4", "rows repeat the names of their columns, and become a fraction")),
    ("linger.ms", Decided(100, "rows of a round come together, and travel so")),
    ("queue.buffering.max.kbytes", Decided(QUEUE // 1024, "half of what a store has besides its sets")),
    ("queue.buffering.max.messages", Decided(QUEUE_ROWS, "more than a round of a thousand nodes")),
    ("message.timeout.ms", Decided(3_600_000, "a broker's restart can take longer than the five minutes by default")),
)
"""librdkafka's, for the producer in the store."""
_PLUGINS = ("ldms_configurations.sampler_plugins",)
_DCGM = ("telemetry_sources.dcgm.metrics_enabled",)


class Plugin(NamedTuple):
    """A sampler plugin on the nodes; ``static`` are the rows it is stored in, None where nobody knows its columns.

    ``config`` and ``start`` are the arguments of ldmsd's verbs of these names, ``interval`` is in microseconds.
    One of ``gpus`` runs only on nodes that have some.
    """

    name: str
    config: str
    start: str
    interval: int
    static: Sampler | None
    gpus: bool


class Ldms(NamedTuple):
    """The collection: who is dialled by whom, and how large the daemons are.

    ``interval`` is the finest sampler interval in microseconds; ``set_memory`` is the `-m` of
    each daemon in bytes, ``sampler_memory`` that of a sampler as ldmsd writes it; ``dials`` is
    False where samplers dial ``address``. Each of ``pods`` runs the aggregators beside it; the
    store at the same place takes from the aggregator there, and writes to ``brokers``.
    """

    nodes: Decided[int]
    daemons: Decided[int]
    store_port: Decided[int]
    sampler_port: Decided[int]
    set_memory: Decided[int]
    sampler_memory: Decided[str]
    delivery: Decided[str]
    properties: tuple[tuple[str, Decided[object]], ...]
    reconnect: Decided[str]
    log_level: Decided[str]
    health: Decided[str]
    liveness: Probe
    readiness: Probe
    interval: Decided[int]
    dialling: Decided[str]
    dials: bool
    brokers: str
    address: str | None
    exposure: Exposure | None
    node_ports: bool
    plugins: tuple[Plugin, ...]
    gpus: bool
    gpu_wait: Decided[int]
    stored: tuple[StoredSet, ...]
    groups: tuple[NodeGroup, ...]
    aggregators: tuple[Aggregator, ...]
    pods: tuple[tuple[Workload, tuple[Aggregator, ...]], ...]
    stores: tuple[Workload, ...]


def plan_ldms(configuration: Configuration) -> tuple[Source, Ldms | None]:
    """Samplers on the nodes, aggregators and stores in the cluster, topic `ldms` behind them."""
    written = configuration.telemetry.telemetry_sources.ldms
    channels = [Channel("metrics", written.metrics_enabled, "kafka" if "kafka" in written.collection_targets else None)]
    if not written.metrics_enabled:
        return source("ldms", channels, written.collection_targets), None
    ldms = _collection(configuration)
    listed = {one.plugin_name for one in configuration.telemetry.ldms_configurations.sampler_plugins}
    settings: list[tuple[str, Decided[object]]] = [
        ("nodes", Decided(*ldms.nodes)),
        ("dialling", Decided(*ldms.dialling)),
        ("aggregator_daemons", Decided(*ldms.daemons)),
        (
            "aggregator_ports",
            Decided(
                _ports(ldms.aggregators), "agg_port and those after it, one a daemon", ("ldms_configurations.agg_port",)
            ),
        ),
        ("store_port", Decided(*ldms.store_port)),
        ("sampler_port", Decided(*ldms.sampler_port)),
        ("delivery", Decided(*ldms.delivery)),
        ("reconnect", Decided(*ldms.reconnect)),
        ("log_level", Decided(*ldms.log_level)),
        ("health", Decided(*ldms.health)),
        ("sampler_memory", Decided(*ldms.sampler_memory)),
        ("set_memory", Decided(binary(ldms.set_memory.value), ldms.set_memory.reason, ldms.set_memory.keys)),
        ("update_interval", Decided(f"{ldms.interval.value} us", ldms.interval.reason, ldms.interval.keys)),
        *((f"sampler {one.name}", _said(one, listed=one.name in listed)) for one in ldms.plugins),
        *_gpus(ldms),
        ("other_sets", Decided("as_is", "loses none; the bridge names their host from component_id, and counts them")),
        ("component_id", _component_id(ldms)),
        ("between_pulls", Decided("newest sample only", "LDMS is pull: what falls into a restart of a daemon is lost")),
        ("authentication", Decided("ovis on every hop, Secret ldms-auth", "nobody else may read or feed the daemons")),
        (
            "image_holds",
            Decided(
                "ldmsd 4.5 and install",
                "with sock, ovis and store_avro_kafka, below /opt/ovis-ldms: an image of your own must hold them too",
                ("telecompile.yml: images.ldms",),
            ),
        ),
    ]
    return source("ldms", channels, written.collection_targets, settings), ldms


def _component_id(ldms: Ldms) -> Decided[object]:
    if ldms.dials:
        return Decided(
            "row of the mapping CSV", "one a node, steady while rows are added at the end", ldms.dialling.keys
        )
    return Decided("from the environment file of each node", "nobody knows the nodes here", ldms.dialling.keys)


def _said(plugin: Plugin, *, listed: bool) -> Decided[object]:
    words = f"{plugin.start} {plugin.config}".rstrip()
    why, keys = ("as configured", _PLUGINS) if listed else ("added, since dcgm is on", _DCGM)
    if plugin.static is None:
        return Decided(words, f"{why}; its columns are not known here, so it is stored as_is", keys)
    columns = sum(len(row.columns) for row in plugin.static.rows)
    which = "blank where a GPU has none" if plugin.gpus else "that every supported kernel has"
    return Decided(words, f"{why}; {columns} columns {which}", keys)


def _gpus(ldms: Ldms) -> list[tuple[str, Decided[object]]]:
    if not ldms.gpus:
        return []
    where = f"a file of their own, for nodes with an NVIDIA GPU whose DCGM answers within {ldms.gpu_wait.value} s"
    reason = "a plugin that cannot start ends ldmsd, and with it every other sampler of the node"
    return [("samplers_of_gpus", Decided(where, reason, (*_PLUGINS, *_DCGM)))]


def _ports(aggregators: tuple[Aggregator, ...]) -> str:
    first, last = aggregators[0].port, aggregators[-1].port
    return str(first) if first == last else f"{first}-{last}"


def _collection(configuration: Configuration) -> Ldms:
    settings, groups = configuration.telemetry.ldms_configurations, node_groups(configuration)
    known, dials = collected_nodes(groups), configuration.nodes is not None
    nodes, dialling = _nodes(configuration, len(known))
    listed = collected_plugins(configuration.telemetry)
    jobs = any(one.plugin_name == JOBS for one in listed)
    # What tells the others their job is there first.
    ordered = sorted(listed, key=lambda one: one.plugin_name != JOBS)
    plugins = tuple(_plugin(one, jobs) for one in ordered)
    aggregators = (
        dialling_aggregators(known, settings.agg_port)
        if dials
        else listening_aggregators(nodes.value, settings.agg_port)
    )
    reached = None if dials else exposure(configuration)
    set_memory = Decided(
        set_memory_of(nodes.value, len(plugins)),
        "64 MiB, and 32 KiB for each plugin of each node of a daemon",
        (*nodes.keys, *_PLUGINS, *_DCGM),
    )
    pods, stores = ldms_pods(configuration.options, aggregators, set_memory, apart=dials)
    return Ldms(
        nodes=nodes,
        daemons=Decided(len(aggregators), f"one for each {NODES_A_DAEMON} nodes", nodes.keys),
        store_port=Decided(
            settings.store_port,
            "as configured; aggregator and store are separate pods",
            ("ldms_configurations.store_port",),
        ),
        sampler_port=Decided(settings.sampler_port, "as configured", ("ldms_configurations.sampler_port",)),
        set_memory=set_memory,
        sampler_memory=Decided("16m", "room for the sets of many plugins; ldmsd's own 512 kB is too small for several"),
        delivery=Decided(
            f"up to {QUEUE_ROWS} rows or {binary(QUEUE)} wait for a broker",
            "more than a round of a thousand nodes; what does not fit, or waits for more than an hour, is lost",
        ),
        properties=PROPERTIES,
        reconnect=Decided("10s", "how soon a peer that is gone is dialled again"),
        log_level=Decided("ERROR", "what is lost is told there; below it every connection is"),
        health=Decided("connecting to the daemon's port", "says that it listens; only a log-in would say more"),
        liveness=Probe(30, 5, 4),
        readiness=Probe(10, 5, 3),
        interval=Decided(
            min((one.interval for one in plugins), default=0),
            "the finest sampler interval, with auto_interval",
            _PLUGINS,
        ),
        dialling=dialling,
        dials=dials,
        brokers=bootstrap(configuration.options),
        address=configuration.options.ldms.aggregator_address,
        exposure=reached,
        node_ports=reached is not None and reached.type == "NodePort",
        plugins=plugins,
        gpus=any(one.gpus for one in plugins),
        gpu_wait=Decided(
            30, "seconds for DCGM to answer, whose unit counts as started long before; without it ldmsd would end"
        ),
        stored=tuple(stored_set(one.static) for one in plugins if one.static is not None),
        groups=groups,
        aggregators=aggregators,
        pods=pods,
        stores=stores,
    )


def _nodes(configuration: Configuration, known: int) -> tuple[Decided[int], Decided[str]]:
    """How many there are, and who dials whom."""
    options = configuration.options.ldms
    if configuration.nodes is not None:
        keys = ("pxe_mapping_file.csv", "telecompile.yml: ldms.roles")
        reason = f"rows of the mapping CSV with the roles {', '.join(options.roles)}"
        dialling = Decided("aggregators dial ADMIN_IP of each node", "the mapping CSV has the addresses", keys[:1])
        return Decided(known, reason, keys), dialling
    reason = "the expected number, since there is no mapping CSV"
    address = options.aggregator_address or "an address that is not set"
    dialling = Decided(
        f"samplers dial {address}",
        "without a mapping CSV nobody knows the nodes' addresses",
        ("telecompile.yml: ldms.aggregator_address",),
    )
    return Decided(options.expected_nodes, reason, ("telecompile.yml: ldms.expected_nodes",)), dialling


def _plugin(written: SamplerPlugin, jobs: bool) -> Plugin:
    # The user's text may be folded over lines, and ldmsd reads a command from one.
    start = " ".join(written.activation_parameters.split())
    found = read_activation(start)
    if not isinstance(found, Activation):
        raise ValueError(f"not validated: {start!r}")
    name = written.plugin_name
    words = completed(name, written.config_parameters.split(), found.interval, jobs=jobs)
    config = " ".join(words)
    return Plugin(name, config, start, found.interval, static_sampler(name, config), name == GPU_SAMPLER)
