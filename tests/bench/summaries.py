"""What a summary keeps: evidence and answers of LoCoMo's questions at equal tokens, beside simple summarisers.

Needs $MEMORYD_DATASETS with locomo_dev.json; TextRank is sumy's (`pip install sumy`, no dependency). A sentence of the
evidence counts as kept when all of its words stand in one bullet; an answer when each of its words stands in the
summaries of its conversation. Texts are read as they stand in a session of the daemon, chunked and budgeted alike.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from memoryd.kinds.summaries.extractive import Line, summarise
from memoryd.text.tokens import tokens_of
from tests.bench.month import MONTHS, held, levels, month
from tests.bench.report import Row

TITLE = "Built-in summaries of chats: evidence and answers kept at equal tokens"
BASELINE = "longest"
SHARE = 0.33
_SAID = (1, 4)
"""Categories of questions whose answers are said as they are; others ask for dates to be worked out, or for guesses."""
_WORD = re.compile(r"[^\W_]+")
_PIECE = re.compile(r"(?<=[.!?])\s+|\n+")
_COMMON = frozenset(
    "a an the and or of to in on at for with by is are was were it its his her their they he she".split()
)


class Session(NamedTuple):
    """A session: its turns `(id, speaker, text)` and its day."""

    day: str
    turns: list[tuple[str, str, str]]

    @property
    def tokens(self) -> int:
        """Of what was said."""
        return sum(tokens_of(text) for _, _, text in self.turns)


Summarise = Callable[[Session, int], str]


def conversations() -> Iterator[tuple[list[Session], list[dict[str, Any]]]]:
    """The sessions of each conversation, and its questions."""
    folder = os.environ.get("MEMORYD_DATASETS")
    if not folder:
        raise SystemExit("summaries needs $MEMORYD_DATASETS: a folder with locomo_dev.json")
    for one in json.loads(Path(folder, "locomo_dev.json").read_text()):
        sessions = []
        for session in one["sessions"]:
            day = datetime.strptime(session["date_time"].split(" on ")[1], "%d %B, %Y").date()
            turns = [(turn["dia_id"], turn["speaker"], turn["text"]) for turn in session["turns"]]
            sessions.append(Session(day.isoformat(), turns))
        yield sessions, one["qa"]


def words_of(text: str) -> set[str]:
    """Folded words but the commonest."""
    return {word for word in _WORD.findall(str(text).casefold()) if word not in _COMMON}


def ours(session: Session, target: int) -> str:
    """The daemon's."""
    return summarise([Line(text, session.day, who) for _, who, text in session.turns], target)


def _bullets(session: Session, target: int, order: Callable[[list[tuple[str, str]]], list[tuple[str, str]]]) -> str:
    pieces = [(who, piece) for _, who, text in session.turns for piece in _PIECE.split(text) if piece.strip()]
    left, chosen = 4 * target, []
    for who, piece in order(pieces):
        if len(piece) + len(who) + 5 <= left:
            chosen.append(f"- {who}: {piece}")
            left -= len(chosen[-1]) + 1
    return "\n".join(chosen)


def _longest(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(pieces, key=lambda piece: -len(piece[1]))


def _shuffled(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return random.Random(7).sample(pieces, len(pieces))


class _Words:
    """Cuts as the other rows are cut, since the words of sumy's own tokenizer come from data that it downloads."""

    @staticmethod
    def to_words(sentence: str) -> tuple[str, ...]:
        """Its words."""
        return tuple(_WORD.findall(sentence))


def text_rank() -> Callable[[list[tuple[str, str]]], list[tuple[str, str]]] | None:
    """sumy's TextRank, over the same pieces; None where it is not installed: `pip install sumy`."""
    with suppress(ImportError):
        dom = import_module("sumy.models.dom")
        stemmers = import_module("sumy.nlp.stemmers")
        ranking = import_module("sumy.summarizers.text_rank")

        def order(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
            told = dom.Paragraph([dom.Sentence(piece, _Words) for _, piece in pieces])
            summarizer = ranking.TextRankSummarizer(stemmers.Stemmer("english"))
            summarizer.stop_words = _COMMON
            rated = summarizer.rate_sentences(dom.ObjectDocumentModel([told]))
            rank = {str(sentence): value for sentence, value in rated.items()}
            return sorted(pieces, key=lambda piece: -rank.get(piece[1], 0.0))

        return order
    return None


def measure(make: Summarise, share: float = SHARE) -> tuple[float, float, int, int]:
    """(evidence kept, answers kept, tokens of the summaries, tokens of what was said)."""
    asked = answered = evidence = answers = made = said = 0
    for sessions, questions in conversations():
        texts = [make(session, max(1, round(session.tokens * share))) for session in sessions]
        made += sum(map(tokens_of, texts))
        said += sum(session.tokens for session in sessions)
        bullets = [[words_of(line) for line in text.splitlines()] for text in texts]
        told = set[str]().union(*(words for session in bullets for words in session))
        place = {turn[0]: (at, turn[2]) for at, session in enumerate(sessions) for turn in session.turns}
        for question in questions:
            turns = [place[one] for one in question["evidence"] if one in place]
            if not turns or "answer" not in question:
                continue
            asked += 1
            evidence += any(
                (words := words_of(piece)) and any(words <= bullet for bullet in bullets[at])
                for at, text in turns
                for piece in _PIECE.split(text)
            )
            if question["category"] in _SAID:
                answered += 1
                answers += words_of(question["answer"]) <= told
    return evidence / asked, answers / answered, made, said


def bench() -> list[Row]:
    """Ours beside each of the others."""
    others: dict[str, Summarise] = {
        "longest": partial(_bullets, order=_longest),
        "random": partial(_bullets, order=_shuffled),
    }
    ranked = text_rank()
    if ranked is not None:
        others["TextRank"] = partial(_bullets, order=ranked)
    evidence, answers, made, said = measure(ours)
    rows = []
    for name, make in others.items():
        theirs = measure(make, SHARE)
        note = f"{made:,} and {theirs[2]:,} of {said:,} tokens"
        rows.append(Row(f"evidence, beside {name}", "", evidence, theirs[0], aim=">= .85", note=note))
        rows.append(Row(f"answers, beside {name}", "", answers, theirs[1], aim=">= .60"))
    for which in MONTHS:
        told = month(which)
        wanted = len(told["decisions"])
        for name, summaries in zip(("L1", "L2", "L3"), levels(told), strict=True):
            kept = len(held(summaries, told["decisions"]))
            rows.append(Row(f"decisions of a month ({which}) in {name}", "", kept, wanted, aim=str(wanted)))
    return rows
