"""`slurm_sampler`: the jobs of a node, in arrays with a slot a job."""

from __future__ import annotations

from .arguments import Arguments
from .model import Row, Sampler, columns

_SOURCE = "slurm_sampler.c, LDMS 4.5"


def sampler(arguments: Arguments) -> Sampler:  # noqa: ARG001 - every sampler is asked alike
    """One row a set, whose columns are arrays: element i of each is about slot i.

    The plugin ignores `schema=`; `job_count=` and `task_count=` change the length of arrays, which a
    decomposition takes from the set. `job_slot_list` is a ring of slots in order of arrival (-1: not
    used yet) and `job_slot_list_tail` its newest place. A slot never used has job_id 0; the slot of a job
    that ended keeps it, with job_state 4 (starting 1, running 2, stopping 3) and job_end in seconds since 1970.
    Left out: a pid, rank and exit status for each task, which are no series; and the strings `user_N`,
    `job_name_N`, `job_tag_N`, since ldmsd writes strings unescaped and one quote in a job's name would cost
    the row.
    """
    found = (
        *columns("s32", "", _SOURCE, "job_slot_list_tail"),
        *columns("s32_array", "", _SOURCE, "job_slot_list"),
        *columns("u64_array", "", _SOURCE, "job_id app_id"),
        *columns("u8_array", "", _SOURCE, "job_state"),
        *columns("u32_array", "", _SOURCE, "job_size job_uid job_gid job_start job_end node_count task_count"),
    )
    # The same number in every slot; job_id and app_id are this set's own data.
    base = columns("u64_array", "", _SOURCE, "component_id")
    return Sampler("slurm_sampler", "mt-slurm", base, (Row(None, (), found),))
