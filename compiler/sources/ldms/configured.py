"""`config_parameters` of a sampler plugin: the arguments of ldmsd's `config`."""

import re
from collections.abc import Iterator

from .activation import Mistake

_JOBS = "slurm_sampler"
_SCHEMA = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_WORD = re.compile(r"[!#-&(-_a-~]+")
_OWN_ARGUMENTS = ("producer", "instance", "name")
_COUNT = ("[1-9][0-9]{0,5}", "with a whole number above 0, such as {}=8")
_JOBS_ARGUMENTS = {
    # The node's own number takes its place; what an input that other tools read as well has here is a number or the
    # variable that holds one.
    "component_id": (r"[0-9]{1,20}|\$[A-Za-z0-9_]+|\$\{[A-Za-z0-9_]+\}", "with a whole number, such as {}=1"),
    "stream": (".+", "with the name of the stream that the nodes' spank plugin writes, such as {}=slurm"),
    "job_count": _COUNT,
    "task_count": _COUNT,
}
"""What slurm_sampler asks for: the form of each value, and how to write it."""


def config_mistakes(plugin: str, text: str) -> Iterator[Mistake]:
    """Everything that is wrong with the arguments of a plugin, in the order in which they stand."""
    words = text.split()
    keys = [word.partition("=")[0] for word in words]
    taken = _OWN_ARGUMENTS if plugin == _JOBS else (*_OWN_ARGUMENTS, "component_id")
    wrong = [word for word in words if not _argument(word)]
    if wrong:
        yield Mistake(
            f"config_parameters of {plugin} has {wrong[0]!r}, which ldmsd does not read as an argument",
            "write words such as key=value, without quotes and $(…); none may begin with # or end with \\",
        )
    own = [key for key in dict.fromkeys(keys) if key in taken]
    if own:
        listed = " and ".join(filter(None, (", ".join(own[:-1]), own[-1])))
        yield Mistake(
            f"config_parameters of {plugin} sets {listed}, which telecompile sets for each node", f"leave {listed} out"
        )
    absent = [key for key in _JOBS_ARGUMENTS if key not in keys]
    if plugin == _JOBS and absent:
        yield Mistake(
            f"config_parameters of {plugin} lacks {', '.join(absent)}",
            "write each with its value, such as component_id=1 stream=slurm job_count=8 task_count=64",
        )
    for word in words:
        if word not in wrong:
            yield from _value_mistakes(plugin, *word.partition("="))


def _argument(word: str) -> bool:
    r"""Whether ldmsd reads a word as an argument.

    It knows no quotes: a word that begins with # is a comment, one that ends with \ joins the next line.
    """
    return bool(_WORD.fullmatch(word)) and not word.startswith("#") and not word.endswith("\\") and "$(" not in word


def _value_mistakes(plugin: str, key: str, sign: str, value: str) -> Iterator[Mistake]:
    if key == "schema" and sign and (not _SCHEMA.fullmatch(value) or value in ("job", "as_is")):
        yield Mistake(
            f"{value!r} cannot be the name of the sets of {plugin}",
            "write letters, digits, -, _ and .; job and as_is are taken by the bridge's own metrics",
        )
    if plugin == _JOBS and key in _JOBS_ARGUMENTS:
        form, help_ = _JOBS_ARGUMENTS[key]
        if not re.fullmatch(form, value):
            yield Mistake(f"{key} of {plugin} is {value!r}", f"write {key}= {help_.format(key)}")
