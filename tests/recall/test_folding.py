"""One statement, one result (rule 24): which candidates are one memory in several places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.origin import source_of
from memoryd.recall.ranking.folding import Statement, is_one_sentence, statements
from memoryd.types import Document

SAID = "We deploy the api on port 8080."
TWO = "We deploy the api on port 8080. The database lives in Lund."


def one(key: str, text: str, *sources: str, untrusted: bool = False) -> Document:
    kind = {"n": "note", "f": "fact", "d": "daily", "m": "message", "c": "context"}[key[0]]
    return Document(key=key, kind=kind, text=text, source="s", path="s", sources=sources, untrusted=untrusted)


def of(text: str, key: str = "m") -> str:
    return source_of(key, text)


M, OF = one("m", SAID), of(SAID)


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ([M, one("n", SAID, OF)], {"n": ["m"]}),
        ([M, one("f", "api port 8080", OF), one("d", "- api port 8080", OF), one("n", "port 8080 it is", OF)],
         {"n": ["m", "f", "d"]}),
        # what it was made of says more
        ([one("m", TWO), one("f", "api port 8080", of(TWO))], {"m": [], "f": []}),
        # of a message that says more, the same words are one statement, others are not
        ([one("f", "api port 8080", of(TWO)), one("d", "- Api port 8080.", of(TWO)), one("d2", "db in Lund", of(TWO))],
         {"f": ["d"], "d2": []}),
        # two facts of one message stay apart, and so do their lines
        ([M, one("f1", "api port 8080", OF), one("f2", "we deploy api", OF), one("d2", "- we deploy api", OF)],
         {"f1": ["m"], "f2": ["d2"]}),
        ([M, one("f1", "api port 8080", OF), one("d2", "- we deploy api", OF)], {"f1": ["m"], "d2": []}),
        ([M, one("n1", "api port 8080", OF), one("n2", "we deploy api", OF)], {"n1": ["m"], "n2": []}),
        # along a chain
        ([M, one("n", SAID, OF), one("f", "api port 8080", of(SAID, "n"))], {"n": ["m", "f"]}),
        # of several sources, of another text, of nothing, of another kind, of a tool
        ([M, one("n", SAID, OF, of(SAID, "m2"))], {"m": [], "n": []}),
        ([M, one("n", SAID, of("We deploy it elsewhere now."))], {"m": [], "n": []}),
        ([M, one("n", SAID)], {"m": [], "n": []}),
        ([M, one("n", SAID, "m")], {"n": ["m"]}),
        ([M, one("c", SAID, OF)], {"m": [], "c": []}),
        ([one("m", SAID, untrusted=True), one("n", SAID, OF)], {"m": [], "n": []}),
        # the message does not pass the filters
        ([one("f", "api port 8080", of(SAID, "m9")), one("n", SAID, of(SAID, "m9"))], {"n": ["f"]}),
        ([one("f", "api port 8080", of(SAID, "gone")), one("n", SAID, of(SAID, "gone"))], {"f": [], "n": []}),
    ],
)  # fmt: skip
def test_what_is_one_statement(found: list[Document], shown: Mapping[str, list[str]]) -> None:
    folded = statements(found, {"m9": SAID}.get)
    assert {found[s.head].key: [found[at].key for at in s.also] for s in folded} == shown


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (SAID, True), (TWO, False), ("Remember that we deploy on Fridays.", True), ("Well, we use Ruff now.", True),
        ("We use this:\n```\nport = 8080\nhost = db.example.org\n```", False), ("ok", False), ("a word " * 90, False),
        ("Danke. Wir liefern nur freitags aus.", True), ("Postgres. We deploy on Fridays.", False),
    ],
)  # fmt: skip
def test_one_sentence(text: str, is_one: bool) -> None:
    assert is_one_sentence(text) == is_one


TEXTS = st.sampled_from([SAID, TWO, "api port 8080", "we deploy api"])


@st.composite
def candidates(draw: st.DrawFn) -> Sequence[Document]:
    said = [one(f"m{n}", draw(TEXTS)) for n in range(draw(st.integers(1, 3)))]
    made: list[Document] = list(said)
    for n in range(draw(st.integers(0, 8))):
        sources = draw(st.lists(st.sampled_from(made), max_size=2))
        kind = draw(st.sampled_from("nfdc"))
        made.append(one(f"{kind}{n}", draw(TEXTS), *(source_of(s.key, s.text) for s in sources)))
    return draw(st.permutations(made))


@given(candidates())
def test_nothing_is_lost_and_no_two_facts_come_together(found: Sequence[Document]) -> None:
    folded = statements(found, lambda key: None)
    assert sorted(at for s in folded for at in (s.head, *s.also)) == [*range(len(found))]
    assert [s.place for s in folded] == sorted(s.place for s in folded)
    for s in folded:
        members = [found[at] for at in (s.head, *s.also)]
        assert s.place == min((s.head, *s.also)) and list(s.also) == sorted(s.also)
        assert members[0].kind == min(
            (m.kind for m in members), key=["note", "fact", "daily", "message", "context"].index
        )
        for kind in ("fact", "note", "message"):
            assert len({m.text for m in members if m.kind == kind}) <= 1


@given(candidates())
def test_what_has_no_single_source_and_is_none_stands_alone(found: Sequence[Document]) -> None:
    bare = [d for d in found if len(d.sources) != 1]
    assert statements(bare, lambda key: None) == [Statement(at, at) for at in range(len(bare))]


def said(key: str, source: str, **fields: Any) -> Document:
    values: dict[str, Any] = {"text": TWO, "session_id": "s", "at": 5, "created": 6, "role": "user", **fields}
    return Document(key=key, kind="message", source=source, path=source, **values)


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ([said("b", "b.jsonl", line=1), said("a", "a.jsonl", line=1)], [(0, (1,))]),
        # said twice in one file, and copied
        ([said("a1", "a", line=1), said("a2", "a", line=2), said("b2", "b", line=2), said("b1", "b", line=1)],
         [(0, (3,)), (1, (2,))]),
        ([said("a", "a"), said("b", "b", session_id="other")], [(0, ()), (1, ())]),
        ([said("a", "a"), said("b", "b", at=7)], [(0, ()), (1, ())]),
        ([said("a", "a"), said("b", "b", created=7)], [(0, ()), (1, ())]),
        ([said("a", "a"), said("b", "b", text=SAID)], [(0, ()), (1, ())]),
        ([said("a", "a", untrusted=True), said("b", "b", untrusted=True)], [(0, ()), (1, ())]),
    ],
)  # fmt: skip
def test_a_message_that_was_copied_to_another_file_is_one(
    found: list[Document], shown: list[tuple[int, tuple[int, ...]]]
) -> None:
    assert [(one.head, one.also) for one in statements(found, lambda key: None)] == shown
