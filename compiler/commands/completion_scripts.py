"""The scripts that complete the command line in bash and zsh."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence

from .completion import Argument, Command

_BASH = """\
# Completes telecompile in bash; printed by `telecompile completion bash`.
_telecompile() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words='' line
    COMPREPLY=()
    # Bash takes --format=json for three words.
    if [[ $word == = ]]; then
        word=''
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    if ((COMP_CWORD == 1)); then
        words={commands}
    else
        case "${{COMP_WORDS[1]}} $before" in
{values}
            *)
                case "${{COMP_WORDS[1]}} $word" in
{options}
{positional}
                esac
                ;;
        esac
    fi
    if [[ $words == / ]]; then
        compopt -o filenames 2> /dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$word")
    else
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$words" -- "$word")
    fi
}}
complete -F _telecompile telecompile
"""

_ZSH = """\
#compdef telecompile
# Completes telecompile in zsh; printed by `telecompile completion zsh`.
_telecompile() {{
    local curcontext="$curcontext" state line
    typeset -A opt_args
    _arguments -C \\
{own}
        '1: :->command' '*:: :->rest'
    case $state in
        command)
            local -a commands=(
{commands}
            )
            _describe -t commands command commands
            ;;
        rest)
            case $words[1] in
{rest}
            esac
            ;;
    esac
}}
if [ "$funcstack[1]" = _telecompile ]; then
    _telecompile "$@"
else
    compdef _telecompile telecompile
fi
"""


def bash(commands: Sequence[Command]) -> str:
    """The script for bash, from 3.2 on; a list of words that is `/` stands for directories."""
    own, *named = commands
    return _BASH.format(
        commands=shlex.quote(" ".join([*(one.name for one in named), *_flags(own.options)])),
        values="\n".join(_bash_values(named)),
        options="\n".join(f"{_case(one.name, '-*', 20)} words={_list(_flags(one.options))} ;;" for one in named),
        positional="\n".join(
            f"{_case(one.name, '*', 20)} words={_of(one.positional[0])} ;;" for one in named if one.positional
        ),
    )


def _bash_values(commands: Iterable[Command]) -> Iterator[str]:
    for command in commands:
        for option in command.options:
            if option.title:
                patterns = " | ".join(f"'{command.name} {flag}'" for flag in option.flags)
                yield f"            {patterns}) words={_of(option)} ;;"


def _case(name: str, pattern: str, indent: int) -> str:
    return f"{' ' * indent}'{name} '{pattern})"


def _of(argument: Argument) -> str:
    return "/" if argument.words is None else _list(argument.words)


def _list(words: Iterable[str]) -> str:
    return shlex.quote(" ".join(words))


def _flags(options: Iterable[Argument]) -> Iterator[str]:
    for option in options:
        yield from option.flags


def zsh(commands: Sequence[Command]) -> str:
    """The script for zsh: to be sourced, or called `_telecompile` in a directory of `fpath`."""
    own, *named = commands
    return _ZSH.format(
        own="\n".join(f"        {one} \\" for one in map(_zsh_option, own.options)),
        commands="\n".join(f"                {_quoted(f'{one.name}:{one.told}')}" for one in named),
        rest="\n".join(map(_zsh_command, named)),
    )


def _zsh_command(command: Command) -> str:
    given = [*map(_zsh_option, command.options), *_zsh_positional(command.positional)]
    lines = " \\\n".join(f"                        {one}" for one in given)
    return f"                {command.name})\n                    _arguments \\\n{lines}\n                    ;;"


def _zsh_option(option: Argument) -> str:
    """A specification of `_arguments`: which others it excludes, its flags, what it is, and its value."""
    told = f"[{_escaped(option.told)}]{_zsh_value(option) if option.title else ''}"
    excluded = "- *" if "--help" in option.flags or "--version" in option.flags else " ".join(option.flags)
    flags = [_zsh_flag(flag, takes=bool(option.title)) for flag in option.flags]
    if len(flags) == 1:
        return _quoted(f"({excluded}){flags[0]}{told}")
    return f"{_quoted(f'({excluded})')}{{{','.join(flags)}}}{_quoted(told)}"


def _zsh_flag(flag: str, *, takes: bool) -> str:
    """A long flag takes its value behind a `=` or as the next word, a short one as the next word or right behind."""
    if not takes:
        return flag
    return f"{flag}=" if flag.startswith("--") else f"{flag}+"


def _zsh_positional(arguments: Sequence[Argument]) -> Iterator[str]:
    for number, argument in enumerate(arguments, 1):
        yield _quoted(f"{'*' if argument.many else number}{_zsh_value(argument)}")


def _zsh_value(argument: Argument) -> str:
    action = "_files -/" if argument.words is None else f"({' '.join(argument.words)})"
    return f":{_escaped(argument.title)}:{action}"


def _escaped(text: str) -> str:
    for special in ("\\", "[", "]", ":"):
        text = text.replace(special, f"\\{special}")
    return text


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
