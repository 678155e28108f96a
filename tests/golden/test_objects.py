"""Every object that is rendered is one that Kubernetes and the operators take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from tests.checks.embedded import embedded_problems
from tests.checks.kubeconform import kubeconform
from tests.checks.models import round_trip_problems
from tests.golden.compiled import Compiled, as_json, parsed
from tests.golden.limits import limit_problems
from tests.golden.selectors import selector_problems

LARGEST = 180 * 1024
"""Bytes of an object as JSON: client-side apply keeps a copy in an annotation of at most 256 KiB."""
Passing = dict[str, Compiled]


def test_kubeconform_takes_every_object(passing: Passing, tmp_path: Path) -> None:
    """Strictly, one run for each version of Kubernetes; equal files once."""
    versions: dict[str, dict[str, Path]] = {}
    for case, one, path, data in _files(passing):
        version = one.sure_plan.platform.kubernetes_version
        files = versions.setdefault(version, {})
        # Named by its content, so that what a fault is reported of is told apart from what was not checked.
        file = tmp_path / version / case / f"{hashlib.sha256(data).hexdigest()[:8]}-{path.replace('/', '-')}"
        if files.setdefault(hashlib.sha256(data).hexdigest(), file) == file:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    assert versions
    assert not [
        problem for version, files in versions.items() for problem in kubeconform(list(files.values()), version)
    ]


def test_every_object_is_what_its_client_model_makes_of_it(passing: Passing) -> None:
    """What CRDs leave open is held to the core schemas, and no request is above its limit."""
    checked: set[tuple[str, bytes]] = set()
    found = []
    for case, one, path, data in _files(passing):
        version = one.sure_plan.platform.kubernetes_version
        if (version, data) not in checked:
            checked.add((version, data))
            body = parsed(data)
            problems = [*round_trip_problems(body), *embedded_problems(body, version), *limit_problems(body)]
            found += [f"{case}/{path}: {problem}" for problem in problems]
    assert checked
    assert not found


def test_every_object_has_a_file_of_its_own_name(passing: Passing) -> None:
    """And no two files hold the same object."""
    for case, compiled in passing.items():
        names = set()
        for path, one in compiled.objects().items():
            kind, name = one["kind"], one["metadata"]["name"]
            assert path.rpartition("/")[2] == f"{kind.lower()}-{name}.yaml", case
            names.add((one["apiVersion"].partition("/")[0], kind, name))
        assert len(names) == len(compiled.object_files()), case


def test_no_object_is_larger_than_client_side_apply_takes(passing: Passing) -> None:
    sizes = {f"{case}/{path}": len(as_json(data).encode()) for case, _, path, data in _files(passing)}
    assert not {path: size for path, size in sizes.items() if size > LARGEST}


def test_every_selector_finds_a_pod_with_the_port_it_asks_for(passing: Passing) -> None:
    found = {
        case: selector_problems(list(one.objects().values()), one.sure_plan.platform.namespace)
        for case, one in passing.items()
    }
    assert not {case: problems for case, problems in found.items() if problems}


def _files(passing: Passing) -> Iterator[tuple[str, Compiled, str, bytes]]:
    for case, one in passing.items():
        for path, data in one.object_files().items():
            yield case, one, path, data
