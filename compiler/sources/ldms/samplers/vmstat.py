"""`vmstat`: /proc/vmstat, a metric a line, under the line's own name; sizes in pages, events since boot."""

from __future__ import annotations

from .arguments import Arguments
from .model import BASE, Column, Row, Sampler, columns

_SOURCE = "mm/vmstat.c, Linux 5.14 to 6.18"
_EVENTS = "CONFIG_VM_EVENT_COUNTERS (only expert kernels are without)"
_ALWAYS = {
    "5.9 on": (
        "nr_free_pages nr_zone_write_pending nr_mlock nr_free_cma nr_inactive_anon nr_active_anon nr_inactive_file"
        " nr_active_file nr_unevictable nr_slab_reclaimable nr_slab_unreclaimable nr_isolated_anon nr_isolated_file"
        " workingset_nodes workingset_refault_anon workingset_refault_file workingset_activate_anon"
        " workingset_activate_file workingset_restore_anon workingset_restore_file workingset_nodereclaim"
        " nr_anon_pages nr_mapped nr_file_pages nr_dirty nr_writeback nr_shmem nr_shmem_hugepages nr_shmem_pmdmapped"
        " nr_file_hugepages nr_file_pmdmapped nr_anon_transparent_hugepages nr_vmscan_write"
        " nr_vmscan_immediate_reclaim nr_dirtied nr_written nr_kernel_misc_reclaimable nr_foll_pin_acquired"
        " nr_foll_pin_released nr_kernel_stack nr_page_table_pages nr_dirty_threshold nr_dirty_background_threshold"
    ),
    f"5.8 on, {_EVENTS}": (
        "pgpgin pgpgout pswpin pswpout pgalloc_normal pgalloc_movable allocstall_normal allocstall_movable pgfree"
        " pgactivate pgdeactivate pglazyfree pgfault pgmajfault pglazyfreed pgrefill pgsteal_kswapd pgsteal_direct"
        " pgscan_kswapd pgscan_direct pgscan_direct_throttle pgscan_anon pgscan_file pgsteal_anon pgsteal_file"
        " pginodesteal slabs_scanned kswapd_inodesteal kswapd_low_wmark_hit_quickly kswapd_high_wmark_hit_quickly"
        " pageoutrun pgrotated drop_pagecache drop_slab oom_kill unevictable_pgs_culled unevictable_pgs_scanned"
        " unevictable_pgs_rescued unevictable_pgs_mlocked unevictable_pgs_munlocked unevictable_pgs_cleared"
        " unevictable_pgs_stranded"
    ),
    # No fill: a kernel without NUMA does not count the hits that it has. Every RHEL kernel has the option.
    "2.6.18 on, CONFIG_NUMA (RHEL: all kernels)": "numa_hit numa_local",
}
# Filled with 0: the option is what makes the event happen at all, so a kernel without it has seen none.
_OF_AN_OPTION = {
    "2.6.18 on, CONFIG_NUMA": "numa_miss numa_foreign numa_interleave numa_other zone_reclaim_failed",
    "2.6.18 on, CONFIG_ZONE_DMA, CONFIG_ZONE_DMA32": "pgalloc_dma pgalloc_dma32 allocstall_dma allocstall_dma32",
    "3.15 on, CONFIG_NUMA_BALANCING (not in kernel-rt)": (
        "numa_pte_updates numa_huge_pte_updates numa_hint_faults numa_hint_faults_local numa_pages_migrated"
    ),
    "5.18 on, with the promotion it counts, CONFIG_NUMA_BALANCING": "pgpromote_success",
    "5.15 on, with the demotion they count": "pgdemote_kswapd pgdemote_direct",
    "5.9 on, CONFIG_MIGRATION": (
        "pgmigrate_success pgmigrate_fail thp_migration_success thp_migration_fail thp_migration_split"
    ),
    "4.12 on, CONFIG_COMPACTION": (
        "compact_migrate_scanned compact_free_scanned compact_isolated compact_stall compact_fail compact_success"
        " compact_daemon_wake compact_daemon_migrate_scanned compact_daemon_free_scanned"
    ),
    "2.6.26 on, CONFIG_HUGETLB_PAGE": "htlb_buddy_alloc_success htlb_buddy_alloc_fail",
    "5.13 on, CONFIG_CMA": "cma_alloc_success cma_alloc_fail",
    "5.8 on, CONFIG_TRANSPARENT_HUGEPAGE (not in kernel-rt)": (
        "thp_fault_alloc thp_fault_fallback thp_fault_fallback_charge thp_collapse_alloc thp_collapse_alloc_failed"
        " thp_file_alloc thp_file_fallback thp_file_fallback_charge thp_file_mapped thp_split_page"
        " thp_split_page_failed thp_deferred_split_page thp_split_pmd thp_zero_page_alloc thp_zero_page_alloc_failed"
        " thp_swpout thp_swpout_fallback"
    ),
    "3.8 on, CONFIG_MEMORY_BALLOON, CONFIG_BALLOON_COMPACTION": "balloon_inflate balloon_deflate balloon_migrate",
    "5.12 on, CONFIG_SWAP": "swap_ra swap_ra_hit nr_swapcached",
}


def sampler(arguments: Arguments) -> Sampler | None:
    """One row a set.

    Left out: what later kernels dropped (nr_bounce, nr_writeback_temp), repeats
    (nr_zone_*), and counters that came after what they count (pgscan_khugepaged, zswpin, pgreuse and the
    like), where a fill would be untrue on RHEL 9.
    """
    schema = arguments.schema("vmstat")
    if schema is None:
        return None
    return Sampler("vmstat", schema, BASE, (Row(None, (), _columns()),))


def _columns() -> tuple[Column, ...]:
    found: list[Column] = []
    for kernels, names in _ALWAYS.items():
        found += columns("u64", kernels, _SOURCE, names)
    for kernels, names in _OF_AN_OPTION.items():
        found += columns("u64", kernels, _SOURCE, names, 0)
    return tuple(found)
