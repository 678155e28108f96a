"""The kubectl lines for objects whose files disappeared."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path

import pytest

from telecompile.kube.objects import HOLDS_DATA
from telecompile.output.lock import RenderedObject
from telecompile.output.removal import removal_advice, remove_output
from tests.output.output_builds import build, dies, put, standing


def rendered(api_version: str, kind: str, name: str, namespace: str = "telemetry") -> RenderedObject:
    return RenderedObject(api_version, kind, namespace, name, kind in HOLDS_DATA)


CLUSTER = rendered("operator.victoriametrics.com/v1beta1", "VMCluster", "victoria-cluster")
TOPIC = rendered("kafka.strimzi.io/v1", "KafkaTopic", "idrac")
KAFKA = rendered("kafka.strimzi.io/v1", "Kafka", "kafka")
SPACE = rendered("v1", "Namespace", "telemetry", "")
SERVICE = rendered("v1", "Service", "vector-ldms")


def test_what_holds_data_is_listed_apart_and_what_deletes_it_apart_again() -> None:
    advice = removal_advice({"a": SPACE, "b": CLUSTER, "c": SERVICE, "d": KAFKA, "e": TOPIC}, {})
    assert advice.free == ("kubectl delete service/vector-ldms -n telemetry",)
    assert advice.topics == ("kubectl delete kafkatopic.v1.kafka.strimzi.io/idrac -n telemetry",)
    assert advice.stopped == (
        "kubectl delete vmcluster.v1beta1.operator.victoriametrics.com/victoria-cluster -n telemetry",
        "kubectl delete kafka.v1.kafka.strimzi.io/kafka -n telemetry",
    )
    assert advice.claims == ("kubectl delete namespace/telemetry",)


@pytest.mark.parametrize("new", [CLUSTER, CLUSTER._replace(api_version="operator.victoriametrics.com/v1")])
def test_an_object_that_moved_to_another_file_or_version_is_still_there(new: RenderedObject) -> None:
    assert removal_advice({"old.yaml": CLUSTER}, {"new/place.yaml": new}) == ((), (), (), ())


@pytest.mark.parametrize("new", [CLUSTER._replace(namespace="other"), CLUSTER._replace(api_version="x.io/v1beta1")])
def test_an_object_of_another_namespace_or_group_is_another(new: RenderedObject) -> None:
    assert len(removal_advice({"a": CLUSTER}, {"a": new}).stopped) == 1


def test_a_name_that_a_shell_would_read_is_quoted() -> None:
    (line,) = removal_advice({"a": SERVICE._replace(name="x; rm -r /")}, {}).free
    assert line == "kubectl delete 'service/x; rm -r /' -n telemetry"


def test_a_whole_output_is_taken_back_but_for_what_others_put_there(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(out, {"a/b": b"1", "c": b"1", "d": b"1"})
    put(out, {"c": b"edited", "e/mine": b""})
    told: list[object] = []
    assert remove_output(str(out), lambda objects: told.append((objects, (out / "d").exists()))) == (2, ("c", "e/mine"))
    assert told == [({}, True)]
    assert standing(out).keys() == {"c", "e", "e/mine"}


def test_taking_back_may_die_anywhere_and_be_begun_anew(tmp_path: Path) -> None:
    for step in count():
        out = tmp_path / str(step)
        build(out, {"a/b": b"1", "c": b"1"})
        if not dies(step, partial(remove_output, str(out), lambda objects: None)):
            break
        if out.exists():
            remove_output(str(out), lambda objects: None)
        assert not out.exists()
    assert step > 5
