"""Hosts, URLs, names and amounts: what each takes, and what it says of what it does not."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from telecompile.config import fields
from telecompile.config.option_values import Image, LabelName, LabelValue


def refusal(annotated: Any, text: str) -> tuple[str, str]:
    """Summary and help of the refusal; both empty where the text is taken as it is."""
    try:
        assert TypeAdapter(annotated, config={"strict": True}).validate_python(text) == text
    except ValidationError as error:
        (detail,) = error.errors()
        return detail["ctx"]["summary"], detail["ctx"]["help"]
    return "", ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ufm",
        "ufm.example.com",
        "UFM.example.com.",
        "a_b.example",
        "192.0.2.1",
        "2001:db8::1",
        "64:ff9b::192.0.2.1",
        "a" * 63,
        "1and1.com",
    ],
)
def test_hosts(text: str) -> None:
    assert refusal(fields.Host, text) == ("", "")


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("https://ufm.example.com:9001/metrics", 'write "ufm.example.com"'),
        ("http://[2001:db8::1]:443/", 'write "2001:db8::1"'),
        ("ufm:9001", 'write "ufm" alone'),
        ("192.0.2.1/24", 'write "192.0.2.1" alone'),
        ("[2001:db8::1]", 'write "2001:db8::1" alone'),
        ("user@ufm", 'write "ufm" alone'),
        ("ufm\n", 'write "ufm"'),
        ("192.0.2.1,", 'write "192.0.2.1"'),
        ("ufm-1, 192.0.2.2", 'write "ufm-1" or "192.0.2.2"'),
        ("ufm-1:9001 https://ufm-2", 'write "ufm-1" or "ufm-2"'),
    ],
)
def test_more_than_a_host_is_answered_with_the_host(text: str, help_: str) -> None:
    assert refusal(fields.Host, text)[1] == help_


@pytest.mark.parametrize(
    "text",
    [
        "192.0.2.300",
        "1.2.3",
        "fe80::1%eth0",
        "-a",
        "a-",
        "a..b",
        ".",
        "a -b",
        "a,-b",
        " , ",
        "ü.example",
        "http://",
        ":1",
        "a" * 64,
        "a." * 128,
    ],
)
def test_other_texts_are_no_host(text: str) -> None:
    summary, help_ = refusal(fields.Host, text)
    assert summary.endswith("is neither an IP address nor a DNS name")
    assert help_


ITSELF = "always means the machine or pod itself that dials it"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("localhost", ITSELF),
        ("LocalHost.", ITSELF),
        ("ufm.localhost", ITSELF),
        ("127.0.0.1", ITSELF),
        ("127.255.255.254", ITSELF),
        ("::1", ITSELF),
        ("0.0.0.0", "stands for every address of a machine, and cannot be dialled"),  # noqa: S104 - a text that is refused
        ("::", "stands for every address of a machine, and cannot be dialled"),
        ("0.1.2.3", "is in 0.0.0.0/8, which no machine has an address in"),
        ("255.255.255.255", "is the broadcast address, which stands for many machines"),
        ("::ffff:192.0.2.1", "is the IPv4 address 192.0.2.1 in IPv6 form"),
        ("::ffff:127.0.0.1", ITSELF),
        ("224.0.0.1", "is a multicast address, which stands for many machines"),
        ("ff02::1", "is a multicast address, which stands for many machines"),
        ("169.254.0.1", "is link-local: it can be dialled on one wire only, and from no pod"),
        ("fe80::1", "is link-local: it can be dialled on one wire only, and from no pod"),
    ],
)
def test_an_address_that_no_other_machine_can_dial_is_refused_with_the_reason(text: str, reason: str) -> None:
    summary, help_ = refusal(fields.Host, text)
    assert summary == f"{text!r} {reason}"
    assert help_.startswith("write ")


@pytest.mark.parametrize(
    "text",
    [
        "126.255.255.255",
        "128.0.0.0",
        "1.0.0.0",
        "223.255.255.255",
        "169.253.255.255",
        "fe7f::1",
        "fec0::1",
        "::2",
        "240.0.0.0",
    ],
)
def test_the_neighbours_of_these_ranges_are_hosts(text: str) -> None:
    assert refusal(fields.Host, text) == ("", "")


def test_a_password_beside_a_host_is_not_repeated() -> None:
    assert refusal(fields.Host, "https://user:hunter2@ufm") == (
        "the host is a URL, and only its host is meant",
        'write "ufm"',
    )


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("metrics.example.com:8480/api/v1/write", 'write "https://metrics.example.com:8480/api/v1/write"'),
        ("192.0.2.1:9", 'write "https://192.0.2.1:9"'),
        ("HTTP://a.example/x", 'write "http://a.example/x"'),
        ("ftp://a", "write an absolute URL such as https://metrics.example.com/api/v1/write"),
        ("mailto:a@b", "write an absolute URL such as https://metrics.example.com/api/v1/write"),
        ("metrics", "write an absolute URL such as https://metrics.example.com/api/v1/write"),
    ],
)
def test_a_url_without_its_scheme_is_answered_with_it(text: str, help_: str) -> None:
    assert refusal(fields.Url, text)[1] == help_


@pytest.mark.parametrize(
    "text",
    [
        "http://a",
        "https://metrics.example.com:8480/insert/0/prometheus/api/v1/write?extra_label=a=b",
        "https://[2001:db8::1]:9481/insert/native",
        "http://192.0.2.1:1/",
    ],
)
def test_urls(text: str) -> None:
    assert refusal(fields.Url, text) == ("", "")


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("", "'' is not an http or https URL"),
        ("metrics.example.com/api", "'metrics.example.com/api' is not an http or https URL"),
        ("ftp://a", "'ftp://a' is not an http or https URL"),
        ("HTTPS://a", "'HTTPS://a' does not begin with https:// in small letters"),
        ("https:a", "'https:a' does not begin with https:// in small letters"),
        ("https:///a", "'https:///a' names no host"),
        ("https://a:0/", "'https://a:0/' has no port that can be written to"),
        ("https://a:/", "'https://a:/' has no port that can be written to"),
        ("https://a:65536/", "'https://a:65536/' has the port 65536, and 65535 is the last"),
        ("https://[::1", "'https://[::1' is not a URL"),
        ("https://2001:db8::1/", "'https://2001:db8::1/' is not a URL"),
        ("https://[fe80::1%25eth0]/", "'https://[fe80::1%25eth0]/' names no valid host"),
        ("https://1.2.3/", "'https://1.2.3/' names no valid host"),
        ("https://a/#x", "'https://a/#x' has a fragment (#), which no server ever sees"),
        ("https://a/#", "'https://a/#' has a fragment (#), which no server ever sees"),
        ("https://a/b c", "'https://a/b c' has a blank, which a URL cannot have"),
        ("https://a/\n", "'https://a/\\n' has \n, which a URL cannot have"),
        ("https://a/{b}", "'https://a/{b}' has {, which a URL cannot have"),
        ("https://a/é", "'https://a/é' has é, which a URL cannot have"),
    ],
)
def test_other_texts_are_no_url(text: str, summary: str) -> None:
    found, help_ = refusal(fields.Url, text)
    assert found == summary
    assert help_


@pytest.mark.parametrize("text", ["https://writer:hunter2@a/", "https://writer@a/", "https://:hunter2@a/"])
def test_a_password_in_a_url_is_not_repeated(text: str) -> None:
    """What is said of it ends up in logs and reports."""
    summary, help_ = refusal(fields.Url, text)
    assert summary == "the URL carries a user or password, which would end up in the manifests"
    assert "hunter2" not in summary + help_


@pytest.mark.parametrize("text", ["8Gi", "1.5Ti", "500G", "1", "9223372036854775807", "1e9"])
def test_volume_sizes(text: str) -> None:
    assert refusal(fields.VolumeSize, text) == ("", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0", "less than a byte"),
        ("-8Gi", "less than a byte"),
        ("0.5", "less than a byte"),
        ("100Ei", "more than Kubernetes can count"),
        ("1e30", "more than Kubernetes can count"),
    ],
)
def test_a_quantity_may_still_be_no_size(text: str, said: str) -> None:
    assert refusal(fields.VolumeSize, text)[0] == f"{text!r} is {said}"


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("512m", "'512m' is 0.512 bytes, less than any container can run in"),
        ("512", "'512' is less than any container can run in"),
        ("1048575", "'1048575' is less than any container can run in"),
        ("16Ei", "'16Ei' is more memory than Kubernetes can count"),
        ("lots", "'lots' is not an amount of memory"),
        ("1Mi", ""),
        ("1.5Gi", ""),
    ],
)
def test_memory_is_at_least_a_mebibyte(text: str, summary: str) -> None:
    assert refusal(fields.Memory, text)[0] == summary


def test_half_a_byte_of_memory_is_explained() -> None:
    assert refusal(fields.Memory, "512m")[1].startswith("m means thousandths; ")


@pytest.mark.parametrize(
    ("text", "taken"), [("1m", True), ("0.001", True), ("0.5", True), ("0.9m", False), ("0", False), ("-1", False)]
)
def test_cpu_is_at_least_a_thousandth(text: str, taken: bool) -> None:
    assert (refusal(fields.Cpu, text) == ("", "")) is taken


@pytest.mark.parametrize(("text", "taken"), [("1ms", True), ("0s", False), ("2562047h", True), ("2562048h", False)])
def test_durations_are_above_zero_and_within_what_go_counts(text: str, taken: bool) -> None:
    assert (refusal(fields.Duration, text) == ("", "")) is taken


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("192.0.2.0/24", ""),
        ("::/0", ""),
        ("192.0.2.1/24", "write '192.0.2.0/24'"),
        ("192.0.2.1", "write '192.0.2.1/32'"),
        ("2001:db8::1", "write '2001:db8::1/128'"),
        ("192.0.2.0/33", "write a range such as 192.0.2.0/24"),
        ("fe80::%eth0/64", "write a range such as 192.0.2.0/24"),
        ("", "write a range such as 192.0.2.0/24"),
    ],
)
def test_address_ranges(text: str, help_: str) -> None:
    assert refusal(fields.AddressRange, text)[1] == help_


@pytest.mark.parametrize(
    ("annotated", "right", "wrong"),
    [
        (fields.Label, ["a", "a-1", "a" * 63], ["", "A", "-a", "a.b", "a" * 64]),
        (fields.Subdomain, ["a", "a.b-c", "1"], ["", "a_b", "a..b", "a-.b", "a" * 254]),
        (LabelName, ["a", "example.com/a", "A.b_c"], ["", "a/", "/a", "a b", "a" * 64, "A.com/b"]),
        (LabelValue, ["", "a", "A.b_c"], ["-", "a b", "a" * 64]),
        (
            Image,
            ["a:1", "a.b:5000/c/d:1", "a@sha256:" + "0" * 64],
            ["a", "a:5000/b", "a b:1", "A/b:1 ", "https://a/b:1"],
        ),
    ],
)
def test_names(annotated: Any, right: list[str], wrong: list[str]) -> None:
    assert [text for text in right if refusal(annotated, text) != ("", "")] == []
    assert [text for text in wrong if refusal(annotated, text) == ("", "")] == []
