"""The sampler plugins that LDMS 4.5 ships, by the names that `load` takes and those of their directories.

From the Makefiles below `ldms/src/sampler` (LDMS 4.5). A directory's name is accepted where its library is
called otherwise, since documentation uses both.
"""

from __future__ import annotations

_NAMES = (
    # Directories.
    "aries_mmr blob_msg blob_stream clock coretemp cray_system_sampler cxi_sampler dcgm_sampler dstat filesingle"
    " fptrans hello_ldms_msg hello_stream hweventpapi ibm_occ ibmad_records_sampler ibmad_sampler ibnet job_info json"
    " kgnilnd lnet_stats loadavg lustre2_client lustre2_mds lustre2_oss lustre_client lustre_mdt lustre_ost lustre_mdc"
    " meminfo msr_interlagos opa2 papi perfevent procdiskstats procinterrupts procnet procnetdev procnetdev2 procnfs"
    " procstat procstat2 rapl rdc_sampler sampler_atasmart shm slingshot_info slingshot_metrics slurm_sampler switchx"
    " syspapi sysclassib tsampler tx2mon variable vmstat zfs_leafvdevs zfs_topvdevs zfs_zpool appinfo app_sampler llnl"
    # Libraries that are called otherwise than their directory.
    " slurm_sampler2 json_stream_sampler papi_sampler syspapi_sampler shm_sampler hello_sampler blob_stream_writer"
    " blob_msg_writer edac linux_proc_sampler aries_mmr_configurable aries_linkstatus aries_nic_mmr aries_rtr_mmr"
    " cray_aries_r_sampler cray_gemini_r_sampler cray_power_sampler dvs_sampler synthetic array_example all_example"
    " test_sampler grptest generic_sampler hfclock timer_base"
)
SHIPPED = frozenset(_NAMES.split())
