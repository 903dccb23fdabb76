"""Converts the weights of a BERT encoder into an int8 ONNX graph: ids and mask in, one unit vector per text out.

The daemon runs this once for a model that an operator installed as safetensors only; the builder of the bundled model
runs it, too. Linear layers are dynamic int8, with 7-bit weights by column so that processors without VNNI do not
saturate. Tables are int8 by row. Needs the packages `onnx` and `safetensors` (memoryd[convert]).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryd.recall.models.model import Model, ModelUnusable
from memoryd.storage import beneath
from memoryd.storage.atomic import replace_file
from memoryd.storage.files import Files
from memoryd.storage.regular import regular

_WEIGHT_PEAK = 63.0
_FIRST_POSITION = {"bert": 0, "xlm-roberta": 2, "roberta": 2}


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """What config.json says of the encoder."""

    layers: int
    heads: int
    hidden: int
    epsilon: float
    first_position: int

    @classmethod
    def read(cls, config: Path) -> EncoderShape:
        """Raises ValueError for an architecture that this builder does not know."""
        values = json.loads(config.read_bytes())
        kind = values.get("model_type")
        if kind not in _FIRST_POSITION or values.get("hidden_act", "gelu") != "gelu":
            raise ValueError(f"{config} describes a {kind} model; only BERT and XLM-RoBERTa encoders can be converted")
        if values.get("position_embedding_type", "absolute") != "absolute":
            raise ValueError(f"{config} asks for relative positions, which cannot be converted")
        return cls(
            layers=int(values["num_hidden_layers"]),
            heads=int(values["num_attention_heads"]),
            hidden=int(values["hidden_size"]),
            epsilon=float(values.get("layer_norm_eps", 1e-12)),
            first_position=_FIRST_POSITION[kind],
        )


class _Graph:
    """Collects nodes and weights."""

    def __init__(self, onnx: Any, tensors: Any, shape: EncoderShape) -> None:
        """`tensors`: an open safetensors file."""
        self.onnx = onnx
        self._tensors = tensors
        self.shape = shape
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def read(self, name: str) -> NDArray[np.float32]:
        return np.ascontiguousarray(self._tensors.get_tensor(name), dtype=np.float32)

    def weight(self, name: str, values: NDArray[Any]) -> str:
        self.weights.append(self.onnx.numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(
        self, kind: str, inputs: list[str], output: str, domain: str | None = None, **attributes: int | float
    ) -> str:
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def add_many(
        self, kind: str, inputs: list[str], outputs: list[str], domain: str | None = None, **attributes: int | float
    ) -> list[str]:
        node = self.onnx.helper.make_node(kind, inputs, outputs, name=outputs[0], domain=domain, **attributes)
        self.nodes.append(node)
        return outputs


def quantize_rows(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Each row as int8 and its scale (rows,)."""
    peaks = np.abs(table).max(axis=1)
    scales = np.where(peaks > 0, peaks / 127.0, 1.0).astype(np.float32)
    return np.rint(table / scales[:, None]).astype(np.int8), scales


def _table(graph: _Graph, name: str, table: NDArray[np.float32], ids: str) -> str:
    """Rows of an int8 table, as float32."""
    rows, scales = quantize_rows(table)
    picked = graph.add("Gather", [graph.weight(f"{name}.rows", rows), ids], f"{name}.picked")
    factor = graph.add("Gather", [graph.weight(f"{name}.scales", scales[:, None]), ids], f"{name}.factor")
    return graph.add("Mul", [graph.add("Cast", [picked], f"{name}.cast", to=1), factor], f"{name}.row")


def _quantized(graph: _Graph, name: str, value: str) -> list[str]:
    return graph.add_many("DynamicQuantizeLinear", [value], [f"{name}.q", f"{name}.scale", f"{name}.zero"])


def _linear(graph: _Graph, name: str, value: list[str], weight: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
    """`value` (quantised) times the transposed weight (out, in), plus bias."""
    peaks = np.abs(weight).max(axis=1)
    scales = np.where(peaks > 0, peaks / _WEIGHT_PEAK, 1.0).astype(np.float32)
    columns = graph.weight(f"{name}.w", np.rint(weight / scales[:, None]).astype(np.int8).T)
    zero = graph.weight(f"{name}.wz", np.zeros((), dtype=np.int8))
    product = graph.add("MatMulInteger", [value[0], columns, value[2], zero], f"{name}.product")
    factor = graph.add("Mul", [value[1], graph.weight(f"{name}.ws", scales)], f"{name}.factor")
    scaled = graph.add("Mul", [graph.add("Cast", [product], f"{name}.cast", to=1), factor], f"{name}.scaled")
    return graph.add("Add", [scaled, graph.weight(f"{name}.b", bias)], f"{name}.out")


def _norm(graph: _Graph, name: str, value: str, source: str) -> str:
    gain = graph.weight(f"{name}.gain", graph.read(f"{source}.weight"))
    bias = graph.weight(f"{name}.bias", graph.read(f"{source}.bias"))
    return graph.add("LayerNormalization", [value, gain, bias], f"{name}.norm", axis=-1, epsilon=graph.shape.epsilon)


def _layer(graph: _Graph, name: str, value: str, source: str) -> str:
    read = graph.read
    parts = [f"{source}.attention.self.{part}" for part in ("query", "key", "value")]
    weight = np.concatenate([read(f"{part}.weight") for part in parts])
    bias = np.concatenate([read(f"{part}.bias") for part in parts])
    joined = _linear(graph, f"{name}.qkv", _quantized(graph, f"{name}.in", value), weight, bias)
    thirds = graph.add_many("Split", [joined], [f"{name}.q3", f"{name}.k3", f"{name}.v3"], axis=-1, num_outputs=3)
    seen = graph.add(
        "MultiHeadAttention",
        [*thirds, "", "mask32"],
        f"{name}.seen",
        domain="com.microsoft",
        num_heads=graph.shape.heads,
    )
    dense = f"{source}.attention.output"
    mixed = _linear(
        graph,
        f"{name}.mix",
        _quantized(graph, f"{name}.seenq", seen),
        read(f"{dense}.dense.weight"),
        read(f"{dense}.dense.bias"),
    )
    summed = graph.add("Add", [mixed, value], f"{name}.sum1")
    value = _norm(graph, f"{name}.n1", summed, f"{dense}.LayerNorm")
    up = f"{source}.intermediate.dense"
    wide = _linear(
        graph, f"{name}.up", _quantized(graph, f"{name}.upq", value), read(f"{up}.weight"), read(f"{up}.bias")
    )
    wide = graph.add("Gelu", [wide], f"{name}.gelu")
    down = f"{source}.output"
    narrow = _linear(
        graph,
        f"{name}.down",
        _quantized(graph, f"{name}.downq", wide),
        read(f"{down}.dense.weight"),
        read(f"{down}.dense.bias"),
    )
    summed = graph.add("Add", [narrow, value], f"{name}.sum2")
    return _norm(graph, f"{name}.n2", summed, f"{down}.LayerNorm")


def _embed(graph: _Graph, prefix: str) -> str:
    """Word, position and type embeddings, normed."""
    source = f"{prefix}embeddings"
    words = _table(graph, "words", graph.read(f"{source}.word_embeddings.weight"), "input_ids")
    positions = graph.read(f"{source}.position_embeddings.weight")[graph.shape.first_position :]
    positions = positions + graph.read(f"{source}.token_type_embeddings.weight")[0]
    sizes = graph.add("Shape", ["input_ids"], "sizes", start=1, end=2)
    begin = graph.weight("zero1", np.zeros(1, dtype=np.int64))
    places = graph.add("Slice", [graph.weight("positions", positions), begin, sizes, begin], "places")
    return _norm(
        graph,
        "embedded",
        graph.add("Add", [words, places], "words_places"),
        f"{source}.LayerNorm",
    )


def _pool(graph: _Graph, value: str, pooling: str) -> None:
    """One unit vector per text: the mean of its tokens, or its first token."""
    if pooling == "cls":
        pooled = graph.add("Gather", [value, graph.weight("first", np.asarray(0, dtype=np.int64))], "pooled", axis=1)
    else:
        axis = graph.weight("axis1", np.asarray([1], dtype=np.int64))
        last = graph.weight("axis2", np.asarray([2], dtype=np.int64))
        mask = graph.add("Unsqueeze", [graph.add("Cast", ["attention_mask"], "maskf", to=1), last], "mask3")
        total = graph.add("ReduceSum", [graph.add("Mul", [value, mask], "masked"), axis], "total", keepdims=0)
        count = graph.add("ReduceSum", [mask, axis], "count", keepdims=0)
        pooled = graph.add("Div", [total, count], "pooled")
    graph.add("LpNormalization", [pooled], "sentence_embedding", axis=-1, p=2)


def convert(weights: Path, config: Path, pooling: str = "mean") -> bytes:
    """The int8 graph of the encoder in `weights` (safetensors).

    Raises ValueError for weights that are truncated or hold no BERT encoder, ImportError without the packages.
    """
    import onnx  # first: it registers bfloat16 with numpy, which safetensors then can read
    from safetensors import SafetensorError, safe_open

    shape = EncoderShape.read(config)
    try:
        with safe_open(weights, framework="numpy") as tensors:
            model = _model(_Graph(onnx, tensors, shape), frozenset(tensors.keys()), pooling)
    except SafetensorError as error:
        raise ValueError(f"{weights} cannot be read: {error}") from error
    if model is None:
        raise ValueError(f"{weights} holds no BERT encoder")
    try:
        packed: bytes = model.SerializeToString(deterministic=True)
    except Exception as error:  # protobuf's exceptions differ by version: no message may be over 2 GiB
        raise ValueError(
            f"{weights} is too large to be converted; put an ONNX graph of it beside it (onnx/model.onnx)"
        ) from error
    return packed


def _model(graph: _Graph, names: frozenset[str], pooling: str) -> Any:
    """The ONNX model; None when the tensors are of something else."""
    prefix = next((p for p in ("", "bert.", "roberta.") if f"{p}embeddings.word_embeddings.weight" in names), None)
    if prefix is None:
        return None
    onnx, shape = graph.onnx, graph.shape
    graph.add("Cast", ["attention_mask"], "mask32", to=6)
    value = _embed(graph, prefix)
    for layer in range(shape.layers):
        value = _layer(graph, f"l{layer}", value, f"{prefix}encoder.layer.{layer}")
    _pool(graph, value, pooling)
    integers = onnx.TensorProto.INT64
    info = onnx.helper.make_tensor_value_info
    body = onnx.helper.make_graph(
        graph.nodes,
        "encoder",
        [info(name, integers, ["batch", "tokens"]) for name in ("input_ids", "attention_mask")],
        [info("sentence_embedding", onnx.TensorProto.FLOAT, ["batch", shape.hidden])],
        graph.weights,
    )
    versions = [onnx.helper.make_opsetid("", 20), onnx.helper.make_opsetid("com.microsoft", 1)]
    return onnx.helper.make_model(body, opset_imports=versions, ir_version=10, producer_name="memoryd")


def converted(files: Files, model: Model, path: str) -> bytes:
    """The ONNX graph of a model that has only weights, converted once to that path. Raises ModelUnusable."""
    if not beneath.is_file(path):
        assert model.weights is not None and model.config is not None
        try:
            graph = convert(model.weights, model.config, model.pooling)
        except ImportError as error:
            what = f"{model.directory} has no ONNX graph, and to make one needs the package {error.name}."
            raise ModelUnusable(what, name=model.name) from error
        except (ValueError, KeyError, TypeError) as error:  # a truncated or foreign file, or a foreign config.json
            raise ModelUnusable(f"{model.directory} cannot be converted: {error}.", name=model.name) from error
        replace_file(files, path, [graph])
    with open(path, "rb", opener=regular) as file:
        return file.read()
