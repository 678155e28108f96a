"""Regular expressions of what texts may be, in the part of the language that Python and editors (ECMA 262) share.

They follow the validators of `config`, which stay the judges: a pattern accepts whatever its validator accepts, and
refuses what a pattern can tell without counting. `tests/schema/test_forms.py` holds each to its validator.
"""

from __future__ import annotations

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
V4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_WORD = "[0-9A-Fa-f]{1,4}"
_LAST = f"(?:{_WORD}:{_WORD}|{V4})"


def _v6() -> str:
    """The nine forms of RFC 3986, section 3.2.2 (IPv6address)."""
    forms = [f"(?:{_WORD}:){{6}}{_LAST}", f"::(?:{_WORD}:){{5}}{_LAST}"]
    for before in range(5):
        left = f"(?:(?:{_WORD}:){{0,{before}}}{_WORD})?::" if before else f"(?:{_WORD})?::"
        right = f"(?:{_WORD}:){{{4 - before}}}{_LAST}" if before < 4 else _LAST
        forms.append(left + right)
    forms += [f"(?:(?:{_WORD}:){{0,5}}{_WORD})?::{_WORD}", f"(?:(?:{_WORD}:){{0,6}}{_WORD})?::"]
    return f"(?:{'|'.join(forms)})"


V6 = _v6()
LABEL = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?"
SUBDOMAIN = r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*"
_HOST_PART = "[A-Za-z0-9_](?:[-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?"
# Digits and dots alone are meant as an address.
_NAME = rf"(?=[0-9.]*[-A-Za-z_]){_HOST_PART}(?:\.{_HOST_PART})*\.?"
HOST = f"(?:{V4}|{V6}|{_NAME})"
_ITSELF = "".join(f"[{one.upper()}{one}]" for one in "localhost")
# What nobody else can dial: a machine's own names, and addresses that mean itself, one wire, many machines or nobody.
_NOT_DIALLED = (
    rf"(?:[^:]*\.)?{_ITSELF}\.*$|(?:0|127|22[4-9]|23[0-9])(?:\.[0-9]+){{3}}$|255(?:\.255){{3}}$"
    r"|169\.254(?:\.[0-9]+){2}$"
    "|::1?$|::[Ff]{4}:|(?:[Ff][Ee][89ABab][0-9A-Fa-f]|[Ff][Ff][0-9A-Fa-f]{2}):"
)
DIALLED = f"(?!{_NOT_DIALLED}){HOST}"
RANGE = rf"(?:{V4}/(?:[0-9]{{1,4}}|{V4})|{V6}/[0-9]{{1,4}})"
# Without what URLs cannot have, and without what the agents take for the form of a list: , ' ( ) $ [ ]
URL = rf"https?://(?:\[{V6}\]|{V4}|{_NAME})(?::0*[1-9][0-9]{{0,4}})?(?:[/?][!%&*+\-./0-9:;=?@A-Z_a-z~]*)?"
URL_PATH = r"/[!$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]*"

_NUMBER = r"(?:[0-9]{1,300}(?:\.[0-9]{0,300})?|\.[0-9]{1,300})"
_POSITIVE = r"\+?(?=[0-9.]*[1-9])"
_EXPONENT = "[eE][+-]?[0-9]{1,2}"
SIZE = f"{_POSITIVE}{_NUMBER}(?:Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|{_EXPONENT})?"


def _at_least(digits: int) -> str:
    return rf"[0-9]{{{digits},300}}(?:\.[0-9]{{0,300}})?"


# At least 1Mi: so many digits a number needs before the unit. 512m is half a byte, which this tells.
MEMORY = (
    rf"{_POSITIVE}(?:{_at_least(7)}|{_at_least(4)}(?:k|Ki)|[0-9]*[1-9][0-9]*(?:\.[0-9]{{0,300}})?(?:M|Mi)"
    f"|{_NUMBER}(?:G|T|P|E|Gi|Ti|Pi|Ei|{_EXPONENT})|{_at_least(10)}m|{_at_least(13)}u|{_at_least(16)}n)"
)
CPU = (
    rf"{_POSITIVE}(?:[0-9]*[1-9][0-9]*(?:\.[0-9]{{0,300}})?m|{_at_least(4)}u|{_at_least(7)}n"
    rf"|{_NUMBER}(?:Ki|Mi|Gi|Ti|Pi|Ei|k|M|G|T|P|E|{_EXPONENT})|(?=[0-9]*[1-9]|[0-9]*\.[0-9]{{0,2}}[1-9]){_NUMBER})"
)
DURATION = "0*[1-9][0-9]{0,12}(?:ms|s|m|h)"

IMAGE_HOST = "[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?(?::[0-9]{1,5})?"
_IMAGE_PART = "[a-z0-9]+(?:[._-]+[a-z0-9]+)*"
REGISTRY = f"{IMAGE_HOST}(?:/{_IMAGE_PART})*"
_TAG, _DIGEST = "(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})", "(?:@sha256:[0-9a-f]{64})"
IMAGE = f"(?:{IMAGE_HOST}/)?{_IMAGE_PART}(?:/{_IMAGE_PART})*(?:{_TAG}{_DIGEST}?|{_DIGEST})"
LABEL_NAME = f"(?:(?=[^/]{{1,253}}/){SUBDOMAIN}/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{{0,61}}[A-Za-z0-9])?"
LABEL_VALUE = "(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?"
ZONE = "[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+){0,2}"

# What Python's split() takes for space besides what \s is to an editor.
SPACE = r"[\s\u001c-\u001f\u0085]"
_TIME = r"[0-9]{1,300}(?:\.[0-9]{1,300})?"
# Bare numbers are microseconds, and an interval has 1000 of them at least.
_INTERVAL = rf"(?=[0-9.]*[1-9])(?:[0-9]{{4,300}}(?:\.[0-9]{{1,300}})?(?:us)?|{_TIME}(?:ms|s|m|h|d))"
_START = rf"(?:interval={_INTERVAL}|offset=[+-]?{_TIME}(?:us|ms|s|m|h|d)?|exclusive_thread=[01])"
ACTIVATION = (
    rf"(?=(?:[\s\S]*{SPACE})?interval=)"
    rf"(?![\s\S]*\b(interval|offset|exclusive_thread)=[\s\S]*{SPACE}\1=)"
    rf"{SPACE}*{_START}(?:{SPACE}+{_START})*{SPACE}*"
)
# ldmsd knows no quotes; a word beginning with # is a comment, one ending with \ joins the next line.
_ARGUMENT = r"(?!#)[!#-&(-_a-~]*[!#-&(-\[\]-_a-~]"
ARGUMENTS = rf"(?![\s\S]*\$\()(?:{SPACE}*{_ARGUMENT}(?={SPACE}|$))*{SPACE}*"

_ESCAPE, _PLAIN = r"\\[.\\*+?()\[\]{}|^-]", "[A-Za-z0-9_-]"
_PIECE = rf"(?:{_ESCAPE}|\[\^?\]?[^\[\]\\$]*\]|[*+?]|\{{[0-9]{{1,3}}(?:,[0-9]{{0,3}})?\}}|\((?!\?)|[)|]|\.|{_PLAIN})"
# A literal, or an expression with a literal beginning that is not the beginning of a topic of telecompile or of Kafka.
_OWN_BEGINNING = r"\^?(?:i|id|idr|idra|idrac|l|ld|ldm|ldms|_)(?:[.\[*+?{()|]|$)"
_LITERAL = "[A-Za-z0-9._-]"
_EXPRESSION = rf"(?!{_OWN_BEGINNING}|{_LITERAL}*$)\^?(?:{_ESCAPE}|{_PLAIN})(?![*?{{]){_PIECE}*"
IDENTIFIER = rf"(?!\^?__)(?:{_LITERAL}{{1,238}}|{_EXPRESSION})"
