"""Other words for the values of keys; read when a value is none that its key takes.

Each is a name that the field itself gives the same thing:

- The two architectures have other names in Debian, Go and container images (`arm64`, `amd64`) than in `uname -m`
  and in Red Hat's packages, which the input files follow.
- The stores and the broker are known by the program, its short prefix (`vm`, `vl`), or the protocol that they take.
- TLS is spoken of by what is done with the certificate: a Prometheus scrape has `insecure_skip_verify`, curl
  `--insecure`, and a CA is what verifying takes.
- The roles are what Slurm calls its daemons and Kubernetes its nodes.
"""

from __future__ import annotations

from collections.abc import Collection

_WORDS = {
    "aarch64": "arm64 arm64v8 armv8",
    "x86_64": "amd64 x64 intel64 em64t",
    "victoria_metrics": "vm victoria victoriametrics prometheus metrics tsdb",
    "victoria_logs": "vl victorialogs logs loki",
    "kafka": "broker strimzi",
    "ca_signed": "ca verify verified tls_verify custom_ca signed",
    "self_signed": "insecure insecure_skip_verify skip_verify no_verify unverified",
    "basic": "password basic_auth username_password",
    "bearer": "token bearer_token",
    "none": "no off anonymous no_auth",
    "rhel": "redhat red_hat red_hat_enterprise_linux",
    "10.0": "10 rhel10 rhel_10 rhel_10.0 rhel10.0",
    "slurm_node": "compute compute_node slurmd",
    "slurm_control_node": "controller control_node slurmctld head_node",
    "login_node": "login",
    "login_compiler_node": "compiler compiler_node",
    "service_kube_control_plane": "control_plane master kube_control_plane",
    "service_kube_node": "worker kube_node worker_node",
}


def synonym(word: str, allowed: Collection[str]) -> str | None:
    """The allowed value that goes by the name ``word`` elsewhere; upper and lower case and hyphens are as good."""
    plain = word.strip().casefold().replace("-", "_").replace(" ", "_")
    for value in allowed:
        if plain in _WORDS.get(value, "").split() or plain.replace("_", "") == value.casefold().replace("_", ""):
            return value
    return None
