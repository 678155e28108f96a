"""What the plan makes of LDMS."""

from __future__ import annotations

from typing import NamedTuple

from ...config.configuration import Configuration
from ...config.nodes import Node, meaning
from ...config.quantity import binary
from ...plan.decision import Channel, Container, Decided, Resources, Source, Workload
from ...plan.images import image
from ...plan.sizing import replicas, resources
from ...plan.source import source
from .activation import Activation, read_activation
from .model import NODES_A_DAEMON, SamplerPlugin

_BASE_MEMORY = 64 * 2**20
_MEMORY_OF_A_SET = 32 * 2**10


class Ldms(NamedTuple):
    """The collection: who is dialled by whom, and how large the daemons are.

    ``interval`` is the finest sampler interval in microseconds; ``ports`` are those of the
    aggregator daemons; ``set_memory`` is the `-m` of each daemon in bytes.
    """

    nodes: Decided[int]
    daemons: Decided[int]
    ports: tuple[int, ...]
    store_port: Decided[int]
    sampler_port: Decided[int]
    set_memory: Decided[int]
    interval: Decided[int]
    dialling: Decided[str]
    plugins: tuple[tuple[str, int], ...]


def collected_nodes(configuration: Configuration) -> tuple[Node, ...]:
    """The rows of the mapping CSV that `ldms.roles` asks for."""
    roles = configuration.options.ldms.roles
    found = []
    for node in configuration.nodes or ():
        group = meaning(node.functional_group)
        if group is not None and group.role in roles:
            found.append(node)
    return tuple(found)


def plan_ldms(configuration: Configuration) -> tuple[Source, Ldms | None]:
    """Samplers on the nodes, aggregators and stores in the cluster, topic `ldms` behind them."""
    written = configuration.telemetry.telemetry_sources.ldms
    channels = [Channel("metrics", written.metrics_enabled, "kafka" if "kafka" in written.collection_targets else None)]
    if not written.metrics_enabled:
        return source("ldms", channels, written.collection_targets), None
    ldms = _collection(configuration)
    settings: list[tuple[str, Decided[object]]] = [
        ("nodes", Decided(*ldms.nodes)),
        ("dialling", Decided(*ldms.dialling)),
        ("aggregator_daemons", Decided(*ldms.daemons)),
        (
            "aggregator_ports",
            Decided(_ports(ldms.ports), "agg_port and those after it, one a daemon", ("ldms_configurations.agg_port",)),
        ),
        ("store_port", Decided(*ldms.store_port)),
        ("sampler_port", Decided(*ldms.sampler_port)),
        ("set_memory", Decided(binary(ldms.set_memory.value), ldms.set_memory.reason, ldms.set_memory.keys)),
        ("update_interval", Decided(f"{ldms.interval.value} us", ldms.interval.reason, ldms.interval.keys)),
        *(
            (f"sampler {one.plugin_name}", _sampler(one))
            for one in configuration.telemetry.ldms_configurations.sampler_plugins
        ),
        ("between_pulls", Decided("newest sample only", "LDMS is pull: what falls into a restart of a daemon is lost")),
        ("authentication", Decided("ovis on every hop, Secret ldms-auth", "nobody else may read or feed the daemons")),
    ]
    return source("ldms", channels, written.collection_targets, settings), ldms


def _sampler(plugin: SamplerPlugin) -> Decided[object]:
    words = " ".join(f"{plugin.activation_parameters} {plugin.config_parameters}".split())
    return Decided(words, "as configured", ("ldms_configurations.sampler_plugins",))


def _ports(ports: tuple[int, ...]) -> str:
    return str(ports[0]) if len(ports) == 1 else f"{ports[0]}-{ports[-1]}"


def _collection(configuration: Configuration) -> Ldms:
    settings, options = configuration.telemetry.ldms_configurations, configuration.options.ldms
    if configuration.nodes is not None:
        count = len(collected_nodes(configuration))
        nodes = Decided(
            count,
            f"rows of the mapping CSV with the roles {', '.join(options.roles)}",
            ("pxe_mapping_file.csv", "telecompile.yml: ldms.roles"),
        )
        dialling = Decided(
            "aggregators dial ADMIN_IP of each node", "the mapping CSV has the addresses", ("pxe_mapping_file.csv",)
        )
    else:
        count = options.expected_nodes
        nodes = Decided(
            count, "the expected number, since there is no mapping CSV", ("telecompile.yml: ldms.expected_nodes",)
        )
        address = options.aggregator_address or "an address that is not set"
        dialling = Decided(
            f"samplers dial {address}",
            "without a mapping CSV nobody knows the nodes' addresses",
            ("telecompile.yml: ldms.aggregator_address",),
        )
    daemons = max(1, -(-count // NODES_A_DAEMON))
    plugins = tuple(
        (plugin.plugin_name, _interval(plugin.activation_parameters)) for plugin in settings.sampler_plugins
    )
    memory = _BASE_MEMORY + min(count, NODES_A_DAEMON) * len(plugins) * _MEMORY_OF_A_SET
    plugin_key = ("ldms_configurations.sampler_plugins",)
    return Ldms(
        nodes=nodes,
        daemons=Decided(daemons, f"one for each {NODES_A_DAEMON} nodes", nodes.keys),
        ports=tuple(settings.agg_port + index for index in range(daemons)),
        store_port=Decided(
            settings.store_port,
            "as configured; aggregator and store are separate pods",
            ("ldms_configurations.store_port",),
        ),
        sampler_port=Decided(settings.sampler_port, "as configured", ("ldms_configurations.sampler_port",)),
        set_memory=Decided(
            memory, "64 MiB, and 32 KiB for each plugin of each node of a daemon", (*nodes.keys, *plugin_key)
        ),
        interval=Decided(
            min((interval for _, interval in plugins), default=0),
            "the finest sampler interval, with auto_interval",
            plugin_key,
        ),
        dialling=dialling,
        plugins=plugins,
    )


def _interval(text: str) -> int:
    found = read_activation(text)
    if not isinstance(found, Activation):
        raise ValueError(f"not validated: {text!r}")
    return found.interval


def ldms_workloads(configuration: Configuration, ldms: Ldms | None) -> tuple[Workload, ...]:
    """Aggregators and stores: one daemon a container, the same number of each."""
    if ldms is None:
        return ()
    options = configuration.options
    memory = binary(2 * ldms.set_memory.value + 256 * 2**20)
    default = Resources("250m", memory, "1", memory)
    why = "250m to 1 CPU and twice its set memory and 256Mi"
    found = []
    for role, count in (
        ("aggregator", ldms.daemons.value),
        ("store", ldms.daemons.value),
    ):
        name = f"ldms-{role}"
        container = Container(name, image(options, "ldms"), resources(options, name, default))
        number = replicas(options, name, count) if role == "store" else count
        found.append(Workload("ldms", name, number, (container,), None, why, ldms.set_memory.keys))
    return tuple(found)
