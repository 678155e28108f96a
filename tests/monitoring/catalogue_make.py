"""Make the lists that real programs give: build them, start them on loopback, read what they expose.

`python -m tests.monitoring.catalogue_make` needs the Go proxy and two minutes. The tests use the lists as they are
committed. The cluster versions of vminsert, vmselect and vmstorage are not at the proxy (v1.148.0-cluster answers
403): theirs are split from the single-node program of the same version, with what only the cluster has from its source.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

from tools.command import run
from tools.go import ENVIRONMENT

LISTS = Path(__file__).with_name("catalogue_lists")
METRICS, LOGS = "github.com/VictoriaMetrics/VictoriaMetrics", "github.com/VictoriaMetrics/VictoriaLogs"
OPERATOR = "github.com/VictoriaMetrics/operator"
VERSIONS = {METRICS: "v1.148.0", LOGS: "v1.51.1-0.20260624061259-dc94972a8708", OPERATOR: "v0.74.1"}
"""What is rendered, and for VictoriaLogs the newest commit before v1.52.0 that the proxy has."""
PROGRAMS = {
    METRICS: ("app/victoria-metrics", "app/vmagent", "app/vmalert", "app/vmauth"),
    LOGS: ("app/victoria-logs", "app/vlagent"),
    OPERATOR: ("cmd/config-reloader",),
}
PORTS = {
    "vmsingle": 18428,
    "vmagent": 18429,
    "vmauth": 18427,
    "vmalert": 18880,
    "vlstorage": 19428,
    "vlagent": 19429,
    "vlinsert": 19481,
    "reloader": 18435,
}
SYSLOG = 11514
SPLIT = {
    "vmselect": r"vm_(request_duration|concurrent_select|slow_queries|rollup_result_cache|tmp_blocks|memory_intensive"
    r"|too_big_rollup|cache_|fs_|mmapped|deduplicated_samples_total)|vmselect_request",
    "vminsert": r"vm_(rows_inserted|rows_per_insert|rows_ignored|rows_invalid|metadata_rows_inserted|concurrent_insert"
    r"|protoparser|relabel_metrics_dropped|ingestserver)|vminsert_request",
    "vmstorage": r"vm_(?!promscrape|streamaggr|request_duration|concurrent_select|rollup_result_cache|tmp_blocks"
    r"|rows_inserted|rows_per_insert|protoparser|relabel|too_big_rollup|memory_intensive|slow_queries)",
}
"""Which names of the single-node program are whose in a cluster (packages app/vmselect, app/vminsert, the rest)."""
FROM_SOURCE: Mapping[str, tuple[str, str]] = {
    "vminsert": (
        "app/vminsert/netstorage/netstorage.go of the cluster branch, 01c8029d",
        (
            "vm_rpc_dial_errors_total vm_rpc_handshake_errors_total vm_rpc_connection_errors_total"
            " vm_rpc_rows_pushed_total vm_rpc_rows_sent_total vm_rpc_rows_dropped_on_overload_total"
            " vm_rpc_rows_rerouted_from_here_total"
            " vm_rpc_rows_rerouted_to_here_total vm_rpc_send_duration_seconds_total vm_rpc_rows_pending"
            " vm_rpc_buf_pending_bytes vm_rpc_vmstorage_is_reachable vm_rpc_vmstorage_is_read_only"
        ),
    ),
    "vmselect": (
        "app/vmselect/netstorage/netstorage.go of the cluster branch, any version since 1.40",
        "vm_requests_total vm_request_errors_total vm_metric_blocks_read_total vm_metric_rows_read_total",
    ),
    "vmstorage": (
        (
            "lib/vminsertapi/server.go and lib/vmselectapi/server.go of the cluster branch, 0397b3f0;"
            " app/vmstorage/main.go, v1.148.0: with a limit of series"
        ),
        (
            "vm_vminsert_conns vm_vminsert_conn_errors_total vm_vminsert_metrics_read_total vm_vmselect_conns"
            " vm_vmselect_conn_errors_total vm_vmselect_rpc_requests_total vm_vmselect_metric_rows_read_total"
            " vm_vmselect_metric_blocks_read_total vm_vmselect_concurrent_requests_capacity"
            " vm_vmselect_concurrent_requests_current vm_vmselect_concurrent_requests_limit_reached_total"
            " vm_vmselect_concurrent_requests_limit_timeout_total vm_index_search_duration_seconds"
            " vm_hourly_series_limit_current_series vm_hourly_series_limit_max_series"
            " vm_hourly_series_limit_rows_dropped_total vm_daily_series_limit_current_series"
            " vm_daily_series_limit_max_series vm_daily_series_limit_rows_dropped_total"
        ),
    ),
    "vmagent": (
        "app/vmagent and lib/promscrape, v1.148.0",
        "vmagent_max_ingestion_rate_limit_reached_total vm_promscrape_discovery_kubernetes_objects",
    ),
    "vmalert": ("app/vmalert/remotewrite/client.go, v1.148.0", "vmalert_remotewrite_flush_duration_seconds"),
}
"""What appears only in a cluster, after errors or with a setting, and where that is read."""


def main() -> int:
    """Write every list."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        here = Path(folder)
        for module in PROGRAMS:
            _build(here, module)
        for command in _commands(here):
            log = stack.enter_context(open(here / f"{Path(command[0]).name}-{len(command)}.log", "w"))
            process = subprocess.Popen(command, cwd=here, stdout=log, stderr=log)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        _traffic()
        pages = {name: _names(_read(f"http://127.0.0.1:{port}/metrics")) for name, port in PORTS.items()}
        found = _read(f"http://127.0.0.1:{PORTS['vmsingle']}/api/v1/label/__name__/values?match[]={{job='all'}}")
    of_targets = set(re.findall(r'"(up|scrape_\w+)"', found))
    single = pages.pop("vmsingle")
    for role, pattern in SPLIT.items():
        pages[role] = {name for name in single if re.match(pattern, name)}
    pages["vlselect"] = pages["vlinsert"]
    reloader = pages.pop("reloader")
    victoria = set.intersection(*(pages[name] for name in ("vmauth", "vmalert", "vmagent", "vlstorage", "vlagent")))
    _write("victoria", victoria, "every program of VictoriaMetrics and VictoriaLogs")
    _write("config-reloader", reloader, f"config-reloader {VERSIONS[OPERATOR]}")
    _write("target", of_targets, f"what vmagent {VERSIONS[METRICS]} adds to every target")
    for name, names in pages.items():
        version = VERSIONS[LOGS if name.startswith("vl") else METRICS]
        _write(name, names - victoria, f"{name} {version}, besides victoria.txt")
    return 0


def _build(here: Path, module: str) -> None:
    folder = here / module.rpartition("/")[2]
    folder.mkdir()
    needed = {module: VERSIONS[module], METRICS: VERSIONS[METRICS]}
    lines = "".join(f"require {name} {version}\n" for name, version in needed.items())
    (folder / "go.mod").write_text(f"module catalogue\n\ngo 1.26.5\n\n{lines}", encoding="utf-8")
    for program in PROGRAMS[module]:
        goal = here / Path(program).name
        command = ["go", "build", "-mod=mod", "-buildvcs=false", "-o", str(goal), f"{module}/{program}"]
        run(command, cwd=folder, env=ENVIRONMENT)


def _commands(here: Path) -> Iterable[list[str]]:
    def start(program: str, name: str, *arguments: str) -> list[str]:
        return [str(here / program), f"-httpListenAddr=127.0.0.1:{PORTS[name]}", *arguments]

    at = {name: f"http://127.0.0.1:{port}" for name, port in PORTS.items()}
    targets = ",".join(f'"127.0.0.1:{port}"' for port in (*PORTS.values(), 1))
    job = f"{{job_name: all, static_configs: [{{targets: [{targets}]}}]}}"
    scrape = f"global: {{scrape_interval: 2s}}\nscrape_configs: [{job}]\n"
    rules = "groups: [{name: g, interval: 2s, rules: [{alert: A, expr: up == 0}, {record: r, expr: sum(up)}]}]\n"
    users = f'users: [{{bearer_token: anyone, name: anyone, url_prefix: "{at["vmsingle"]}"}}]\n'
    for name, text in (("scrape.yml", scrape), ("rules.yml", rules), ("users.yml", users)):
        (here / name).write_text(text, encoding="utf-8")
    yield start("victoria-metrics", "vmsingle", "-storageDataPath=vm", "-dedup.minScrapeInterval=1s")
    yield start(
        "vmagent",
        "vmagent",
        "-promscrape.config=scrape.yml",
        "-remoteWrite.tmpDataPath=vmagent-data",
        f"-remoteWrite.url={at['vmsingle']}/api/v1/write",
        "-remoteWrite.maxDiskUsagePerURL=1GiB",
    )
    store, nobody = at["vmsingle"], "-notifier.url=http://127.0.0.1:1"
    urls = [f"-datasource.url={store}", f"-remoteWrite.url={store}"]
    yield start("vmalert", "vmalert", "-rule=rules.yml", *urls, nobody)
    yield start("vmauth", "vmauth", "-auth.config=users.yml")
    yield start("victoria-logs", "vlstorage", "-storageDataPath=vl")
    yield start("victoria-logs", "vlinsert", f"-storageNode=127.0.0.1:{PORTS['vlstorage']}")
    syslog = [f"-syslog.listenAddr.{kind}=127.0.0.1:{SYSLOG}" for kind in ("tcp", "udp")]
    url = f"-remoteWrite.url={at['vlstorage']}/insert/native"
    yield start("vlagent", "vlagent", "-tmpDataPath=vlagent-data", url, *syslog)
    yield [
        str(here / "config-reloader"),
        f"--http.listenAddr=127.0.0.1:{PORTS['reloader']}",
        "--config-envsubst-file=users.out.yml",
        "--watched-dir=vm",
        "--config-file=users.yml",
        f"--reload-url={at['vmauth']}/-/reload",
    ]


def _traffic() -> None:
    """Samples come from vmagent itself; here lines of syslog, and questions to both stores."""
    for port in PORTS.values():
        _wait(port)
    line = b"<34>1 2026-11-21T05:00:00Z host app 1 ID - hello\n"
    with socket.create_connection(("127.0.0.1", SYSLOG)) as stream:
        stream.sendall(line)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.sendto(line, ("127.0.0.1", SYSLOG))
    time.sleep(8)
    for port in (PORTS["vlstorage"], PORTS["vlinsert"]):
        _read(f"http://127.0.0.1:{port}/select/logsql/query?query=*")
    query = urllib.parse.urlencode({"query": "sum(rate(vm_rows_inserted_total))", "start": "-1m", "step": "5s"})
    _read(f"http://127.0.0.1:{PORTS['vmsingle']}/api/v1/query_range?{query}")
    _read(f"http://127.0.0.1:{PORTS['vmauth']}/api/v1/query?query=up", {"Authorization": "Bearer anyone"})
    time.sleep(8)


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"nothing listens on {port}")


def _read(url: str, headers: Mapping[str, str] | None = None) -> str:
    request = urllib.request.Request(url, headers=dict(headers or {}))  # noqa: S310 # our own address
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 # our own address
        return str(answer.read().decode())


def _names(page: str) -> set[str]:
    lines = [line for line in page.splitlines() if line and not line.startswith("#")]
    return {re.split(r"[{ ]", line, maxsplit=1)[0] for line in lines}


def _write(name: str, names: set[str], source: str) -> None:
    found = [f"# {source}", *sorted(names)]
    if name in FROM_SOURCE:
        where, more = FROM_SOURCE[name]
        found += [f"# from the source: {where}", *sorted(set(more.split()) - names)]
    (LISTS / f"{name}.txt").write_text("".join(f"{line}\n" for line in found), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
