"""Each mistake in the CSM values file is told at its place there, and nothing of the file is repeated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from telecompile.commands.console import INPUT_WRONG
from telecompile.commands.validate import validate
from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.pipeline import Until, compile_input
from telecompile.rules.referenced import _READING
from tests.config.changed import DEFAULT, TELEMETRY, changed
from tests.golden.cases import put

CSM = "csm_observability_values.yml"
TEXT = (DEFAULT / CSM).read_text(encoding="utf-8")
NAMED = (TELEMETRY, "the file is named here")


def told(text: str | bytes) -> list[Diagnostic]:
    content = text.encode() if isinstance(text, str) else text
    return list(compile_input(changed(), lambda path: content, until=Until.RULES).diagnostics)


def edited(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_the_default_file_is_right() -> None:
    assert told(TEXT) == []


def test_a_wrong_value_is_told_where_it_stands_and_where_the_file_is_named() -> None:
    text = edited("logLevel: INFO", "logLevel: s3cr3t")
    (one,) = told(text)
    assert (one.code, one.severity, one.file) == ("csm-values", "error", CSM)
    assert one.summary == (
        "the CSM values file has a karaviMetricsPowerscale.logLevel "
        "that is none of panic, fatal, error, warn, warning, info, debug, trace"
    )
    assert one.span is not None
    assert text.split("\n")[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1] == "s3cr3t"
    assert [(place.file, place.message) for place in one.related] == [NAMED]
    assert "s3cr3t" not in f"{one.summary}{one.help}"


def test_several_mistakes_are_told_in_the_order_of_their_places() -> None:
    text = TEXT.replace("isiAuthType: 1", "isiAuthType: 7").replace("logFormat: text", "logFormat: xml")
    places = [one.span for one in told(text) if one.span is not None]
    assert len(places) == 2
    assert places == sorted(places)


def test_a_missing_key_is_told_at_the_nearest_key_above_it() -> None:
    image = next(line for line in TEXT.split("\n") if line.startswith("  image: quay"))
    text = edited(f"{image}\n", "")
    (one,) = told(text)
    assert one.summary == "the CSM values file lacks karaviMetricsPowerscale.image"
    assert one.help == "add `image: ...` below karaviMetricsPowerscale there, or switch powerscale metrics off"
    assert one.span is not None
    assert text.split("\n")[one.span.line - 1] == "karaviMetricsPowerscale:"


@pytest.mark.parametrize("text", ["{}\n", (DEFAULT / TELEMETRY).read_text(encoding="utf-8")])
def test_another_file_altogether_is_told_as_one_mistake(text: str) -> None:
    """Whoever added the keys that it lacks would spoil it."""
    (one,) = told(text)
    assert one.summary == ("the CSM values file is not one: it has neither karaviMetricsPowerscale nor otelCollector")
    assert one.help == "name the values file of CSM Observability, or switch powerscale metrics off"
    assert one.span is not None
    assert one.span[:2] == (1, 1)
    assert [(place.file, place.message) for place in one.related] == [NAMED]


def test_of_an_empty_section_each_key_is_told_at_the_beginning() -> None:
    assert [(one.summary, one.span and one.span[:2]) for one in told("otelCollector: {}\n")] == [
        ("the CSM values file lacks karaviMetricsPowerscale.image", (1, 1)),
        ("the CSM values file lacks otelCollector.image", (1, 1)),
    ]


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        (b"", "is empty", (1, 1)),
        (b"\xff\xfe", "is not text in UTF-8", (1, 1)),
        ("s3cr3t", "holds no YAML mapping", (1, 1)),
        ("- s3cr3t\n", "holds no YAML mapping", (1, 1)),
        ("a: 1\nb: [s3cr3t\nc: 2\n", "is not YAML from here on", (2, 4)),
        ("s3cr3t: 1\nb: 2\ns3cr3t: 2\n", "has a key twice in one mapping", (3, 1)),
        ("a: *s3cr3t\n", "is not YAML from here on", (1, 4)),
        ("a: !s3cr3t 1\n", "has a tag that nobody here understands", (1, 4)),
        ("a: 1\n--- s3cr3t\n", "holds more than one YAML document", (2, 1)),
        ("2026-01-31: s3cr3t\n", "has a key that is no text", (1, 1)),
        ("a: &s3cr3t [*s3cr3t]\n", "has an alias that contains itself", (1, 13)),
        ("a: " + "[" * 70 + "]" * 70 + "\n", "is nested too deeply", (1, 67)),
    ],
)
def test_what_cannot_be_read_is_told_with_line_and_column_and_without_its_text(
    text: str | bytes, said: str, place: tuple[int, int]
) -> None:
    (one,) = told(text)
    assert (one.code, one.severity, one.file) == ("csm-values", "error", CSM)
    assert one.summary == f"the CSM values file {said}"
    assert one.span is not None
    assert one.span[:2] == place
    assert one.help.endswith(", or switch powerscale metrics off")
    assert "s3cr3t" not in f"{one}"
    assert (one.related[-1].file, one.related[-1].message) == NAMED


def test_of_two_equal_keys_the_first_is_shown_too() -> None:
    (one,) = told("a: 1\na: 2\n")
    assert [(place.file, place.span.line) for place in one.related[:1]] == [(CSM, 1)]


def test_every_code_of_reading_a_yaml_file_has_words_here() -> None:
    """Found in the sources of the loader, so that a new one is not forgotten."""
    loaders = ("text", "tree", "yaml_file", "yaml_events", "yaml_scalars", "yaml_problems")
    sources = "".join((DEFAULT.parent / f"compiler/loading/{name}.py").read_text(encoding="utf-8") for name in loaders)
    written = set(re.findall(r'(?:error|Diagnostic|_error)\(\s*"([a-z0-9-]+)"', sources))
    assert written == set(_READING)


def test_warnings_have_their_places_too() -> None:
    text = edited("  logLevel: INFO", "  loglevel: INFO")
    (one,) = told(text)
    assert (one.code, one.file) == ("csm-misspelt-key", CSM)
    assert one.help == "did you mean karaviMetricsPowerscale.logLevel?"
    assert one.span is not None
    assert text.split("\n")[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1] == "loglevel"
    text = edited("opentelemetry-collector-contrib:", "opentelemetry-collector:")
    (one,) = told(text)
    assert (one.code, one.file) == ("csm-collector-replaced", CSM)
    assert one.span is not None
    assert text.split("\n")[one.span.line - 1].startswith("  image: ")


@pytest.mark.parametrize("where", ["beside", "below", "elsewhere"])
@pytest.mark.parametrize("content", ["password: s3cr3t\n", "a: [s3cr3t\n", "- s3cr3t\n", "s3cr3t: 1\ns3cr3t: 2\n"])
def test_a_file_that_is_named_is_pointed_into_and_never_shown(
    where: str, content: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whatever a path leads to, such as a file of the machine that validates."""
    source = tmp_path / "in"
    named = {"beside": "named.yml", "below": "further/named.yml", "elsewhere": str(tmp_path / "named.yml")}[where]
    path = source / named  # an absolute path stays as it is
    contents = changed({TELEMETRY: ((f'"{CSM}"', f'"{named}"'),)})
    put(source, {name: data for name, data in contents.items() if isinstance(data, bytes)})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    assert validate(str(source), form="text", strict=False) == INPUT_WRONG
    said = capfd.readouterr().err
    assert f"--> {path}:" in said
    assert "s3cr3t" not in said
