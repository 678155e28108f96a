"""Compiled templates, kept as Python keeps compiled modules: beside their source, where that can be written."""

from __future__ import annotations

import os
import sys

from jinja2.bccache import Bucket, FileSystemBytecodeCache

from .disk import make_folder
from .problem import OutputProblem


class TemplateCache(FileSystemBytecodeCache):
    """Compiling the templates takes a tenth of the time that a build may take; this saves it from the second on.

    jinja2 keeps a digest of the source with each entry, and Python's version; ``made_with`` is whatever else
    decides what a template is compiled to. An installation that cannot be written compiles anew each time,
    and so does Python with `-B`.
    """

    def __init__(self, package: str, made_with: str) -> None:
        """Beside the templates of ``package``, which is imported."""
        folder = os.path.dirname(str(sys.modules[package].__file__))
        super().__init__(os.path.join(folder, "manifests_templates", "__pycache__"))
        self._made_with = made_with

    def get_source_checksum(self, source: str) -> str:
        """Of the source, and of everything else that the compiled template depends on."""
        return super().get_source_checksum(f"{self._made_with}\0{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, or leave it empty."""
        try:
            super().load_bytecode(bucket)
        except OSError:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the bucket, unless nothing is to be written."""
        if sys.dont_write_bytecode:
            return
        try:
            make_folder(self.directory)
            super().dump_bytecode(bucket)
        except (OSError, OutputProblem):
            return
