"""No text for users cites what only a reader of the specification has."""

from __future__ import annotations

import io
import json
from argparse import Namespace
from pathlib import Path

import pytest

from memoryd.cli.caller import Caller
from memoryd.cli.command import NAMES, load
from memoryd.cli.commands.help import COMMAND as HELP
from memoryd.cli.output import Output
from memoryd.rpc.citations import CITATION, without_citations
from memoryd.rpc.describe import describe
from tests.support.methods import described

ROOT = Path(__file__).parents[2]
FILES = [
    path
    for folder in ("packaging/man", "packaging/catalog", "contrib/completions", "systemd")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file()
] + [ROOT / "packaging/memoryd.toml"]


def cited(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if CITATION.search(line)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_for_users_has_a_citation(path: Path) -> None:
    assert cited(path.read_text()) == []


def test_no_description_of_a_method_has_a_citation() -> None:
    """Else: put it in parentheses, `(rule 4)`, which rpc.describe takes out, or say what it means."""
    assert cited(json.dumps(describe(described()), indent=1, ensure_ascii=False)) == []


@pytest.mark.parametrize("topic", [None, *NAMES])
def test_no_help_has_a_citation(topic: str | None) -> None:
    shown = io.StringIO()
    args = Namespace(topic=topic)
    with Caller(None, None) as call:
        HELP.show(Output(shown, shown), HELP.ask(call, args), args)
    assert "memoryctl" in shown.getvalue()
    assert cited(shown.getvalue()) == []


def test_the_command_table_has_no_citation() -> None:
    assert cited("\n".join(f"{load(name).summary}\n{load(name).detail}\n{load(name).columns}" for name in NAMES)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Secrets that were replaced (rule 22).", "Secrets that were replaced."),
        ("A fact (002 §1); `activation` is decayed.", "A fact; `activation` is decayed."),
        ("What a directive did (000 §Manual Tag Triggers).", "What a directive did."),
        ("What it says (003 §get_memory_stats).", "What it says."),
        ("Results (002 §5, rule 4) by relevance.", "Results by relevance."),
        ("Kept (design §3).", "Kept."),
        ("Kept (at most 100; rule 15).", "Kept (at most 100)."),
        ("Kept (see docs/design.md#rule-15).", "Kept."),
        ("The first (10,000 characters) are read.", "The first (10,000 characters) are read."),
        ("No (more) than this.", "No (more) than this."),
        ("", ""),
    ],
)
def test_citations_are_taken_out(text: str, expected: str) -> None:
    assert without_citations(text) == expected
    assert without_citations(expected) == expected


@pytest.mark.parametrize("text", ["by rule 4", "From 002 \\(scConfiguration", "002's health.json", "seed 003", "§6"])
def test_a_citation_is_seen(text: str) -> None:
    assert CITATION.search(text)


@pytest.mark.parametrize("text", ["10,000 facts", "0.002 s", "1000000", "by design", "the rule that applies", "2.000"])
def test_what_is_no_citation_is_not_seen(text: str) -> None:
    assert not CITATION.search(text)
