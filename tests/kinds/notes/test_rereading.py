"""Reading an edited file only around the edit gives what reading all of it gives."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.notes.formats.layer_file import LayerFile, Loose, parse_with_loose
from memoryd.kinds.notes.formats.matching import match
from memoryd.kinds.notes.formats.rereading import read_again

BLOCKS = st.sampled_from([
    "- one note\n", "- another note\n  with more\n", "  - inner\n", "* two <!-- #second --> ↑[pin]\n", "plain words\n",
    "\n", "## Part\n\n", "# Title\n", "```\n", "---\n", "<!-- a\n", "-->\n", "<!-- archived 2026-01-01: x → y -->\n",
    "1. first\n", "  - shifted top\n", "\ttab\n", "> quote\n", "=====\n", "- ends --> here\n", "text --> there\n",
    "- no line end", "\r\n", "- \n", "  ~~~\n", "...\n",
])  # fmt: skip
FILES = st.lists(BLOCKS, max_size=12).map("".join)


@given(FILES, FILES, FILES, FILES)
def test_it_is_as_if_the_whole_file_had_been_read(above: str, was: str, becomes: str, below: str) -> None:
    old_file, loose = parse_with_loose(above + was + below)
    old = match(LayerFile(), old_file, 1).file
    text = above + becomes + below
    found, found_loose = read_again(old, loose, [], text, 2, short=0)
    whole, whole_loose = parse_with_loose(text)
    assert found.file.render() == text
    assert [(e.raw, e.kind, e.title) for e in found.file.entries()] == [
        (e.raw, e.kind, e.title) for e in whole.entries()
    ]
    assert found_loose == whole_loose
    slugs = [entry.slug for entry in found.file.entries()]
    assert len(set(slugs)) == len(slugs)
    kept = {entry.slug for entry in old.entries()} - {entry.slug for entry in found.vanished}
    assert kept <= set(slugs)
    assert {entry.slug for entry in found.added} == set(slugs) - kept


def test_only_what_is_near_the_edit_is_read() -> None:
    text = "# Large\n\n" + "".join(f"- Entry {number} of the file\n  - Detail\n" for number in range(2000))
    file, loose = parse_with_loose(text)
    old = match(LayerFile(), file, 1).file
    read: list[str] = []

    def parse(part: str) -> tuple[LayerFile, tuple[Loose, ...]]:
        read.append(part)
        return parse_with_loose(part)

    for pattern, new in (
        ("Entry 700 of", "Entry seven hundred of"),
        (r"- Entry 800 of the file\n  - Detail\n", ""),
        (r"- Entry 900 of", "- Brand new\n- Entry 900 of"),
        (r"\Z", "- At the end\n"),
    ):
        text = re.sub(pattern, new, text, count=1)
        found, loose = read_again(old, loose, [], text, 2, parse=parse)
        old = found.file
        assert old.render() == text
    assert max(map(len, read)) < 200
    assert [entry.slug for entry in found.added] == ["at-the-end"]
    assert old.get("entry-700-of-the-file") is not None
    assert old.get("brand-new") is not None
    assert old.get("entry-800-of-the-file") is None
