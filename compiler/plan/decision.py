"""The pieces that a plan is made of.

Named tuples, not dataclasses: as frozen, and defined in a quarter of the time, which
counts in a program that runs for a fifth of a second.
"""

from typing import Generic, NamedTuple, TypeVar

Value_co = TypeVar("Value_co", covariant=True)


class Decided(NamedTuple, Generic[Value_co]):
    """A value, why it is that one, and the input keys it came from (dotted paths)."""

    value: Value_co
    reason: str
    keys: tuple[str, ...] = ()


class Resources(NamedTuple):
    """CPU and memory of one container, as Kubernetes quantities."""

    cpu_request: str
    memory_request: str
    cpu_limit: str
    memory_limit: str


class Image(NamedTuple):
    """An image: the reference that is pulled, and the one that it is a mirror of (the same without a mirror)."""

    reference: str
    source: str


class Container(NamedTuple):
    """One container of a workload: its name, its image, what it may use."""

    name: str
    image: Image
    resources: Resources


class Probe(NamedTuple):
    """How the kubelet asks a container: every ``period`` seconds, for ``timeout`` at most, ``failures`` times."""

    period: int
    timeout: int
    failures: int


class Volume(NamedTuple):
    """The claim of each pod: ``size`` is a quantity, ``sink`` the sink it counts for."""

    name: str
    size: str
    sink: str | None
    reason: str
    keys: tuple[str, ...]


class Workload(NamedTuple):
    """Pods that run: ``replicas`` pods of ``containers``, with a claim each where ``volume`` is set.

    ``apart`` keeps pods off each other's node while there are nodes enough; otherwise they
    are only spread as well as it goes. ``grace_seconds`` is the time a pod gets to end by itself.
    ``init`` run one after the other before the containers, and ask for no more than those together.
    """

    component: str
    name: str
    replicas: int
    containers: tuple[Container, ...]
    volume: Volume | None
    reason: str
    keys: tuple[str, ...]
    apart: bool = False
    grace_seconds: int = 60
    init: tuple[Container, ...] = ()

    @property
    def claim(self) -> Volume:
        """The volume of a workload that has one."""
        if self.volume is None:
            raise ValueError(f"{self.name} has no volume")
        return self.volume

    @property
    def spread(self) -> str | None:
        """What the scheduler does where pods cannot be spread over nodes; None for a single pod."""
        if self.replicas < 2:
            return None
        return "DoNotSchedule" if self.apart else "ScheduleAnyway"

    @property
    def max_unavailable(self) -> int | None:
        """How many pods may be taken down on purpose at a time; None for a single pod, which nothing protects."""
        return 1 if self.replicas > 1 else None

    @property
    def reloads(self) -> bool:
        """Whether a container beside the main one hands it a changed configuration."""
        return any(one.name == "config-reloader" for one in self.containers)

    @property
    def main(self) -> Container:
        """The container that the workload is there for."""
        return self.containers[0]


class Channel(NamedTuple):
    """A source's metrics or logs: whether it is on, and where it goes first."""

    name: str
    on: bool
    target: str | None


class Source(NamedTuple):
    """A source, and whether it is on."""

    name: str
    on: bool
    channels: tuple[Channel, ...]
    targets: tuple[str, ...]
    reason: str
    keys: tuple[str, ...]
    settings: tuple[tuple[str, Decided[object]], ...] = ()

    def channel(self, name: str) -> bool:
        """Whether the channel ``name`` is on."""
        return any(one.on for one in self.channels if one.name == name)

    def sends(self, name: str) -> bool:
        """Whether the channel ``name`` is on, and goes to a sink."""
        return any(one.on and one.target is not None for one in self.channels if one.name == name)


class Bridge(NamedTuple):
    """A channel of a bridge: on when its own key and its source's channel are."""

    name: str
    channel: str
    on: bool
    sinks: tuple[str, ...]
    reason: str
    keys: tuple[str, ...]


class Sink(NamedTuple):
    """A sink, whether it is on, and everything that needs it."""

    name: str
    on: bool
    needed_by: tuple[str, ...]
    reason: str
    keys: tuple[str, ...]


class SecretNeed(NamedTuple):
    """A Secret that must exist: who makes it, its keys, rules for the values, who uses it."""

    name: str
    made_by: str
    keys: tuple[str, ...]
    rule: str
    used_by: tuple[str, ...]
    type: str = "Opaque"


class Requirement(NamedTuple):
    """Something the cluster must have before the output is applied."""

    what: str
    version: str
    reason: str
