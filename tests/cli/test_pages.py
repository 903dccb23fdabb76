"""The manual page and the completions are made of the command table, and up to date."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from memoryd.cli.command import GROUPS, NAMES, load
from memoryd.cli.completions import SHELLS
from memoryd.cli.manual import manual, own_actions
from memoryd.cli.parser import command_parser

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "packaging" / "man" / "memoryctl.1"
COMPLETIONS = {
    shell: ROOT / "contrib" / "completions" / name
    for shell, name in (("bash", "memoryctl.bash"), ("zsh", "_memoryctl"), ("fish", "memoryctl.fish"))
}


def test_the_page_is_up_to_date() -> None:
    """Else: python -m memoryd.cli.manual > packaging/man/memoryctl.1."""
    assert PAGE.read_text() == manual()


@pytest.mark.parametrize("shell", SHELLS)
def test_the_completions_are_up_to_date(shell: str) -> None:
    """Else: python -m memoryd.cli.completions SHELL > the file."""
    assert COMPLETIONS[shell].read_text() == SHELLS[shell]()


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_every_command_and_option(name: str) -> None:
    page = manual()
    assert f".TP\n\\fB{name}\\fR".replace("-", "\\-") in page
    for action in own_actions(command_parser(name, load(name))):
        for option in action.option_strings:
            assert f"\\fB{option}\\fR".replace("-", "\\-") in page


def test_every_file_of_a_command_is_in_the_table() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "memoryd" / "cli" / "commands").glob("[!_]*.py")}
    assert files == set(NAMES)
    assert len(NAMES) == len(set(NAMES)) == sum(map(len, GROUPS.values()))


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff")
def test_groff_has_nothing_to_say() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", str(PAGE)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["memoryctl", "he"], {"health", "health-check", "help"}),
        (["memoryctl", "--socket", "/s", "--json", "reca"], {"recall"}),
        (["memoryctl", "recall", "--or"], {"--order"}),
        (["memoryctl", "recall", "--order", ""], {"activation", "relevance"}),
        (["memoryctl", "maintenance", "re"], {"reconcile", "rebuild"}),
        (["memoryctl", "help", "verif"], {"verify"}),
    ],
)
def test_bash_offers(words: list[str], offered: set[str]) -> None:
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _memoryctl; echo "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", str(COMPLETIONS["bash"]), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert set(done.stdout.split()) == offered
