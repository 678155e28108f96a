"""The resource blocks of the storage file."""

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from .base import Section, required
from .fields import Cpu, Memory, VolumeSize, refuse, refuse_each
from .quantity import milli, whole

Replicas = Annotated[int, Field(ge=1, le=2**31 - 1)]  # what Kubernetes counts replicas with


class Quantities(Section):
    """CPU and memory of one container."""

    memory: Memory = required("256Mi", "Memory of each container.", is_default=False)
    cpu: Cpu = required("100m", "CPU of each container.", is_default=False)


def refuse_above_limit(requests: Quantities, limits: Quantities) -> None:
    """Kubernetes refuses a container that requests more than it may use."""
    found = []
    for name, amount in (("cpu", milli), ("memory", whole)):
        request, limit = getattr(requests, name), getattr(limits, name)
        if amount(request) > amount(limit):
            summary = f"the request {request} is above the limit {limit}"
            help_ = f'write "{limit}" or less, or raise limits.{name}'
            found.append((("requests", name), refuse("request-above-limit", summary, help_)))
    if found:
        raise refuse_each(found)


class ResourceBlock(Section):
    """`requests` and `limits`."""

    requests: Quantities = required({}, "What the scheduler reserves for each container; at most the limits.")
    limits: Quantities = required({}, "What each container may use at most.")

    @model_validator(mode="after")
    def _requests_fit(self) -> Self:
        refuse_above_limit(self.requests, self.limits)
        return self


class Component(Section):
    """A component with a resource block only."""

    resources: ResourceBlock = required({}, "CPU and memory of each container.")


class Replicated(Component):
    """A component with replicas."""

    replicas: Replicas = required(2, "Number of pods.", is_default=False)


class Buffered(Replicated):
    """A component with replicas and a volume each."""

    pvc_size: VolumeSize = required(
        "5Gi", "Volume of each pod, on which its disk queue waits while an endpoint does not answer."
    )


class Unwrapped(ResourceBlock):
    """A resource block without the `resources` wrapper."""

    @model_validator(mode="before")
    @classmethod
    def _no_wrapper(cls, data: Any) -> Any:
        if isinstance(data, dict) and "resources" in data:
            raise refuse(
                "resources-wrapper",
                "requests and limits stand one level higher here, without this key",
                "remove the line `resources:` and unindent what stands below it",
                at="resources",
            )
        return data
