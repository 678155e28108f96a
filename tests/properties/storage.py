"""Valid texts of `telemetry_storage_config.yml`, as mappings."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.properties.values import amounts, resource_blocks

_RESOURCES = {"resources": resource_blocks()}
_REPLICAS = {"replicas": st.integers(1, 5)}
# Four URLs at the most, and agents round each queue up to 512 MiB.
_VOLUME = {"pvc_size": amounts(5, 200)}
_IDRAC = ("mysqldb", "activemq", "receiver", "kafka_pump", "victoria_pump")


@st.composite
def storage(draw: st.DrawFn, *, kafka: bool, idrac: bool) -> dict[str, Any]:
    """The whole file; *kafka* and *idrac* say that their sections are needed."""
    found = draw(_always())
    if kafka or draw(st.booleans()):
        found["kafka_storage"] = draw(_kafka())
    if idrac or draw(st.booleans()):
        found["idrac_telemetry_storage"] = draw(_parts(_IDRAC, _RESOURCES))
    return found


def _always() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "victoria_cluster_storage": _parts(("vmstorage", "vminsert", "vmselect", "vmagent"), _REPLICAS, _RESOURCES),
            "victoria_logs_cluster_storage": _with_agents(("vlstorage", "vlinsert", "vlselect"), ("vlagent",)),
            "vector_storage": _with_agents(("ldms", "ome"), ("vlagent_vector", "vmagent_vector")),
            "csi_volume_exporter_storage": st.fixed_dictionaries(_RESOURCES),
            "csm_metrics_powerscale_storage": resource_blocks(),
        }
    )


def _kafka() -> st.SearchStrategy[dict[str, Any]]:
    operator = st.fixed_dictionaries({"user_operator": st.fixed_dictionaries(_RESOURCES)})
    return st.fixed_dictionaries({"kafka": st.fixed_dictionaries(_RESOURCES), "entity_operator": operator})


def _parts(names: tuple[str, ...], *fields: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    each = {key: strategy for part in fields for key, strategy in part.items()}
    return st.fixed_dictionaries({name: st.fixed_dictionaries(each) for name in names})


def _with_agents(names: tuple[str, ...], agents: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    plain, buffered = {**_REPLICAS, **_RESOURCES}, {**_REPLICAS, **_RESOURCES, **_VOLUME}
    each = {name: st.fixed_dictionaries(plain) for name in names}
    return st.fixed_dictionaries({**each, **{name: st.fixed_dictionaries(buffered) for name in agents}})
