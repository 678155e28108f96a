"""The numeric users that processes run as: the one table of them.

VictoriaMetrics' operator gives its own pods user 65534 (`useStrictSecurity`).
"""

from typing import NamedTuple


class User(NamedTuple):
    """User and group of a process, and the group that its volumes are writable for."""

    user: int
    group: int
    volumes: int


USERS = {
    # Strimzi's images: user 1001 in group 0, which their files belong to.
    "kafka": User(1001, 0, 1001),
    # Vector's image names no user; it writes nothing and reads what everybody may.
    "vector": User(65532, 65532, 65532),
    # ldmsd asks for a key file of its own user and mode 0600, and otherwise does not care who it is.
    "ldms": User(65532, 65532, 65532),
    # User mysql of its image; the others of that pod ask for none, and only a process of the same user can end them.
    "idrac": User(999, 999, 999),
    # UBI micro with one static program: it names no user, and the program writes nothing.
    "csm-metrics-powerscale": User(65532, 65532, 65532),
    # The user that the released images name.
    "otel-collector": User(10001, 10001, 10001),
    # Distroless: the user that the image names.
    "kube-state-metrics": User(65534, 65534, 65534),
}
