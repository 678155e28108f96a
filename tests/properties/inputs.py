"""Whole valid inputs: the bytes of every file, as a user could have written them."""

from __future__ import annotations

import json
from typing import Any

import yaml
from hypothesis import strategies as st

from tests.golden.cases import DEFAULT_INPUT, GOLDEN
from tests.properties.nodes import mapping_csv, node_groups, software
from tests.properties.options import options
from tests.properties.storage import storage
from tests.properties.telemetry import CA_FILE, CSM_FILE, telemetry

CA = (GOLDEN / "everything-on" / "input" / "certificates" / "ufm-ca.pem").read_bytes()
CSM = (DEFAULT_INPUT / "csm_observability_values.yml").read_bytes()
Files = dict[str, bytes]


@st.composite
def whole_inputs(draw: st.DrawFn) -> Files:
    """An input directory that must compile without an error."""
    config = draw(telemetry())
    sources = config["telemetry_sources"]
    ome = sources["ome"]["metrics_enabled"] or sources["ome"]["logs_enabled"]
    idrac, ldms = (sources[name]["metrics_enabled"] for name in ("idrac", "ldms"))
    groups = draw(st.none() | node_groups(collected=ldms))
    kafka = ome or ldms or (idrac and "kafka" in sources["idrac"]["collection_targets"])
    files = {
        "telemetry_config.yml": draw(_yaml(config)),
        "telemetry_storage_config.yml": draw(_yaml(draw(storage(kafka=kafka, idrac=idrac)))),
        "software_config.json": json.dumps(draw(software(groups)), indent=draw(st.none() | st.just(2))).encode(),
        CA_FILE: CA,
        CSM_FILE: CSM,
    }
    if groups is not None:
        files["pxe_mapping_file.csv"] = draw(mapping_csv(groups)).encode()
    if draw(st.booleans()):
        files["telecompile.yml"] = draw(_yaml(draw(options(config))))
    return files


def _yaml(value: Any) -> st.SearchStrategy[bytes]:
    """One of the ways to write it: block or flow, with or without a start marker and a byte order mark."""
    return st.builds(
        lambda flow, start, mark: mark + _dumped(value, flow, start),
        st.booleans(),
        st.booleans(),
        st.sampled_from([b"", b"\xef\xbb\xbf"]),
    )


def _dumped(value: Any, flow: bool, start: bool) -> bytes:
    return yaml.dump(
        value,
        Dumper=yaml.CSafeDumper,
        default_flow_style=flow,
        explicit_start=start,
        sort_keys=False,
        allow_unicode=True,
    ).encode()
