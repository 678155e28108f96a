"""What must hold of the references and of the flows of whatever was built."""

from __future__ import annotations

from collections.abc import Iterator

from tests.golden.compiled import Compiled
from tests.golden.flows import flow_problems
from tests.golden.flows_world import Site, site_of
from tests.golden.hosts import host_problems
from tests.golden.mounts import mount_problems
from tests.golden.references import Output, reference_problems
from tests.golden.secret_references import secret_problems
from tests.golden.unused import unused_problems


def holding_problems(one: Compiled) -> Iterator[str]:
    """All that is wrong with them."""
    yield from problems_of(output_of(one))
    yield from flow_problems(list(one.objects().values()), site_of_build(one))


def output_of(one: Compiled) -> Output:
    """What was built, and what its plan and its input say that the check must know."""
    plan = one.sure_plan
    texts = [content.decode("utf-8", "replace") for content in one.sources.values() if isinstance(content, bytes)]
    return Output(
        list(one.objects().values()),
        plan.platform.namespace,
        plan.platform.cluster_domain,
        plan.platform.storage_class,
        {need.name: need.keys for need in plan.secrets if need.made_by == "you"},
        "\n".join(texts),
    )


def problems_of(output: Output) -> list[str]:
    """What leads nowhere, and what nothing leads to."""
    return [
        *reference_problems(output),
        *secret_problems(output),
        *host_problems(output),
        *mount_problems(output),
        *unused_problems(output),
    ]


def site_of_build(one: Compiled) -> Site:
    """What the input says of the cluster."""
    written = one.sources.get("telecompile.yml", b"")
    site = site_of(written.decode("utf-8-sig") if isinstance(written, bytes) else "")
    return site._replace(bmcs=tuple(one.output().get("nodes/idrac/bmc.csv", b"").decode().split()))
