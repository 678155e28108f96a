"""pydantic without plugins: what is installed beside telecompile has no say in what it renders."""

from __future__ import annotations

import os
import sys

_LOADER = "pydantic.plugin._loader"


def switch_off() -> None:
    """For this process, before pydantic is imported.

    The variable is pydantic's own switch. With it pydantic 2.14 still imports `importlib.metadata`, and with that
    `email` and `socket`, to look for nothing: 13 ms of a build that takes a fifth of a second. So a module that finds
    nothing stands in the place of the one that looks; whatever else is asked of it, the real one answers.
    """
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    if _LOADER not in sys.modules:
        stand_in = type(sys)(_LOADER)
        stand_in.get_plugins = tuple  # type: ignore[attr-defined] # a module takes any attribute
        stand_in.__getattr__ = _of_the_real_one  # type: ignore[method-assign] # PEP 562, for a module made by hand
        sys.modules[_LOADER] = stand_in


def _of_the_real_one(name: str) -> object:
    from importlib import import_module

    if name.startswith("__"):
        raise AttributeError(name)
    stand_in = sys.modules.pop(_LOADER)
    try:
        return getattr(import_module(_LOADER), name)
    finally:
        sys.modules[_LOADER] = stand_in
