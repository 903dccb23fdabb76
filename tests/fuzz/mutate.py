# ruff: noqa: E501 - tables read better unbroken
"""Inputs made of seeds for machines without a fuzzer that sees coverage."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

PIECES = (
    b"", b"\0", b"\xff", b"\n", b"\r\n", b" ", b"\t", b'"', b"\\", b"{", b"}", b"[", b"]", b"[[", b"]]", b"<!--", b"-->",
    b"```", b"- ", b"# ", b"---\n", b":", b"=", b"1e999", b"-1", b"99999999999999999999", b"9999-12-31", b"0001-01-01",
    b"null", b"true", b"\\u0000", b"\\ud800", "\u2028".encode(), "↑".encode(), "←memory/".encode(), b"[pin]", b"\xc1",
    b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc9\xff\xff\xff\xff\x01", b"password: ", b"inf", b"nan",
    b"T24:00:00", b"+99:99", b"Z", "é".encode(), "中".encode(), b"1" * 40, b"a" * 300, b"[" * 1200, b'{"a":' * 1200,
)  # fmt: skip


def mutated(seeds: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """A seed, or any bytes, with some pieces cut out, put in or repeated."""
    pieces = st.sampled_from(PIECES) | st.binary(max_size=12) | st.sampled_from(seeds)
    edit = st.tuples(st.integers(0, 400), st.integers(0, 12), pieces)
    return st.builds(_edited, st.sampled_from(seeds) | st.binary(max_size=200), st.lists(edit, max_size=6))


def mutations(seeds: Sequence[bytes], numbers: random.Random) -> Iterator[bytes]:
    """The same without end, and a hundred times as fast as Hypothesis draws them; what broke is not made smaller."""
    while True:
        data = numbers.choice(seeds) if numbers.random() < 0.8 else numbers.randbytes(numbers.randrange(200))
        edits = [
            (numbers.randrange(401), numbers.randrange(13), _piece(seeds, numbers)) for _ in range(numbers.randrange(7))
        ]
        yield _edited(data, edits)


def _piece(seeds: Sequence[bytes], numbers: random.Random) -> bytes:
    kind = numbers.randrange(3)
    if kind == 0:
        return numbers.choice(PIECES)
    return numbers.choice(seeds) if kind == 1 else numbers.randbytes(numbers.randrange(13))


def _edited(data: bytes, edits: Sequence[tuple[int, int, bytes]]) -> bytes:
    for at, gone, piece in edits:
        place = at % (len(data) + 1)
        data = data[:place] + piece + data[place + gone :]
    return data
