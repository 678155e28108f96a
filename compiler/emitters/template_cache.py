"""Compiled templates, kept as Python keeps compiled modules: beside their source, where that can be written."""

from __future__ import annotations

import os
import sys

from jinja2.bccache import Bucket, FileSystemBytecodeCache


class TemplateCache(FileSystemBytecodeCache):
    """Compiling the templates takes a tenth of the time that a build may take; this saves it from the second on.

    jinja2 keeps a digest of the source with each entry, and its own and Python's version. An installation that
    cannot be written compiles anew each time, and so does Python with `-B`.
    """

    def __init__(self, package: str) -> None:
        """Beside the templates of ``package``, which is imported."""
        folder = os.path.dirname(str(sys.modules[package].__file__))
        super().__init__(os.path.join(folder, "manifests_templates", "__pycache__"))

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
            os.makedirs(self.directory, exist_ok=True)
            super().dump_bytecode(bucket)
        except OSError:
            return
