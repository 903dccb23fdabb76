"""The indexer, a child of the daemon: it owns tantivy's writer and turns passages into vectors.

`python -m memoryd.recall.indexer NAME=DESCRIPTOR…` with its ports and the data directory, which it reaches by the
daemon's own descriptor.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable

from memoryd.children import inside
from memoryd.recall.lexical import remote
from memoryd.recall.lexical.writing import DirectWriter
from memoryd.recall.pacing import INDEXER_IDLE_SECONDS, INDEXER_REST_SECONDS
from memoryd.storage import roots

MODULE = "memoryd.recall.indexer"
INDEX, PASSAGES, DATA, ROOT = "index", "passages", "data", "root"
PORTS = (INDEX, PASSAGES)


def main() -> None:
    """Answer until the daemon ends, or nothing was asked for a while."""
    inside.begin()
    given = dict(argument.split("=", 1) for argument in sys.argv[1:])
    roots.hold(given[ROOT], int(given[DATA]))
    writer = DirectWriter()
    ports: dict[str, tuple[int, inside.Answer]] = {
        INDEX: (int(given[INDEX]), functools.partial(remote.answer, writer)),
        PASSAGES: (int(given[PASSAGES]), _passages()),
    }
    rest = inside.Rest(INDEXER_REST_SECONDS, writer.release_all)
    inside.serve(ports, rest, inside.Rest(INDEXER_IDLE_SECONDS, writer.release_all))


def _passages() -> inside.Answer:
    """What needs numpy is imported by the first question: without a model nobody asks."""
    answers: inside.Answer | None = None

    def answer(question: Iterable[bytes]) -> Iterable[bytes]:
        nonlocal answers
        if answers is None:
            from memoryd.recall.vectors.encoding import Answers

            answers = Answers()
        return answers(question)

    return answer


if __name__ == "__main__":
    main()
