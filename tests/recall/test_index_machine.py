"""The index against a dictionary: whatever is in the overlay or on disk, a search finds what is there."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from memoryd.recall.query import LexicalQuery
from memoryd.requests.visibility import PRIVATE, GroupVisibility
from memoryd.types import Audience, Change, Document
from tests.recall.helpers import document, open_index

WORDS = ("tea", "coffee", "Haustürschlüssel", "東京", "книги")
ASKED = {
    "tea": "tea",
    "coffee": "coffees",
    "dying": "die",
    "happy": "happiness",
    "Haustürschlüssel": "Schlüssel",
    "東京": "京",
    "книги": "книга",
}
SOURCES = ("a.md", "b.md", "facts.jsonl")
PROJECTS = (None, "quay", "#quay", "a long name " * 30)
KINDS = ("note", "message")
AUDIENCES: tuple[Audience, ...] = ("private", "group", "shared")
ASKERS = (
    PRIVATE,
    GroupVisibility(session_id="s", project="quay", restricted_kinds=frozenset({"message"}), hidden_files=frozenset()),
    GroupVisibility(session_id=None, restricted_kinds=frozenset(), hidden_files=frozenset({"a.md"})),
)
_keys = st.sampled_from([f"k{number}" for number in range(8)])
_texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
_fresh_texts = st.lists(st.sampled_from(("tea", "coffee", "dying", "happy")), min_size=1, max_size=3).map(" ".join)
_sources = st.sampled_from(SOURCES)


class IndexMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.place = tempfile.TemporaryDirectory()
        # What may wait waits until a search or a flush wants it.
        self.index = open_index(Path(self.place.name) / "index", commit_seconds=0.005)
        self.model: dict[str, Document] = {}
        self.states: dict[str, bytes] = {}
        self.steps = 0

    def teardown(self) -> None:
        self.index.close()
        self.place.cleanup()

    def _apply(self, change: Change) -> None:
        self.index.apply(change)
        if change.remove_source:
            self.model = {key: one for key, one in self.model.items() if one.source != change.source}
            self.states.pop(change.source, None)
        for key in change.remove:
            self.model.pop(key, None)
        self.model.update({one.key: one for one in change.put})
        if change.state is not None:
            self.states[change.source] = change.state

    def _put(self, key: str, text: str, source: str) -> Document:
        """A document that differs from step to step in whose it is."""
        self.steps += 1
        at = self.steps
        return document(
            key, text, source=source, project=PROJECTS[at % 4], kind=KINDS[at % 5 % 2], audience=AUDIENCES[at % 3],
            session_id="s" if at % 7 == 0 else None, created=at % 11 % 2,
        )  # fmt: skip

    def _state(self) -> bytes:
        self.steps += 1
        return b"%d" % self.steps

    @rule(source=_sources, texts=st.dictionaries(_keys, _texts, max_size=4), removed=st.lists(_keys, max_size=2))
    def change(self, source: str, texts: dict[str, str], removed: list[str]) -> None:
        put = [self._put(key, text, source) for key, text in texts.items() if key not in removed]
        self._apply(Change(source=source, put=put, remove=removed, state=self._state()))

    @rule(source=_sources, texts=st.lists(_fresh_texts, min_size=1, max_size=3))
    def add_new(self, source: str, texts: list[str]) -> None:
        put = [self._put(f"new-{self.steps}-{at}", text, source) for at, text in enumerate(texts)]
        self._apply(Change(source=source, put=put, state=self._state(), fresh=True))

    @rule(data=st.data())
    def remove_one(self, data: st.DataObject) -> None:
        if self.model:
            key = data.draw(st.sampled_from(sorted(self.model)))
            self._apply(Change(source=self.model[key].source, remove=[key], state=self._state()))

    @rule(source=_sources, text=_texts)
    def replace_source(self, source: str, text: str) -> None:
        put = [self._put(f"{source}:{number}", text, source) for number in range(20)]
        self._apply(Change(source=source, put=put, remove_source=True, state=self._state()))

    @rule(text=_texts, many=st.integers(1, 60))
    def save_a_file(self, text: str, many: int) -> None:
        put = [self._put(f"big:{number}", text, "big.md") for number in range(many)]
        self._apply(Change(source="big.md", put=put, remove_source=True, state=self._state(), background=True))
        # A search need not see it yet; one that comes after a write to the same file must.
        self._apply(Change(source="big.md", put=[document("big:0", "tea", source="big.md")], state=self._state()))

    @rule(text=_texts, new=_fresh_texts, many=st.integers(1, 60))
    def add_to_a_file(self, text: str, new: str, many: int) -> None:
        put = [self._put(f"added-{number}", text, "big.md") for number in range(many)]
        self._apply(Change(source="big.md", put=put, state=self._state(), background=True))
        put = [self._put(f"new-{self.steps}", new, "big.md")]
        self._apply(Change(source="big.md", put=put, state=self._state(), fresh=True))
        self._apply(Change(source="big.md", put=[document("big:0", "tea", source="big.md")], state=self._state()))

    @rule(source=_sources)
    def remove_source(self, source: str) -> None:
        self._apply(Change(source=source, remove_source=True))

    @rule()
    def commit(self) -> None:
        assert self.index.flush()

    @rule()
    def reopen(self) -> None:
        self.index.close()
        self.index = open_index(self.index.directory, commit_seconds=0.005)
        assert self.index.rebuilt_because is None
        assert self.index.states() == self.states

    @rule(live=_texts)
    def rebuild(self, live: str) -> None:
        rebuild = self.index.rebuild()
        old = dict(self.model)
        self._apply(Change(source="a.md", put=[document("k0", live, source="a.md")], remove=["k1"]))
        for source in (*SOURCES, "big.md"):
            put = [one for one in old.values() if one.source == source]
            rebuild.apply(Change(source=source, put=put, state=self.states.get(source)))
        rebuild.swap()

    @rule(limit=st.integers(1, 30), word=st.sampled_from(WORDS), source=_sources)
    def limited(self, limit: int, word: str, source: str) -> None:
        wanted = {key for key, one in self.model.items() if word in one.text.split()}
        hits = self.index.search(LexicalQuery(ASKED[word], limit=limit))
        assert len({hit.document.key for hit in hits} & wanted) == len(hits) == min(limit, len(wanted))
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert self.index.keys(source) == {key for key, one in self.model.items() if one.source == source}

    @rule()
    def projects(self) -> None:
        for asker in ASKERS:
            found: dict[str, Counter[str]] = {}
            for one in self.model.values():
                if one.project is not None and asker.sees(one):
                    found.setdefault(one.project, Counter())[one.kind] += 1
            assert self.index.projects(asker) == found

    @invariant()
    def finds_what_is_there(self) -> None:
        for word, asked in ASKED.items():
            hits = self.index.search(LexicalQuery(asked, limit=500))
            found = {hit.document.key: hit.document for hit in hits}
            assert len(found) == len(hits)
            assert found == {key: one for key, one in self.model.items() if word in one.text.split()}


TestIndexMachine = IndexMachine.TestCase
TestIndexMachine.settings = settings(
    max_examples=settings.default.max_examples // 2, stateful_step_count=20, suppress_health_check=list(HealthCheck)
)
