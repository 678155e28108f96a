"""What the user may write of DCGM."""

from ...config.base import Section, required


class DcgmSource(Section):
    """`telemetry_sources.dcgm`."""

    metrics_enabled: bool = required(True, "Whether the GPU manager service is started at the first boot of GPU nodes.")
