"""Pieces that files are broken with: each has broken some program that reads such files."""

# ruff: noqa: RUF001 - characters that look like others are what some of them are about

from __future__ import annotations

_KEYS = """
cluster_inventory kube_vip bmc_group_data_path oim_bmc_ips csi_powerscale_secret_path
additional_remote_write_endpoints syslog_source_ips iso_file_path idrac_telemetry_support
federated_idrac_telemetry_collection idrac_telemetry_collection_type victoria_configurations kafka_configurations
telemetry_collection_type metrics_enabled logs_enabled collection_targets resources requests limits memory cpu
replicas pvc_size persistence_size url tls_insecure_skip_verify groups softwares name version arch
functional_group_name software __class__ __init__ model_fields model_config self [key] root type value constructor
header yes null ~ 1 1.5 2024-01-01 << = ? - & * ! | > % @ ` { } [ ] , # : password token a.b a[0]
"""
KEYS = [
    *_KEYS.split(),
    "", " ", "\n", "é", "🐙", "a\tb", "\u2028", "k" * 500, "telemetry_sources", "telemetry_sinks", "\x1b[31m",
]  # fmt: skip

TEXTS = [
    "", " ", "\n", "\t", "a\nb", "a\r\nb", "\x85", "\u2028", "\u200b", "\ufeff", "\x1b[31mred\x1b[0m", "\x07",
    "é" * 400, "🐙", "x" * 70_000, "{", "}", "{{", "}}", "{{ x }}", "{% x %}", "{0}", "{summary}", "%s", "%(a)s",
    "%n%n", "$(id)", "`id`", "${HOME}", "'", '"', "'\"", "\\", "\\n", "a'b\"c", "<script>", "&amp;", "]]>", "-->",
    "::error::x", "::set-output name=a::b", "yes", "no", "on", "off", "true", "null", "~", "1", "01", "0o7", "0x1F",
    "1_000", "1e3", "1.", ".5", ".inf", "NaN", "１０", "٣", "²", "Ⅷ", "ß", "ı", "K", "ﬁ", "a" * 63, "a" * 64, "a" * 253,
    "a." * 126 + "a", "a." * 127 + "a", "../../etc/passwd", "/etc/passwd", "/dev/zero", "/proc/self/environ", "//",
    ".", "..", "a\0b", "file:///etc/passwd", "https://user:pass@host.example/x", "https://host/#f", "http://[::1]:0/",
    "http://[", "http://[::1", "https://h:99999/", "https://a,b/", "https://x.example/%zz", "HTTPS://x.example",
    "https://é.example/", "https://x..example", "https:///", "http://1.2.3.4.5/", "http://x.example:80/api/v1/write",
    "https://x.example/a?b=c&d='e'", "https://x.example/" + "p" * 3000, "192.0.2.1", "192.0.2.256", "192.0.2.0/24",
    "192.0.2.1/24", "0.0.0.0/0", "::/0", "::", "::1", "fe80::1%eth0", "::ffff:1.2.3.4", "2001:db8::1", "1.2.3", "1",
    "host", "host.", "-host", "host-", "h_o", "UPPER.example", "a b", "localhost", "xn--a", "8Gi", "8gi", "0Gi",
    "-1Gi", "1.5Ti", "1e3", "1e400", "1E-400", "1e999999999", "0.0000001", "9" * 40, "1n", "1u", "1m", "512m", "1Ei",
    "8Ei", "9Ei", "+1Gi", "1 Gi", "1Gi ", "1k", "1K", ".5Gi", "5.Gi", "1024", "1025Ki", "3Mi", "1MB", "1e1Gi", "30s",
    "30", "0s", "-1s", "1.5s", "1h30m", "999999999h", "1ms", "30 s", "1d", "1us", "00030s", "1" * 5000 + "s",
    "interval=1s", "interval=30", "interval=0", "interval=-1", "interval=1s offset=-500ms",
    "interval=1s offset=501ms", "interval=1e3", "interval=1s interval=2s", "interval=1d exclusive_thread=1",
    "interval=99999999999999999999s", "offset=0", "interval=1s exclusive_thread=2", "interval", "=", "a=b",
    "interval=1s\n", "producer=x", "instance=x", "component_id=1",
    "stream=slurm job_count=8 task_count=8 component_id=1", "name=x", "ib0 ", "a=\\b", "a=$x", "ifaces=ib0,eth0",
    "path=/x", "ome", "idrac", "ldms", "^ome", "^ome.*", "ome|ldms", "(ome|idrac)", "[io]", "i.*", "om[e", "om{2",
    "om{1,99999}", "^(a{1,9}){1,9}", "__x", "a" * 238, "a" * 239, ".", "..", "o.me", "Ome", "ome$", "\\d", "(?i)x",
    "a\\.b", "(((((((((a", "^" + "(a" * 60 + ")" * 60, "docker.io/x/y:1", "x", "x:1", "x@sha256:" + "a" * 64,
    "x:1@sha256:" + "A" * 64, "UP/x:1", "reg:5000/x:1", "x:" + "t" * 129, ":1", "1.30", "1.29", "1.35", "1.99",
    "v1.35", "1.35.1", "10.0", "slurm_node", "slurm_node_x86_64", "os", "service_k8s", "x86_64", "aarch64", "sfm",
    "basic", "bearer", "none", "ca_signed", "self_signed", "kafka", "victoria_metrics", "victoria_logs", "NodePort",
    "ClusterIP", "LoadBalancer", "Exists", "Equal", "NoExecute", "UTC", "Europe/Berlin", "Etc/../../x", "Local",
    "meminfo", "slurm_sampler", "dcgm_sampler", "procnetdev2", "mem info", "a/b", "../x", "node-1", "EX00001",
    "certificates/ca.pem", "csm_observability_values.yml", "/opt/omnia/x", "missing-key", "exposed-to-anyone",
    "idrac-partitions", "kafka-retention",
]  # fmt: skip

VALUES: list[object] = [
    None, True, False, 0, -1, 1, 2, 3, 7, 63, 64, 80, 100, 443, 999, 1000, 1023, 1024, 6001, 6100, 6101, 10001, 65535,
    65536, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, 10**40, 10**999, -(2**63), 876_000, 876_001,
    1_048_575, 1_048_576, 0.1, 1.0, 1.5, 1e3, 1e308, -0.0, float("inf"), float("nan"), [], {}, [[]], [{}], [None],
    {"a": None}, [1, [2, [3]]], ["kafka", "kafka"], {"": ""}, ["x"] * 500,
    [{"url": "https://a.example/x"}, {"url": "https://a.example/x"}], {"requests": {}, "limits": {}},
    {"idrac": 2, "x": 1},
]  # fmt: skip

YAML = [
    "&a", "*a", "&a [*a]", "&a {b: *a}", "<<: *a", "<<: [1]", "<<: {a: 1}", "!!binary aGk=",
    "!!python/object:os.system x", "!!set {a}", "!!omap [a: 1]", "!!timestamp 2024-02-30", "!!int x", "!!float x",
    "!!bool x", "!!null x", "!!str 1", "!!map []", "!!seq {}", "!vault |", "!", "!<x>", "!e!x", "%YAML 1.2",
    "%TAG ! x", "---", "...", "- ", "? ", "? a\n: b", ": ", "|", ">", "|-\n  x", ">+2\n   x", "|9", "#", "{{ x }}",
    "{% x %}", "[", "]", "{", "}", "[[", "{a: [", "'", '"', '"\\x"', '"\\ud800"', '"\\U00110000"', '"\\N"', "`", "@",
    "%", "\t", "\\", "=", "<<", ".inf", "-.INF", ".nan", "1:30", "190:20:30.15", "0o17", "017", "08", "0x_", "0b2",
    "0b", "+", "-", "_", "1__0", "1e", "1.e+3", "._", "0x", "2024-01-02", "2024-02-30", "2024-13-01 00:00:00",
    "2001-12-14t21:59:43.10-05:00", "0000-01-01", "9999-99-99", "y", "n", "Y", "yes", "NO", "~", "null", "Null",
    "True", "\u2028", "\u2029", "\x85", "\ufeff", "\0", "\x7f", "\x1b[2J", "\U0001f419", "\r", "\r\n", "\n", "\n\n",
    "a: b: c", "- - - x", "a:b", "- a\n b", "'a' b", '"a" b', "[a, b", "{a: b", "{a: }", "{a, b: c, }", "[, ]",
    "{: }", "{? : }", "a: &x", "&x &y z", "*nope", "1" * 2000, "&" + "a" * 500 + " x", "!" + "a" * 500, "[" * 70,
    "{a: " * 70, "- " * 70, "? " * 70, "x" * 20_000, "*" + "n" * 500,
]  # fmt: skip

JSON = [
    "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1E400", "01", "1.", ".5", "+1", "0x1", "1_0", "True", "None",
    "undefined", "'a'", "// c", "/* c */", "# c", ",", ",,", "[", "]", "{", "}", ":", '"', "\\", '"\\ud800"',
    '"\\udc00\\ud800"', '"\\ud83d\\ude00"', '"\\u12"', '"\\x"', '"\t"', '"\n"', '"\\u0000"', "null", "true", "nul",
    "[" * 70, '{"a":' * 70, "9" * 2000, "1" + "0" * 900, "1e-999", "-0", "-", "1e99999", '{"a":1,"a":2}', "[1,]",
    '{"a":1,}', "\ufeff", "\0", "\u2028", "\x0b", "\xa0", "\r", '"' + "x" * 20_000 + '"', "[" + "1," * 500 + "1]",
    "{} {}", "𝟏",
]  # fmt: skip

CSV = [
    '"', '""', '"""', "'", ",", ",,", ",,,,,,,,,,,,", "#", "\r", "\n", "\r\n", "\x85", "\u2028", "\0", "\t", ";",
    '"a,b"', '"a"b', '"a\nb"', "\ufeff", "HOSTNAME", "hostname", "HOSTNAME,HOSTNAME", "ADMIN_IP", "IB_IP",
    "GROUP_NAME,", " ", "=cmd()", "é", "🐙", "x" * 11_000, "a," * 5000, "02:00:00:00:00:01", "192.0.2.11",
    "192.0.2.999", "::1", "slurm_node_x86_64", "slurm_node_", "_x86_64", "node-1", "EX00001", "-", ".", "a_b",
]  # fmt: skip

BYTES = [
    b"\0", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80",
    b"\xe2\x80\xa8", b"\xc2\x85", b"\xef\xbf\xbf", b"\xef\xbf\xbe", b"\xf0\x9f\x90\x99", b"\xcc\x81", b"\xc2\xa0",
    b"\xe2\x80\xae", b"\r", b"\n", b"\r\n", b"\t", b" ", b"\x1b[31m", b"\x7f", b"\x80",
]  # fmt: skip
