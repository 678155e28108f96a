"""Files of 4 MiB, each of a kind that has made a reader slow, or its memory burst."""

from __future__ import annotations

from collections.abc import Callable

from telecompile.loading.text import MAX_BYTES
from tests.golden.cases import DEFAULT_INPUT

TELEMETRY, STORAGE, SOFTWARE = "telemetry_config.yml", "telemetry_storage_config.yml", "software_config.json"
NODES, OPTIONS = "pxe_mapping_file.csv", "telecompile.yml"
Heavy = tuple[str, Callable[[], str]]
"""The file that is heavy, and what stands in it; cut at 4 MiB."""


def _full(piece: str, head: str = "") -> Callable[[], str]:
    return lambda: head + piece * (MAX_BYTES // len(piece.encode()))


def _numbered(piece: str, head: str = "", most: int = 10**6) -> Callable[[], str]:
    def text() -> str:
        pieces, size = [head], len(head)
        for number in range(most):
            one = piece.format(number)
            size += len(one.encode())
            if size > MAX_BYTES:
                break
            pieces.append(one)
        return "".join(pieces)

    return text


def _behind(name: str, more: Callable[[], str]) -> Callable[[], str]:
    return lambda: (DEFAULT_INPUT / name).read_text(encoding="utf-8") + more()


def _replaced(name: str, old: str, new: Callable[[], str]) -> Callable[[], str]:
    return lambda: (DEFAULT_INPUT / name).read_text(encoding="utf-8").replace(old, new(), 1)


def _bomb(levels: int, width: int) -> Callable[[], str]:
    def text() -> str:
        lines = ["a0: &a0 [" + ",".join(["x"] * width) + "]"]
        lines += [f"a{one}: &a{one} [" + ",".join([f"*a{one - 1}"] * width) + "]" for one in range(1, levels)]
        return "\n".join(lines) + "\n"

    return text


_URL = "    - {{url: 'https://h{}.example/x'}}\n"
HEAVY: dict[str, Heavy] = {
    "yaml-flat-keys": (TELEMETRY, _numbered("k{}: 1\n")),
    "yaml-60000-unknown-keys": (TELEMETRY, _behind(TELEMETRY, _numbered("telemetry_sauces{}: 1\n", most=60_000))),
    "yaml-60000-unknown-options": (OPTIONS, _numbered("namespase{}: 1\n", most=60_000)),
    "yaml-60000-duplicates": (TELEMETRY, _behind(TELEMETRY, _full("telemetry_sources: 1\n"))),
    "yaml-wrong-items": (
        TELEMETRY,
        _replaced(TELEMETRY, "collection_targets: [kafka]", lambda: "collection_targets: [" + "kafko," * 60_000 + "]"),
    ),
    "yaml-repeated-items": (
        TELEMETRY,
        _replaced(TELEMETRY, "collection_targets: [kafka]", lambda: "collection_targets: [" + "kafka," * 60_000 + "]"),
    ),
    "yaml-wrong-objects": (
        TELEMETRY,
        _replaced(
            TELEMETRY, "  sampler_plugins:\n", lambda: "  sampler_plugins:\n" + "    - {plugin_nam: 1}\n" * 45_000
        ),
    ),
    "yaml-many-plugins": (
        TELEMETRY,
        _replaced(
            TELEMETRY,
            "  sampler_plugins:\n",
            lambda: (
                "  sampler_plugins:\n"
                + "".join(
                    f"    - {{plugin_name: p{one}, config_parameters: '', activation_parameters: interval=1s}}\n"
                    for one in range(26_000)
                )
            ),
        ),
    ),
    "yaml-many-endpoints": (
        TELEMETRY,
        _replaced(
            TELEMETRY,
            "additional_metric_remote_write_endpoints: []",
            lambda: "additional_metric_remote_write_endpoints:\n" + _numbered(_URL, most=45_000)(),
        ),
    ),
    "yaml-many-ranges": (OPTIONS, _numbered("    - 2001:db8:{0:x}::/64\n", "expose:\n  source_ranges:\n", most=60_000)),
    "yaml-many-labels": (OPTIONS, _numbered("  k{}: v\n", "labels:\n", most=60_000)),
    "yaml-many-images": (OPTIONS, _numbered("  vmagend{}: x/y:1\n", "images:\n", most=60_000)),
    "yaml-many-log-ins": (
        OPTIONS,
        _numbered("  https://h{}.example/x: {{secret: s, auth: basic}}\n", "endpoints:\n", most=30_000),
    ),
    "yaml-many-paths": (OPTIONS, _numbered("  /opt/{}: x\n", "paths:\n", most=60_000)),
    "yaml-many-allowed": (OPTIONS, _numbered("  - kafka-retentio{}\n", "allow:\n", most=60_000)),
    "yaml-many-tolerations": (
        OPTIONS,
        _numbered("  - {{key: k{}, operator: Exists}}\n", "tolerations:\n", most=40_000),
    ),
    "yaml-many-roles": (OPTIONS, _numbered("    - r{}\n", "ldms:\n  roles:\n", most=60_000)),
    "yaml-deep-block": (TELEMETRY, lambda: "".join(" " * one + f"k{one}:\n" for one in range(2800))),
    "yaml-deep-64": (TELEMETRY, lambda: "a: " + "[" * 63 + "]" * 63 + "\n"),
    "yaml-deep-65": (TELEMETRY, lambda: "a: " + "[" * 64 + "]" * 64 + "\n"),
    "yaml-brackets": (TELEMETRY, _full("[")),
    "yaml-braces": (TELEMETRY, _full("{")),
    "yaml-dashes": (TELEMETRY, _full("- ")),
    "yaml-questions": (TELEMETRY, _full("? ")),
    "yaml-colons": (TELEMETRY, _full(": ")),
    "yaml-double-quotes": (TELEMETRY, _full('"')),
    "yaml-one-double-quote": (TELEMETRY, _full("x", '"')),
    "yaml-quoted-lines": (TELEMETRY, _full("x\n", '"')),
    "yaml-single-quotes": (TELEMETRY, _full("'")),
    "yaml-anchors": (TELEMETRY, _numbered("- &a{} x\n")),
    "yaml-same-anchor": (TELEMETRY, _full("- &a x\n")),
    "yaml-aliases": (TELEMETRY, _full("- *a\n", "- &a x\n")),
    "yaml-unknown-aliases": (TELEMETRY, _full("- *a\n")),
    "yaml-merges": (
        TELEMETRY,
        lambda: (
            "a: &a {"
            + ",".join(f"k{one}: 1" for one in range(400))
            + "}\n"
            + "".join(f"b{one}: {{<<: *a}}\n" for one in range(400))
        ),
    ),
    "yaml-merge-of-many": (TELEMETRY, _full("*a,", "a: &a {x: 1}\nb:\n  <<: [")),
    "yaml-bomb": (TELEMETRY, _bomb(10, 10)),
    "yaml-bomb-below": (
        TELEMETRY,
        lambda: "a: &a [" + ",".join(["x"] * 440) + "]\nb: [" + ",".join(["*a"] * 440) + "]\n",
    ),
    "yaml-tags": (TELEMETRY, _full("- !x y\n")),
    "yaml-comments": (TELEMETRY, _full("# x\n")),
    "yaml-blank-lines": (TELEMETRY, _full("\n", "a: 1")),
    "yaml-tabs": (TELEMETRY, _full("\t", "a:\n")),
    "yaml-one-line": (TELEMETRY, _full("x", "a: ")),
    "yaml-one-word-in-a-value": (TELEMETRY, _replaced(TELEMETRY, '"30s"', lambda: '"' + "9" * 4_000_000 + 's"')),
    "yaml-long-identifier": (
        TELEMETRY,
        _replaced(TELEMETRY, 'ome_identifier: "ome"', lambda: 'ome_identifier: "' + "(a|" * 1_300_000 + '"'),
    ),
    "yaml-long-endpoint": (
        TELEMETRY,
        _replaced(TELEMETRY, 'vast_endpoint: ""', lambda: 'vast_endpoint: "' + "a." * 2_000_000 + '"'),
    ),
    "yaml-long-interval": (
        TELEMETRY,
        _replaced(
            TELEMETRY,
            'activation_parameters: "interval=30000000"',
            lambda: 'activation_parameters: "' + "interval=1 " * 360_000 + '"',
        ),
    ),
    "yaml-long-config": (
        TELEMETRY,
        _replaced(TELEMETRY, 'config_parameters: ""', lambda: 'config_parameters: "' + "a=b " * 1_000_000 + '"'),
    ),
    "yaml-long-size": (STORAGE, _replaced(STORAGE, '"1Gi"', lambda: '"' + "1" * 4_000_000 + '"')),
    "yaml-at-signs": (
        TELEMETRY,
        _replaced(TELEMETRY, 'vast_endpoint: ""', lambda: 'vast_endpoint: "' + "://a:b@" * 590_000 + '"'),
    ),
    "yaml-token-equals": (
        TELEMETRY,
        _replaced(TELEMETRY, 'vast_endpoint: ""', lambda: 'vast_endpoint: "' + "token=" * 690_000 + '"'),
    ),
    "yaml-carriage-returns": (TELEMETRY, _full("a: 1\r")),
    "yaml-block-scalar": (TELEMETRY, _full("  x\n", "a: |\n")),
    "yaml-second-colons": (TELEMETRY, _full("a: ")),
    "yaml-numbers": (TELEMETRY, _full("9", "a: ")),
    "yaml-sexagesimal": (TELEMETRY, _full(":30", "a: 1")),
    "yaml-documents": (TELEMETRY, _full("---\n")),
    "yaml-wide-characters": (TELEMETRY, _full("- 🐙\n")),
    "json-flat-keys": (SOFTWARE, lambda: "{" + _numbered('"k{}":1,')()[:-1].rpartition(",")[0] + "}"),
    "json-duplicates": (SOFTWARE, lambda: "{" + '"a":1,' * 190_000 + '"a":1}'),
    "json-brackets": (SOFTWARE, _full("[")),
    "json-braces": (SOFTWARE, _full('{"a":')),
    "json-spaces": (SOFTWARE, _full(" ", "{")),
    "json-escapes": (SOFTWARE, lambda: '["' + "\\u00e9" * 690_000 + '"]'),
    "json-half-pairs": (SOFTWARE, lambda: '["' + "\\ud800" * 690_000 + '"]'),
    "json-backslashes": (SOFTWARE, _full("\\", '["')),
    "json-open-string": (SOFTWARE, _full("x", '["')),
    "json-digits": (SOFTWARE, _full("9")),
    "json-software": (
        SOFTWARE,
        lambda: '{"softwares":[' + ",".join(f'{{"name":"s{one}"}}' for one in range(60_000)) + "]}",
    ),
    "json-same-software": (
        SOFTWARE,
        _replaced(SOFTWARE, '"softwares": [', lambda: '"softwares": [' + '{"name": "x", "arch": ["x86_64"]},' * 30_000),
    ),
    "json-groups": (
        SOFTWARE,
        lambda: (
            "["
            + ",".join(f'{{"functional_group_name":"g{one}","software":[{{"name":"a"}}]}}' for one in range(30_000))
            + "]"
        ),
    ),
    "json-wrong-groups": (SOFTWARE, lambda: "[" + "1," * 190_000 + "1]"),
    "json-no-comma": (SOFTWARE, lambda: "[" + " 1\n" * 1_000_000 + "]"),
    "csv-rows": (
        NODES,
        _behind(
            NODES, _numbered("slurm_node_x86_64,g,T{0},,n{0},02:00:00:00:00:01,2001:db8::{0:x},,,,\n", most=60_000)
        ),
    ),
    "csv-repeated-rows": (NODES, _behind(NODES, _full("slurm_node_x86_64,g,T,,n,02:00:00:00:00:01,192.0.2.77,,,,\n"))),
    "csv-wrong-rows": (NODES, _behind(NODES, _full("!,g,T,,!,x,y,,,,\n"))),
    "csv-short-rows": (NODES, _behind(NODES, _full("a\n"))),
    "csv-comments": (NODES, _behind(NODES, _full("#\n"))),
    "csv-commas": (NODES, _full(",")),
    "csv-commas-behind": (NODES, _behind(NODES, _full(","))),
    "csv-quotes": (NODES, _behind(NODES, _full('"'))),
    "csv-quoted-cells": (NODES, _behind(NODES, _full('"a",'))),
    "csv-blank-lines": (NODES, _behind(NODES, _full("\n"))),
    "csv-many-groups": (
        NODES,
        _behind(
            NODES, _numbered("slurm_node_{0}_x86_64,g,T{0},,n{0},02:00:00:00:00:01,2001:db8::{0:x},,,,\n", most=50_000)
        ),
    ),
    "pem-certificates": ("ca.pem", _full("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")),
    "pem-open": ("ca.pem", _full("-----BEGIN CERTIFICATE-----\n")),
    "pem-keys": ("ca.pem", _full("-----BEGIN PRIVATE KEY-----\n")),
    "csm-flat-keys": ("csm_observability_values.yml", _numbered("karaviMetricsPowerscales{}: 1\n")),
    "csm-bomb": ("csm_observability_values.yml", _bomb(10, 10)),
}
