"""Valid texts of `telemetry_config.yml`, as mappings."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.properties.values import HOSTS, HOURS, PORTS, amounts, scrapes, urls

CA_FILE, CSM_FILE = "certificates/ca.pem", "values/csm.yml"
PLUGINS = ["meminfo", "vmstat", "loadavg", "procstat2", "procnetdev2", "lnet_stats", "slurm_sampler", "site_own"]
IDENTIFIERS = ["ome", "OME_Site.A-1", "o", "__x.".strip("_"), "^ome-(east|west)\\.", "site[12]\\.ome.*", "a" * 238]
Mapping = dict[str, Any]
ON = st.booleans()


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """An optional key may also stand there with nothing behind it."""
    return st.none() | strategy


@st.composite
def telemetry(draw: st.DrawFn) -> Mapping:
    """The whole file; a source that is on lists the sinks of its channels."""
    sources = draw(_sources())
    on = {name for name, source in sources.items() if source["metrics_enabled"] or source.get("logs_enabled")}
    optional = {"idrac_telemetry_configurations": maybe(_idrac())}
    return draw(
        st.fixed_dictionaries(
            {
                "telemetry_sources": st.just(sources),
                "telemetry_bridges": _bridges(),
                "telemetry_sinks": _sinks(),
                "ldms_configurations": _ldms(),
                "powerscale_configurations": _powerscale(),
                "ufm_configuration": _appliance("ufm", "ufm" in on),
                "vast_configuration": _appliance("vast", "vast" in on),
            },
            optional=optional,
        )
    )


@st.composite
def _sources(draw: st.DrawFn) -> Mapping:
    found: Mapping = {
        "idrac": {
            "metrics_enabled": draw(ON),
            "collection_targets": draw(_some(["victoria_metrics", "kafka"])),
        },
        "ldms": {"metrics_enabled": draw(ON), "collection_targets": ["kafka"]},
        "dcgm": {"metrics_enabled": draw(ON)},
        "ome": {"metrics_enabled": draw(ON), "logs_enabled": draw(ON), "collection_targets": ["kafka"]},
    }
    for name in ("powerscale", "ufm", "vast"):
        metrics, logs = draw(ON), draw(st.sampled_from([True, False, None]))
        needed = [*(["victoria_metrics"] if metrics else []), *(["victoria_logs"] if logs else [])]
        targets = draw(st.permutations(needed) | st.just(["victoria_metrics", "victoria_logs"]))
        found[name] = {"metrics_enabled": metrics, "collection_targets": targets or ["victoria_metrics"]}
        if logs is not None or draw(ON):
            found[name]["logs_enabled"] = logs
    return found


def _some(values: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(values), min_size=1, unique=True)


def _bridges() -> st.SearchStrategy[Mapping]:
    return st.fixed_dictionaries(
        {
            "vector_ldms": st.fixed_dictionaries({"metrics_enabled": ON}),
            "vector_ome": st.fixed_dictionaries(
                {"metrics_enabled": ON, "logs_enabled": ON, "ome_identifier": st.sampled_from(IDENTIFIERS)}
            ),
        }
    )


def _sinks() -> st.SearchStrategy[Mapping]:
    metric_urls = urls("", "/api/v1/write", "/insert/0/prometheus/api/v1/write")
    log_urls = urls("", "/", "/insert/native", "/insert/jsonline", "/internal/insert")
    return st.fixed_dictionaries(
        {
            "victoria_metrics": st.fixed_dictionaries(
                {"persistence_size": amounts(1, 4000), "retention_period": HOURS},
                optional={"additional_metric_remote_write_endpoints": maybe(_endpoints(metric_urls))},
            ),
            "victoria_logs": st.fixed_dictionaries(
                {"storage_size": amounts(1, 4000), "retention_period": HOURS},
                optional={"additional_log_write_endpoints": maybe(_endpoints(log_urls))},
            ),
            "kafka": st.fixed_dictionaries(
                {
                    "persistence_size": amounts(8, 4000),
                    "log_retention_hours": st.integers(1, 2**31 - 1),
                    "log_retention_bytes": st.just(-1) | st.integers(1, 2**30),
                    "log_segment_bytes": st.integers(1, 2**31 - 1),
                    "topic_partitions": st.fixed_dictionaries(
                        {}, optional={name: maybe(st.integers(1, 100)) for name in ("idrac", "ldms", "ome")}
                    ),
                }
            ),
        }
    )


def _endpoints(targets: st.SearchStrategy[str]) -> st.SearchStrategy[list[Mapping]]:
    one = st.fixed_dictionaries({"url": targets}, optional={"tls_insecure_skip_verify": maybe(ON)})
    return st.lists(one, max_size=3, unique_by=lambda endpoint: endpoint["url"].partition("?")[0].rstrip("/"))


def _idrac() -> st.SearchStrategy[Mapping]:
    return st.fixed_dictionaries({}, optional={"mysqldb_storage": maybe(amounts(1, 20))})


@st.composite
def _ldms(draw: st.DrawFn) -> Mapping:
    names = draw(st.lists(st.sampled_from(PLUGINS), min_size=1, max_size=5, unique=True))
    return {
        "agg_port": draw(st.integers(6001, 6090)),
        "store_port": draw(st.integers(6001, 6100)),
        "sampler_port": draw(st.integers(10001, 10100)),
        "sampler_plugins": [draw(_plugin(name)) for name in names],
    }


@st.composite
def _plugin(draw: st.DrawFn, name: str) -> Mapping:
    interval, unit = draw(st.integers(1, 500)), draw(st.sampled_from(["ms", "s", "m", "h", "000000"]))
    start = f"interval={interval}{unit}"
    start += draw(st.sampled_from(["", " offset=0", f" offset=-{interval // 2}{unit}", "  exclusive_thread=1"]))
    found = {"plugin_name": name, "activation_parameters": start}
    if name == "slurm_sampler":
        found["config_parameters"] = "component_id=1 stream=slurm job_count=8 task_count=8"
    elif draw(ON):
        found["config_parameters"] = draw(
            st.sampled_from(["", "maxcpu=128", "ifaces=eth0,ib0 label={{x}}${LDMS_PRODUCER}"])
        )
    return found


def _powerscale() -> st.SearchStrategy[Mapping]:
    return st.fixed_dictionaries(
        {"otel_collector_storage_size": amounts(1, 100), "csm_observability_values_file_path": st.just(CSM_FILE)}
    )


@st.composite
def _appliance(draw: st.DrawFn, name: str, on: bool) -> Mapping:
    paths = st.sampled_from(["/metrics", "/api/prometheusmetrics/all?a=b%20c", "/"])
    optional: dict[str, st.SearchStrategy[Any]] = {
        f"{name}_metrics_port": maybe(PORTS),
        "auth_mode": maybe(st.sampled_from(["basic", "none"])),
        **({"metrics_path": maybe(paths)} if name == "vast" else {}),
    }
    found: Mapping = draw(st.fixed_dictionaries({}, optional=optional))
    if on or draw(ON):
        found[f"{name}_endpoint"] = draw(HOSTS)
    if draw(ON):
        found |= draw(scrapes())
    if draw(ON):
        found |= draw(
            st.sampled_from([{"tls_mode": "self_signed"}, {"tls_mode": "ca_signed", f"{name}_ca_cert_path": CA_FILE}])
        )
    return found
