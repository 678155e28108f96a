"""The plan as plain data: for JSON, and for what the lock records."""

from __future__ import annotations

from typing import Any

from .plan import Plan


def as_data(plan: Plan) -> dict[str, Any]:
    """Every decision, in the plan's own words; a decision is an object of value, reason and keys."""
    found: dict[str, Any] = _plain(plan)
    return found


def _plain(value: Any) -> Any:
    if hasattr(value, "_fields"):
        return {name: _plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return value


def recorded(plan: Plan) -> dict[str, Any]:
    """What `diff` needs of a former plan: sizes, replicas, copies, partitions, retention, names; "" for no class."""
    metrics, logs, kafka = plan.victoria_metrics, plan.victoria_logs, plan.kafka
    retention: dict[str, Any] = {}
    if metrics is not None:
        retention["victoria_metrics"] = metrics.retention.value
    if logs is not None:
        retention["victoria_logs"] = logs.retention.value
    if kafka is not None:
        retention["kafka"] = {"hours": kafka.retention_hours.value, "bytes": kafka.retention_bytes.value}
    return {
        "namespace": plan.platform.namespace,
        "replication": {"victoria_metrics": metrics.replication_factor.value} if metrics is not None else {},
        "replicas": {one.name: one.replicas for one in plan.workloads},
        "retention": retention,
        "sinks": [one.name for one in plan.sinks if one.on],
        "storage_class": plan.platform.storage_class or "",
        "topics": {one.topic: one.partitions for one in kafka.topics} if kafka is not None else {},
        "volumes": {one.name: one.volume.size for one in plan.workloads if one.volume is not None},
    }
