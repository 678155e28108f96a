"""Single values as users may write them: amounts, durations, addresses, URLs, names."""

from __future__ import annotations

import ipaddress

from hypothesis import strategies as st

LABEL_TEXTS = st.from_regex(r"[a-z]([-a-z0-9]{0,12}[a-z0-9])?", fullmatch=True)
"""What may name a namespace, a Secret, a host."""
DNS_NAMES = st.lists(LABEL_TEXTS, min_size=1, max_size=3).map(".".join)
# 1.0.0.0 to 223.255.255.255 without 127.0.0.0/8 and 169.254.0.0/16: what another machine can dial.
IPV4 = (
    st.ip_addresses(v=4)
    .filter(lambda one: 0 < one.packed[0] < 224 and not one.is_loopback and not one.is_link_local)
    .map(str)
)
IPV6 = st.ip_addresses(v=6, network="2001:db8::/32").map(str)
HOSTS = st.one_of(DNS_NAMES.map(lambda name: f"{name}.example"), IPV4, IPV6)
PORTS = st.integers(1, 65535)
HOURS = st.integers(24, 876_000)


@st.composite
def address_ranges(draw: st.DrawFn) -> str:
    """A network with no bit set behind its prefix."""
    address = draw(st.ip_addresses(v=4) | st.ip_addresses(v=6))
    prefix = draw(st.integers(0, address.max_prefixlen))
    return str(ipaddress.ip_network(f"{address}/{prefix}", strict=False))


@st.composite
def amounts(draw: st.DrawFn, least: int, most: int) -> str:
    """Between *least* and *most* GiB, in any form that Kubernetes reads."""
    number = draw(st.integers(least, most))
    forms = [
        f"{number}Gi",
        f"{number}.5Gi",
        f"{number * 1024}Mi",
        str(number * 2**30),
        f"{number * 2}G",
        f"{number + 1}e9",
        f"+{number}Gi",
        f"{number}000000001k",
        f"0{number}.25Gi",
    ]
    return draw(st.sampled_from(forms))


@st.composite
def resource_blocks(draw: st.DrawFn) -> dict[str, dict[str, str]]:
    """Requests and limits of one container, no request above its limit."""
    cpu, memory = draw(st.integers(1, 3000)), draw(st.integers(1, 3000))
    more_cpu, more_memory = cpu + draw(st.integers(0, 3000)), memory + draw(st.integers(0, 3000))
    return {
        "requests": {"cpu": draw(cpus(cpu)), "memory": draw(memories(memory))},
        "limits": {"cpu": draw(cpus(more_cpu)), "memory": draw(memories(more_memory))},
    }


def cpus(thousandths: int) -> st.SearchStrategy[str]:
    """One amount of CPU in each of its forms."""
    return st.sampled_from(
        [f"{thousandths}m", f"{thousandths / 1000:.3f}", f"{thousandths}e-3", f"{thousandths * 1000}u"]
    )


def memories(mebibytes: int) -> st.SearchStrategy[str]:
    """One amount of memory in each of its forms."""
    return st.sampled_from([f"{mebibytes}Mi", str(mebibytes * 2**20), f"{mebibytes * 1024}Ki", f"{mebibytes}.0Mi"])


@st.composite
def scrapes(draw: st.DrawFn) -> dict[str, str]:
    """A scrape interval and a timeout that is not longer, perhaps of another unit."""
    timeout = draw(st.integers(1, 600))
    interval = timeout + draw(st.integers(0, 600))
    unit, size = draw(st.sampled_from([("ms", 1), ("s", 1000), ("m", 60_000)]))
    found = {"scrape_timeout": f"{timeout}{unit}", "scrape_interval": f"{interval}{unit}"}
    if draw(st.booleans()):
        found["scrape_timeout"] = f"{timeout * size}ms"
    return found


@st.composite
def urls(draw: st.DrawFn, *paths: str) -> str:
    """An absolute URL with one of *paths*."""
    scheme, host = draw(st.sampled_from(["http", "https"])), draw(HOSTS)
    port = draw(st.none() | PORTS)
    shown = f"[{host}]" if ":" in host else host
    query = draw(st.sampled_from(["", "?extra_label=site=a%20b"]))
    return f"{scheme}://{shown}{'' if port is None else f':{port}'}{draw(st.sampled_from(paths))}{query}"


@st.composite
def label_maps(draw: st.DrawFn) -> dict[str, str]:
    """Labels with values that a YAML reader could take for something else."""
    names = st.builds("example.com/{}".format, LABEL_TEXTS) | st.sampled_from(
        ["y", "on", "Null", "0x1f", "1e3", "a_b.C"]
    )
    values = st.sampled_from(["", "yes", "No", "1.0", "0o17", "1_000", "2024-01-01", "a-b_c.D", "012", "1e3"])
    return draw(st.dictionaries(names, values, max_size=3))


ANNOTATION_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30).map(
    lambda text: "".join(one for one in text if one.isprintable() or one in "\t\n")
)
