"""Mutations of a file as bytes and as lines, whatever it holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.fuzz import words
from tests.fuzz.corpus import Files

Mutation = Callable[[Random, bytes, Files], bytes]


def flip(random: Random, data: bytes, files: Files) -> bytes:
    at = _at(random, data)
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :] if at < len(data) else data


def put_in(random: Random, data: bytes, files: Files) -> bytes:
    at = _at(random, data)
    piece = random.choice(words.BYTES) if random.random() < 0.7 else random.randbytes(random.randint(1, 8))
    return data[:at] + piece + data[at:]


def cut_out(random: Random, data: bytes, files: Files) -> bytes:
    at = _at(random, data)
    return data[:at] + data[at + random.choice([1, 1, 2, 5, 40, 400]) :]


def truncate(random: Random, data: bytes, files: Files) -> bytes:
    return data[: _at(random, data)]


def splice(random: Random, data: bytes, files: Files) -> bytes:
    """A stretch of this file or another one in the place of a stretch."""
    other = random.choice(list(files.values()))
    start, at = _at(random, other), _at(random, data)
    return data[:at] + other[start : start + random.choice([3, 30, 300])] + data[at + random.choice([0, 0, 30]) :]


def ends(random: Random, data: bytes, files: Files) -> bytes:
    """Another kind of line end, everywhere or in places."""
    new = random.choice([b"\r\n", b"\r", b"\xc2\x85", b"\xe2\x80\xa8", b"\n\n", b"", b" \n", b"\x0c\n"])
    share = random.choice([1.0, 0.1])
    return re.sub(rb"\n", lambda _: new if random.random() < share else b"\n", data)


def recode(random: Random, data: bytes, files: Files) -> bytes:
    text = data.decode("utf-8", "replace")
    return random.choice(
        [
            text.encode("utf-16"),
            text.encode("utf-16-le"),
            b"\xef\xbb\xbf" + data,
            b"\xef\xbb\xbf" * 2 + data,
            text.upper().encode(),
            b"",
            b"\n",
            b"---\n",
            b"# x\n",
            b"\0" * 100,
            data * 2,
            data[::-1],
        ]
    )


def line(random: Random, data: bytes, files: Files) -> bytes:
    """A line removed, doubled, moved, swapped with another, or one of another file put in."""
    lines = data.split(b"\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines.insert(to, lines.pop(at))
        case 3:
            lines[at], lines[to] = lines[to], lines[at]
        case _:
            lines.insert(to, random.choice(random.choice(list(files.values())).split(b"\n")))
    return b"\n".join(lines)


def indent(random: Random, data: bytes, files: Files) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    for number in range(at, min(len(lines), at + random.choice([1, 1, 3, 10]))):
        if random.random() < 0.5:
            lines[number] = random.choice([b" ", b"  ", b"\t", b"        "]) + lines[number]
        else:
            lines[number] = lines[number].removeprefix(random.choice([b" ", b"  ", b"    "]))
    return b"\n".join(lines)


def piece(random: Random, data: bytes, files: Files) -> bytes:
    """A piece of the file's language in the place of a value, or anywhere."""
    kind = words.JSON if data[:1] in (b"{", b"[") else words.CSV if b"HOSTNAME" in data[:200].upper() else words.YAML
    new = random.choice(kind).encode("utf-8", "surrogatepass")
    places = [found.span() for found in re.finditer(rb"(?<=[:\-,\[{] )[^\n,{}\[\]]+|(?<=,)[^\n,]*|\"[^\"\n]*\"", data)]
    if places and random.random() < 0.7:
        start, end = random.choice(places)
        return data[:start] + new + data[end:]
    at = _at(random, data)
    return data[:at] + new + data[at:]


def _at(random: Random, data: bytes) -> int:
    return random.randint(0, len(data))


MUTATIONS: tuple[tuple[Mutation, int], ...] = (
    (flip, 2),
    (put_in, 3),
    (cut_out, 3),
    (truncate, 1),
    (splice, 3),
    (ends, 1),
    (recode, 1),
    (line, 5),
    (indent, 3),
    (piece, 12),
)
