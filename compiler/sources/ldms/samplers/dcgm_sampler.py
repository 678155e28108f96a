"""`dcgm_sampler`: a set for each NVIDIA GPU, a metric for each DCGM field that `fields=` numbers.

The metric is named by the field's tag, which differs from the name of its constant (155 is `power_usage`).
"""

from __future__ import annotations

from .arguments import Arguments
from .model import BASE, Column, Row, Sampler

_SOURCE = "dcgm_fields.cpp, DCGM 3 and 4"
_DEFAULT = "150,155"
# Left out: 112 (its tag changed within DCGM 3, from current_clock_throttle_reasons to current_clocks_event_reasons),
# the fields of single NVLink lanes, of switches and of virtual GPUs, and binary ones, which the plugin refuses.
_FIELDS = {
    "s64": "52:nvml_index 55:minor_number 65:compute_mode 66:persistance_mode 67:mig_mode 90:bar1_total 92:bar1_used"
    " 93:bar1_free 100:sm_clock 101:memory_clock 102:video_clock 110:sm_app_clock 111:mem_app_clock 113:sm_max_clock"
    " 114:memory_max_clock 115:video_max_clock 140:memory_temp 150:gpu_temp 151:gpu_mem_max_op_temp"
    " 152:gpu_max_op_temp 156:total_energy_consumption 158:slowdown_temp 159:shutdown_temp 190:pstate 191:fan_speed"
    " 200:pcie_tx_throughput 201:pcie_rx_throughput 202:pcie_replay_counter 203:gpu_utilization"
    " 204:mem_copy_utilization 206:enc_utilization 207:dec_utilization 230:xid_errors 235:pcie_max_link_gen"
    " 236:pcie_max_link_width 237:pcie_link_gen 238:pcie_link_width 240:power_violation 241:thermal_violation"
    " 242:sync_boost_violation 243:board_limit_violation 244:low_util_violation 245:reliability_violation"
    " 246:app_clock_violation 247:base_clock_violation 250:fb_total 251:fb_free 252:fb_used 300:ecc 301:ecc_pending"
    " 310:ecc_sbe_volatile_total 311:ecc_dbe_volatile_total 312:ecc_sbe_aggregate_total 313:ecc_dbe_aggregate_total"
    " 390:retired_pages_sbe 391:retired_pages_dbe 392:retired_pages_pending 393:uncorrectable_remapped_rows"
    " 394:correctable_remapped_rows 395:row_remap_failure 396:row_remap_pending"
    " 409:nvlink_flit_crc_error_count_total 419:nvlink_data_crc_error_count_total"
    " 429:nvlink_replay_error_count_total 439:nvlink_recovery_error_count_total 449:nvlink_bandwidth_total"
    " 1009:pcie_tx_bytes 1010:pcie_rx_bytes 1011:nvlink_tx_bytes 1012:nvlink_rx_bytes",
    "d64": "155:power_usage 160:power_management_limit 161:power_management_limit_min 162:power_management_limit_max"
    " 163:power_management_limit_default 164:enforced_power_limit 1001:gr_engine_active 1002:sm_active"
    " 1003:sm_occupancy 1004:tensor_active 1005:dram_active 1006:fp64_active 1007:fp32_active 1008:fp16_active"
    " 1013:tensor_imma_active 1014:tensor_hmma_active",
    "char_array": "50:name 51:brand 53:serial_number 54:uuid",
}


def sampler(arguments: Arguments) -> Sampler | None:
    """One row a set, that is, a row a GPU; `gpu_id` tells them apart.

    Without `use_base=` the plugin ignores `producer=`, `instance=` and `component_id=` (the set then has no
    component_id, and its producer is the node's own host name). A field that the GPU lacks has one of DCGM's blank
    values: an integer from 0x7ffffffffffffff0 up, a float from 140737488355328 up.
    """
    schema = arguments.schema("dcgm")
    fields = _fields(arguments.values.get("fields", _DEFAULT))
    if schema is None or fields is None:
        return None
    base = BASE if "use_base" in arguments.values else tuple(column for column in BASE if column.name != "component_id")
    gpu = Column("gpu_id", "s32", "", "dcgm_sampler.c, LDMS 4.5")
    return Sampler("dcgm_sampler", schema, base, (Row(None, ("gpu_id",), (gpu, *fields)),))


def _fields(numbers: str) -> tuple[Column, ...] | None:
    known: dict[str, Column] = {}
    for type, entries in _FIELDS.items():
        for entry in entries.split():
            number, _, tag = entry.partition(":")
            known[number] = Column(tag, type, "", _SOURCE)
    wanted = [number for number in numbers.split(",") if number]
    if not wanted or len(set(wanted)) != len(wanted) or not set(wanted) <= set(known):
        return None
    return tuple(known[number] for number in wanted)
