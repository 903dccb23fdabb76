"""64-bit hashes that stand for keys and texts."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b


def hash64(text: str) -> int:
    """64 bits that stand for a key or a text; never 0, which stands for none."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") or 1


def hashes64(texts: Iterable[str]) -> bytes:
    """The same of many texts, 8 bytes each, little-endian; what stands for none is 0 here."""
    return b"".join([blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts])
