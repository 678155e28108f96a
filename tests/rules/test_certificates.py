"""The CA files of appliances: what is in them, and when they end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from telecompile.commands.build import Request, build
from telecompile.commands.inputs import read_referenced
from telecompile.config.certificates import ends
from telecompile.diagnostics.codes import CODES
from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.output.lock import read_lock
from telecompile.pipeline import Compilation, Until, compile_input
from telecompile.rules.certificates import read_as
from tests.config.changed import DEFAULT, TELEMETRY, changed
from tests.config.made_certificates import der, pem
from tests.golden.cases import GOLDEN, put
from tests.golden.compiled import TOOLCHAIN, Silent
from tests.rules.laid import told as laid_out

GOOD = (GOLDEN / "everything-on/input/certificates/ufm-ca.pem").read_bytes()
KEY = b"-----BEGIN EC PRIVATE KEY-----\nc2VjcmV0\n-----END EC PRIVATE KEY-----\n"
NOON = 1_767_268_800  # 2026-01-01 12:00:00 UTC
DAY = 86_400
UFM = {
    TELEMETRY: (
        ("metrics_enabled: false\n    logs_enabled: false", "metrics_enabled: true\n    logs_enabled: true"),
        ('ufm_endpoint: ""', 'ufm_endpoint: "ufm.example.com"'),
        ('tls_mode: "self_signed"', 'tls_mode: "ca_signed"'),
        ('ufm_ca_cert_path: ""', 'ufm_ca_cert_path: "our ca.crt"'),
    )
}


def ending(at: int) -> bytes:
    return pem(der("200101000000Z", datetime.fromtimestamp(at, UTC).strftime("%Y%m%d%H%M%SZ")))


def compiled(content: bytes | str, *, now: int | None = NOON) -> Compilation:
    def referenced(path: str) -> bytes | str:
        return content if path == "our ca.crt" else read_referenced(str(DEFAULT), path)

    return compile_input(changed(UFM), referenced, until=Until.RULES, now=now)


def told(content: bytes | str, **clock: int | None) -> list[Diagnostic]:
    return list(compiled(content, **clock).diagnostics)


def test_a_certificate_that_lasts_is_nothing_to_tell() -> None:
    assert told(GOOD) == []


@pytest.mark.parametrize(
    ("content", "said", "help_"),
    [
        (b"", "is empty", "put the CA's certificate in PEM form into it"),
        (b" \n\n", "is empty", "put the CA's certificate in PEM form into it"),
        (
            der("200101000000Z", "21200101000000Z"),
            "is a certificate in DER form, and PEM is meant",
            "convert it with `openssl x509 -inform der -in 'our ca.crt' -out 'our ca.crt'.pem`, and name that",
        ),
        (
            b"\x30\x82\x0a\x0b\x02\x01\x03\x30\x82",
            "is a PKCS #12 store, and a PEM file is meant",
            (
                "take the CA out of it with "
                "`openssl pkcs12 -in 'our ca.crt' -cacerts -nokeys -out 'our ca.crt'.pem`, and name that"
            ),
        ),
        (KEY, "holds a private key and no certificate", "name the file with the CA's certificate alone"),
        (
            b"-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n",
            "holds a request for a certificate, and no certificate",
            "name the file with the certificate of the CA that answers it",
        ),
        (
            GOOD.replace(b"CERTIFICATE", b"TRUSTED CERTIFICATE"),
            "holds a certificate in OpenSSL's own form, which the programs do not read",
            "make it plain with `openssl x509 -in 'our ca.crt' -out 'our ca.crt'.pem`, and name that",
        ),
        (
            b"-----BEGIN PKCS7-----\nMIIB\n-----END PKCS7-----\n",
            "holds its certificates in a PKCS #7 bundle",
            "unpack it with `openssl pkcs7 -print_certs -in 'our ca.crt' -out 'our ca.crt'.pem`, and name that",
        ),
        (
            b"-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n",
            "holds a public key and no certificate",
            "name the file with the CA's certificate",
        ),
        (b"not a certificate", "holds no PEM certificate", "name a file with the CA's certificate in PEM form"),
        (
            b"-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----\n",
            "holds a certificate that is broken or cut off",
            "copy the file once more, from BEGIN to END CERTIFICATE",
        ),
        (
            GOOD + GOOD[:100],
            "holds certificate 2 of 2 that is broken or cut off",
            "copy the file once more, from BEGIN to END CERTIFICATE",
        ),
        (
            GOOD * 400,
            "holds 214 KiB of certificates, and a ConfigMap takes 128",
            "keep those of the CA that signed the appliance's certificate",
        ),
        (b"x" * (4 * 2**20 + 1), "has more than 4 MiB", "name the file with the CA's certificate"),
    ],
)
def test_what_is_no_certificate_is_told_by_what_it_is(content: bytes, said: str, help_: str) -> None:
    (one,) = told(content)
    assert (one.code, one.severity, one.file) == ("ca-certificate", "error", TELEMETRY)
    assert one.summary == f"ufm_configuration.ufm_ca_cert_path: 'our ca.crt' {said}"
    assert one.help == help_
    assert one.span is not None
    assert one.span.column == len('  ufm_ca_cert_path: "')
    assert "c2VjcmV0" not in f"{one}"
    assert "secret" not in f"{one}"


def test_a_file_that_cannot_be_read_is_told_with_the_reason() -> None:
    (one,) = told("there is no such file")
    assert one.code == "referenced-file"
    assert one.summary == "ufm_configuration.ufm_ca_cert_path: 'our ca.crt' cannot be read: there is no such file"


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (-DAY, "expired on 2025-12-31"),
        (-1, "expired on 2026-01-01"),
        (0, "expires on 2026-01-01"),
        (30 * DAY - 1, "expires on 2026-01-31"),
        (30 * DAY, "expires on 2026-01-31"),
        (30 * DAY + 1, None),
    ],
)
def test_a_certificate_is_warned_of_from_thirty_days_before_its_end(left: int, said: str | None) -> None:
    found = told(ending(NOON + left))
    if said is None:
        assert found == []
        return
    (one,) = found
    assert (one.code, one.severity) == ("ca-expired", "warning")
    assert one.summary.startswith(f"ufm is verified with the certificate in 'our ca.crt', which {said}: what it signed")
    assert one.span is not None
    assert one.span.column == len('  ufm_ca_cert_path: "')


def test_of_several_the_first_that_ends_is_named() -> None:
    (one,) = told(GOOD + ending(NOON + DAY) + ending(NOON + 2 * DAY))
    assert one.summary.startswith(
        "ufm is verified with certificate 2 of 3 in 'our ca.crt', which expires on 2026-01-02"
    )


def test_without_a_clock_nothing_is_said_of_the_end() -> None:
    assert told(ending(0), now=None) == []


@pytest.mark.parametrize(
    ("left", "fresh"),
    [(40 * DAY, 10 * DAY), (30 * DAY + 1, 1), (30 * DAY, 30 * DAY + 1), (0, 1), (-1, None), (-DAY, None)],
)
def test_a_build_is_repeated_when_something_else_would_be_said(left: int, fresh: int | None) -> None:
    found = compiled(ending(NOON + left)).fresh_until
    assert found == (None if fresh is None else NOON + fresh)
    if found is not None:
        assert told(ending(NOON + left), now=found - 1) == told(ending(NOON + left))
        assert told(ending(NOON + left), now=found) != told(ending(NOON + left))


def test_without_a_ca_nothing_changes_by_the_clock() -> None:
    assert compile_input(changed(), lambda path: read_referenced(str(DEFAULT), path), now=NOON).fresh_until is None


def directory(folder: Path, certificate: bytes) -> Path:
    contents: Mapping[str, bytes | str] = changed(UFM)
    put(folder, {name: data for name, data in contents.items() if isinstance(data, bytes)})
    put(
        folder,
        {
            "our ca.crt": certificate,
            "csm_observability_values.yml": (DEFAULT / "csm_observability_values.yml").read_bytes(),
        },
    )
    return folder


def test_the_lock_says_until_when_nothing_has_to_be_said_anew(tmp_path: Path) -> None:
    source, out = directory(tmp_path / "in", GOOD), tmp_path / "out"
    assert build(Request(str(source), str(out), TOOLCHAIN, Silent())) == 0
    (end,) = ends(GOOD)
    assert end is not None
    assert read_lock((out / "telecompile.lock").read_bytes()).fresh_until == end - 30 * DAY


def test_the_clock_changes_no_byte_of_the_manifests(tmp_path: Path) -> None:
    """What expired is rendered as before; only what is told differs."""
    content = ending(NOON)

    def rendered(now: int) -> Compilation:
        return compile_input(
            changed(UFM), lambda path: content if path == "our ca.crt" else read_referenced(str(DEFAULT), path), now=now
        )

    before, after = rendered(NOON - 31 * DAY), rendered(NOON + DAY)
    assert before.manifests == after.manifests
    assert before.node_files == after.node_files
    assert before.plan == after.plan
    assert [one.code for one in after.diagnostics] == ["ca-expired"]
    assert CODES["ca-expired"].severity == "warning"


@pytest.mark.parametrize("name", ["ufm", "vast"])
@pytest.mark.parametrize(
    ("on", "mode", "path", "told"),
    [
        ("true", "self_signed", "our ca.crt", True),
        ("true", "self_signed", "", False),
        ("true", "ca_signed", "our ca.crt", False),
        ("false", "self_signed", "our ca.crt", False),
    ],
)
def test_a_ca_beside_self_signed_is_not_used(name: str, on: str, mode: str, path: str, *, told: bool) -> None:
    text = (
        f"telemetry_sources:\n  {name}:\n    metrics_enabled: {on}\n{name}_configuration:\n"
        f'  {name}_endpoint: {name}.example.com\n  tls_mode: {mode}\n  {name}_ca_cert_path: "{path}"\n'
    )
    for options, help_ in (("", "write tls_mode: ca_signed, or remove it"), (f"plain_http: [{name}]\n", "remove it")):
        found = [
            one for one in laid_out(text, options=options) if one.code == "unused-setting" and one.file == TELEMETRY
        ]
        assert [(one.severity, one.under, one.help) for one in found] == (
            [("warning", f'"{path}"', help_)] if told else []
        )


def test_a_path_that_is_mapped_is_told_with_where_it_was_looked_for() -> None:
    assert read_as("/opt/ca.pem", "certs/ca.pem") == ", which `paths` maps to 'certs/ca.pem',"
    assert read_as("ca.pem", "ca.pem") == ""
