"""The rule about how appliances are scraped."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import TELEMETRY
from ..config.quantity import milliseconds
from ..diagnostics.diagnostic import Diagnostic, Related
from .places import written
from .rule import Rule, View

_INTERVAL, _TIMEOUT = "scrape_interval", "scrape_timeout"


def _timeout_within_interval(name: str) -> Rule:
    section = f"{name}_configuration"

    def timeout_within_interval(view: View) -> Iterator[Diagnostic]:
        settings = getattr(view.telemetry, section)
        interval, timeout = settings.scrape_interval, settings.scrape_timeout
        if (milliseconds(timeout) or 0) <= (milliseconds(interval) or 0):
            return
        given = {key: written(view, TELEMETRY, section, key) for key in (_INTERVAL, _TIMEOUT)}
        said = {key: "" if given[key] else " (its default)" for key in given}
        summary = f"{_TIMEOUT} {timeout}{said[_TIMEOUT]} is longer than {_INTERVAL} {interval}{said[_INTERVAL]}"
        lower = f"lower {_TIMEOUT} to at most {interval}" if given[_TIMEOUT] else f'add {_TIMEOUT}: "{interval}"'
        raise_ = f"raise {_INTERVAL}" if given[_INTERVAL] else f'add {_INTERVAL}: "{timeout}"'
        place = _TIMEOUT if given[_TIMEOUT] else _INTERVAL
        span = view.at_value(TELEMETRY, section, place)
        told: tuple[Related, ...] = ()
        other = view.at_value(TELEMETRY, section, _INTERVAL)
        # The line above is shown with the timeout's own.
        if all(given.values()) and span and other and other.line != span.line - 1:
            told = (Related(TELEMETRY, other, "the interval is here"),)
        yield Diagnostic("telemetry-scrape-timeout", "error", summary, TELEMETRY, span, f"{lower}, or {raise_}", told)

    sections = tuple(f"{TELEMETRY}:{section}.{key}" for key in (_INTERVAL, _TIMEOUT))
    return Rule(sections, timeout_within_interval)


RULES = tuple(_timeout_within_interval(name) for name in ("ufm", "vast"))
