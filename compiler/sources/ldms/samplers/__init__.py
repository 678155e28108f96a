"""What the samplers of LDMS measure: the columns that a static row of the decomposition may list."""

from __future__ import annotations

from importlib import import_module

from .arguments import read_arguments
from .model import BASE, Column, Row, Sampler

__all__ = ["BASE", "KNOWN", "Column", "Row", "Sampler", "static_sampler"]

KNOWN = ("dcgm_sampler", "loadavg", "meminfo", "procnetdev2", "procstat2", "slurm_sampler", "vmstat")
"""The plugins whose sets are known; each has a module of its name here, imported when it is asked for."""


def static_sampler(plugin: str, arguments: str) -> Sampler | None:
    """The set that ``plugin`` makes when it is configured with ``arguments``, as far as its columns are sure.

    ``arguments`` are the words of its `config` line. None: the plugin is not known, or these arguments
    change its set in a way that cannot be known here; such sets need the `as_is` decomposition.
    """
    if plugin not in KNOWN:
        return None
    found: Sampler | None = import_module(f".{plugin}", __package__).sampler(read_arguments(arguments))
    return found
