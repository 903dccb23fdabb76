"""File names that are safe whatever a project is called, and lines as people write them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.contexts.context import (
    BadLine,
    Context,
    causality_of,
    decode_line,
    encode_new,
    file_of,
    project_of,
    render,
    view,
    without_archive_keys,
)
from memoryd.origin import SHARED
from memoryd.times import SECOND, format_time

NOW = 1_778_855_400 * SECOND


@pytest.mark.parametrize(
    ("project", "name"),
    [
        ("my-project", "my-project"),
        ("web shop", "web shop"),
        ("a/b/../c", "a%2Fb%2F..%2Fc"),
        ("..", "%2E."),
        (".hidden", "%2Ehidden"),
        ("Größe", "Größe"),
        ("部署", "部署"),
        ("launch 🚀", "launch %F0%9F%9A%80"),
        ("line\nbreak", "line%0Abreak"),
        ("100%", "100%25"),
    ],
)
def test_a_projects_file(project: str, name: str) -> None:
    assert file_of(project) == f"contexts/{name}.jsonl"
    assert project_of(file_of(project)) == project


@given(st.text(min_size=1, max_size=500), st.text(min_size=1, max_size=500))
def test_every_name_is_safe_and_its_own(one: str, other: str) -> None:
    path = file_of(one)
    name = path.removeprefix("contexts/")
    assert "/" not in name and "\0" not in name and not name.startswith(".")
    assert len(name.encode()) <= 200 and name.isprintable()
    assert (path == file_of(other)) == (one == other)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "truncated"),
        (b"{}", "content"),
        (b'{"content": " "}', "empty"),
        (b'{"content": "x", "created": "yesterday"}', "isoformat"),
        (b'{"content": "x", "access_count": -1}', "negative"),
        (b'{"content": "x", "tier": "WARM"}', "tier"),
        (b'{"content": "x", "tags": "a"}', "array"),
        (b'{"content": "\xff"}', "utf"),
    ],
)
def test_what_is_no_context_is_said(line: bytes, reason: str) -> None:
    with pytest.raises(BadLine, match=f"(?i){reason}"):
        decode_line(line)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_line_by_hand_is_filled_in_and_keeps_other_keys(mark: bytes) -> None:
    raw = mark + b'{"content": "tea", "tier": "recent", "mine": 1}'
    context = Context(raw, decode_line(raw), "contexts/kitchen.jsonl", NOW)
    assert (context.project, context.created, context.last_accessed, context.tier) == ("kitchen", NOW, None, "RECENT")
    written = json.loads(render(context, "ARCHIVED"))
    assert written["mine"] == 1 and written["id"] == context.id and written["project"] == "kitchen"
    assert written["created"] == format_time(NOW) and written["tier"] == "ARCHIVED"
    back = json.loads(without_archive_keys(mark + b'{"content": "tea", "archived": "today", "mine": 1}'))
    assert back == {"content": "tea", "mine": 1}


def test_long_lines_are_packed_and_come_back() -> None:
    raw = encode_new("context-1", "p", {"content": "word " * 5000, "tags": ["a"]}, SHARED, NOW)
    context = Context(raw, decode_line(raw), "contexts/p.jsonl", NOW)
    assert context.raw == raw and len(context.packed) < len(raw) / 10
    assert view(context, "ACTIVE")["tags"] == ["a"]


@pytest.mark.parametrize(
    ("given_", "metadata", "expected"),
    [
        (None, None, None),
        ({"rationale": None}, {}, None),
        ({"action_type": "decision"}, None, ("decision", None, [], None)),
        (None, {"actionType": "research", "causedBy": "context-1"}, ("research", None, [], "context-1")),
        (None, {"causality": {"rationale": "why", "dependencies": ["context-2"]}}, (None, "why", ["context-2"], None)),
        ({"caused_by": "context-3"}, {"causedBy": "context-1"}, (None, None, [], "context-3")),
    ],
)
def test_causality_may_stand_in_the_metadata(given_, metadata, expected) -> None:
    names = ("action_type", "rationale", "dependencies", "caused_by")
    assert causality_of(given_, metadata) == (None if expected is None else dict(zip(names, expected, strict=True)))
