"""Facts and questions with the word statistics of real talk.

With `$MEMORYD_DATASETS` the texts are a Markov chain over the turns of locomo_dev.json and the questions are the ones
asked there; without it, both are drawn from a vocabulary of our own with English function words and a Zipf tail.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Protocol

Fact = tuple[str, str, str]

FUNCTION_WORDS = (
    "the of and to a in that is was he for it with as his on be at by i this had not are but from or have an they "
    "which one you were her all she there would their we him been has when who will more no if out so said what up its "
    "about into than them can only other new some could time these two may then do first any my now such like our over "
    "man me even most made after also did many before must through back years where much your way well down should "
    "because each just those people how too little state good very make world still own see men work long get here "
    "between both life being under never day same another know while last might us great old year off come since "
    "against go came right used take three"
).split()
PREDICATES = (
    "said likes prefers works_on decided visited bought plans_to knows owns uses started_on met wants asked_for "
    "finished moved_to learned cooked dislikes remembers recommended".split()
)
STOP_WORDS = frozenset(FUNCTION_WORDS[:95]) | frozenset("does doing were whose why am during s t didn don".split())
SYLLABLES = [onset + vowel + coda for onset in "b d f g k l m n p r s t v st tr".split() for vowel in "aeiou"
             for coda in ("", "n", "r", "l", "t")]  # fmt: skip


class Words(Protocol):
    """Where facts and questions come from; the same seed gives the same ones."""

    def facts(self, count: int) -> Iterator[Fact]: ...
    def questions(self, count: int) -> list[str]: ...


class Zipf:
    """A vocabulary of 20,000 made words behind the function words, frequency ~ 1 / (rank + 2.7)."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        made: dict[str, None] = {}
        while len(made) < 20_000:
            made["".join(self._random.choices(SYLLABLES, k=self._random.randint(2, 4)))] = None
        self._words = FUNCTION_WORDS + list(made)
        self._weights = list(accumulate(1 / (rank + 2.7) for rank in range(len(self._words))))
        self._names = [word.capitalize() for word in self._words[len(FUNCTION_WORDS) :][-60:]]
        self._name_weights = list(accumulate(1 / (rank + 5) for rank in range(len(self._names))))

    def _text(self, length: int) -> list[str]:
        return self._random.choices(self._words, cum_weights=self._weights, k=length)

    def _name(self) -> str:
        return self._random.choices(self._names, cum_weights=self._name_weights)[0]

    def facts(self, count: int) -> Iterator[Fact]:
        """`count` different facts; objects of 4 to 40 words, 16 on average."""
        for _ in range(count):
            length = min(40, max(4, round(self._random.lognormvariate(2.7, 0.5))))
            yield self._name(), self._random.choice(PREDICATES), " ".join(self._text(length))

    def questions(self, count: int) -> list[str]:
        """Questions of a name, a few function words and one to four words of the tail."""
        tail = len(FUNCTION_WORDS)
        made = []
        for _ in range(count):
            words = [word for word in self._text(24) if word not in STOP_WORDS][: self._random.randint(1, 4)]
            words += self._words[tail + self._random.randrange(500) :][:1]
            made.append(f"What did {self._name()} say about the {' and '.join(words)}?")
        return made


class Conversations:
    """A Markov chain of order two over the turns of LoCoMo's conversations; its own questions."""

    def __init__(self, path: Path, seed: int = 1) -> None:
        self._random = random.Random(seed)
        conversations = json.loads(path.read_text())
        turns = [turn for each in conversations for session in each["sessions"] for turn in session["turns"]]
        self._questions = [pair["question"] for each in conversations for pair in each["qa"]]
        self._turns = [(turn["speaker"], turn["text"].split()) for turn in turns if len(turn["text"].split()) > 3]
        self._next: dict[tuple[str, str], list[str]] = {}
        for _, words in self._turns:
            for first, second, third in zip(words, words[1:], words[2:], strict=False):
                self._next.setdefault((first, second), []).append(third)

    def _text(self) -> str:
        words = self._random.choice(self._turns)[1]
        made = words[:2]
        for _ in range(len(words) - 2):
            follow = self._next.get((made[-2], made[-1])) or self._random.choice(self._turns)[1]
            made.append(self._random.choice(follow))
        return " ".join(made)

    def facts(self, count: int) -> Iterator[Fact]:
        """`count` different facts, one speaker's sentence each."""
        seen: set[Fact] = set()
        while len(seen) < count:
            fact = (self._random.choice(self._turns)[0], "said", self._text())
            if fact not in seen:
                seen.add(fact)
                yield fact

    def questions(self, count: int) -> list[str]:
        """Questions that people asked about these conversations."""
        return self._random.sample(self._questions, min(count, len(self._questions)))


def words(seed: int = 1) -> Words:
    """The best source that this machine has."""
    folder = os.environ.get("MEMORYD_DATASETS")
    path = Path(folder or ".") / "locomo_dev.json"
    return Conversations(path, seed) if folder and path.exists() else Zipf(seed)
