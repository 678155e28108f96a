"""VLCluster, the VLAgent that receives syslog, and the Services that senders use."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ..kube.exposed import exposed_service
from ..kube.network import policies
from ..kube.objects import Body, Manifest, object_of
from ..kube.operated import RETAINED, claim, managed, operated, pull_secrets
from ..kube.scrape import any_of, pod_scrape
from ..plan.places import VL_CLUSTER, VLAGENT, syslog_service
from ..plan.plan import Plan
from ..plan.platform import Platform
from ..plan.remote_write import Agent
from ..plan.victoria_logs import SyslogListener, VictoriaLogs
from .gateway import emit_gateway
from .pods import pod_labels
from .remote_write import logs_ca, remote_write

API = "operator.victoriametrics.com/v1"


def emit_victoria_logs(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of the log store."""
    logs, platform = plan.victoria_logs, plan.platform
    if logs is None:
        return
    yield object_of(platform, "victoria-logs", API, "VLCluster", VL_CLUSTER, spec=_cluster(platform, logs))
    names, resources = ["vlstorage", "vlinsert", "vlselect"], [VL_CLUSTER]
    if logs.vlagent is not None:
        names.append("vlagent")
        resources.append(VLAGENT)
        yield object_of(platform, "victoria-logs", API, "VLAgent", VLAGENT, spec=_agent(platform, logs, logs.vlagent))
        yield from (_syslog_service(plan, listener) for listener in logs.listeners)
    if plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        yield pod_scrape(platform, "victoria-logs", "victoria-logs", any_of(names, resources), ["http"], interval)
    if plan.network is not None:
        yield from policies(platform, plan.network, "victoria-logs", pod_labels)
    yield from emit_gateway(plan, "victoria-logs")


def _cluster(platform: Platform, logs: VictoriaLogs) -> Body:
    storage = logs.vlstorage
    return {
        "clusterDomainName": platform.cluster_domain,
        "useStrictSecurity": True,
        **pull_secrets(platform),
        **managed(platform),
        "vlstorage": {
            **operated(platform, storage, pod_labels("vlstorage")),
            "retentionPeriod": logs.retention.value,
            "retentionMaxDiskSpaceUsageBytes": logs.disk_limit.value,
            "storageDataPath": "/vlstorage-data",
            "storage": claim(platform, storage.claim),
            "persistentVolumeClaimRetentionPolicy": RETAINED,
        },
        "vlinsert": operated(platform, logs.vlinsert, pod_labels("vlinsert")),
        "vlselect": operated(platform, logs.vlselect, pod_labels("vlselect")),
    }


def _agent(platform: Platform, logs: VictoriaLogs, agent: Agent) -> Body:
    # VictoriaLogs takes one JSON object a listener, comma separated and in the listeners' order.
    tags = ",".join(json.dumps({"source": listener.source}, separators=(",", ":")) for listener in logs.listeners)
    arguments = {
        "syslog.timezone": logs.syslog_timezone.value,
        "syslog.extraFields.tcp": tags,
        "syslog.extraFields.udp": tags,
    }
    if agent.formats:
        arguments["remoteWrite.format"] = ",".join(agent.formats)
    fields = json.dumps(logs.stream_fields.value, separators=(",", ":"))
    listeners = [{"listenPort": listener.port, "streamFields": fields} for listener in logs.listeners]
    return {
        **operated(platform, agent.workload, pod_labels(VLAGENT)),
        **pull_secrets(platform),
        **managed(platform),
        "extraArgs": arguments,
        "syslogSpec": {"tcpListeners": listeners, "udpListeners": listeners},
        "storage": claim(platform, agent.workload.claim),
        "persistentVolumeClaimRetentionPolicy": RETAINED,
        "remoteWrite": [remote_write(target, logs_ca) for target in agent.targets],
    }


def _syslog_service(plan: Plan, listener: SyslogListener) -> Manifest:
    ports = [
        {
            "name": f"syslog-{protocol.lower()}",
            "port": listener.service_port,
            "protocol": protocol,
            "targetPort": f"syslog-{protocol.lower()}-{listener.position}",
        }
        for protocol in ("TCP", "UDP")
    ]
    name = syslog_service(listener.source)
    return exposed_service(plan.platform, "victoria-logs", name, listener.exposure, pod_labels(VLAGENT), ports)
