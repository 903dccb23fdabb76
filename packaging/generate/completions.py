"""Completions for bash, zsh and fish, made from the table of commands and the registry of methods."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from memoryctl_page import own_actions
from target import MADE, write

from memoryd.cli.command import NAMES, load
from memoryd.cli.commands.list import methods_that_list
from memoryd.cli.parser import PROGRAM
from memoryd.composition import described
from memoryd.rpc.describe import MethodDescription, describe

_COMMON = ("--socket", "--json", "--timeout", "--help")
_PARAMS: Mapping[tuple[str, str], str] = {
    ("jobs", "kinds"): "jobs.claim",
    ("maintenance", "action"): "maintenance.run",
    ("search", "kinds"): "recall.search",
}
"""(command, argument): the method that has a param of the same name, whose values are offered."""
_FILES = {"ARCHIVE", "DIR", "DIRECTORY", "FILE", "PATH", "WHEEL|DIRECTORY"}
"""What the names of arguments are that name files."""

_FISH = f"""function __{PROGRAM}_in -d 'Whether this command is given; none where it is empty'
    set -l words (commandline -opc)[2..-1]
    while set -q words[1]
        switch $words[1]
            case --socket --timeout
                set -e words[1]
            case '-*'
            case '*'
                test $words[1] = "$argv[1]"
                return
        end
        set -e words[1]
    end
    test -z "$argv[1]"
end"""


def _actions(name: str) -> list[argparse.Action]:
    return own_actions(load(name))


def _enums(schema: Mapping[str, Any]) -> Iterator[str]:
    """The words that a JSON schema allows, also as elements of a list."""
    yield from schema.get("enum", ())
    for inner in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else [])):
        yield from _enums(inner)


def _options(name: str) -> list[str]:
    return [option for action in _actions(name) for option in action.option_strings]


def _is_file(action: argparse.Action) -> bool:
    return action.metavar in _FILES


def _takes_files(name: str) -> bool:
    return any(_is_file(action) for action in _actions(name) if not action.option_strings)


def _quoted(text: str) -> str:
    return text.replace("'", "'\\''")


class Completions:
    """The scripts, made of what `rpc.describe` answers."""

    def __init__(self, methods: Mapping[str, MethodDescription]) -> None:
        self._methods = methods

    def _choices(self, name: str, action: argparse.Action) -> list[str]:
        """The words that an argument may be: its own choices, else those of the method's param."""
        if action.choices:
            return [str(choice) for choice in action.choices]
        method = _PARAMS.get((name, action.dest))
        if method is None:
            return []
        schema = self._methods[method]["params"]
        return list(_enums(schema["properties"][action.dest]))

    def _values(self, name: str) -> Iterator[tuple[str, list[str]]]:
        """`(option, its choices)` of the options that take one of a few words."""
        for action in _actions(name):
            if choices := self._choices(name, action):
                for option in action.option_strings:
                    yield option, choices

    def _words(self, name: str) -> list[str]:
        """What the first word after a command may be."""
        if name == "help":
            return list(NAMES)
        if name == "list":
            return list(methods_that_list(self._methods))
        first = next((action for action in _actions(name) if not action.option_strings), None)
        return self._choices(name, first) if first else []

    def bash(self) -> str:
        """For bash: source it, or put it where bash-completion looks."""
        options = "\n".join(
            f"        {name}) words='{' '.join([*self._words(name), *_options(name)])}' ;;" for name in NAMES
        )
        values = "\n".join(
            f"        {name}:{option}) words='{' '.join(choices)}' exact=1 ;;"
            for name in NAMES
            for option, choices in self._values(name)
        )
        files = "|".join(name for name in NAMES if _takes_files(name) and not self._words(name))
        return f"""# {MADE}
_{PROGRAM}() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command= words= exact= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${{COMP_WORDS[i]}} in
        --socket | --timeout) ((i++)) ;;
        -*) ;;
        *) command=${{COMP_WORDS[i]}}; break ;;
        esac
    done
    if [[ $previous == --socket || $command == @({files}) && $current != -* ]]; then
        return
    fi
    case $command in
        '') words='{" ".join(NAMES)} --version' ;;
{options}
    esac
    case $command:$previous in
{values}
    esac
    [[ $exact ]] || words="$words {" ".join(_COMMON)}"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
# What nothing here matches is the name of a file.
complete -o default -F _{PROGRAM} {PROGRAM}
"""

    def zsh(self) -> str:
        """For zsh: put it as `_memoryctl` into a directory of $fpath."""
        names = "\n".join(f"    '{name}:{_quoted(load(name).summary)}'" for name in NAMES)
        cases = "\n".join(
            f"    {name}) _arguments -S $common {' '.join(self._zsh_specs(name))} && return ;;".replace("  &&", " &&")
            for name in NAMES
        )
        return f"""#compdef {PROGRAM}
# {MADE}
local -a commands common
commands=(
{names}
)
common=('--socket[the socket of the daemon]:socket:_files' '--json[print the RPC result as it is]' \\
    '--timeout[give up after this long]:seconds:')
integer i=2
while (( i < CURRENT )); do
    case $words[i] in
    --socket|--timeout) (( i += 2 )) ;;
    -*) (( i += 1 )) ;;
    *) break ;;
    esac
done
if (( i >= CURRENT )); then
    _describe command commands
    _arguments $common
    return
fi
local chosen=$words[i]
words=("${{(@)words[i,-1]}}")
(( CURRENT -= i - 1 ))
case $chosen in
{cases}
esac
"""

    def _zsh_specs(self, name: str) -> Iterator[str]:
        for action in _actions(name):
            about = _quoted((action.help or "").replace("[", "(").replace("]", ")").replace(":", ","))
            for option in action.option_strings:
                value = ""
                if action.nargs != 0:
                    choices = f"({' '.join(found)})" if (found := self._choices(name, action)) else ""
                    value = f":{action.dest}:{'_files' if _is_file(action) else choices}"
                yield f"'{option}[{about}]{value}'"
        if self._words(name):
            yield f"'1:word:({' '.join(self._words(name))})'"
        if not all(action.option_strings for action in _actions(name)):
            yield "'*:file:_files'" if _takes_files(name) else "'*:word:'"

    def fish(self) -> str:
        """For fish: put it into a completions directory."""
        lines = [f"# {MADE}", _FISH, f"complete -c {PROGRAM} -f"]
        lines.append(f"complete -c {PROGRAM} -l socket -r -F -d 'the socket of the daemon'")
        lines.append(f"complete -c {PROGRAM} -l json -d 'print the RPC result as it is'")
        lines.append(f"complete -c {PROGRAM} -l timeout -x -d 'give up after this long'")
        for name in NAMES:
            about = load(name).summary.replace("\\", "\\\\").replace("'", "\\'")
            lines.append(f"complete -c {PROGRAM} -n '__{PROGRAM}_in \"\"' -a {name} -d '{about}'")
            when = f"complete -c {PROGRAM} -n '__{PROGRAM}_in {name}'"
            if self._words(name):
                lines.append(f"{when} -a '{' '.join(self._words(name))}'")
            if _takes_files(name):
                lines.append(f"{when} -F")
            for action in _actions(name):
                lines.extend(f"{when} {spec}" for spec in self._fish_specs(name, action))
        return "\n".join(lines) + "\n"

    def _fish_specs(self, name: str, action: argparse.Action) -> Iterator[str]:
        if not action.option_strings:
            return
        names = " ".join(
            f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in action.option_strings
        )
        value = "" if action.nargs == 0 else " -r -F" if _is_file(action) else " -x"
        if choices := self._choices(name, action):
            value += f" -a '{' '.join(choices)}'"
        about = (action.help or "").replace("\\", "\\\\").replace("'", "\\'")
        yield f"{names}{value} -d '{about}'"


if __name__ == "__main__":
    made = Completions(describe(described())["methods"])
    write(
        {
            "contrib/completions/memoryctl.bash": made.bash(),
            "contrib/completions/_memoryctl": made.zsh(),
            "contrib/completions/memoryctl.fish": made.fish(),
        }
    )
