"""The manual page and the completions are made of the command table, and up to date."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import pytest

from memoryd.cli.command import GROUPS, NAMES, load

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "packaging" / "man" / "memoryctl.1").read_text()
COMPLETIONS = ROOT / "contrib" / "completions"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_every_command_and_option(name: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    load(name).arguments(parser)
    assert f".TP\n\\fB{name}\\fR".replace("-", "\\-") in PAGE
    for option in parser._option_string_actions:
        assert f"\\fB{option}\\fR".replace("-", "\\-") in PAGE


def test_every_file_of_a_command_is_in_the_table() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "memoryd" / "cli" / "commands").glob("[!_]*.py")}
    assert files == set(NAMES)
    assert len(NAMES) == len(set(NAMES)) == sum(map(len, GROUPS.values()))


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["memoryctl", "he"], {"health", "health-check", "help"}),
        (["memoryctl", "--socket", "/s", "--json", "reca"], {"recall"}),
        (["memoryctl", "recall", "--or"], {"--order"}),
        (["memoryctl", "recall", "--order", ""], {"activation", "relevance"}),
        (["memoryctl", "maintenance", "re"], {"reconcile", "rebuild"}),
        (["memoryctl", "search", "--kind", "no"], {"note"}),
        (["memoryctl", "jobs", "--kind", "le"], {"leaf"}),
        (["memoryctl", "jobs", "cl"], {"claim"}),
        (["memoryctl", "list", "no"], {"notes"}),
        (["memoryctl", "help", "verif"], {"verify"}),
    ],
)
def test_bash_offers(words: list[str], offered: set[str]) -> None:
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _memoryctl; echo "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", str(COMPLETIONS / "memoryctl.bash"), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert set(done.stdout.split()) == offered
