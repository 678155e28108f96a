"""The arguments of a sampler's `config`: the user's, and what some plugins need besides."""

from __future__ import annotations

from collections.abc import Sequence

from .samplers import BASE, static_sampler

JOBS = "slurm_sampler"
"""The plugin that knows the jobs of a node."""


def completed(plugin: str, words: Sequence[str], interval: int, *, jobs: bool) -> list[str]:
    """``words`` of the user, with what the plugin would fail or be blind without (LDMS 4.5).

    ``interval`` is that of its start, in microseconds; ``jobs`` says whether slurm_sampler runs beside it.
    """
    given = {word.partition("=")[0] for word in words}
    found = list(words)
    if plugin == JOBS:
        # It asks for a component_id of its own, and the node's is the one that tells nodes apart.
        return [word for word in words if not word.startswith("component_id=")]
    if plugin == "dcgm_sampler":
        # Without use_base= it ignores whose values it reads; without interval= it does not start.
        found += [word for word in ("use_base=1", f"interval={interval}") if word.partition("=")[0] not in given]
    static = static_sampler(plugin, " ".join(found))
    if jobs and static is not None and static.base == BASE and "job_set" not in given:
        # Where their job_id comes from; it is 0 otherwise.
        found.append(f"job_set=${{LDMS_PRODUCER}}/{JOBS}")
    return found
