"""Strimzi's CRDs, made from its Java classes with its own generator, both from Maven."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.command import ToolError, run
from tools.crd_files import read

STRIMZI = "1.2.0"
DEPENDENCY_PLUGIN = "2.8"  # what Maven 3.8.7 takes when told none
_PLUGIN = f"org.apache.maven.plugins:maven-dependency-plugin:{DEPENDENCY_PLUGIN}"
_JAVA = 21  # the class files of Strimzi 1.2.0
_CLASSES = {
    "kafka": "kafka.Kafka",
    "kafkanodepool": "nodepool.KafkaNodePool",
    "kafkatopic": "topic.KafkaTopic",
    "kafkauser": "user.KafkaUser",
}
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>telecompile</groupId><artifactId>strimzi-crds</artifactId><version>1</version>
  <dependencies>
    {dependencies}
  </dependencies>
</project>
"""
_DEPENDENCY = """<dependency>
      <groupId>io.strimzi</groupId><artifactId>{name}</artifactId><version>{version}</version>
    </dependency>"""


def crds(work: Path) -> list[dict[str, Any]]:
    """The CRDs of Kafka, KafkaNodePool, KafkaTopic and KafkaUser, generated into *work*/strimzi."""
    java = find_java()
    out = (work / "strimzi").resolve()
    jars = out / f"jars-{STRIMZI}"
    out.mkdir(parents=True, exist_ok=True)
    dependencies = [_DEPENDENCY.format(name=name, version=STRIMZI) for name in ("api", "crd-generator")]
    (out / "pom.xml").write_text(_POM.format(dependencies="".join(dependencies)), encoding="utf-8")
    run(
        [
            "mvn",
            "-q",
            "-B",
            f"{_PLUGIN}:copy-dependencies",
            f"-DoutputDirectory={jars}",
            "-DincludeScope=runtime",
        ],
        cwd=out,
    )
    files = {out / f"{name}.yaml": f"io.strimzi.api.kafka.model.{path}" for name, path in _CLASSES.items()}
    run(
        [
            java,
            "-cp",
            f"{jars}/*",
            "io.strimzi.crdgenerator.CrdGenerator",
            "--target-kube",
            "1.30+",
            "--crd-api-version",
            "v1",
            "--api-versions",
            "v1",
            "--storage-version",
            "v1",
            "--yaml",
            *(f"{path}={file}" for file, path in files.items()),
        ],
        cwd=out,
    )
    return [crd for file in files for crd in read(file)]


def find_java() -> str:
    """A Java that can load Strimzi's classes: JAVA_HOME's, PATH's, else the newest where Linux puts them."""
    candidates = list(dict.fromkeys(_candidates()))
    for java in candidates:
        if java_version(java) >= _JAVA:
            return java
    seen = f"; found only {', '.join(candidates)}" if candidates else ""
    raise ToolError(f"Strimzi's generator needs Java {_JAVA} or newer: set JAVA_HOME to one{seen}")


def _candidates() -> Iterator[str]:
    if home := os.environ.get("JAVA_HOME"):
        yield f"{home}/bin/java"
    if java := shutil.which("java"):
        yield java
    yield from (str(java) for java in sorted(Path("/usr/lib/jvm").glob("*/bin/java"), reverse=True))


def java_version(java: str) -> int:
    """The major version that *java* says it is, 0 when it cannot be run (`1.8` counts as 1)."""
    try:
        # `-version` goes to standard error, on purpose of theirs.
        done = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
    except OSError:
        return 0
    found = re.search(r'version "(\d+)', done.stderr)
    return int(found[1]) if found else 0
