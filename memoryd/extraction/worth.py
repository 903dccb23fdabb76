"""How likely a sentence is worth keeping: one fitted sum of its words, its form, who says it and what the cues found.

Cues are broad; this decides. What no cue finds may be kept by its words alone, in the section that fits them best.
The weights are data, written by tests/extraction/fit_worth.py: a ridge logistic regression over statements and
conversations that people wrote who had not seen the extractor. There are two sets of them: of a session's first
messages, and of those behind, where most of what is said is not to be kept. Pure.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from typing import NamedTuple, get_args

from memoryd.extraction.cues import Section
from memoryd.extraction.found import SURE, Candidate, Said, Sentence
from memoryd.extraction.marks import IDENTIFIER, NAMED, NUMBER
from memoryd.patterns import pattern as lazy_pattern
from memoryd.weights import Weights

SECTIONS: tuple[Section, ...] = get_args(Section)
_TOKEN = lazy_pattern(r"[^\W\d_]+(?:'[a-z]+)?|\d+|[?!:;…]")
VERSION = 2
"""Of the signs."""
_STEM = 7
"""Letters of a word that count."""
_LONGEST = 60
"""Words of a sentence that are looked at."""
MARGIN = 50
"""Hundredths by which the sum of what a sure cue found may be less: plain statements are kept in any surroundings."""
IN_TALK = 50
"""The same in a conversation of what an assistant reports and of what an answer settles: `Use tokio?`, `Yes`."""
ANSWER = 160
"""The same of what an answer settles, whose words are few."""
MOST_READ = 2.0
"""What a model says that reads a text is added to its sum, but no more: the words decide where they leave no doubt."""
RULE = 4.0
"""The weight of a rule in so many words, and of what is said of one person, which count wherever they stand."""
DECISION = 30
"""Hundredths by which it must be more where no cue found a decision, and only the words make it one."""
ACTION = 160
"""Hundredths by which the words must say so of an action item rather than of a fact: no task among the tasks is worse
than a task among the facts."""
FACT = 300
"""Hundredths by which the words must say that it is a fact where a cue that leaves doubt says otherwise: then they are
right in 37 and the cue in 12 of 66."""
GERMAN = (15, 20)
"""Hundredths by which that of a German sentence must be more, first and in a conversation: cues are broader where verbs
stand in two places."""
_STEP = 40
"""Characters of a message, doubled, that make its next size."""
_MOST_STEPS, _MOST_WORDS = 4, 6
"""The last size of a message, and of a sentence in fours of words: what is longer counts as that."""


def signs_of(sentence: Sentence, said: Said, *, answers: bool) -> set[str]:
    """What a sentence shows, by name. `answers`: the message before it, of somebody else, asked something."""
    text, whole = sentence.text, said.text
    tokens = _TOKEN.findall(sentence.judged.casefold())[:_LONGEST]
    words = ["0" if token[0].isdigit() else token[:_STEM] for token in tokens]
    size = min(_MOST_STEPS, (len(whole) // _STEP).bit_length())
    by = "person" if said.is_person else "assistant"
    signs = {*words, f"n.{min(_MOST_WORDS, len(words) // 4)}", f"m.{by}{size}", f"p.{_place(text, whole)}"}
    if words:
        signs |= {f"^{words[0]}", f"^{'_'.join(words[:2])}", f"{words[-1]}$"}
        signs.update(f"{first}_{second}" for first, second in itertools.pairwise(words))
    shown = {
        "asks": sentence.asks, "supposed": sentence.supposed, "unsure": sentence.unsure, "told": sentence.tells_outcome,
        "answers": answers, "asked": "?" in whole, "number": NUMBER.search(text), "named": NAMED.search(text),
        "form": IDENTIFIER.search(f" {text}"), "quotes": sentence.judged != text, "talk": sentence.in_talk,
    }  # fmt: skip
    signs.update(f"is.{name}" for name, found in shown.items() if found)
    return {*signs, f"l.{sentence.language}"}


def _signs_of_candidate(one: Candidate) -> set[str]:
    """What a candidate adds to those of its sentence."""
    if one.section is None:
        return {"no.cue"}
    if one.fact is None:
        return {f"in.{one.section}", f"cue.{one.section}{one.cue:.1f}"}
    return {"in.facts", f"predicate.{one.fact.predicate.casefold()[:12]}", f"salience.{int(2 * one.weight)}"}


def _place(text: str, whole: str) -> str:
    """Where in its message a sentence stands."""
    begins, ends = (
        whole.lstrip()[: len(text) + 2].startswith(text[:20]),
        whole.rstrip(" .!").endswith(text[-15:].rstrip(" .!")),
    )
    return "alone" if begins and ends else "first" if begins else "last" if ends else "within"


def signs_with(signs: Set[str], one: Candidate) -> set[str]:
    """Those of a sentence and of what was found in it."""
    return {*signs, *_signs_of_candidate(one)}


def is_sure(one: Candidate) -> bool:
    """Whether a cue, or a form of speaking of oneself, found it that leaves little doubt."""
    return one.cue >= SURE or (one.fact is not None and one.weight >= SURE)


def margin(signs: Set[str], one: Candidate) -> int:
    """What is added to the least sum of a candidate, in hundredths."""
    more = GERMAN["is.talk" in signs] * ("l.de" in signs)
    if one.section is None:
        return more + DECISION * (section_of(signs) == "decisions")
    is_answer = "is.answer" in signs
    if "is.talk" in signs and (is_answer or not _is_learned(signs, one)):
        more -= IN_TALK
    return more - (ANSWER if is_answer else MARGIN * is_sure(one))


def is_worth(signs: Set[str], one: Candidate, read: Mapping[str, float] = {}) -> bool:
    """Whether a candidate, or a sentence in which no cue found one, is kept.

    `read`: by text, how surely what was in `doubt` is worth keeping to a model that read it, in logits.
    """
    return one.cue >= RULE or _above(signs, one) + 100 * says(signs, one, read) >= 0


def says(signs: Set[str], one: Candidate, read: Mapping[str, float]) -> float:
    """What a model adds to the sum; nothing against a cue that leaves little doubt."""
    if not _is_learned(signs, one):
        return 0.0
    return min(max(read.get(one.said, 0.0), 0.0 if is_sure(one) else -MOST_READ), MOST_READ)


def doubt(signs: Set[str], one: Candidate) -> int | None:
    """How near its sum is to what it needs, in hundredths; None where no model that reads it can change anything."""
    most, above = 100 * MOST_READ, _above(signs, one)
    can_change = -most <= above < (0.0 if is_sure(one) else most)
    return abs(above) if can_change and one.cue < RULE and _is_learned(signs, one) else None


def _is_learned(signs: Set[str], one: Candidate) -> bool:
    """No model learned which of the things that an assistant reports are worth keeping: secretaries leave them out."""
    return one.section is None or not any(sign.startswith("m.assistant") for sign in signs)


def _above(signs: Set[str], one: Candidate) -> int:
    """By how many hundredths its sum is above what it needs."""
    fitted = _fitted()["is.talk" in signs]
    least = (fitted.least_alone if one.section is None else fitted.least) + margin(signs, one)
    return sum(fitted.worth.get(sign, 0) for sign in signs_with(signs, one)) - least


def section_of(signs: Iterable[str]) -> Section:
    """What a sentence states, by its words."""
    sums = _sums_of_sections(signs)
    best = max(SECTIONS, key=sums.__getitem__)
    return "facts" if best == "action_items" and sums[best] - sums["facts"] < ACTION else best


def is_rather_a_fact(signs: Iterable[str], one: Candidate) -> bool:
    """Whether a sentence is a fact by its words, where the cue that says otherwise leaves doubt."""
    if one.fact is not None or one.section is None or one.cue >= SURE:
        return False
    sums = _sums_of_sections(signs)
    return max(sums.values()) == sums["facts"] >= sums[one.section] + FACT


def _sums_of_sections(signs: Iterable[str]) -> dict[Section, int]:
    known = set(signs)
    sections = _fitted()["is.talk" in known].sections
    return {section: sum(sections[section].get(sign, 0) for sign in known) for section in SECTIONS}


class _Fitted(NamedTuple):
    """All in hundredths."""

    least: int
    """The sum from which what a cue found is kept."""
    least_alone: int
    """The same where no cue found anything."""
    worth: dict[str, int]
    """By sign."""
    sections: dict[Section, dict[str, int]]


@functools.cache
def _fitted() -> tuple[_Fitted, _Fitted]:
    """Of a session's first messages, and of those behind them."""
    data = Weights(Path(__file__).with_name("worth.safetensors"), VERSION)
    signs = data.words("signs")
    columns = data.array("weights", 2, 1 + len(SECTIONS), len(signs)).tolist()
    leasts = data.array("least", 2, 2).tolist()
    first, talk = (_of(least, sums, signs) for least, sums in zip(leasts, columns, strict=True))
    return first, talk


def _of(leasts: list[int], columns: list[list[int]], signs: list[str]) -> _Fitted:
    worth, *sections = ({sign: weight for sign, weight in zip(signs, one, strict=True) if weight} for one in columns)
    return _Fitted(leasts[0], leasts[1], worth, dict(zip(SECTIONS, sections, strict=True)))
