from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.text.markdown import PASSAGE_WORDS, split_lines, split_markdown
from memoryd.text.slugs import LONGEST_SLUG, slug_of

PAGE = """---
tags: [a]
---
# Decisions

Loose words

- First entry ↑[pin]
  with detail
and a lazy line

  and a paragraph
- **Second** one
  1. nested
     - deeper
  ```sh
  # no heading
- no bullet
  ```
<!-- archived 2026-01-01: old → memory/archive/x.md -->
1. numbered

after the list

## Only text
A paragraph.

| a | b |
|---|---|
| 1 | 2 |

<!-- several
- lines
-->
```
## not a heading
- not a bullet
```
Underlined
==========
under it

Again
-----
### Empty
## Twice
- same
- same
- Same!
"""


def test_a_page_in_its_parts() -> None:
    assert [(one.kind, one.line, one.end_line, one.slug, one.title) for one in split_markdown(PAGE)] == [
        ("front", 1, 3, "", ""),
        ("heading", 4, 4, "", "Decisions"),
        ("text", 6, 6, "", "Decisions"),
        ("entry", 8, 12, "first-entry", "Decisions"),
        ("entry", 13, 19, "second-one", "Decisions"),
        ("comment", 20, 20, "", "Decisions"),
        ("entry", 21, 21, "numbered", "Decisions"),
        ("text", 23, 23, "", "Decisions"),
        ("section", 25, 38, "only-text", "Decisions > Only text"),
        ("section", 39, 41, "underlined", "Underlined"),
        ("heading", 43, 44, "", "Underlined > Again"),
        ("heading", 45, 45, "", "Underlined > Again > Empty"),
        ("heading", 46, 46, "", "Underlined > Twice"),
        ("entry", 47, 47, "same", "Underlined > Twice"),
        ("entry", 48, 48, "same-2", "Underlined > Twice"),
        ("entry", 49, 49, "same-3", "Underlined > Twice"),
    ]


def test_a_section_shows_its_text_without_heading_and_comments() -> None:
    text = next(one.text for one in split_markdown(PAGE) if one.slug == "only-text")
    assert text == "A paragraph.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n## not a heading\n- not a bullet\n```"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("\n \n", []),
        ("plain", [("text", 1, 1)]),
        ("# A #\r\n\r\ntext\r\n- b\r\n", [("heading", 1, 1), ("text", 3, 3), ("entry", 4, 4)]),
        ("#no heading\n####### nor this", [("text", 1, 2)]),
        ("- a\n\n- b\n\n\n  under b\nloose no more", [("entry", 1, 1), ("entry", 3, 7)]),
        ("  - a\n  - b\n    - under b", [("entry", 1, 1), ("entry", 2, 3)]),
        ("- a\n  - under a\n- b", [("entry", 1, 2), ("entry", 3, 3)]),
        ("* * *\ntext", [("text", 1, 2)]),
        ("- a\n\nloose", [("entry", 1, 1), ("text", 3, 3)]),
        ("<!-- never ends\n- a", [("text", 1, 1), ("entry", 2, 2)]),
        ("<!-- a --> and text", [("text", 1, 1)]),
        ("```\nnever closed\n# no", [("text", 1, 3)]),
        ("---\nno front matter", [("text", 1, 2)]),
        ("a form\x0cfeed and\u2028more\n- b", [("text", 1, 1), ("entry", 2, 2)]),
        ("• a\n+ b\n10) c", [("entry", 1, 1), ("entry", 2, 2), ("entry", 3, 3)]),
    ],
)
def test_parts(text: str, parts: list[tuple[str, int, int]]) -> None:
    assert [(one.kind, one.line, one.end_line) for one in split_markdown(text)] == parts


def test_a_long_section_becomes_passages() -> None:
    paragraphs = "\n\n".join(f"Paragraph {number} " + "word " * 80 for number in range(10))
    sections = split_markdown(f"# Long\n{paragraphs}\n")
    assert [one.kind for one in sections] == ["section"] + ["passage"] * (len(sections) - 1)
    assert len(sections) > 3
    assert all(len(one.text.split()) <= PASSAGE_WORDS * 1.5 for one in sections)
    assert [one.slug for one in sections] == ["long"] + [""] * (len(sections) - 1)


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("Two-tier architecture", "two-tier-architecture"),
        ("**Bold** `code` [link](http://x.example)", "bold-code-link"),
        ("2026-04-22: Restructured ↑2026-04-22(3 sessions)←memory/decisions.md", "2026-04-22-restructured"),
        ("pinned ↑[pin]", "pinned"),
        ("Ünïcode Größe", "ünïcode-grösse"),
        ("東京タワー", "東京タワー"),
        ("हिन्दी में", "हिन्दी-में"),
        ("!!!", "entry"),
        ("", "entry"),
        ("x" * 80, "x" * 60),
        ("word " * 30, "word-word-word-word-word-word-word-word-word-word-word-word"),
    ],
)
def test_slugs(line: str, slug: str) -> None:
    assert slug_of(line) == slug


_KINDS_OF_LINES = (
    *("", " ", "text", "- a", "  - b", "  more", "\tx", "1. x", "# H", "## I", "===", "---", "* * *", "| t |", "> q"),
    *("```", "~~~~", "<!-- c", "-->", "<!-- d -->", "- " + "word " * 150, "a line of " + "words " * 120),
)
_LINES = st.lists(st.sampled_from(_KINDS_OF_LINES), max_size=25)


@given(_LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_line_is_in_exactly_one_part(lines: list[str], end: str) -> None:
    text = end.join(lines)
    sections = split_markdown(text)
    assert all(one.line <= one.end_line for one in sections)
    assert all(one.end_line < after.line for one, after in pairwise(sections))
    covered = {number for one in sections for number in range(one.line, one.end_line + 1)}
    assert {number for number, line in enumerate(split_lines(text), 1) if line.strip()} <= covered
    slugs = [one.slug for one in sections if one.slug]
    assert len(set(slugs)) == len(slugs)
    assert all(bool(one.slug) == (one.kind in ("entry", "section")) for one in sections)


@given(st.text(max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    for one in split_markdown(text):
        assert len(one.slug) <= LONGEST_SLUG
    assert slug_of(text)
