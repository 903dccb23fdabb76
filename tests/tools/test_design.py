"""A clone resolves every citation of a rule or a specification, and every link between its documents."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from memoryd.weights import SUFFIX
from tests.tools.design_citations import DESIGN, ROOT, citations, headings, links, read_design

TEXT = DESIGN.read_text()
KNOWN = read_design(TEXT)
CITING = ("memoryd", "tests", "packaging", "systemd", "contrib", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
          "pyproject.toml")  # fmt: skip
FOR_USERS = ("packaging/man", "packaging/memoryd.toml", "packaging/catalog",
             "contrib/completions", "systemd", "README.md")  # fmt: skip
"""What operators and users read says what is so, not where that was decided."""
OURS = ("tests/tools/design_citations.py", "tests/tools/test_design.py", "tests/tools/test_citations.py")
"""They hold citations as samples."""
DATA = ("tests/bench/data/", "tests/text/untrusted_")
"""Texts of others."""


def tracked(*places: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *places],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    names = [name for name in listed.split("\0") if name and not name.startswith(DATA) and not name.endswith(SUFFIX)]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def test_every_citation_resolves() -> None:
    cited = [
        (path.relative_to(ROOT), found)
        for path in tracked(*CITING)
        if str(path.relative_to(ROOT)) not in OURS
        for found in citations(text_of(path), KNOWN)
    ]
    unresolved = [f"{path}:{found.line}: {found.text}" for path, found in cited if found.anchor is None]
    assert not unresolved, "\n".join(unresolved)
    # Else the pattern finds nothing, and this shows nothing.
    by_code = [found.anchor for path, found in cited if path.parts[0] in ("memoryd", "tests")]
    assert len(by_code) > 100
    assert {"rule-1", "rule-22", "section-3", "002-step-5", "000-recovery", "004-storage"} <= {*by_code}


def test_what_users_read_cites_nothing() -> None:
    cited = [
        f"{path.relative_to(ROOT)}:{found.line}: {found.text}"
        for path in tracked(*FOR_USERS)
        for found in citations(text_of(path), KNOWN)
    ]
    assert not cited, "\n".join(cited)


def test_every_anchor_is_unique() -> None:
    for path in tracked("*.md"):
        set_by_hand = re.findall(r'<a id="([^"]+)"></a>', text_of(path))
        twice = [anchor for anchor, count in Counter(set_by_hand).items() if count > 1]
        assert twice == [], path


def test_all_rules_and_specifications_have_an_anchor() -> None:
    rules = [anchor for anchor in KNOWN.anchors if anchor.startswith("rule-")]
    assert rules == [f"rule-{number}" for number in range(1, 28)]
    assert set(KNOWN.sections) == {"000", "002", "003", "004"}
    assert {f"spec-{number}" for number in KNOWN.sections} <= set(KNOWN.anchors)


def test_a_planned_rule_says_so() -> None:
    for number in range(23, 28):
        body = TEXT.partition(f'<a id="rule-{number}"></a>')[2].partition("<a id=")[0]
        assert "**Planned** (the whole rule)." in body or "**Planned" not in body


def test_every_link_of_a_document_leads_somewhere() -> None:
    dead = []
    for path in tracked("*.md"):
        for relative, anchor in links(text_of(path)):
            target = (path.parent / relative).resolve() if relative else path
            if not target.exists():
                dead.append(f"{path.relative_to(ROOT)}: {relative}")
            elif anchor and anchor not in headings(text_of(target)):
                dead.append(f"{path.relative_to(ROOT)}: {relative}#{anchor}")
    assert not dead, "\n".join(dead)


def resolved(text: str) -> list[str | None]:
    return [found.anchor for found in citations(text, KNOWN)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(rule 17)", ["rule-17"]),
        ("Rule 18: with agents", ["rule-18"]),
        ("(rules 6 and 8)", ["rule-6", "rule-8"]),
        ("(rules 1, 6, 7)", ["rule-1", "rule-6", "rule-7"]),
        ("(000, rules 10 to 12)", ["rule-10", "rule-11", "rule-12", "spec-000"]),
        ("rules 1-3", ["rule-1", "rule-2", "rule-3"]),
        ("(design rule 10)", ["rule-10"]),
        ("(design, rule 11)", ["rule-11"]),
        ("a comment (rule\n    # 17)", ["rule-17"]),
        ("(rule 28)", [None]),
        ("(rules 26 to 28)", ["rule-26", "rule-27", None]),
        ("(design §3, §5; rule 18)", ["rule-18", "section-3", "section-5"]),
        ("(design §8)", [None]),
        ("(002 §1, §2)", ["spec-002", "002-1", "002-2"]),
        ("(002 step 5, rule 9)", ["rule-9", "002-step-5"]),
        ("(002 step 8)", [None]),
        ('"002 §Nightly Consolidation, step 5"', ["spec-002", "002-4", "002-step-5"]),
        ("# 002 §Nightly Consolidation, step 5; §Quality Probe\nName = 1",
         ["spec-002", "002-4", "002-step-5", "002-quality-probe"]),
        ("(000 §hygiene.json Schema)", ["spec-000", "000-hygiene-json-schema"]),
        ("as 000 §Recovery says", ["spec-000", "000-recovery"]),
        ("(000 §Recovery Plan)", ["spec-000", None]),
        ("(000 §Recover)", ["spec-000", None]),
        ("(003 §Monitoring Context\n    Health, §Monitor Memory Health)",
         ["spec-003", "003-monitor-memory-health", "003-monitor-memory-health"]),
        ("(002 §Tier Calculation)", ["spec-002", None]),
        ("(§Triggers)", [None]),
        ("004's keys", ["spec-004"]),
        ("the keys of seed 002", ["spec-002"]),
        ("004 Part 2's hours", [None, "spec-004"]),
        ("(001 §x)", [None, None]),
        ("the first 10,000 characters, 1.002 of them, 100,000; message 004", []),
        ('text.replace("§", "x")', []),
    ],
)  # fmt: skip
def test_a_citation_is_seen(text: str, expected: list[str | None]) -> None:
    assert resolved(text) == expected


def test_an_unknown_alias_or_a_name_used_twice_is_an_error() -> None:
    section = '<a id="{0}"></a>\n#### 002 §{1}\n\nAlso cited as: §B, §C d.\n\nText.\n'
    assert read_design(section.format("one", "A")).sections == {"002": {"A": "one", "B": "one", "C d": "one"}}
    with pytest.raises(ValueError, match="§B names two sections"):
        read_design(section.format("one", "A") + section.format("two", "E"))


def test_links_and_headings_of_markdown() -> None:
    text = "# A `b` c!\n# A b c\n```\n# no\n[x](no.md)\n```\n[x](y.md#z) `[x](no)` [u](https://u) [h](#a-b-c)\n"
    assert headings(text) == ["a-b-c", "a-b-c-1"]
    assert list(links(text)) == [("y.md", "z"), ("", "a-b-c")]
