"""Plan to objects: one module a component. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..kube.objects import Manifest, NodeFile
from ..plan.plan import Plan
from .appliances import emit_ufm, emit_vast
from .dcgm import emit_dcgm
from .idrac import emit_bmc_list, emit_idrac
from .kafka import emit_kafka
from .ldms import emit_ldms
from .monitoring import emit_monitoring
from .node_files import emit_node_files
from .platform import emit_platform
from .powerscale import emit_powerscale
from .software import emit_software
from .vector_ldms import emit_vector_ldms
from .vector_ome import emit_vector_ome
from .victoria_logs import emit_victoria_logs
from .victoria_metrics import emit_victoria_metrics

EMITTERS: Mapping[str, Callable[[Plan], Iterable[Manifest]]] = {
    "platform": emit_platform,
    "victoria-metrics": emit_victoria_metrics,
    "victoria-logs": emit_victoria_logs,
    "kafka": emit_kafka,
    "ldms": emit_ldms,
    "idrac": emit_idrac,
    "vector-ldms": emit_vector_ldms,
    "vector-ome": emit_vector_ome,
    "powerscale": emit_powerscale,
    "ufm": emit_ufm,
    "vast": emit_vast,
    "software": emit_software,
    "monitoring": emit_monitoring,
}
"""By component, in the order in which they are applied."""


def node_files(plan: Plan) -> tuple[NodeFile, ...]:
    """Every file for the nodes."""
    return (*emit_node_files(plan), *emit_dcgm(plan), *emit_bmc_list(plan))


def emit(plan: Plan) -> tuple[Manifest, ...]:
    """Every object of the plan, component by component, each in its total order.

    What an emitter gives for another's folder (a user of VMAuth) takes its place there.
    """
    components = list(EMITTERS)
    found = [manifest for emitter in EMITTERS.values() for manifest in emitter(plan)]
    return tuple(sorted(found, key=lambda manifest: (components.index(manifest.component), manifest.order)))
