"""Whatever valid input is drawn: it compiles, always to the same bytes, and to what Kubernetes takes."""

from __future__ import annotations

import hashlib
import shutil
from itertools import count
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings

from tests.checks.kubeconform import kubeconform
from tests.properties.examining import built, problems
from tests.properties.inputs import Files, whole_inputs
from tests.properties.options import VERSIONS

EXAMPLES = 40
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


def test_every_valid_input_compiles_to_what_the_cluster_takes(tmp_path: Path) -> None:
    """Drawn inside the test, so that kubeconform is started once for the files of all examples."""
    number = count()
    files_of: dict[str, dict[str, Path]] = {version: {} for version in VERSIONS}

    # No shrinking, which would build for minutes: the message names the folder in which the input is left.
    @settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.reuse, Phase.generate], suppress_health_check=SLOW)
    @given(whole_inputs())
    def holds(files: Files) -> None:
        folder = tmp_path / str(next(number))
        one = built(files, folder)
        found = list(problems(one))
        assert not found, f"{folder}: {found}"
        kept = files_of[one.sure_plan.platform.kubernetes_version]
        for path, data in one.object_files().items():
            kept.setdefault(hashlib.sha256(data).hexdigest(), _put(tmp_path / "objects", path, data))
        shutil.rmtree(folder)

    holds()
    assert next(number) >= EXAMPLES
    drawn = {version: list(files.values()) for version, files in files_of.items() if files}
    assert not [problem for version, files in drawn.items() for problem in kubeconform(files, version)]


def _put(folder: Path, path: str, data: bytes) -> Path:
    file = folder / f"{hashlib.sha256(data).hexdigest()[:12]}-{path.replace('/', '-')}"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    return file
