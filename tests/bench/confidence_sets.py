"""What confidence is fitted and judged on: stores with questions that they answer, and questions that they do not.

Small ones are made of the development sets: 35 beliefs (tests/bench/data/beliefs_dev.txt) and mixtures of those, 35
notes or facts with questions about others of their kind, one session of a conversation with questions about others.
The whole conversations come with LoCoMo's adversarial questions, which ask one speaker for what the other one said. To
each some questions about something else altogether are added.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench.shapes import DATA, Collection, Question, Text, collections

SIZE = 35
ADVERSARIAL = 5
WRITERS = ("", "2", "3", "4", "5", "6", "7", "8")
"""What the names of their files end with."""
JUDGED_ONLY = "few"
"""How the names of families begin that no weight is fitted to: they have too few questions that are answered."""
_MIXTURES = 60
_SMALL = 12
_ASKED = 12
_SESSIONS = 3
_FOREIGN, _FOREIGN_SMALL = 25, 3
Belief = tuple[str, frozenset[str]]


def sets(datasets: Path) -> Iterator[tuple[str, Collection]]:
    """The family of each, which is left out together when the weights are judged, and the collection."""
    chance = random.Random(7)
    made = list(_made(datasets, chance))
    others = [
        (family, one.text)
        for family, each in made
        for one in each.questions
        if one.wanted and not family.startswith(("stores", "few"))
    ]
    for family, each in made:
        if family.startswith(("stores", "few")):  # they have such questions of their own
            yield family, each
            continue
        far = [text for other, text in others if other.split()[0] != family.split()[0]]
        count = _FOREIGN_SMALL if len(each.texts) <= 2 * SIZE else _FOREIGN
        asked = [_unanswerable(text, "foreign") for text in chance.sample(far, min(count, len(far)))]
        yield family, replace(each, questions=[*each.questions, *asked])


def _made(datasets: Path, chance: random.Random) -> Iterator[tuple[str, Collection]]:
    yield from written()
    stores = _stores()
    for number, (beliefs, asked) in enumerate(stores):
        yield f"beliefs {number % 4}", _collection(f"beliefs {number}", beliefs, asked)
    for number in range(_MIXTURES):
        pair = chance.sample(range(len(stores)), 2)
        beliefs, asked = _mixed([stores[one] for one in pair], chance)
        yield f"beliefs {pair[0] % 4}", _collection(f"mixture {number}", beliefs, asked)
    for each in collections(datasets):
        if each.name in ("facts", "notes"):
            for part in _parts(each, chance):
                yield f"{each.name} of {SIZE}", part
        elif each.name.startswith("conversation"):
            whole = _with_adversarial(each, datasets)
            yield from ((whole.name, part) for part in _sessions(whole, chance))
            yield whole.name, whole
            continue
        if each.kind in ("message", "fact", "note") and "32k" not in each.name:
            yield each.name, replace(each, questions=[one for one in each.questions if not one.by_group])


def written() -> Iterator[tuple[str, Collection]]:
    """Stores of 35 beliefs by writers who have not seen the code; of some also a memory of one to three of them."""
    chance = random.Random(11)
    for writer in WRITERS:
        for number, line in enumerate((DATA / f"beliefs_stores{writer}.jsonl").read_text().splitlines()):
            store = json.loads(line)
            family, name = f"stores-{writer or '1'}", f"store {writer}.{number}"
            yield family, _store(name, store, range(len(store["beliefs"])))
            if number % 2:
                few = chance.sample(range(len(store["beliefs"])), number % 3 + 1)
                wanted = next((one["relevant"] for one in store["queries"][number % 5 :] if one["relevant"]), few)
                yield f"few-{writer or '1'}", _store(f"{name}, few", store, sorted({*few[1:], wanted[0]}))


def _store(name: str, store: dict[str, Any], places: Sequence[int]) -> Collection:
    """Those of the store's beliefs, and its questions which they answer as well as all did, or not at all."""
    kept = frozenset(places)
    return Collection(
        name=name,
        kind="note",
        texts=[Text(name=f"b{place}", text=store["beliefs"][place]) for place in places],
        questions=[
            Question(text=one["query"], wanted=frozenset(f"b{place}" for place in one["relevant"]), shape="written")
            for one in store["queries"]
            if kept.issuperset(one["relevant"])
        ]
        + [
            Question(text=one["query"], wanted=frozenset(), shape="written")
            for one in store["queries"]
            if one["relevant"] and kept.isdisjoint(one["relevant"])
        ],
    )


def _unanswerable(text: str, shape: str) -> Question:
    return Question(text=text, wanted=frozenset(), shape=shape)


def _stores() -> list[tuple[list[Belief], list[Belief]]]:
    """Beliefs and questions of each store, with the tags that tell which of them belong together."""
    found = []
    for block in (DATA / "beliefs_dev.txt").read_text().split("\n= ")[1:]:
        beliefs: list[Belief] = []
        asked: list[Belief] = []
        for line in filter(None, block.splitlines()[1:]):
            tags, _, text = line.partition(":")
            names = frozenset(filter(None, (tag.strip() for tag in tags.removeprefix("?").split(","))))
            (asked if line.startswith("?") else beliefs).append((text.strip(), names))
        found.append((beliefs, asked))
    return found


def _collection(name: str, beliefs: Sequence[Belief], asked: Sequence[Belief]) -> Collection:
    texts = [Text(name=f"b{number}", text=text) for number, (text, _) in enumerate(beliefs)]
    questions = [
        Question(
            text=text,
            wanted=frozenset(f"b{number}" for number, (_, theirs) in enumerate(beliefs) if tags & theirs),
            shape="beliefs",
        )
        for text, tags in asked
    ]
    return Collection(name=name, kind="note", texts=texts, questions=questions)


def _mixed(
    stores: Sequence[tuple[list[Belief], list[Belief]]], chance: random.Random
) -> tuple[list[Belief], list[Belief]]:
    """Half of the matters of each; of the others nothing is known."""
    beliefs: list[Belief] = []
    asked: list[Belief] = []
    for number, (theirs, questions) in enumerate(stores):
        tags = sorted({tag for _, names in theirs for tag in names})
        kept = frozenset(chance.sample(tags, int(len(tags) * 0.55)))
        beliefs += [(text, _named(names, number)) for text, names in theirs if names <= kept]
        asked += [(text, _named(names, number)) for text, names in questions if names <= kept or not names & kept]
    chance.shuffle(beliefs)
    return beliefs[:SIZE], chance.sample(asked, min(_ASKED, len(asked)))


def _named(tags: frozenset[str], number: int) -> frozenset[str]:
    return frozenset(f"{number} {tag}" for tag in tags)


def _parts(whole: Collection, chance: random.Random) -> Iterator[Collection]:
    texts = {text.name: text for text in whole.texts}
    single = [one for one in whole.questions if len(one.wanted) == 1 and not one.by_group]
    for number in range(_SMALL):
        inside = chance.sample(single, SIZE)
        names = frozenset(name for one in inside for name in one.wanted)
        outside = [_unanswerable(one.text, "other") for one in single if not one.wanted & names]
        asked = chance.sample(inside, _ASKED) + chance.sample(outside, _ASKED)
        kept = [texts[name] for name in sorted(names)]
        yield Collection(name=f"{whole.name} {number}", kind=whole.kind, texts=kept, questions=asked)


def _with_adversarial(whole: Collection, datasets: Path) -> Collection:
    pairs = [pair for each in json.loads((datasets / "locomo_dev.json").read_text()) for pair in each["qa"]]
    adversarial = {pair["question"] for pair in pairs if pair["category"] == ADVERSARIAL}
    asked = [_unanswerable(one.text, "adversarial") if one.text in adversarial else one for one in whole.questions]
    return replace(whole, questions=asked)


def _sessions(whole: Collection, chance: random.Random) -> Iterator[Collection]:
    groups = sorted({text.group for text in whole.texts}, key=int)
    for group in chance.sample(groups, _SESSIONS):
        texts = [text for text in whole.texts if text.group == group]
        names = frozenset(text.name for text in texts)
        inside = [one for one in whole.questions if one.wanted and one.wanted <= names]
        outside = [_unanswerable(one.text, "other") for one in whole.questions if one.wanted and not one.wanted & names]
        asked = inside + chance.sample(outside, min(_ASKED, len(outside)))
        yield Collection(name=f"{whole.name}, session {group}", kind="message", texts=texts, questions=asked)
