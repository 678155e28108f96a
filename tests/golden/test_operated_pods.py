"""Every pod of the VictoriaMetrics operator is as safe as that can hold it, through its own fields.

Of VictoriaMetrics operator 0.74.1; that it takes these fields is shown in `tests/operator`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import pytest

from tests.golden.compiled import Compiled
from tests.golden.test_pod_safety import PROBES

Object = Mapping[str, Any]
OPERATED = {
    *("vmstorage", "vminsert", "vmselect", "vlstorage", "vlinsert", "vlselect"),
    *("vmagent", "vlagent", "vmauth", "vmalert", "vmagent-vector", "vlagent-vector"),
}
_STRICT = {
    "useStrictSecurity": True,
    "useDefaultResources": False,
    "disableSelfServiceScrape": True,
}


def test_they_run_with_the_least_that_they_need(passing: dict[str, Compiled]) -> None:
    seen = set()
    for case, one in passing.items():
        bodies = list(one.objects().values())
        accounts = {
            body["metadata"]["name"]
            for body in bodies
            if body["kind"] == "ServiceAccount" and body.get("automountServiceAccountToken") is False
        }
        for body in bodies:
            for name, part in _victoria(body):
                problems = list(_problems(part, accounts))
                assert not problems, f"{case}: {name}: {problems}"
                seen.add(name)
    assert seen == OPERATED


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda part: part.pop("useStrictSecurity"), "useStrictSecurity is None"),
        (lambda part: part.pop("useDefaultResources"), "useDefaultResources is None"),
        (lambda part: part.update(disableAutomountServiceAccountToken=False), "has a token"),
        (lambda part: part.update(securityContext={}), "has securityContext"),
        (lambda part: part["resources"]["limits"].pop("memory"), "resources: not both limits"),
        (lambda part: part["configReloaderResources"].pop("limits"), "configReloaderResources: not both limits"),
        (lambda part: part.pop("podDisruptionBudget"), "2 pods, and no budget"),
        (lambda part: part.pop("topologySpreadConstraints"), "2 pods, and not spread"),
        (lambda part: part.update(replicaCount=1), "1 pods, and a budget"),
        (lambda part: part.update(extraArgs={"tls": "true"}), "no probe with TLS"),
        (lambda part: part.update(storage={"emptyDir": {}}), "storage has no bound"),
    ],
)
def test_what_the_operator_is_not_asked_for_is_seen(
    default: Compiled, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    part = copy.deepcopy(default.objects()["monitoring/vmalert-vmalert.yaml"]["spec"])
    assert not list(_problems(part))
    change(part)
    assert any(said in problem for problem in _problems(part)), list(_problems(part))


def _victoria(body: Object) -> Iterator[tuple[str, Object]]:
    """Each part of what the VictoriaMetrics operator makes."""
    kind, spec = body["kind"], body.get("spec", {})
    if kind in ("VMCluster", "VLCluster"):
        yield from ((part, own) for part, own in spec.items() if isinstance(own, dict) and "replicaCount" in own)
    elif kind in ("VMAgent", "VLAgent", "VMAuth", "VMAlert"):
        yield body["metadata"]["name"], spec


def _problems(part: Object, tokenless: Collection[str] = ()) -> Iterator[str]:
    """``tokenless`` are the accounts that give no token by themselves: where nothing asks the API server, that does.

    Told to mount none, the operator mounts one itself where its agent or its gateway needs it.
    """
    if not part.get("disableAutomountServiceAccountToken") and part.get("serviceAccountName") not in tokenless:
        yield "has a token"
    for field, wanted in _STRICT.items():
        if part.get(field) is not wanted:
            yield f"{field} is {part.get(field)}"
    # This would take the place of what `useStrictSecurity` gives.
    if "securityContext" in part:
        yield "has securityContext"
    for field in ("resources", "configReloaderResources") if "configReloaderImage" in part else ("resources",):
        for kind in ("requests", "limits"):
            if set(part.get(field, {}).get(kind, {})) != {"cpu", "memory"}:
                yield f"{field}: not both {kind}"
    yield from _several(part)
    # With TLS given by arguments the operator leaves its own probes out, unless one is asked for.
    if "tls" in part.get("extraArgs", {}) and not any(probe in part for probe in PROBES):
        yield "no probe with TLS"
    yield from _storage(part)


def _several(part: Object) -> Iterator[str]:
    pods = part["replicaCount"]
    if (part.get("podDisruptionBudget") == {"maxUnavailable": 1}) is not (pods > 1):
        yield f"{pods} pods, and {'no' if pods > 1 else 'a'} budget"
    if bool(part.get("topologySpreadConstraints")) is not (pods > 1):
        yield f"{pods} pods, and {'not ' if pods > 1 else ''}spread"


def _storage(part: Object) -> Iterator[str]:
    for field in ("storage", "statefulStorage"):
        if "emptyDir" in part.get(field, {}) and "sizeLimit" not in part[field]["emptyDir"]:
            yield f"{field} has no bound"
