"""The bridges: Vector, and the agents that stand between it and the stores."""

from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.resources import Buffered, Replicated
from ..sources.ldms.plan import Ldms
from ..sources.ome.plan import identifier_of
from .decision import Bridge, Container, Decided, Image, Volume, Workload
from .images import image
from .places import (
    VLAGENT_VECTOR,
    VMAGENT_VECTOR,
    logs_write_url,
    metrics_write_url,
)
from .remote_write import Agent, Target, log_targets, metric_targets
from .sizing import from_block
from .vector_ldms import LdmsBridge, plan_ldms_bridge
from .vector_ome import OmeBridge, plan_ome_bridge
from .victoria_metrics import reloader

_PENDING = "what a store has not taken yet"


class Vector(NamedTuple):
    """The bridges that are on, and their agents."""

    bridges: tuple[Workload, ...]
    ldms: LdmsBridge | None
    ome: OmeBridge | None
    vmagent: Agent | None
    vlagent: Agent | None


def plan_vector(configuration: Configuration, bridges: Sequence[Bridge], ldms: Ldms | None) -> Vector:
    """A bridge runs when one of its channels is on; metrics share one agent."""
    storage = configuration.storage.vector_storage
    on = [bridge for bridge in bridges if bridge.on]
    names = list(dict.fromkeys(bridge.name for bridge in on))
    workloads = []
    bridge, ome = None, None
    if "vector_ldms" in names and ldms is not None:
        workloads.append(_bridge(configuration, "vector-ldms", storage.ldms, "ldms"))
        bridge = plan_ldms_bridge(configuration, workloads[0], ldms)
    if "vector_ome" in names:
        workloads.append(_bridge(configuration, "vector-ome", storage.ome, "ome"))
        channels = {one.channel for one in on if one.name == "vector_ome"}
        ome = plan_ome_bridge(configuration, workloads[-1], identifier_of(configuration), channels)
    owner = names[0].replace("_", "-") if names else ""
    metrics, logs = (any(one.channel == channel for one in on) for channel in ("metrics", "logs"))
    return Vector(
        tuple(workloads),
        bridge,
        ome,
        _metrics_agent(configuration, owner, storage.vmagent_vector) if metrics else None,
        _logs_agent(configuration, storage.vlagent_vector) if logs else None,
    )


def _bridge(configuration: Configuration, name: str, written: Replicated, key: str) -> Workload:
    container = Container("vector", image(configuration.options, "vector"), from_block(written.resources))
    reason = "one consumer group; a message counts as read once the agent has it"
    return Workload(name, name, written.replicas, (container,), None, reason, (f"vector_storage.{key}",))


def _metrics_agent(configuration: Configuration, owner: str, written: Buffered) -> Agent:
    options, key = configuration.options, "vector_storage.vmagent_vector"
    targets = metric_targets(configuration, metrics_write_url(options), written.pvc_size)
    agent = _agent(owner, VMAGENT_VECTOR, image(options, "vmagent"), written, key, "persistent-queue-data", targets)
    if not any(target.access for target in targets):
        return agent
    # Log-ins reach vmagent through a Secret that somebody must read; without them it needs nobody beside it.
    containers = (*agent.workload.containers, reloader(configuration))
    return agent._replace(workload=agent.workload._replace(containers=containers))


def _logs_agent(configuration: Configuration, written: Buffered) -> Agent:
    options, key = configuration.options, "vector_storage.vlagent_vector"
    targets = log_targets(configuration, logs_write_url(options), written.pvc_size)
    agent = _agent("vector-ome", VLAGENT_VECTOR, image(options, "vlagent"), written, key, "tmp-data", targets)
    # VictoriaLogs 1.52: no `remoteWrite.disableOnDiskQueue` (its issue 1349), and an unknown flag ends the process.
    reason = (
        "vlagent cannot do without, and takes every line at once: what it holds in memory is on disk within a second"
    )
    return agent._replace(on_disk=Decided(True, reason))


def _agent(
    component: str, name: str, picture: Image, written: Buffered, key: str, claim: str, targets: tuple[Target, ...]
) -> Agent:
    alone = len(targets) == 1
    held = "what is in memory when it ends in good order" if alone and name == VMAGENT_VECTOR else _PENDING
    volume = Volume(claim, written.pvc_size, None, f"{held} survives a restart", (f"{key}.pvc_size",))
    container = Container(name, picture, from_block(written.resources))
    workload = Workload(component, name, written.replicas, (container,), volume, "takes what the bridge pushes", (key,))
    if alone:
        return Agent(
            workload,
            targets,
            Decided(False, "with the local store alone Kafka is the buffer: a refused write stays unread there"),
        )
    return Agent(workload, targets, Decided(True, "one endpoint that is down must not hold up the others"))
