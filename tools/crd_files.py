"""Read CustomResourceDefinitions from files, generated or released."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml


def read(file: Path) -> Iterator[dict[str, Any]]:
    """The CRDs among the documents of *file*."""
    for document in yaml.load_all(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
        if document and document["kind"] == "CustomResourceDefinition":
            yield document
