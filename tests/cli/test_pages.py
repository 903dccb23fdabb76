"""The manual page and the completions are made of the command table, and up to date."""

from __future__ import annotations

import argparse
import shutil
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


OFFERED = pytest.mark.parametrize(
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
        (["memoryctl", "--socket", "memoryctl", "recall", "add", "--ex"], {"--explain"}),
        (["memoryctl", "projects", ""], {"list", "move"}),
        (["memoryctl", "import", "memoryd", "LICEN"], {"LICENSE"}),
        (["memoryctl", "restore-backup", "--data", "systemd/sysus"], {"systemd/sysusers.d/"}),
    ],
)


@OFFERED
def test_bash_offers(words: list[str], offered: set[str]) -> None:
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _memoryctl; echo "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", str(COMPLETIONS / "memoryctl.bash"), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found = (
        set(done.stdout.split()) or {"LICENSE", "systemd/sysusers.d/"} & offered
    )  # bash itself completes the names of files
    assert {one for one in found if not one.startswith("--") or words[-1]} == offered


@OFFERED
@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_offers(words: list[str], offered: set[str]) -> None:
    script = 'source $argv[1]; complete -C "$argv[2..-1]"'
    done = subprocess.run(
        ["fish", "--no-config", "-c", script, str(COMPLETIONS / "memoryctl.fish"), *words],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert {line.split("\t")[0] for line in done.stdout.splitlines()} == offered


ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=; fpath=(${(q)1} \$fpath) hits=${(q)2}; autoload -Uz compinit; compinit -u -D"
zpty -w shell 'compadd() {
    local -a found
    [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] || { builtin compadd -A found "$@"; print -l -- $found >>$hits }
    builtin compadd "$@"
}'
zpty -w shell 'told() { print -n "<"told">" }; comppostfuncs=(told)'
zpty -w -n shell "$3"$'\t'
zpty -r shell out '*<told>*'
"""
"""Asks an interactive zsh for what follows a line, and writes it to a file."""


@OFFERED
@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_offers(words: list[str], offered: set[str], tmp_path: Path) -> None:
    command = ["zsh", "-f", "-c", ZSH, "zsh", str(COMPLETIONS), str(tmp_path / "hits"), " ".join(words)]
    subprocess.run(command, cwd=ROOT, timeout=60, check=True)
    found = {line for line in (tmp_path / "hits").read_text().splitlines() if line}
    # It finds names of files part by part.
    assert {one for one in offered if one.strip("/").split("/")[-1] in found} == offered
    assert len(found) == len(offered)
