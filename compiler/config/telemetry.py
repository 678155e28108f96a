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

    idrac: IdracSource = required({}, "Server hardware, through Redfish.")
    ldms: LdmsSource = required({}, "Operating system of the compute nodes.")
    dcgm: DcgmSource = required(
        {}, "GPU manager service.", when_missing="newer releases leave it out; write `dcgm: {metrics_enabled: false}`"
    )
    powerscale: PowerscaleSource = required({}, "PowerScale storage.")
    ufm: UfmSource = required({}, "InfiniBand fabric manager.")
    vast: VastSource = required({}, "VAST storage.")
    ome: OmeSource = required({}, "Server-management console.")


class LdmsBridge(Section):
    """`telemetry_bridges.vector_ldms`."""

    metrics_enabled: bool = required(True, "Carry ldms metrics from the broker to victoria_metrics.")


class Bridges(Section):
    """`telemetry_bridges`."""

    vector_ldms: LdmsBridge = required({}, "Broker to metrics store, for ldms.")
    vector_ome: OmeBridge = required({}, "Broker to both stores, for ome.")


class TelemetryConfig(Section):
    """The whole of `telemetry_config.yml`."""

    telemetry_sources: Sources = required({}, "Which sources are collected.")
    telemetry_bridges: Bridges = required({}, "Which bridges carry data from the broker to the stores.")
    telemetry_sinks: Sinks = required({}, "How the sinks keep data.")
    ldms_configurations: LdmsSettings = required({}, "Ports and plugins of LDMS.")
    powerscale_configurations: PowerscaleSettings = required({}, "How PowerScale is read.")
    ufm_configuration: UfmSettings = required({}, "How UFM is read.")
    vast_configuration: VastSettings = required({}, "How VAST is read.")
    idrac_telemetry_configurations: IdracSettings = Field(
        default_factory=IdracSettings, description="The iDRAC collector's database."
    )
