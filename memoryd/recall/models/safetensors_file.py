"""Reads tensors of a `.safetensors` file: a length, a JSON header, and raw little-endian arrays."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LENGTH = struct.Struct("<Q")
_HEADER_LIMIT = 64 << 20
_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "BF16": "<u2"}


class Tensors:
    """The tensors of one file, mapped and read on demand as float32. A torn or foreign file raises ValueError."""

    def __init__(self, path: Path) -> None:
        self._size = path.stat().st_size
        with path.open("rb") as file:
            lead = file.read(_LENGTH.size)
            length = _LENGTH.unpack(lead)[0] if len(lead) == _LENGTH.size else 0
            if not 2 <= length <= min(_HEADER_LIMIT, self._size - _LENGTH.size):
                raise ValueError(f"{path} is no safetensors file, or is cut short")
            try:
                header = json.loads(file.read(length))
            except ValueError as error:
                raise ValueError(f"{path} has an unreadable safetensors header") from error
        if not isinstance(header, dict):
            raise ValueError(f"{path} has an unreadable safetensors header")
        self._start = _LENGTH.size + length
        self._entries: dict[str, Any] = {name: entry for name, entry in header.items() if name != "__metadata__"}
        self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
        self._path = path

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def names(self) -> list[str]:
        """All names, in the file's order."""
        return list(self._entries)

    def read(self, name: str) -> NDArray[np.float32]:
        """One tensor as float32. Raises ValueError when it is absent or lies past the file's end."""
        try:
            entry = self._entries[name]
            begin, end = entry["data_offsets"]
            kind = _TYPES[entry["dtype"]]
            shape = tuple(int(size) for size in entry["shape"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{self._path} has no tensor {name} of a known type") from error
        if not 0 <= begin <= end <= self._size - self._start:
            raise ValueError(f"{self._path} is cut short: {name} lies past its end")
        raw = self._bytes[self._start + begin : self._start + end]
        if entry["dtype"] == "BF16":  # the upper half of a float32
            values = (np.frombuffer(raw, dtype=kind).astype(np.uint32) << np.uint32(16)).view(np.float32)
        else:
            values = np.frombuffer(raw, dtype=kind).astype(np.float32)
        return np.ascontiguousarray(values.reshape(shape))
