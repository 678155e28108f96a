"""`telemetry_config.yml`: the sections of the sources, the bridges and the sinks, put together."""

from pydantic import Field

from ..sources.dcgm.model import DcgmSource
from ..sources.idrac.model import IdracSettings, IdracSource
from ..sources.ldms.model import LdmsSettings, LdmsSource
from ..sources.ome.model import OmeBridge, OmeSource
from ..sources.powerscale.model import PowerscaleSettings, PowerscaleSource
from ..sources.ufm.model import UfmSettings, UfmSource
from ..sources.vast.model import VastSettings, VastSource
from .base import Section, required
from .sinks import Sinks


class Sources(Section):
    """`telemetry_sources`."""

    idrac: IdracSource = required(
        {}, "Hardware metrics of the servers (power, thermal, storage health), read out of band through Redfish."
    )
    ldms: LdmsSource = required(
        {}, "Metrics of the operating system of the compute nodes (CPU, memory, network, I/O), sampled by LDMS."
    )
    dcgm: DcgmSource = required(
        {},
        "The GPU manager service on GPU nodes; its metrics leave the nodes through ldms.",
        when_missing="newer releases leave it out; write `dcgm: {metrics_enabled: false}`",
    )
    powerscale: PowerscaleSource = required({}, "Performance metrics and logs of PowerScale storage clusters.")
    ufm: UfmSource = required({}, "Metrics and logs of the InfiniBand fabric manager UFM.")
    vast: VastSource = required({}, "Metrics and logs of the VAST storage appliance.")
    ome: OmeSource = required(
        {},
        "Inventory, health, alerts and audit logs of the server-management console OME, which writes to the "
        "broker itself.",
    )


class LdmsBridge(Section):
    """`telemetry_bridges.vector_ldms`."""

    metrics_enabled: bool = required(
        True, "Whether the metrics of ldms are carried from the broker to victoria_metrics."
    )


class Bridges(Section):
    """`telemetry_bridges`."""

    vector_ldms: LdmsBridge = required(
        {}, "The bridge that carries what ldms writes from the broker to the metrics store."
    )
    vector_ome: OmeBridge = required({}, "The bridge that carries what OME writes from the broker to both stores.")


class TelemetryConfig(Section):
    """The whole of `telemetry_config.yml`."""

    telemetry_sources: Sources = required(
        {},
        "Which sources are collected, and to which sinks each sends its data; each can be switched on and off "
        "by itself.",
    )
    telemetry_bridges: Bridges = required({}, "Which bridges carry data from the broker to the stores.")
    telemetry_sinks: Sinks = required(
        {},
        "How the sinks are sized and how long they keep data; a sink is on when a source that is on, or a "
        "bridge, needs it.",
    )
    ldms_configurations: LdmsSettings = required(
        {}, "Ports of the LDMS daemons, and the plugins that sample each compute node."
    )
    powerscale_configurations: PowerscaleSettings = required({}, "How the metrics of PowerScale are read and buffered.")
    ufm_configuration: UfmSettings = required({}, "How the exporter of the fabric manager is reached.")
    vast_configuration: VastSettings = required({}, "How the exporter of the VAST appliance is reached.")
    idrac_telemetry_configurations: IdracSettings = Field(
        default_factory=IdracSettings, description="Settings of the collector that reads the servers' hardware metrics."
    )
