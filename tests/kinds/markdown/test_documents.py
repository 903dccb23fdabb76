from __future__ import annotations

import pytest

from memoryd.kinds.markdown.documents import documents_of, is_indexed
from memoryd.times import parse_time

DAY = parse_time("2026-05-15")


def _keys(path: str, text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.key) for one in documents_of(path, text, 7)]


@pytest.mark.parametrize(
    ("path", "indexed"),
    [
        ("MEMORY.md", True),
        ("memory/user.md", True),
        ("projects/a/notes.md", True),
        ("memory/archive/user-2026-01-01.md", False),
        ("daily/archive/2026-01-01.md", False),
        ("contexts/archive/x.md", False),
        (".memoryd/x.md", False),
        ("memory/.user.md.swp", False),
        ("memory/.hidden.md", False),
        ("a/.git/x.md", False),
        ("knowledge-graph/facts.jsonl", False),
    ],
)
def test_what_is_indexed(path: str, indexed: bool) -> None:
    assert is_indexed(path) is indexed
    assert bool(documents_of(path, "text", 1)) is indexed


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("memory/user.md", [("note", "memory/user.md:likes-tea"), ("note", "memory/user.md:3")]),
        ("memory/2026-05-15.md", [("log", "memory/2026-05-15.md:1"), ("log", "memory/2026-05-15.md:3")]),
        ("daily/2026-05-15.md", [("daily", "daily/2026-05-15.md:1"), ("daily", "daily/2026-05-15.md:3")]),
        ("summaries/L1/0001.md", [("summary", "summaries/L1/0001.md")]),
        ("other/page.md", [("note", "other/page.md:1"), ("note", "other/page.md:3")]),
        ("memory/2026-13-45.md", [("note", "memory/2026-13-45.md:likes-tea"), ("note", "memory/2026-13-45.md:3")]),
    ],
)
def test_kinds_and_keys_by_path(path: str, keys: list[tuple[str, str]]) -> None:
    assert _keys(path, "- likes tea\n\nloose") == keys


def test_what_a_document_carries() -> None:
    (one,) = documents_of(
        "memory/decisions.md", "# Decisions\n## 2026-05-15 Review\n- Use *tantivy*\n  since it is fast\n", 7
    )
    assert (one.text, one.line, one.layer, one.title) == (
        "- Use *tantivy*\n  since it is fast",
        3,
        "decisions",
        "Decisions > 2026-05-15 Review",
    )
    assert (one.at, one.created, one.source, one.path) == (DAY, 7, "memory/decisions.md", "memory/decisions.md")
    assert documents_of("daily/2026-05-15.md", "x", 7)[0].at == DAY


def test_an_empty_file_has_no_documents() -> None:
    assert _keys("memory/user.md", "# User\n\n<!-- nothing yet -->\n---\n") == []
    assert _keys("summaries/L1/0001.md", " \n") == []


def test_of_the_hot_cache_only_what_people_wrote() -> None:
    text = """# Memory
Typed by hand.

## 🎯 Decisions (Hot Cache)
- hot ↑2026-05-15(critical)←memory/decisions.md:hot

## Facts
- Ann likes tea

## Fun Facts
- typed

## Layer Index
- user: memory/user.md
### My own
mine
"""
    documents = documents_of("MEMORY.md", text, 7)
    assert [(one.key, one.text, one.layer) for one in documents] == [
        ("MEMORY.md:1", "Typed by hand.", None),
        ("MEMORY.md:11", "- typed", None),
        ("MEMORY.md:15", "mine", None),
    ]


def test_what_people_wrote_into_our_sections_is_theirs() -> None:
    text = """## 🎯 Decisions (Hot Cache)
- hot ↑2026-05-15(critical)←memory/decisions.md:hot
  more of it
→ Full version: `memory/decisions.md:cold`

Words among hot ones.
## Facts
- Ann likes tea

Words among facts.
## Layer Index
- user: memory/user.md
- a bullet at the end
Words at the end.
"""
    documents = documents_of("MEMORY.md", text, 7)
    assert [(one.line, one.text) for one in documents] == [
        (1, "Words among hot ones."),
        (7, "Words among facts."),
        (13, "- a bullet at the end\nWords at the end."),
    ]
    text = "## Facts\n- Ann likes tea\n- Carla plays the oboe\n"
    documents = documents_of("MEMORY.md", text, 7, lambda line: line == "- Ann likes tea")
    assert [(one.text, one.audience) for one in documents] == [("- Carla plays the oboe", "private")]


def test_neighbours_are_what_stands_beside_under_the_same_heading() -> None:
    found = documents_of("memory/user.md", "# A\n- one\n- two\n\n# B\n- three\n", 7)
    one, two, three = (document.key for document in found)
    assert [(document.before, document.after) for document in found] == [(None, two), (one, None), (None, None)]
    assert three not in (found[0].after, found[1].after)
