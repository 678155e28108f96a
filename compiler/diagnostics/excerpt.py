"""The lines of a file that a diagnostic is about, as a terminal shows them, and what marks the place below them.

Columns of a span count characters. On a terminal some characters take two columns, some none, and a tab or a control
character would move the marker or do worse, so each is shown as something of a known width.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .diagnostic import Span

TAB = "    "
"""What a tab is shown as: a blank alone would hide how far it indents."""
_BLANK = "␣"
"""A blank that is not the plain one: as indentation it breaks a file, and looks right."""
_UNSEEN = "�"
"""What has no picture: marks that turn the direction of writing or take no room, lone halves of characters."""
_JOINER = "\u200d"
"""Makes one picture of several where a terminal can; shown apart they are as wide everywhere."""
_GAP = "..."
_ELLIPSIS = "…"

Paint = Callable[[str], str]


class Window(NamedTuple):
    """The part of a line that is shown: its ``text``, and where the marked characters stand in it, in columns."""

    text: str
    start: int
    width: int


def excerpt(span: Span, lines: Sequence[str], widest: int, *, gutter: Paint, marker: Paint) -> Iterator[str]:
    """The line before the place, its first line, its last, and markers below; nothing where there is no such line.

    ``gutter`` and ``marker`` colour what they are given.
    """
    if not 1 <= span.line <= len(lines):
        return
    span = _trimmed(span, lines)
    digits = max(5, len(str(span.end_line)) + 3)

    def numbered(number: int, text: str) -> str:
        return f"{gutter(f'{number:>{digits}} |')} {text}".rstrip()

    def marked(number: int, start: int, end: int) -> Iterator[str]:
        window = window_of(lines[number - 1], start, end, widest)
        yield numbered(number, window.text)
        yield f"{gutter(' ' * digits + ' |')} {' ' * window.start}{marker('^' * window.width)}"

    if span.line > 1 and lines[span.line - 2].strip():
        yield numbered(span.line - 1, window_of(lines[span.line - 2], 1, 1, widest).text)
    if span.line == span.end_line:
        yield from marked(span.line, span.column, span.end_column)
        return
    last = lines[span.end_line - 1]
    yield from marked(span.line, span.column, len(lines[span.line - 1].rstrip()) + 1)
    if span.end_line == span.line + 2:
        yield numbered(span.line + 1, window_of(lines[span.line], 1, 1, widest).text)
    elif span.end_line > span.line + 2:
        yield gutter(f"{_GAP:>{digits}}")
    yield from marked(span.end_line, len(last) - len(last.lstrip()) + 1, span.end_column)


def _trimmed(span: Span, lines: Sequence[str]) -> Span:
    """The same place without line breaks and blank lines at its end, and inside of the file."""
    line, column, end_line, end_column = span
    if end_line > len(lines):
        end_line, end_column = len(lines), len(lines[-1]) + 1
    while end_line > line and not lines[end_line - 1][: end_column - 1].strip():
        end_line -= 1
        end_column = len(lines[end_line - 1].rstrip()) + 1
    return Span(line, column, end_line, end_column)


def window_of(line: str, start: int, end: int, widest: int) -> Window:
    """At most ``widest`` columns of a line around the characters from ``start`` to ``end`` (1-based, exclusive)."""
    start = min(start, len(line) + 1)
    # A line may have millions of characters: what is far from the place is not looked at.
    first = max(0, start - 1 - 2 * widest)
    pieces = [_shown(character) for character in line[first : first + 4 * widest]]
    edges = [0]
    for piece in pieces:
        edges.append(edges[-1] + _width(piece))
    start, end = (min(max(0, place - 1 - first), len(pieces)) for place in (start, end))
    whole = first == 0 and len(pieces) == len(line)
    left, right = (0, len(pieces)) if whole and edges[-1] <= widest else _cut(edges, start, widest)
    cut_left, cut_right = first + left > 0, first + right < len(line)
    text = _ELLIPSIS * cut_left + "".join(pieces[left:right]) + _ELLIPSIS * cut_right
    end = max(start, min(end, right))
    return Window(text, edges[start] - edges[left] + cut_left, max(1, edges[end] - edges[start]))


def _cut(edges: Sequence[int], start: int, widest: int) -> tuple[int, int]:
    """The first and the last piece of a window whose quarter lies before ``start``; an ellipsis fits at either end."""
    room = widest - 2
    left = bisect_left(edges, max(0, min(edges[start] - room // 4, edges[-1] - room)))
    return left, bisect_right(edges, edges[left] + room) - 1


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    if character == "\t":
        return TAB
    if character == _JOINER:
        return ""
    if character < " ":
        return chr(0x2400 + ord(character))
    if character == "\x7f":
        return "␡"
    return _BLANK if character.isspace() and character > "\x9f" else _UNSEEN


def _width(piece: str) -> int:
    """Columns on a terminal: two for what East Asian scripts and emoji take, none for marks on the one before."""
    if piece.isascii():
        return len(piece)
    import unicodedata

    if unicodedata.category(piece) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(piece) in ("W", "F") else 1
