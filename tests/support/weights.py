"""Writes what `memoryd.weights` reads: the same bytes of the same numbers, with a header that people can read, too."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

_NAMES = {"int8": "I8", "int16": "I16", "float16": "F16", "float32": "F32", "float64": "F64"}
_ALIGNED = 8


def write_weights(
    path: Path,
    made_by: str,
    version: int,
    arrays: Mapping[str, NDArray[Any]],
    words: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """The arrays in the order given: each begins where its type may, as long as larger types come first."""
    lists = {name: " ".join(some) for name, some in (words or {}).items()}
    header: dict[str, Any] = {"__metadata__": {"made_by": made_by, "version": str(version), **lists}}
    parts: list[bytes] = []
    at = 0
    for name, one in arrays.items():
        parts.append(one.astype(one.dtype.newbyteorder("<")).tobytes())
        header[name] = {"dtype": _NAMES[one.dtype.name], "shape": one.shape, "data_offsets": [at, at + len(parts[-1])]}
        at += len(parts[-1])
    text = json.dumps(header, ensure_ascii=False).replace(', "', ',\n"').encode()
    text += b" " * (-len(text) % _ALIGNED)
    path.write_bytes(len(text).to_bytes(_ALIGNED, "little") + text + b"".join(parts))
