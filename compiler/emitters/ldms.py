"""LDMS in the cluster: aggregators, the stores behind them, and how they find each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..kube.exposed import exposed_service
from ..kube.network import policies
from ..kube.objects import Body, Manifest
from ..kube.workloads import config_map, container, deployment, files, timing
from ..plan.decision import Container, Workload
from ..plan.ldms import Aggregator, Ldms
from ..plan.places import CLUSTER_CA, LDMS_PREFIX, LDMS_SECRET, LDMS_SECRET_KEY, LDMS_TOPIC, LDMS_USER
from ..plan.plan import Plan
from ..plan.users import USERS
from .decomposition import decomposition
from .pods import pod_labels
from .texts import render

_CONFIG, _CERTIFICATES, _SECRET, _OWN = "/etc/ldms/config", "/etc/ldms/kafka", "/etc/ldms/secret", "/run/ldms"


def emit_ldms(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of LDMS."""
    ldms = plan.ldms
    if ldms is None:
        return
    for pod, daemons in ldms.pods:
        yield from _aggregators(plan, ldms, pod, daemons)
        yield _service(plan, ldms, pod, daemons)
    for daemon, store in zip(ldms.aggregators, ldms.stores, strict=True):
        yield from _store(plan, ldms, daemon, store)
    if plan.network is not None:
        yield from policies(plan.platform, plan.network, "ldms", pod_labels)


def _aggregators(plan: Plan, ldms: Ldms, pod: Workload, daemons: Sequence[Aggregator]) -> Iterable[Manifest]:
    maps = []
    for daemon in daemons:
        text = render("ldms/aggregator.conf", daemon=daemon, ldms=ldms)
        maps.append(config_map(plan.platform, "ldms", f"ldms-{daemon.name}", {f"{daemon.name}.conf": text}))
    yield from maps
    containers = [
        _daemon(ldms, planned, f"{daemon.name}.conf", daemon.port, daemon.name)
        for planned, daemon in zip(pod.containers, daemons, strict=True)
    ]
    yield _deployment(plan, pod, containers, [files("config", maps)], maps)


def _store(plan: Plan, ldms: Ldms, daemon: Aggregator, store: Workload) -> Iterable[Manifest]:
    host = f"{daemon.host}.{plan.platform.namespace}.svc.{plan.platform.cluster_domain}"
    values = {"daemon": daemon, "ldms": ldms, "host": host, "directory": _CONFIG, "certificates": _CERTIFICATES}
    texts = {
        "store.conf": render("ldms/store.conf", topic=LDMS_TOPIC, **values),
        "kafka.conf": render("ldms/kafka.conf", **values),
        "decomposition.json": decomposition(ldms.stored),
    }
    maps = [config_map(plan.platform, "ldms", store.name, texts)]
    yield from maps
    mount = {"name": "kafka", "mountPath": _CERTIFICATES, "readOnly": True}
    main = _daemon(ldms, store.main, "store.conf", ldms.store_port.value, "store", mount)
    certificates = files("kafka", secrets=[(CLUSTER_CA, ["ca.crt"]), (LDMS_USER, ["user.crt", "user.key"])])
    yield _deployment(plan, store, [main], [files("config", maps), certificates], maps)


def _service(plan: Plan, ldms: Ldms, pod: Workload, daemons: Sequence[Aggregator]) -> Manifest:
    ports = [
        {"name": daemon.name, "port": daemon.port, "targetPort": daemon.name, "protocol": "TCP"} for daemon in daemons
    ]
    return exposed_service(plan.platform, "ldms", pod.name, ldms.exposure, pod_labels(pod.name), ports)


def _daemon(ldms: Ldms, planned: Container, config: str, port: int, port_name: str, *mounts: Body) -> Body:
    asked = {"tcpSocket": {"port": port_name}}
    return container(
        planned,
        command=[f"{LDMS_PREFIX}/sbin/ldmsd"],
        args=[
            *("-c", f"{_CONFIG}/{config}"),
            *("-x", f"sock:{port}"),
            *("-a", "ovis", "-A", f"conf={_OWN}/{LDMS_SECRET_KEY}"),
            *("-m", str(ldms.set_memory.value)),
            *("-v", ldms.log_level.value),
        ],
        env=[
            {"name": "LDMSD_PLUGIN_LIBPATH", "value": f"{LDMS_PREFIX}/lib/ovis-ldms"},
            {"name": "LD_LIBRARY_PATH", "value": f"{LDMS_PREFIX}/lib:/usr/local/lib"},
        ],
        ports=[{"name": port_name, "containerPort": port, "protocol": "TCP"}],
        volumeMounts=[
            {"name": "config", "mountPath": _CONFIG, "readOnly": True},
            {"name": "credential", "mountPath": _OWN, "readOnly": True},
            *mounts,
        ],
        livenessProbe={**asked, **timing(ldms.liveness)},
        readinessProbe={**asked, **timing(ldms.readiness)},
    )


def _deployment(
    plan: Plan, workload: Workload, containers: Sequence[Body], volumes: Sequence[Body], maps: Sequence[Manifest]
) -> Manifest:
    # ldmsd refuses a key that its group may read, which a mounted Secret always is for a process that is not root.
    copied = container(
        workload.init[0],
        command=["install", "-m", "0600", f"{_SECRET}/{LDMS_SECRET_KEY}", f"{_OWN}/{LDMS_SECRET_KEY}"],
        volumeMounts=[
            {"name": "secret", "mountPath": _SECRET, "readOnly": True},
            {"name": "credential", "mountPath": _OWN},
        ],
    )
    spec: Body = {
        "initContainers": [copied],
        "containers": list(containers),
        "volumes": [
            *volumes,
            files("secret", secrets=[(LDMS_SECRET, [LDMS_SECRET_KEY])]),
            {"name": "credential", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}},
        ],
    }
    return deployment(plan.platform, workload, USERS["ldms"], pod_labels(workload.name), spec, maps)
