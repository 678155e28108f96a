"""The lines of /proc/meminfo and /proc/vmstat of the kernels that compute nodes run.

Made from `meminfo_proc_show` and `vmstat_text` of the versions with the options of the distribution's kernel;
the 6.18 ones were read from a running machine.
"""

from __future__ import annotations

_MEMINFO_5_14 = """
MemTotal MemFree MemAvailable Buffers Cached SwapCached Active Inactive Active(anon) Inactive(anon) Active(file)
Inactive(file) Unevictable Mlocked SwapTotal SwapFree Dirty Writeback AnonPages Mapped Shmem KReclaimable Slab
SReclaimable SUnreclaim KernelStack PageTables NFS_Unstable Bounce WritebackTmp CommitLimit Committed_AS VmallocTotal
VmallocUsed VmallocChunk Percpu HardwareCorrupted AnonHugePages ShmemHugePages ShmemPmdMapped FileHugePages
FilePmdMapped CmaTotal CmaFree HugePages_Total HugePages_Free HugePages_Rsvd HugePages_Surp Hugepagesize Hugetlb
"""
_THP_OF_MEMINFO = "AnonHugePages ShmemHugePages ShmemPmdMapped FileHugePages FilePmdMapped"
_VMSTAT_5_14 = """
nr_free_pages nr_zone_inactive_anon nr_zone_active_anon nr_zone_inactive_file nr_zone_active_file nr_zone_unevictable
nr_zone_write_pending nr_mlock nr_bounce nr_zspages nr_free_cma numa_hit numa_miss numa_foreign numa_interleave
numa_local numa_other nr_inactive_anon nr_active_anon nr_inactive_file nr_active_file nr_unevictable
nr_slab_reclaimable nr_slab_unreclaimable nr_isolated_anon nr_isolated_file workingset_nodes workingset_refault_anon
workingset_refault_file workingset_activate_anon workingset_activate_file workingset_restore_anon
workingset_restore_file workingset_nodereclaim nr_anon_pages nr_mapped nr_file_pages nr_dirty nr_writeback
nr_writeback_temp nr_shmem nr_shmem_hugepages nr_shmem_pmdmapped nr_file_hugepages nr_file_pmdmapped
nr_anon_transparent_hugepages nr_vmscan_write nr_vmscan_immediate_reclaim nr_dirtied nr_written
nr_kernel_misc_reclaimable nr_foll_pin_acquired nr_foll_pin_released nr_kernel_stack nr_page_table_pages nr_swapcached
nr_dirty_threshold nr_dirty_background_threshold pgpgin pgpgout pswpin pswpout pgalloc_dma pgalloc_dma32 pgalloc_normal
pgalloc_movable allocstall_dma allocstall_dma32 allocstall_normal allocstall_movable pgskip_dma pgskip_dma32
pgskip_normal pgskip_movable pgfree pgactivate pgdeactivate pglazyfree pgfault pgmajfault pglazyfreed pgrefill pgreuse
pgsteal_kswapd pgsteal_direct pgscan_kswapd pgscan_direct pgscan_direct_throttle pgscan_anon pgscan_file pgsteal_anon
pgsteal_file zone_reclaim_failed pginodesteal slabs_scanned kswapd_inodesteal kswapd_low_wmark_hit_quickly
kswapd_high_wmark_hit_quickly pageoutrun pgrotated drop_pagecache drop_slab oom_kill numa_pte_updates
numa_huge_pte_updates numa_hint_faults numa_hint_faults_local numa_pages_migrated pgmigrate_success pgmigrate_fail
thp_migration_success thp_migration_fail thp_migration_split compact_migrate_scanned compact_free_scanned
compact_isolated compact_stall compact_fail compact_success compact_daemon_wake compact_daemon_migrate_scanned
compact_daemon_free_scanned htlb_buddy_alloc_success htlb_buddy_alloc_fail cma_alloc_success cma_alloc_fail
unevictable_pgs_culled unevictable_pgs_scanned unevictable_pgs_rescued unevictable_pgs_mlocked unevictable_pgs_munlocked
unevictable_pgs_cleared unevictable_pgs_stranded thp_fault_alloc thp_fault_fallback thp_fault_fallback_charge
thp_collapse_alloc thp_collapse_alloc_failed thp_file_alloc thp_file_fallback thp_file_fallback_charge thp_file_mapped
thp_split_page thp_split_page_failed thp_deferred_split_page thp_split_pmd thp_zero_page_alloc
thp_zero_page_alloc_failed thp_swpout thp_swpout_fallback balloon_inflate balloon_deflate balloon_migrate swap_ra
swap_ra_hit nr_unstable
"""
_VMSTAT_NEW_IN_6_12 = """
nr_throttled_written nr_sec_page_table_pages nr_iommu_pages pgpromote_success pgpromote_candidate pgdemote_kswapd
pgdemote_direct pgdemote_khugepaged nr_memmap_pages nr_memmap_boot_pages pgalloc_device allocstall_device pgskip_device
pgsteal_khugepaged pgscan_khugepaged zone_reclaim_success thp_underused_split_page thp_scan_exceed_none_pte
thp_scan_exceed_swap_pte thp_scan_exceed_share_pte ksm_swpin_copy cow_ksm zswpin zswpout zswpwb
"""
_VMSTAT_OF_X86 = "thp_split_pud direct_map_level2_splits direct_map_level3_splits"


def _names(*texts: str, without: str = "") -> frozenset[str]:
    return frozenset(name for text in texts for name in text.split()) - frozenset(without.split())


_NEW_MEMINFO = "Zswap Zswapped SecPageTables"
_NEW_VMSTAT = (_VMSTAT_5_14, _VMSTAT_NEW_IN_6_12)
MEMINFO = {
    "RHEL 9, 5.14, x86_64": _names(_MEMINFO_5_14, "DirectMap4k DirectMap2M DirectMap1G"),
    "RHEL 9, 5.14, aarch64": _names(_MEMINFO_5_14),
    "RHEL 10, 6.12, x86_64": _names(_MEMINFO_5_14, _NEW_MEMINFO, "Unaccepted DirectMap4k DirectMap2M DirectMap1G"),
    "RHEL 10, 6.12, aarch64": _names(_MEMINFO_5_14, _NEW_MEMINFO),
    "RHEL 10, 6.12, x86_64, kernel-rt": _names(_MEMINFO_5_14, _NEW_MEMINFO, without=_THP_OF_MEMINFO),
    "6.18, x86_64 guest": _names(
        _MEMINFO_5_14, _NEW_MEMINFO, "Balloon DirectMap4k DirectMap2M", without="HardwareCorrupted CmaTotal CmaFree"
    ),
}
VMSTAT = {
    "RHEL 9, 5.14, x86_64": _names(_VMSTAT_5_14, _VMSTAT_OF_X86),
    "RHEL 9, 5.14, aarch64": _names(_VMSTAT_5_14),
    "RHEL 10, 6.12, x86_64": _names(*_NEW_VMSTAT, _VMSTAT_OF_X86, "nr_unaccepted"),
    "RHEL 10, 6.12, aarch64": _names(*_NEW_VMSTAT),
    "6.18, x86_64 guest": _names(
        *_NEW_VMSTAT,
        _VMSTAT_OF_X86,
        "nr_free_pages_blocks pgpromote_candidate_nrl pgdemote_proactive nr_hugetlb nr_balloon_pages"
        " nr_kernel_file_pages pgsteal_proactive pgscan_proactive swpin_zero swpout_zero direct_map_level2_collapses",
        without="nr_bounce nr_writeback_temp cma_alloc_success cma_alloc_fail",
    ),
}
