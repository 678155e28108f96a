"""What a build records in the lock, and what it says it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .. import __version__
from ..diagnostics.diagnostic import Diagnostic
from ..kube.objects import HOLDS_DATA, Manifest
from ..loading.document import Document
from ..output.changes import Changes
from ..output.hashing import digest
from ..output.lock import Lock, RenderedObject
from ..output.removal import removal_advice
from ..output.verdict import Verdict
from ..pipeline import Compilation
from ..plan.data import recorded
from .console import Console
from .inputs import INPUT_FILES


def locked(compilation: Compilation, contents: Mapping[str, bytes | str], toolchain: Mapping[str, str]) -> Lock:
    """The lock of this compilation; what is written is filled in when it is."""
    if compilation.plan is None:
        raise ValueError("an input with errors has no lock")
    return Lock(
        telecompile=__version__,
        toolchain=toolchain,
        options={},
        inputs={name: _fingerprint(contents.get(name)) for name in INPUT_FILES},
        referenced={path: _fingerprint(content) for path, content in compilation.referenced.items()},
        outputs={},
        objects={one.path: _rendered(one) for one in compilation.manifests},
        diagnostics=tuple(one for one in compilation.diagnostics if one.severity != "error"),
        plan=recorded(compilation.plan),
        fresh_until=compilation.fresh_until,
    )


def placed(verdicts: Iterable[Verdict], documents: Mapping[str, Document]) -> Iterator[Diagnostic]:
    """What verdicts say, each where its key stands in the input; of a key that is not there only the file."""
    for one in verdicts:
        document, path = documents.get(one.diagnostic.file), one.key.split(".")
        if document is not None and document.has(path):
            yield one.diagnostic._replace(span=document.value_span(path))
        else:
            yield one.diagnostic


def summary(out: str, files: int, changes: Changes) -> str:
    """What was written and removed, in a line."""
    written, removed = len(changes.writes), len(changes.removals)
    said = [f"{written} written" if written else "", f"{removed} removed" if removed else ""]
    what = ", ".join(one for one in said if one) or "nothing to write"
    return f"{out}: {files} files, {what}"


def advise(console: Console, out: str, former: Mapping[str, RenderedObject], new: Mapping[str, RenderedObject]) -> None:
    """What objects that disappear from ``out`` mean for a cluster that runs the former output."""
    advice = removal_advice(former, new)
    for heading, lines in (
        ("no longer rendered; to remove from the cluster:", advice.free),
        ("these commands delete the messages of the topics too:", advice.topics),
        ("no longer rendered, with data behind them; these commands stop them, their claims stay:", advice.stopped),
        ("only when nothing in it is needed any more; this deletes the claims and all data:", advice.claims),
    ):
        if lines:
            console.say(f"{out}: {heading}")
        for line in lines:
            console.say(f"  {line}")


def _fingerprint(content: bytes | str | None) -> str | None:
    return digest(content) if isinstance(content, bytes) else None


def _rendered(manifest: Manifest) -> RenderedObject:
    body = manifest.body
    metadata, kind = body["metadata"], body["kind"]
    return RenderedObject(body["apiVersion"], kind, metadata.get("namespace", ""), metadata["name"], kind in HOLDS_DATA)
