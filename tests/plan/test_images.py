"""Image references: mirrored, overridden, taken apart."""

from __future__ import annotations

import pytest

from telecompile.config.options import Options
from telecompile.plan.decision import Image
from telecompile.plan.images import IMAGES, image, mirrored, split

DIGEST = "@sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("docker.io/victoriametrics/vmagent:v1", "m:5000/x/victoriametrics/vmagent:v1"),
        ("localhost/a:1", "m:5000/x/a:1"),
        ("registry:5000/a/b:1", "m:5000/x/a/b:1"),
        ("registry.k8s.io/a/b:1" + DIGEST, "m:5000/x/a/b:1" + DIGEST),
        ("victoriametrics/vmagent:v1", "m:5000/x/victoriametrics/vmagent:v1"),
        ("mysql:9", "m:5000/x/library/mysql:9"),
    ],
)
def test_a_mirror_takes_the_place_of_the_registry_host(reference: str, expected: str) -> None:
    assert mirrored(reference, "m:5000/x") == expected


@pytest.mark.parametrize(
    ("reference", "repository", "tag"),
    [
        ("docker.io/a/b:v1", "docker.io/a/b", "v1"),
        ("registry:5000/a/b:v1", "registry:5000/a/b", "v1"),
        ("registry:5000/a/b", "registry:5000/a/b", ""),
        ("a:v1", "a", "v1"),
        ("registry:5000/a:v1" + DIGEST, "registry:5000/a", "v1" + DIGEST),
        ("registry:5000/a" + DIGEST, "registry:5000/a", DIGEST.removeprefix("@")),
    ],
)
def test_the_tag_is_what_stands_behind_the_last_colon_of_the_name(reference: str, repository: str, tag: str) -> None:
    assert split(reference) == (repository, tag)


def test_an_override_wins_over_the_users_file_and_is_mirrored_too() -> None:
    options = Options(images={"vmagent": "example.com/own/agent:2"}, image_registry="mirror")
    assert image(options, "vmagent", "quay.io/other:1") == Image("mirror/own/agent:2", "example.com/own/agent:2")
    assert image(options, "vector", "quay.io/other:1") == Image("mirror/other:1", "quay.io/other:1")
    assert image(Options(), "vector") == Image(IMAGES["vector"], IMAGES["vector"])


def test_every_image_of_the_table_names_its_registry_and_its_version() -> None:
    for reference in IMAGES.values():
        repository, tag = split(reference)
        assert "." in repository.partition("/")[0]
        assert tag
        assert tag != "latest"
