"""Where a file that the configuration names is read."""

from __future__ import annotations

import pytest

from telecompile.config.options import Options
from telecompile.config.paths import resolved

OPTIONS = Options(paths={"/opt/omnia": "/mnt/omnia", "/opt/omnia/certs": "certs/", "/srv/": "srv"})


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("values.yml", "values.yml"),
        ("/etc/ca.pem", "/etc/ca.pem"),
        ("/opt/omnia/values.yml", "/mnt/omnia/values.yml"),
        ("/opt/omnia/certs/ca.pem", "certs/ca.pem"),
        ("/opt/omnia/certs//ca.pem", "certs/ca.pem"),
        ("/opt/omnia2/values.yml", "/opt/omnia2/values.yml"),
        ("/srv/a/b", "srv/a/b"),
    ],
)
def test_the_longest_prefix_gives_the_directory(path: str, place: str) -> None:
    """A prefix ends where a part of the path ends."""
    assert resolved(path, OPTIONS) == place
