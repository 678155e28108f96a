"""What the plan makes of kube-state-metrics: metrics of the volumes that a PowerScale provides, and of their claims."""

from typing import NamedTuple

from ...config.configuration import Configuration
from ...plan.decision import Container, Decided, Probe, Workload
from ...plan.images import image
from ...plan.places import KUBE_STATE_METRICS
from ...plan.sizing import from_block, resources


class VolumeMetrics(NamedTuple):
    """``resources`` are what is listed and watched, by the API group and then by name."""

    workload: Workload
    resources: Decided[tuple[tuple[str, tuple[str, ...]], ...]]
    namespaces: Decided[str]
    role: Decided[str]
    token: Decided[str]
    liveness: Probe
    readiness: Probe


def plan_volumes(configuration: Configuration) -> VolumeMetrics:
    """One pod: it answers from memory, and a second one would give every series twice."""
    options, storage = configuration.options, configuration.storage
    own = from_block(storage.csi_volume_exporter_storage.resources)
    container = Container(
        KUBE_STATE_METRICS, image(options, KUBE_STATE_METRICS), resources(options, KUBE_STATE_METRICS, own)
    )
    return VolumeMetrics(
        workload=Workload(
            "powerscale",
            KUBE_STATE_METRICS,
            1,
            (container,),
            None,
            "metrics of PersistentVolumes, claims and StorageClasses only",
            ("telemetry_sources.powerscale.metrics_enabled", "csi_volume_exporter_storage"),
        ),
        resources=Decided(
            (("", ("persistentvolumes", "persistentvolumeclaims")), ("storage.k8s.io", ("storageclasses",))),
            "their metrics are all that is asked of it, and list and watch of these all that it may do",
        ),
        namespaces=Decided("all", "claims on PowerScale are wherever its users are"),
        role=Decided(
            f"{options.namespace}-{KUBE_STATE_METRICS}",
            "roles for the whole cluster have no namespace, so this one has it in its name",
            ("telecompile.yml: namespace",),
        ),
        token=Decided("mounted", "it lists and watches through the API server"),
        liveness=Probe(30, 5, 4),
        readiness=Probe(10, 5, 3),
    )
