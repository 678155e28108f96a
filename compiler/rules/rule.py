"""A rule between sections, and what it may look at."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from ..config.former import NODES, OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from ..config.options import Options
from ..config.reading import Read
from ..config.sections import Judged
from ..config.software import SoftwareConfig
from ..config.storage import StorageConfig
from ..config.telemetry import TelemetryConfig
from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Span
from ..loading.document import Document

Part = TypeVar("Part")
ReadReferenced = Callable[[str], bytes | str]
"""Gives the bytes of a file that the configuration names, or why they cannot be had."""


class View(NamedTuple):
    """The sections that are right, and where everything stands.

    A rule reads only the sections that it names; the others may be missing here. ``now`` is the time in seconds
    since 1970; without it nothing is said about certificates that end.
    """

    read: Read
    referenced: Mapping[str, bytes | str]
    now: int | None = None

    @property
    def telemetry(self) -> TelemetryConfig:
        """`telemetry_config.yml`."""
        return _present(self.read.telemetry.value)

    @property
    def storage(self) -> StorageConfig:
        """`telemetry_storage_config.yml`."""
        return _present(self.read.storage.value)

    @property
    def software(self) -> SoftwareConfig:
        """The object form of `software_config.json`."""
        return _present(self.read.software.value)

    @property
    def options(self) -> Options:
        """`telecompile.yml`."""
        return _present(self.read.options.value)

    def at_value(self, file: str, *path: str | int) -> Span | None:
        """Where a value or its nearest parent stands; None in a file that is absent."""
        document: Document | None = self.read.documents.get(file)
        if document is None:
            return None
        span = document.value_span(path)
        # A file that says nothing of it is not wrong from its first value on.
        return START_OF_FILE if span == document.root.value else span

    def at_key(self, file: str, *path: str | int) -> Span | None:
        """Where a key stands; None in a file that is absent."""
        document: Document | None = self.read.documents.get(file)
        return document.key_span(path) if document else None


class Rule(NamedTuple):
    """A check, and the sections it reads, written ``file:section``; it is left out when one is wrong.

    The mapping CSV is one section, and no section at all where it is absent.
    """

    sections: tuple[str, ...]
    check: Callable[[View], Iterable[Diagnostic]]

    def applies(self, read: Read) -> bool:
        """Whether every section that the rule reads is right."""
        judged: dict[str, Judged[Any]] = {
            TELEMETRY: read.telemetry,
            STORAGE: read.storage,
            SOFTWARE: read.software,
            OPTIONS: read.options,
        }
        for name in self.sections:
            file, _, section = name.partition(":")
            if file == NODES:
                if any(one.file == NODES and one.severity == "error" for one in read.diagnostics):
                    return False
                continue
            if not judged[file].holds(section):
                return False
        return True


def _present(value: Part | None) -> Part:
    if value is None:
        raise AssertionError("a rule read a section that it does not name")
    return value
