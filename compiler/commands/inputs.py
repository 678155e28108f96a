"""The input directory on disk: its files, and those that the configuration names."""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

INPUT_FILES = (
    "telemetry_config.yml",
    "telemetry_storage_config.yml",
    "software_config.json",
    "pxe_mapping_file.csv",
    "telecompile.yml",
)
"""As in `config.former`, which an unchanged build does not import; a test holds them together."""
LARGEST = 4 * 2**20 + 1
"""One byte more than is accepted, so that a larger file is known without reading all of it."""


class Absent(Exception):
    """There is no such file."""


def read_directory(directory: str) -> dict[str, bytes | str]:
    """The bytes of every input file that is there, or in plain words why it cannot be read."""
    found: dict[str, bytes | str] = {}
    for name in INPUT_FILES:
        try:
            found[name] = read_file(os.path.join(directory, name))
        except Absent:
            continue
    return found | dict.fromkeys(_lookalikes(directory), "it has another name than the file that is read")


def _lookalikes(directory: str) -> list[str]:
    """Files that are called nearly as an input file: the same but for the ending or for capitals."""
    stems = {name.rpartition(".")[0] for name in INPUT_FILES}
    try:
        names = os.listdir(directory)
    except (OSError, ValueError):
        return []
    return sorted(name for name in names if name not in INPUT_FILES and name.rpartition(".")[0].lower() in stems)


def directory_problem(directory: str, contents: Mapping[str, bytes | str]) -> str | None:
    """Why nothing can be read from ``directory``, in plain words; None where something was, or could be."""
    if any(isinstance(content, bytes) for content in contents.values()):
        return None
    try:
        os.listdir(directory)
    except FileNotFoundError:
        return "there is no such directory"
    except NotADirectoryError:
        return "it is not a directory"
    except (OSError, ValueError) as error:
        return _reason(error)
    return None


def read_referenced(directory: str, path: str) -> bytes | str:
    """A file that the configuration names, taken from ``directory`` unless absolute."""
    try:
        return read_file(os.path.join(directory, path))
    except Absent:
        return "there is no such file"


def read_file(path: str) -> bytes | str:
    """The bytes of a regular file, or why not; Absent where nothing is there."""
    try:
        # A pipe would block for ever without O_NONBLOCK.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        if os.path.islink(path):
            return "it is a link to nothing"
        raise Absent from None
    except (OSError, ValueError) as error:
        return _reason(error)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            return "it is a directory"
        if not stat.S_ISREG(mode):
            return "it is not a regular file"
        with os.fdopen(os.dup(descriptor), "rb") as file:
            return file.read(LARGEST)
    except OSError as error:
        return _reason(error)
    finally:
        os.close(descriptor)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return "its path is not one that the system takes"
