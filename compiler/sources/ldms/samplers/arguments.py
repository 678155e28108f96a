"""The arguments of a plugin's `config`, as ldmsd reads them."""

from typing import NamedTuple


class Arguments(NamedTuple):
    """``values`` of key=value words (of a repeated key the first, as `av_value` finds it), and bare ``words``."""

    values: dict[str, str]
    words: frozenset[str]

    def schema(self, default: str) -> str | None:
        """The name of the set's schema: `schema=` or, where that is absent or empty, the plugin's own.

        None when the value names an environment variable, which ldmsd puts in on the node.
        """
        name = self.values.get("schema") or default
        return None if "$" in name else name


def read_arguments(text: str) -> Arguments:
    """Read ``key=value`` and bare words; nothing is refused, since the plugin decides what it takes."""
    values: dict[str, str] = {}
    words = set()
    for word in text.split():
        key, sign, value = word.partition("=")
        if sign:
            values.setdefault(key, value)
        else:
            words.add(word)
    return Arguments(values, frozenset(words))
