"""Flows of PowerScale's metrics that no file of the output names: from csm-metrics to the arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.golden.flows_files import mounted_files
from tests.golden.flows_targets import End, Flow, Services, certain, tcp
from tests.golden.flows_world import World
from tests.golden.pods import Object

ONEFS = tcp(8080)
"""The port of OneFS's API, as csm-metrics dials it; which arrays there are, only the user's Secret says."""


def powerscale_flows(world: World, objects: Sequence[Object], found: Services) -> Iterator[Flow]:
    """To any array, or to the server that stands for them."""
    for one in objects:
        if one["kind"] == "Deployment" and _polls(template := one["spec"]["template"], objects):
            pods = _with(world, template["metadata"]["labels"])
            yield from _arrays(world, template, pods, found)


def _polls(template: Object, objects: Sequence[Object]) -> bool:
    """Whether a pod has the settings of csm-metrics."""
    return any("COLLECTOR_ADDR" in text for text in mounted_files(template, objects).values())


def _with(world: World, labels: Object) -> End:
    return certain(world.ours(lambda pod: labels.items() <= pod.labels.items()))


def _arrays(world: World, template: Object, pods: End, found: Services) -> Iterator[Flow]:
    containers = template["spec"]["containers"]
    env = {one["name"]: one.get("value", "") for container in containers for one in container.get("env", [])}
    if "PROXY_HOST" not in env:
        yield Flow(pods, End(world.anyone), ONEFS, "asks an array")
        return
    for end, to in found.at_url(f"https://{env['PROXY_HOST']}"):
        yield Flow(pods, end, to, "asks the server that stands for the arrays")
