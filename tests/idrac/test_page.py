"""The page for operators names what is rendered."""

from __future__ import annotations

import re
from pathlib import Path

from tests.idrac.rendered import compilation, containers, objects
from tests.idrac.test_bus import texts

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "idrac.md").read_text(encoding="utf-8")


def test_it_names_every_container() -> None:
    rows = re.findall(r"^\| `([a-z-]+)`[^|]*\| [^|]+ \| [^|]+ \|$", PAGE, re.MULTILINE)
    assert rows == list(containers(compilation()))


def test_pods_claims_and_secrets_that_it_names_are_there() -> None:
    body = objects(compilation())["StatefulSet idrac-telemetry"]
    name, (claim,) = body["metadata"]["name"], body["spec"]["volumeClaimTemplates"]
    assert set(re.findall(r"idrac-telemetry-\d+", PAGE)) == {f"{name}-0"}
    assert f"`{claim['metadata']['name']}-{name}-0`" in PAGE
    plan = compilation().plan
    assert plan is not None
    (secret,) = (one for one in plan.secrets if one.name == "mysqldb-credentials")
    assert secret.name in PAGE
    assert all(f"={key}=" in PAGE or f"file={key}=" in PAGE for key in secret.keys)


def test_it_forwards_the_port_that_takes_registrations_and_uploads_the_file_that_is_rendered() -> None:
    (port,) = containers(compilation())["idrac-telemetry-receiver"]["ports"]
    assert f"{port['containerPort']}:{port['containerPort']}" in PAGE
    assert {one.path for one in compilation().node_files if one.path in PAGE} == {"nodes/idrac/bmc.csv"}


def test_how_long_values_wait_is_what_the_bus_is_told() -> None:
    (seconds,) = re.findall(r"wait for (\d+) seconds", PAGE)
    assert f'zeroExpirationOverride="{seconds}000"' in texts()["activemq.xml"]
