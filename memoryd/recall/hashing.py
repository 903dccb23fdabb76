"""64-bit hashes that stand for keys and texts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b


def hash64(text: str) -> int:
    """64 bits that stand for a key or a text; never 0, which stands for none."""
    return hash64_of(text.encode("utf-8", "surrogatepass"))


def hash64_of(data: bytes) -> int:
    """The same of bytes."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little") or 1


hash_of_key = lru_cache(maxsize=16_384)(hash64)
"""`hash64` of keys: every recall asks for those of its candidates, and the same ones come again."""


def hashes64(texts: Iterable[str]) -> bytes:
    """The same of many texts, 8 bytes each, little-endian; what stands for none is 0 here."""
    empty, found = blake2b(digest_size=8), []
    for text in texts:
        one = empty.copy()  # to make one takes longer than the rest
        one.update(text.encode("utf-8", "surrogatepass"))
        found.append(one.digest())
    return b"".join(found)
