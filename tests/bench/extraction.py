"""What the built-in extractor and the reading of directives find, by language and kind, beside what was meant."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from memoryd.extraction.extract import doubtful, hear
from memoryd.extraction.found import Found, Said, Weigh
from memoryd.extraction.worth import is_worth
from memoryd.kinds.dailies.source import MOST_LETTERS
from memoryd.kinds.notes.requests.directives import directives_in
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, find_model
from memoryd.recall.models.token_reader import TokenReader
from tests.bench import talks
from tests.bench.report import Row

HERE = Path(__file__).parent
BLIND = HERE.parent / "blind"
Line = tuple[str, str, str]
"""Kind, subject, text."""
ROLES = {"u": "user", "a": "assistant"}


@dataclass(frozen=True)
class Expected:
    """One thing that is to be found: a line that holds these words."""

    kind: str
    holds: tuple[str, ...]
    subject: str = ""


@dataclass(frozen=True)
class Item:
    """What was said, what of it is to be kept, and words that nothing kept may have."""

    lang: str
    messages: tuple[tuple[str, str], ...]
    expect: tuple[Expected, ...]
    never: tuple[str, ...] = ()


@dataclass
class Score:
    """Counts of one language."""

    expected: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    right: int = 0
    kept: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Of what was kept, what was meant."""
        return self.right / self.kept if self.kept else 1.0

    @property
    def recall(self) -> float:
        """Of what was meant, what was kept."""
        total = sum(self.expected.values())
        return sum(self.found.values()) / total if total else 1.0


def development() -> Iterator[Item]:
    """The set on which the extractor was made."""
    for line in (HERE / "data/statements_dev.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        lang, role, text, meant = line.split("\t")
        expect = []
        for one in meant.split("|") if meant != "-" else ():
            kind, _, words = one.strip().partition(": ")
            expect.append(Expected(kind, tuple(words.split("; "))))
        yield Item(lang, ((ROLES[role], text.replace("\\n", "\n")),), tuple(expect))


def by_writer() -> dict[str, list[Item]]:
    """Statements by people who did not know the extractor; its weights are fitted on them."""
    files = sorted((HERE / "data").glob("statements_dev*.jsonl"))
    return {file.stem: [_item(json.loads(line)) for line in file.read_text().splitlines()] for file in files}


def blind() -> Iterator[Item]:
    """The set that was written without knowing the extractor."""
    for one in json.loads((BLIND / "statements.json").read_text())["items"]:
        yield _item(one)


def _item(one: dict[str, Any]) -> Item:
    expect = [Expected(e["kind"], tuple(e["holds"]), e.get("subject", "")) for e in one["expect"]]
    messages = tuple((message["role"], message["content"]) for message in one["messages"])
    return Item(one["lang"], messages, tuple(expect), tuple(one.get("not", ())))


def lines_of(item: Item, weigh: Weigh = is_worth) -> list[Line]:
    """(kind, subject, text) of all that the extractor keeps of the item."""
    said = [Said("s", role, None, text, date(2026, 5, 15)) for role, text in item.messages]
    kept = Found(weigh)
    hear(kept, said)
    assert not kept.failed
    found = kept.result()
    lines = [("fact", fact.subject, fact.sentence) for fact in found.facts]
    for kind, texts in (("decision", found.decisions), ("preference", found.preferences), ("task", found.action_items)):
        lines += [(kind, "", text) for text in texts]
    return lines


def reading(reader: TokenReader) -> Callable[[Item], list[Line]]:
    """As `lines_of`, where a model reads what is doubtful."""

    def lines(item: Item) -> list[Line]:
        texts = doubtful(Said("s", role, None, text, date(2026, 5, 15)) for role, text in item.messages)
        return lines_of(item, weigh_with(reader, texts))

    return lines


def weigh_with(reader: TokenReader, texts: Sequence[str]) -> Weigh:
    """As the daemon weighs when the model has read these."""
    return partial(is_worth, read=dict(zip(texts, reader.read([text[:MOST_LETTERS] for text in texts]), strict=True)))


def holds(expected: Expected, subject: str, text: str) -> bool:
    """Whether a kept line is what is expected: kinds are soft, words are hard."""
    low = text.casefold()
    named = not expected.subject or not subject or expected.subject.casefold() in f"{subject} {text}".casefold()
    return named and all(word.casefold() in low for word in expected.holds)


def score(items: Iterable[Item], read: Callable[[Item], list[Line]] = lines_of) -> dict[str, Score]:
    """The counts by language of what `read` keeps."""
    scores: dict[str, Score] = {}
    for item in items:
        into = scores.setdefault(item.lang, Score())
        lines = read(item)
        for expected in item.expect:
            into.expected[expected.kind] += 1
            if any(holds(expected, subject, text) for _, subject, text in lines):
                into.found[expected.kind] += 1
            else:
                into.missed.append(f"{expected.kind} {expected.holds} of {item.messages}: {lines}")
        for kind, subject, text in lines:
            bad = any(word.casefold() in text.casefold() for word in item.never)
            right = not bad and any(holds(expected, subject, text) for expected in item.expect)
            into.kept += 1
            into.right += right
            if not right:
                into.wrong.append(f"{kind} {text!r} of {item.messages}")
    return scores


# --- directives -------------------------------------------------------------------------------------------

Phrasing = tuple[str, str | None]
"""A message, and what it asks for: remember, forget, delete, or nothing."""
_VERBS = {"remember": "remember", "forget": "discard", "delete": "discard"}


def development_directives() -> Iterator[Phrasing]:
    """The phrasings on which the reading of directives was made, and statements that ask for nothing."""
    for line in (HERE / "data/directives_dev.tsv").read_text().splitlines():
        if not line.startswith("#"):
            _, text, verb = line.split("\t")[:3]
            yield text, None if verb == "-" else verb
    for item in development():
        yield item.messages[0][1], None


def blind_directives() -> Iterator[Phrasing]:
    """The phrasings that were written without knowing it."""
    for one in json.loads((BLIND / "directives.json").read_text())["items"]:
        yield one["content"], one["directive"]


def directive_score(phrasings: Iterable[Phrasing]) -> tuple[int, int]:
    """How many that ask are understood, and how many ordinary ones act although nothing is called as they say."""
    acted = ordinary = 0
    for text, verb in phrasings:
        found = directives_in(text)
        if verb is not None:
            acted += any(one.verb == _VERBS[verb] for one in found)
        else:
            ordinary += any(one.verb == "remember" or not one.exact for one in found)
    return acted, ordinary


# --- the bench --------------------------------------------------------------------------------------------


def own_reader() -> TokenReader | None:
    """With the bundled model; None without it."""
    model = find_model(BUNDLED_MODEL, [Path(sys.prefix, "share/memoryd/models")])
    return None if model is None else TokenReader(Encoder(model), "worth")


TITLE = "Extraction and directives, on sets of our own (dev) and on those written blind"
BASELINE = "meant"


def bench() -> list[Row]:
    """Precision and recall by language, and directives that are understood."""
    rows = []
    reader = own_reader()
    sets: list[tuple[str, Iterable[Item], Callable[[Item], list[Line]]]] = [("dev", development(), lines_of)]
    sets += [(name, items, lines_of) for name, items in by_writer().items()]
    sets.append(("blind, unread", blind(), lines_of))
    if reader is not None:
        sets.append(("blind", blind(), reading(reader)))
    for name, items, read in sets:
        for lang, one in sorted(score(items, read).items()):
            kinds = ", ".join(f"{kind} {one.found[kind]}/{one.expected[kind]}" for kind in sorted(one.expected))
            rows.append(
                Row(f"{name} {lang} precision", "", one.precision, aim=">= .90", note=f"{one.right}/{one.kept}")
            )
            rows.append(Row(f"{name} {lang} recall", "", one.recall, aim=">= .70", note=kinds))
    for lang, of in sorted(talks.score((talk, is_worth) for talk in talks.development()).items()):
        rows.append(Row(f"conversations {lang} precision", "", of.precision, note=f"{of.right}/{of.kept}"))
        rows.append(Row(f"conversations {lang} recall", "", of.recall, note=f"{of.found}/{of.meant}"))
    for name, phrasings in (("dev", list(development_directives())), ("blind", list(blind_directives()))):
        acted, ordinary = directive_score(phrasings)
        asked = sum(verb is not None for _, verb in phrasings)
        rows.append(Row(f"{name} directives understood", "", acted, asked, aim="30 of 36"))
        rows.append(Row(f"{name} ordinary sentences that act", "", ordinary, aim="0"))
    return rows
