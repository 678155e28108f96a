"""Make `tests/schemas/` from the operators' own generators: `python -m tools.make_schemas [OUT [WORK]]`.

Needs Go, Maven and a Java 21 or newer, and the network the first time. The versions are pinned in
`vm_operator_crds.py` and `strimzi_crds.py`; the same versions give the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tools import strimzi_crds, vm_operator_crds
from tools.cache import CACHE, ROOT
from tools.command import ToolError
from tools.crd_schema import manifest_schema, text

VICTORIA_METRICS = "operator.victoriametrics.com"
STRIMZI = "kafka.strimzi.io"

# Every kind of custom resource that an emitter may write, with the version it writes.
KINDS: dict[tuple[str, str], str] = {
    (VICTORIA_METRICS, "VLAgent"): "v1",
    (VICTORIA_METRICS, "VLCluster"): "v1",
    (VICTORIA_METRICS, "VMAgent"): "v1beta1",
    (VICTORIA_METRICS, "VMAlert"): "v1beta1",
    (VICTORIA_METRICS, "VMAuth"): "v1beta1",
    (VICTORIA_METRICS, "VMCluster"): "v1beta1",
    (VICTORIA_METRICS, "VMPodScrape"): "v1beta1",
    (VICTORIA_METRICS, "VMRule"): "v1beta1",
    (VICTORIA_METRICS, "VMServiceScrape"): "v1beta1",
    (VICTORIA_METRICS, "VMStaticScrape"): "v1beta1",
    (VICTORIA_METRICS, "VMUser"): "v1beta1",
    (STRIMZI, "Kafka"): "v1",
    (STRIMZI, "KafkaNodePool"): "v1",
    (STRIMZI, "KafkaTopic"): "v1",
    (STRIMZI, "KafkaUser"): "v1",
}


def schema_file(group: str, kind: str, version: str) -> str:
    """The file name by which kubeconform finds the schema of this kind."""
    return f"{group}_{kind.lower()}_{version}.json"


def schemas(crds: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """File name to text, of each of KINDS that *crds* defines."""
    texts = {}
    for crd in crds:
        group, kind = crd["spec"]["group"], crd["spec"]["names"]["kind"]
        if version := KINDS.get((group, kind)):
            texts[schema_file(group, kind, version)] = text(manifest_schema(crd, version))
    return texts


def main(arguments: list[str]) -> int:
    """Write the schemas, and remove those of kinds no longer listed."""
    out = Path(arguments[0]) if arguments else ROOT / "tests" / "schemas"
    work = Path(arguments[1]) if len(arguments) > 1 else CACHE / "schemas"
    work.mkdir(parents=True, exist_ok=True)
    try:
        made = schemas([*vm_operator_crds.crds(work), *strimzi_crds.crds(work)])
    except ToolError as error:
        print(f"schemas: {error}", file=sys.stderr)
        return 1
    if missing := {schema_file(*key, version) for key, version in KINDS.items()} - made.keys():
        print(f"schemas: no CRD was generated for {', '.join(sorted(missing))}", file=sys.stderr)
        return 1
    out.mkdir(parents=True, exist_ok=True)
    for stale in {file.name for file in out.glob("*.json")} - made.keys():
        (out / stale).unlink()
    for name, content in made.items():
        (out / name).write_text(content, encoding="utf-8")
    print(f"{len(made)} schemas, {sum(map(len, made.values()))} bytes, in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
