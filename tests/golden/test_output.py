"""What must hold of an output as a whole: its kustomizations, and the sums that its plan promises."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from telecompile.config.quantity import whole
from telecompile.plan.plan import Plan
from tests.golden.cases import GOLDEN, Case, put
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.golden.counting import Asked, asked
from tests.golden.kustomizing import reached, to_be_reached

SINK_COMPONENTS = {"victoria_metrics": "victoria-metrics", "victoria_logs": "victoria-logs", "kafka": "kafka"}


def test_the_kustomizations_lead_to_every_file_once(passing: dict[str, Compiled]) -> None:
    for case, one in passing.items():
        assert Counter(reached(one.tree)) == Counter(to_be_reached(one.tree)), case


@pytest.mark.parametrize("name", ["default", "everything-on", "nodes-5000", "everything-off"])
def test_kubectl_kustomize_gives_every_object_once(compiled: Compile, tmp_path: Path, name: str) -> None:
    """The real program on what is built."""
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("kubectl is not on PATH; test_the_kustomizations_lead_to_every_file_once resolves them itself")
    one = compiled(Case(GOLDEN / name))
    put(tmp_path, dict(one.tree))
    done = subprocess.run([kubectl, "kustomize", str(tmp_path)], capture_output=True, check=True)
    given = sorted((yaml.safe_load_all(done.stdout)), key=_identity)
    assert given == sorted(one.objects().values(), key=_identity)


def test_the_plan_adds_up_what_is_rendered(passing: dict[str, Compiled]) -> None:
    """Counted from the objects of each component that is rendered."""
    for case, one in passing.items():
        components = {path.partition("/")[0] for path in one.object_files()}
        for total in one.sure_plan.totals.components:
            if total.component in components:
                found = asked(body for path, body in one.objects().items() if path.startswith(f"{total.component}/"))
                planned = Asked(
                    total.pods,
                    Decimal(total.cpu_request) / 1000,
                    Decimal(total.memory_request),
                    Decimal(total.cpu_limit) / 1000,
                    Decimal(total.memory_limit),
                    Decimal(_claims(one.sure_plan, total.component)),
                )
                assert planned == found, f"{case}: {total.component}"


def test_the_plan_adds_up_the_volumes_of_each_sink(passing: dict[str, Compiled]) -> None:
    for case, one in passing.items():
        volumes = {total.sink: total.bytes for total in one.sure_plan.totals.volumes}
        components = {path.partition("/")[0] for path in one.object_files()}
        for sink, component in SINK_COMPONENTS.items():
            if component in components:
                stores = [
                    body
                    for path, body in one.objects().items()
                    if body["kind"] in ("VMCluster", "VLCluster", "KafkaNodePool") and path.startswith(f"{component}/")
                ]
                assert volumes[sink] == asked(stores).volumes, f"{case}: {sink}"
        assert sum(volumes.values()) == one.sure_plan.totals.volume_bytes, case


def _claims(plan: Plan, component: str) -> int:
    return sum(
        one.replicas * whole(one.volume.size) for one in plan.workloads if one.volume and one.component == component
    )


def _identity(body: dict[str, object]) -> str:
    metadata = body["metadata"]
    assert isinstance(metadata, dict)
    return f"{body['apiVersion']} {body['kind']} {metadata['name']}"
