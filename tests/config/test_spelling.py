"""Wrong names and image references are answered with those that were meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from telecompile.config.fields import Label, Subdomain
from telecompile.config.option_values import Image, LabelName, LabelValue

REGISTRY, DIGEST = "registry.example.com", "0123456789abcdef" * 4
FORMS = {"label": Label, "subdomain": Subdomain, "label name": LabelName, "label value": LabelValue, "image": Image}


def refusal(form: str, text: str) -> tuple[str, str]:
    """Summary and help; empty for what is right."""
    try:
        TypeAdapter(FORMS[form]).validate_python(text)
    except ValidationError as error:
        context = error.errors()[0]["ctx"]
        return context["summary"], context["help"]
    return "", ""


@pytest.mark.parametrize(
    ("form", "text", "summary", "help_"),
    [
        ("label", "Telemetry_1", "is not a name that Kubernetes takes here", 'did you mean "telemetry-1"?'),
        ("label", "a.b", "is not a name that Kubernetes takes here", 'did you mean "a-b"?'),
        ("label", "_", "is not a name that Kubernetes takes here", "write at most 63 of a-z, 0-9 and -"),
        ("label", "a" * 64, "has 64 characters, and 63 are the most", "write at most 63 characters"),
        ("subdomain", "Mirror_Login.v2", "is not a name that Kubernetes takes here", 'did you mean "mirror-login.v2"?'),
        ("subdomain", "a" * 254, "has 254 characters, and 253 are the most", "write at most 253 characters"),
        ("label name", "cost center", "is not the name of a label or annotation", 'did you mean "cost-center"?'),
        ("label name", "a.b/c d", "is not the name of a label or annotation", 'did you mean "a.b/c-d"?'),
        (
            "label name",
            "A B/c",
            "is not the name of a label or annotation",
            "write a DNS name of your own before the /",
        ),
        ("label name", f"a.b/{'c' * 64}", "has 64 characters, and 63 are the most", "write at most 63 characters"),
        ("label value", "the HPC group", "is not the value of a label", 'did you mean "the-HPC-group"?'),
        ("image", f"https://{REGISTRY}/a:1", "begins with https://", f'write "{REGISTRY}/a:1"'),
        ("image", f"{REGISTRY}/a:1 latest", "has a blank", f'write "{REGISTRY}/a:1"'),
        (
            "image",
            f"{REGISTRY}:5000/Team/A:V1",
            "has capital letters in its repo",
            f'write "{REGISTRY}:5000/team/a:V1"',
        ),
        ("image", "Team/A:1", "has capital letters in its repository", 'write "team/a:1"'),
        (
            "image",
            f"a@sha256:{DIGEST[1:]}",
            "has a digest of 63 digits, and sha256 has 64",
            "copy the digest once more",
        ),
        ("image", f"a@sha256:{DIGEST.upper()}", "has capital letters in its digest", f'write "a@sha256:{DIGEST}"'),
        ("image", "a@", "is not an image reference", "write registry/repository:tag"),
        ("image", "", "is not an image reference", "write registry/repository:tag"),
    ],
)
def test_what_is_wrong_is_told_with_what_was_meant(form: str, text: str, summary: str, help_: str) -> None:
    told = refusal(form, text)
    assert told[0].startswith(f"{text!r} {summary}")
    assert told[1].startswith(help_)


@given(form=st.sampled_from(sorted(FORMS)), text=st.text("aB1-_./: @é", max_size=20))
def test_what_was_meant_can_be_typed_in(form: str, text: str) -> None:
    _, quote, rest = refusal(form, text)[1].partition('"')
    if quote:
        again, _ = refusal(form, rest.partition('"')[0])
        # An image of the right form may still lack its tag.
        assert again == "" or "neither tag nor digest" in again
