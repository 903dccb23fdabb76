"""More outputs for an ONNX graph that memoryd made: the states of its tokens behind its layers. Pure.

They are added while the graph is loaded, so that the file stays what it is: a model with another file is another model,
and all its vectors would be made anew. A graph is a protobuf message, and two of them one after the other are one
message with the fields of both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_STATES = re.compile(rb"l(\d+)\.n2\.norm")
"""What models/bert_onnx.py calls what comes out of each layer."""
NODES = 1 << 20
"""Bytes at the beginning of such a graph that hold its nodes; its weights come after them."""
_GRAPH, _OUTPUT, _NAME = 7, 12, 1
"""The numbers of these fields in onnx.proto."""


def last_states(head: bytes) -> str | None:
    """The name of what comes out of the last layer, (1, tokens, dimensions); None for a graph by others.

    `head`: the graph's first `NODES` bytes.
    """
    layers = [int(found) for found in _STATES.findall(head)]
    return f"l{max(layers)}.n2.norm" if layers else None


def states_behind(head: bytes, layers: Sequence[int]) -> list[str]:
    """As `last_states`, of these layers, counted from nought; empty where the graph has not all of them."""
    found = {int(one) for one in _STATES.findall(head)}
    return [f"l{layer}.n2.norm" for layer in layers] if found.issuperset(layers) else []


def with_output(name: str) -> bytes:
    """What makes of a graph that it is put behind one with `name` as its last output."""
    return _field(_GRAPH, _field(_OUTPUT, _field(_NAME, name.encode())))


def _field(number: int, value: bytes) -> bytes:
    """A field with bytes, of which there are fewer than 128."""
    return bytes([number << 3 | 2, len(value)]) + value
