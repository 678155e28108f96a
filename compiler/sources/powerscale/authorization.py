"""CSM Authorization: a proxy beside csm-metrics, which asks arrays only through a server that says who may.

Environment, files and ports: dell/karavi-authorization `cmd/sidecar-proxy/main.go`, and how the chart
karavi-observability and the CSI driver for PowerScale mount them.
"""

from typing import NamedTuple

from .reading import Reader

TOKENS = ("isilon-proxy-authz-tokens", "access", "refresh")
"""The Secret with both tokens, and its keys."""
ROOT = ("isilon-proxy-server-root-certificate", "rootCertificate.pem")
"""The Secret with the CA of the server, and its key."""
SYSTEMS = ("isilon-karavi-authorization-config", "config")
"""The Secret with which sidecars are told the arrays that do not read isilon-creds for it, and its key."""


class Authorization(NamedTuple):
    """``host`` is the server, with its port where one is given; ``trusts_any`` skips the check of its certificate."""

    image: str
    host: str
    trusts_any: bool


def read_authorization(reader: Reader) -> Authorization | None:
    """What the file says of it; None where it is off."""
    if not reader.flag("enabled", False):
        return None
    # Charts before 1.14 have the image directly under `authorization`.
    older = reader.mapping.get("sidecarProxyImage")
    image = reader.image("sidecarProxyImage") if older else reader.of("sidecarProxy").image("image")
    return Authorization(image, reader.host("proxyHost"), reader.flag("skipCertificateValidation", True))
