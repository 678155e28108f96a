"""The Secrets that the pods of PowerScale need; all are the user's to make."""

from __future__ import annotations

from collections.abc import Iterator

from ...plan.decision import SecretNeed
from ...plan.images import CSM_METRICS
from ...plan.places import OTEL_COLLECTOR, OTEL_TLS
from .authorization import ROOT, SYSTEMS, TOKENS
from .csm import SIDECAR
from .plan import PowerScale

_COPIED = "copied from the CSI driver's namespace"


def powerscale_secrets(powerscale: PowerScale | None, made_by: str) -> Iterator[SecretNeed]:
    """Each with its keys."""
    if powerscale is None:
        return
    csm, tls = powerscale.csm, "kubernetes.io/tls"
    yield SecretNeed(
        OTEL_TLS,
        made_by,
        ("ca.crt", "tls.crt", "tls.key"),
        f"a certificate for the name {OTEL_COLLECTOR}, and the CA that signed it",
        (OTEL_COLLECTOR, CSM_METRICS),
        tls,
    )
    users = (CSM_METRICS, SIDECAR) if csm.authorization.value else (CSM_METRICS,)
    yield SecretNeed("isilon-creds", made_by, ("config",), "as the CSI driver for PowerScale has it", users)
    if csm.certificates.value is not None:
        name, key = csm.certificates.value
        yield SecretNeed(name, made_by, (key,), "PEM of the CA of the arrays, as the CSI driver has it", (CSM_METRICS,))
    if csm.metrics.value is not None and csm.metrics.value.secret is not None:
        rule = "a certificate for csm-metrics; vmagent does not verify it"
        yield SecretNeed(csm.metrics.value.secret, made_by, ("tls.crt", "tls.key"), rule, (CSM_METRICS,), tls)
    if csm.authorization.value is not None:
        yield SecretNeed(TOKENS[0], made_by, TOKENS[1:], f"proxy-authz-tokens, {_COPIED}", (SIDECAR,))
        yield SecretNeed(ROOT[0], made_by, ROOT[1:], f"proxy-server-root-certificate, {_COPIED}", (SIDECAR,))
        rule = f"karavi-authorization-config, {_COPIED}; only for proxies that do not read isilon-creds instead"
        yield SecretNeed(SYSTEMS[0], made_by, SYSTEMS[1:], rule, (SIDECAR,))
