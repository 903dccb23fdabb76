"""An origin as files hold it (design §3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.origin import (
    PRIVATE,
    SHARED,
    Origin,
    Source,
    comment,
    digest_of,
    key_now,
    origin,
    read_source,
    source_of,
    split_comment,
    with_comment,
)

_texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
_origins = st.builds(
    lambda audience, project, session, sources: origin(audience, project, session).made_of(sources),
    st.sampled_from(["private", "group", "shared"]),
    st.none() | _texts,
    st.none() | _texts,
    st.lists(_texts, max_size=3),
)


@given(st.from_regex(r"- [^\s<>][^\n<>]*[^\s<>]", fullmatch=True), _origins)
def test_a_line_keeps_its_origin(line: str, whose: Origin) -> None:
    written = with_comment(line, whose)
    assert "\n" not in written.removeprefix(line)
    assert split_comment(written) == (line, None if whose == SHARED else whose)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("- x <!-- memoryd: private -->", PRIVATE),
        ("- x <!--memoryd:private-->", PRIVATE),
        ("- x <!-- memoryd: project=a%20b -->  ", origin("shared", "a b")),
        ("- x <!-- memoryd: private --> y", None),
        ("- x <!-- memoryd: who knows -->", None),
        ("<!-- memoryd: extracted by memoryd, an agent may do better; 3 messages of 2 sessions -->", None),
        ("- x <!-- #private -->", None),
        ("- x", None),
    ],
)
def test_what_is_an_origin(line: str, found: Origin | None) -> None:
    assert split_comment(line)[1] == found


def test_what_the_design_shows() -> None:
    made = origin("private", "x").made_of(["KEY#0123456789ab"])
    assert comment(made) == "<!-- memoryd: private project=x from=KEY#0123456789ab -->"
    assert comment(SHARED) == ""


def test_a_source_is_a_key_and_a_digest() -> None:
    source = source_of("memory/skills.md:c#", "Ada writes C#")
    assert read_source(source) == ("memory/skills.md:c#", source.rpartition("#")[2])
    assert read_source("memory/skills.md:c#") == ("memory/skills.md:c#", None)


def test_a_message_is_followed_over_20_lines_and_no_further() -> None:
    for away, found in ((20, "sessions/a.jsonl:50"), (-20, "sessions/a.jsonl:50"), (21, None)):
        source = Source(f"sessions/a.jsonl:{50 + away}", digest_of("moved"))
        assert key_now(source, {"sessions/a.jsonl:50": "moved"}.get) == (found or source.key)
