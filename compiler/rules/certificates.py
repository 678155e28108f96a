"""Rules about the CA certificates with which appliances are verified."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..config.certificates import BEGIN, LARGEST, certificates, ends
from ..config.der import valid_until
from ..config.former import OPTIONS, TELEMETRY
from ..config.paths import resolved
from ..config.referenced import APPLIANCES, ca_path, ca_sections
from ..diagnostics.diagnostic import Diagnostic
from ..loading.text import MAX_BYTES
from .rule import Rule, View

READ_HELP = (
    "give a path that exists, relative to the input directory, or map its prefix under `paths` in telecompile.yml"
)
SOON = 30 * 24 * 3600
"""Seconds before its end at which a certificate is warned of: 30 days (semantics.md, 2.1)."""
Problem = tuple[str, str]

_OTHER_BLOCKS = {
    b"PRIVATE KEY": ("holds a private key and no certificate", "name the file with the CA's certificate alone"),
    b"CERTIFICATE REQUEST": (
        "holds a request for a certificate, and no certificate",
        "name the file with the certificate of the CA that answers it",
    ),
    b"TRUSTED CERTIFICATE": (
        "holds a certificate in OpenSSL's own form, which the programs do not read",
        "make it plain with `openssl x509 -in {file} -out {file}.pem`, and name that",
    ),
    b"PKCS7": (
        "holds its certificates in a PKCS #7 bundle",
        "unpack it with `openssl pkcs7 -print_certs -in {file} -out {file}.pem`, and name that",
    ),
    b"PUBLIC KEY": ("holds a public key and no certificate", "name the file with the CA's certificate"),
}
"""What else stands in PEM files, by the end of its label."""
_DER = (
    "is a certificate in DER form, and PEM is meant",
    "convert it with `openssl x509 -inform der -in {file} -out {file}.pem`, and name that",
)
_PKCS12 = (
    "is a PKCS #12 store, and a PEM file is meant",
    "take the CA out of it with `openssl pkcs12 -in {file} -cacerts -nokeys -out {file}.pem`, and name that",
)
_PKCS12_START = b"\x02\x01\x03"
"""How a PKCS #12 store goes on behind its first tag and length: version 3 (RFC 7292)."""


def _check_of(name: str) -> Callable[[View], Iterator[Diagnostic]]:
    def ca_certificate(view: View) -> Iterator[Diagnostic]:
        return _ca_certificate(name, view)

    return ca_certificate


def _ca_certificate(name: str, view: View) -> Iterator[Diagnostic]:
    path = ca_path(view.telemetry, name)
    if path is None:
        return
    key = (f"{name}_configuration", f"{name}_ca_cert_path")
    span = view.at_value(TELEMETRY, *key)
    if not path:
        summary = f"tls_mode is ca_signed, and {'.'.join(key)} is not set"
        help_ = "write the path of the CA's PEM file, or use tls_mode: self_signed"
        yield Diagnostic("ca-certificate", "error", summary, TELEMETRY, span, help_)
        return
    file = resolved(path, view.options)
    content = view.referenced[file]
    said = f"{'.'.join(key)}: {path!r}"
    if isinstance(content, str):
        summary = f"{said}{read_as(path, file)} cannot be read: {content}"
        yield Diagnostic("referenced-file", "error", summary, TELEMETRY, span, READ_HELP)
    elif problem := _problem(content):
        help_ = problem[1].replace("{file}", _in_shell(path))
        yield Diagnostic("ca-certificate", "error", f"{said} {problem[0]}", TELEMETRY, span, help_)
    elif view.now is not None and (late := _ending(content, path, view.now)):
        summary = f"{name} is verified with {late}"
        help_ = "put the CA's next certificate into the file; until then both may stand in it"
        yield Diagnostic("ca-expired", "warning", summary, TELEMETRY, span, help_)


def _ca_used(name: str) -> Rule:
    settings, key = f"{name}_configuration", f"{name}_ca_cert_path"

    def ca_used(view: View) -> Iterator[Diagnostic]:
        given = getattr(view.telemetry, settings)
        metrics = getattr(view.telemetry.telemetry_sources, name).metrics_enabled
        if metrics and given.tls_mode == "self_signed" and getattr(given, key):
            span = view.at_value(TELEMETRY, settings, key)
            summary = f"{settings}.{key} is given and not used: with tls_mode: self_signed no certificate is verified"
            help_ = "remove it" if name in view.options.plain_http else "write tls_mode: ca_signed, or remove it"
            yield Diagnostic("unused-setting", "warning", summary, TELEMETRY, span, help_)

    sections = (f"{TELEMETRY}:{section}" for section in ca_sections(name))
    return Rule((*sections, f"{OPTIONS}:plain_http"), ca_used)


def read_as(path: str, file: str) -> str:
    """Where a path is read that `paths` maps; nothing of one that stays as it is written."""
    return f", which `paths` maps to {file!r}," if file != path else ""


def _in_shell(path: str) -> str:
    from shlex import quote

    return quote(path)


def _problem(content: bytes) -> Problem | None:
    """Why ``content`` is no PEM file with certificates, never with anything that stands in it."""
    if len(content) > MAX_BYTES:
        return f"has more than {MAX_BYTES // 2**20} MiB", "name the file with the CA's certificate"
    found = certificates(content)
    if found is None:
        return _broken(content) if BEGIN in content else _no_certificate(content)
    if len(found) > LARGEST:
        kept = f"holds {len(found) // 1024} KiB of certificates, and a ConfigMap takes {LARGEST // 1024}"
        return kept, "keep those of the CA that signed the appliance's certificate"
    return None


def _broken(content: bytes) -> Problem:
    each = ends(content)
    which = f"certificate {each.index(None) + 1} of {len(each)}" if len(each) > 1 else "a certificate"
    return f"holds {which} that is broken or cut off", "copy the file once more, from BEGIN to END CERTIFICATE"


def _no_certificate(content: bytes) -> Problem:
    if not content.strip():
        return "is empty", "put the CA's certificate in PEM form into it"
    if valid_until(content) is not None:
        return _DER
    if content[:1] == b"\x30" and _PKCS12_START in content[2:8]:
        return _PKCS12
    for label, problem in _OTHER_BLOCKS.items():
        if label + b"-----" in content:
            return problem
    return "holds no PEM certificate", "name a file with the CA's certificate in PEM form"


def _ending(content: bytes, path: str, now: int) -> str:
    """The certificate that ends first, where that has happened or will soon; nothing else."""
    each = [one for one in ends(content) if one is not None]
    first = min(each)
    if now < first - SOON:
        return ""
    from datetime import UTC, datetime

    when = datetime.fromtimestamp(first, UTC).date()
    which = f"certificate {each.index(first) + 1} of {len(each)}" if len(each) > 1 else "the certificate"
    if now > first:
        return f"{which} in {path!r}, which expired on {when}: what it signed is refused"
    return f"{which} in {path!r}, which expires on {when}: what it signed is refused from then on"


def fresh_until(view: View) -> int | None:
    """The next second, since 1970, at which `ca-expired` says something else; None where it never will."""
    moments = [moment for name, rule in RULES.items() if rule.applies(view.read) for moment in _moments(view, name)]
    return min((moment for moment in moments if view.now is not None and moment > view.now), default=None)


def _moments(view: View, name: str) -> Iterator[int]:
    path = ca_path(view.telemetry, name)
    content = view.referenced[resolved(path, view.options)] if path else ""
    if isinstance(content, bytes):
        for end in ends(content):
            if end is not None:
                yield from (end - SOON, end + 1)


RULES = {
    name: Rule(
        (*(f"{TELEMETRY}:{section}" for section in ca_sections(name)), f"{OPTIONS}:paths"),
        _check_of(name),
    )
    for name in APPLIANCES
}
"""A rule an appliance, so that a mistake in one hides nothing of the other."""
CA_USED = tuple(_ca_used(name) for name in APPLIANCES)
