"""`meminfo`: /proc/meminfo in kB, a metric a line, named as the line without its colon (`Active(anon)` stays)."""

from __future__ import annotations

from .arguments import Arguments
from .model import BASE, Row, Sampler, columns

_SOURCE = "fs/proc/meminfo.c, Linux 5.14 to 6.18"
_HUGE = "hugetlb_report_meminfo of mm/hugetlb.c, Linux 5.14 to 6.18"


def sampler(arguments: Arguments) -> Sampler | None:
    """One row a set.

    Left out: constants (NFS_Unstable, Bounce, VmallocChunk), what one architecture has (DirectMap4k, 2M, 1G of
    x86, ShadowCallStack of arm64), and what RHEL 9 has without counting it (Zswap, Zswapped before 5.19,
    SecPageTables before 6.1), where a fill would be untrue.
    """
    schema = arguments.schema("meminfo")
    if schema is None:
        return None
    found = (
        *columns(
            "u64",
            "2.6.32 on",
            _SOURCE,
            "MemTotal MemFree Buffers Cached SwapCached Active Inactive Active(anon) Inactive(anon) Active(file)"
            " Inactive(file) Unevictable Mlocked SwapTotal SwapFree Dirty Writeback AnonPages Mapped Shmem Slab"
            " SReclaimable SUnreclaim KernelStack PageTables WritebackTmp CommitLimit Committed_AS VmallocTotal",
        ),
        *columns("u64", "3.14 on", _SOURCE, "MemAvailable"),
        *columns("u64", "2.6 on, counted from 5.3 on", _SOURCE, "VmallocUsed"),
        *columns("u64", "4.20 on", _SOURCE, "KReclaimable Percpu"),
        # Fills: without the option the kernel sets no such page aside, so there are 0 kB of them.
        *columns("u64", "2.6.32 on, CONFIG_MEMORY_FAILURE", _SOURCE, "HardwareCorrupted", 0),
        *columns(
            "u64",
            "5.4 on, CONFIG_TRANSPARENT_HUGEPAGE (not in kernel-rt)",
            _SOURCE,
            "AnonHugePages ShmemHugePages ShmemPmdMapped FileHugePages FilePmdMapped",
            0,
        ),
        *columns("u64", "3.18 on, CONFIG_CMA", _SOURCE, "CmaTotal CmaFree", 0),
        # Absent also where the machine cannot have them (Xen guests): none of them, and no size.
        *columns(
            "u64",
            "4.20 on, CONFIG_HUGETLB_PAGE",
            _HUGE,
            "HugePages_Total HugePages_Free HugePages_Rsvd HugePages_Surp Hugepagesize Hugetlb",
            0,
        ),
    )
    return Sampler("meminfo", schema, BASE, (Row(None, (), found),))
