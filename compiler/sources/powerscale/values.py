"""The CSM Observability values file that the user names."""

from __future__ import annotations

from typing import Any, NamedTuple

# karavi-observability 1.16.0 polls capacity and performance this often unless told otherwise (seconds).
_POLLS = {
    "clusterCapacityPollFrequencySeconds": 30,
    "clusterPerformancePollFrequencySeconds": 20,
    "quotaCapacityPollFrequencySeconds": 30,
}
# The core distribution has no file_storage extension, so its queue would not persist.
_CORE, _CONTRIB = "/opentelemetry-collector:", "/opentelemetry-collector-contrib:"


class CsmValues(NamedTuple):
    """What telecompile reads of the file. ``poll_seconds`` is the shortest poll interval.

    ``collector_image`` is None where the file names a core distribution of the collector,
    whose queue cannot be kept on a volume.
    """

    image: str
    collector_image: str | None
    poll_seconds: int


def read_values(value: object) -> CsmValues | tuple[str, ...]:
    """The values, or the dotted keys that are missing or empty."""
    metrics, collector = _mapping(value, "karaviMetricsPowerscale"), _mapping(value, "otelCollector")
    image, collector_image = metrics.get("image"), collector.get("image")
    absent = []
    if not isinstance(image, str) or not image:
        absent.append("karaviMetricsPowerscale.image")
    if not isinstance(collector_image, str) or not collector_image:
        absent.append("otelCollector.image")
    if absent:
        return tuple(absent)
    return CsmValues(str(image), _persistent(str(collector_image)), min(_seconds(metrics, key) for key in _POLLS))


def _mapping(value: object, key: str) -> dict[str, Any]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _persistent(image: str) -> str | None:
    return image if _CONTRIB in f"{image}:" and _CORE not in f"{image}:" else None


def _seconds(metrics: dict[str, Any], key: str) -> int:
    # The chart takes numbers and texts alike.
    given = str(metrics.get(key, _POLLS[key]))
    return max(int(given), 1) if given.isdigit() else _POLLS[key]
