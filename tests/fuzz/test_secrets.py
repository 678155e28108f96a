"""No secret that somebody wrote into a file is printed or written, in any form, by any command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.fuzz.commanding import answer
from tests.golden.cases import DEFAULT_INPUT, GOLDEN, INPUT, files_below, put

CANARY = "hunter2Xq"
KEY = f"-----BEGIN PRIVATE KEY-----\nMIIE{CANARY}\n-----END PRIVATE KEY-----\n"
TELEMETRY, OPTIONS, CSM = "telemetry_config.yml", "telecompile.yml", "csm_observability_values.yml"
VALUES = (DEFAULT_INPUT / CSM).read_text(encoding="utf-8")
AUTHORITY = (GOLDEN / "everything-on" / INPUT / "certificates" / "ufm-ca.pem").read_text(encoding="utf-8")
FORMS = ("text", "json", "sarif", "github")
METRICS, LOGS = "additional_metric_remote_write_endpoints", "additional_log_write_endpoints"
WITH_PASSWORD = f"https://admin:{CANARY}@metrics.example.com/api/v1/write"
# A password that ends what a URL's host may be, one with blanks, one with quotes, none but a token.
URLS = (
    WITH_PASSWORD,
    f"https://u:/{CANARY}#@h.example/x",
    f"https://u:my {CANARY}@h.example",
    f"https://u:'{CANARY}@h.example",
    f"https://{CANARY}@h.example/x",
    f"ftp://u:{CANARY}@h.example",
)


def replaced(pattern: str, new: str) -> str:
    text = (DEFAULT_INPUT / TELEMETRY).read_text(encoding="utf-8")
    changed = re.sub(pattern, lambda _: new, text, count=1)
    assert changed != text
    return changed


def planted() -> dict[str, dict[str, str]]:
    """Files with a secret, by what somebody did."""
    found = {}
    for number, url in enumerate(URLS):
        for list_ in (METRICS, LOGS):
            one = f'{list_}:\n      - url: "{url}"\n'
            found[f"{list_}-{number}"] = {TELEMETRY: replaced(rf"{list_}: \[\]\n", one)}
        found[f"endpoint-key-{number}"] = {OPTIONS: f'endpoints:\n  "{url}": {{secret: s, auth: basic}}\n'}
        found[f"alertmanager-{number}"] = {OPTIONS: f'alertmanager_urls: ["{url}"]\n'}
        found[f"ufm-endpoint-{number}"] = {TELEMETRY: replaced('ufm_endpoint: ""', f'ufm_endpoint: "{url}"')}
        found[f"identifier-{number}"] = {TELEMETRY: replaced('ome_identifier: "ome"', f'ome_identifier: "{url}"')}
        found[f"interval-{number}"] = {TELEMETRY: replaced('scrape_interval: "30s"', f'scrape_interval: "{url}"')}
        found[f"registry-{number}"] = {OPTIONS: f'image_registry: "{url}"\n'}
        found[f"unknown-key-{number}"] = {OPTIONS: f'"{url}": 1\n'}
        found[f"twice-{number}"] = {OPTIONS: f'endpoints:\n  "{url}": {{secret: s}}\n  "{url}": {{secret: s}}\n'}
    twice = f'{METRICS}:\n      - url: "{WITH_PASSWORD}"\n      - url: "{WITH_PASSWORD}"\n'
    return found | {
        "the-same-twice": {TELEMETRY: replaced(rf"{METRICS}: \[\]\n", twice)},
        "password-key": {OPTIONS: f"ufm_password: {CANARY}\n"},
        "password-in-quotes": {
            TELEMETRY: replaced('ufm_endpoint: ""', f'ufm_endpoint: ""\n  ufm_password: "my {CANARY}"')
        },
        "token-in-flow": {OPTIONS: f"expose: {{token: '{CANARY}', type: X}}\n"},
        "password-in-json": {"software_config.json": f'{{"password": "{CANARY}", "x": 1}}'},
        "password-before-a-syntax-error": {OPTIONS: f'api_key: "{CANARY}\nalerts: true\n'},
        "key-in-a-yaml": {OPTIONS: "labels: |\n" + "".join(f"  {line}\n" for line in KEY.split("\n"))},
        "key-as-a-file": {OPTIONS: KEY},
        "key-as-a-csv": {"pxe_mapping_file.csv": KEY},
        "csm-not-yaml": {CSM: f"a: [\npassword: {CANARY}\n{CANARY}: {{"},
        "csm-with-secrets": {CSM: VALUES + f"password: {CANARY}\nkaraviMetricsPowerscale2: {CANARY}\n"},
        "csm-wrong-value": {CSM: VALUES.replace("logLevel: INFO", f"logLevel: {CANARY}")},
        "csm-wrong-image": {CSM: VALUES.replace("image: quay.io", f"image: u:{CANARY}@quay.io")},
        "ca-is-a-key": _with_authority(KEY),
        "ca-with-a-key": _with_authority(KEY + AUTHORITY),
        "ca-is-text": _with_authority(f"password: {CANARY}\n"),
    }


def _with_authority(pem: str) -> dict[str, str]:
    own = files_below(GOLDEN / "everything-on" / INPUT)
    return {name: data.decode() for name, data in own.items()} | {"certificates/ufm-ca.pem": pem}


PLANTED = planted()


@pytest.mark.parametrize("name", PLANTED)
def test_a_secret_is_in_no_output(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "in", files_below(DEFAULT_INPUT))
    put(tmp_path / "in", {file: text.encode() for file, text in PLANTED[name].items()})
    assert any(CANARY.encode() in data for data in files_below(tmp_path / "in").values())
    for form in FORMS:
        for strict in ([], ["--strict"]):
            assert CANARY not in "".join(answer(("validate", "in", "--format", form, *strict))[1:])
    for command in (
        ("plan", "in"),
        ("plan", "in", "--format", "json"),
        ("secrets", "in"),
        ("images", "in"),
        ("build", "in", "-o", "out"),
    ):
        assert CANARY not in "".join(answer(command)[1:]), command
    assert not [path for path, data in files_below(tmp_path / "out").items() if CANARY.encode() in data]


def test_the_place_of_a_secret_is_still_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the line stays, and the marker below it."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "in", files_below(DEFAULT_INPUT))
    put(tmp_path / "in", {TELEMETRY: PLANTED[f"{METRICS}-0"][TELEMETRY].encode()})
    _, _, said = answer(("validate", "in"))
    hidden = "*" * len(f"admin:{CANARY}")
    assert f'- url: "https://{hidden}@metrics.example.com/api/v1/write"' in said
