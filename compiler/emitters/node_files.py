"""What goes to the nodes and not to the cluster."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.objects import NodeFile
from ..plan.places import LDMS_PREFIX
from ..plan.plan import Plan
from .texts import render

_ALIKE = ("ldmsd.sampler.env", "ldmsd.sampler.identify", "ldmsd.sampler.service")


def emit_node_files(plan: Plan) -> Iterable[NodeFile]:
    """The sampler of LDMS, a folder for each functional group that is collected."""
    ldms = plan.ldms
    if ldms is None:
        return
    values = {"ldms": ldms, "prefix": LDMS_PREFIX, "directory": f"{LDMS_PREFIX}/etc/ldms"}
    texts = {name: render(f"ldms/{name}", **values) for name in _ALIKE}
    texts["sampler.conf"] = render("ldms/sampler.conf", plugins=[one for one in ldms.plugins if not one.gpus], **values)
    if ldms.gpus:
        texts["sampler.gpu.conf"] = render("ldms/sampler.conf", plugins=ldms.plugins, **values)
    for group in ldms.groups:
        folder = f"nodes/ldms/{group.name}"
        for name, text in texts.items():
            yield NodeFile(f"{folder}/{name}", text)
        if ldms.dials:
            yield NodeFile(f"{folder}/component_ids", render("ldms/component_ids", group=group))
