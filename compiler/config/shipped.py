"""The storage file as operators have it: what to type in where a part of it is missing.

The numbers are those of the file that the provisioning tool ships (existing-input-rules.md, section 2.1); they pass
every rule, which made-up ones of one size for all would not.
"""

from __future__ import annotations

from typing import Any

# requests, then limits, each memory and CPU; pods; the volume of a buffer.
_VICTORIA = {
    "vmstorage": (("1Gi", "250m", "2Gi", "1000m"), 3),
    "vminsert": (("256Mi", "100m", "512Mi", "500m"), 2),
    "vmselect": (("256Mi", "100m", "512Mi", "500m"), 2),
    "vmagent": (("128Mi", "50m", "512Mi", "250m"), 2),
}
_LOGS = {
    "vlstorage": (("512Mi", "100m", "1Gi", "500m"), 3),
    "vlinsert": (("256Mi", "100m", "512Mi", "500m"), 2),
    "vlselect": (("256Mi", "100m", "512Mi", "500m"), 2),
    "vlagent": (("64Mi", "25m", "256Mi", "100m"), 2, "5Gi"),
}
_VECTOR = {
    "ldms": (("128Mi", "50m", "256Mi", "250m"), 2),
    "ome": (("256Mi", "100m", "512Mi", "500m"), 2),
    "vlagent_vector": (("128Mi", "50m", "256Mi", "250m"), 2, "5Gi"),
    "vmagent_vector": (("128Mi", "50m", "256Mi", "250m"), 2, "5Gi"),
}
_IDRAC = {
    "mysqldb": (("256Mi", "100m", "512Mi", "500m"),),
    "activemq": (("512Mi", "100m", "1536Mi", "500m"),),
    "receiver": (("128Mi", "100m", "256Mi", "500m"),),
    "kafka_pump": (("128Mi", "50m", "512Mi", "200m"),),
    "victoria_pump": (("128Mi", "50m", "512Mi", "200m"),),
}
_SECTIONS: dict[str, Any] = {
    "victoria_cluster_storage": _VICTORIA,
    "victoria_logs_cluster_storage": _LOGS,
    "vector_storage": _VECTOR,
    "csi_volume_exporter_storage": (("64Mi", "50m", "256Mi", "200m"),),
    "kafka_storage": {
        "kafka": (("512Mi", "200m", "1Gi", "1000m"),),
        "entity_operator": {"user_operator": (("512Mi", "200m", "512Mi", "1000m"),)},
    },
    "idrac_telemetry_storage": _IDRAC,
}
_UNWRAPPED = ("csm_metrics_powerscale_storage", ("128Mi", "100m", "512Mi", "500m"))
"""The one section without a `resources` key."""


def shipped(path: tuple[str | int, ...]) -> Any:
    """What stands at ``path`` of the shipped storage file; None where nothing does."""
    name, amounts = _UNWRAPPED
    value: Any = {section: _written(one) for section, one in _SECTIONS.items()} | {name: _quantities(amounts)}
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _written(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return {key: _written(one) for key, one in value.items()}
    amounts, replicas, volume = (*value, None, None)[:3]
    pods = {"replicas": replicas} if replicas else {}
    return pods | ({"pvc_size": volume} if volume else {}) | {"resources": _quantities(amounts)}


def _quantities(amounts: tuple[str, str, str, str]) -> dict[str, dict[str, str]]:
    requests, limits = ({"memory": memory, "cpu": cpu} for memory, cpu in (amounts[:2], amounts[2:]))
    return {"requests": requests, "limits": limits}
