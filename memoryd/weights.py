"""Fitted weights: data beside the code that uses them, each file written by the script that fits it.

The format is safetensors: eight bytes with the length of a JSON header, the header, and the numbers one behind the
other, little-endian. The header names each array's type, shape and place; its `__metadata__` says which script made
the file, what version of the code's features it was made for, and lists words that belong to the numbers.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUFFIX = ".safetensors"
_KINDS = {"I8": "<i1", "I16": "<i2", "F16": "<f2", "F32": "<f4", "F64": "<f8"}
_LENGTH = 8
"""Bytes of the header's length."""


class _Array(msgspec.Struct):
    dtype: str
    shape: tuple[int, ...]
    data_offsets: tuple[int, int]


class Weights:
    """What one file holds."""

    def __init__(self, path: Path, version: int) -> None:
        """Raises ValueError if the file was made for another version of the code's features."""
        self._path = path
        self._bytes = path.read_bytes()
        self._begin = _LENGTH + int.from_bytes(self._bytes[:_LENGTH], "little")
        header: dict[str, Any] = msgspec.json.decode(self._bytes[_LENGTH : self._begin])
        self._about: dict[str, str] = header.pop("__metadata__", {})
        self.made_by = self._about.get("made_by", "")
        """Which module writes the file."""
        self._arrays = msgspec.convert(header, dict[str, _Array])
        if self._about.get("version") != str(version):
            raise self._mismatch(f"version {self._about.get('version')}, not {version}")

    def array(self, name: str, *shape: int) -> NDArray[Any]:
        """The numbers, as they are kept and not to be written to; raises ValueError unless the shape is as the code
        needs it, -1 for any length."""
        import numpy as np

        one = self._arrays.get(name)
        if one is None or len(one.shape) != len(shape) or any(
            want not in (-1, has) for want, has in zip(shape, one.shape, strict=True)
        ):  # fmt: skip
            raise self._mismatch(f"{name} {None if one is None else one.shape}, not {shape}")
        begin, count = self._begin + one.data_offsets[0], math.prod(one.shape)
        return np.frombuffer(self._bytes, _KINDS[one.dtype], count, begin).reshape(one.shape)

    def words(self, name: str) -> list[str]:
        """Words that the numbers belong to, in their order."""
        return self._about[name].split()

    def _mismatch(self, what: str) -> ValueError:
        return ValueError(f"{self._path.name} has {what}: python -m {self.made_by} makes it anew")
