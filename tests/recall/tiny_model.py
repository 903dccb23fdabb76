"""A BERT encoder of a few hundred weights in the usual Hugging Face layout, and what it must give, in numpy."""

from __future__ import annotations

import json
from math import erf
from pathlib import Path

import numpy as np

WORDS = "the a of in on dog cat house boat red blue runs sleeps eats tea coffee morning evening . ? ! , we you".split()
HIDDEN, LAYERS, HEADS, WIDE, POSITIONS = 32, 2, 4, 64, 40


def weights(seed: int = 0, kind: str = "bert") -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    first = 2 if kind == "xlm-roberta" else 0

    def draw(*shape: int, scale: float = 0.3) -> np.ndarray:
        return rng.normal(scale=scale, size=shape).astype(np.float32)

    found = {
        "embeddings.word_embeddings.weight": draw(len(WORDS) + 4, HIDDEN, scale=1.0),
        "embeddings.position_embeddings.weight": draw(POSITIONS + first, HIDDEN),
        "embeddings.token_type_embeddings.weight": draw(1 if first else 2, HIDDEN),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        base = f"encoder.layer.{layer}"
        shapes = {
            "attention.self.query": (HIDDEN, HIDDEN),
            "attention.self.key": (HIDDEN, HIDDEN),
            "attention.self.value": (HIDDEN, HIDDEN),
            "attention.output.dense": (HIDDEN, HIDDEN),
            "intermediate.dense": (WIDE, HIDDEN),
            "output.dense": (HIDDEN, WIDE),
        }
        for name, shape in shapes.items():
            found[f"{base}.{name}.weight"] = draw(*shape)
            found[f"{base}.{name}.bias"] = draw(shape[0], scale=0.1)
        norms += [f"{base}.attention.output.LayerNorm", f"{base}.output.LayerNorm"]
    for norm in norms:
        found[f"{norm}.weight"] = 1 + draw(HIDDEN, scale=0.1)
        found[f"{norm}.bias"] = draw(HIDDEN, scale=0.1)
    return found


def write_safetensors(path: Path, tensors: dict[str, np.ndarray]) -> None:
    from safetensors.numpy import save_file

    save_file(tensors, path, metadata={"format": "pt"})


def write_tokenizer(path: Path) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    vocabulary = {word: i for i, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(path))


def write_model(directory: Path, kind: str = "bert", longest: int = 20) -> dict[str, np.ndarray]:
    """The directory as a download would be: safetensors, no ONNX."""
    directory.mkdir(parents=True)
    config = {
        "model_type": kind,
        "hidden_act": "gelu",
        "hidden_size": HIDDEN,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": POSITIONS + (2 if kind == "xlm-roberta" else 0),
        "vocab_size": len(WORDS) + 4,
    }
    (directory / "config.json").write_text(json.dumps(config))
    (directory / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": longest}))
    (directory / "1_Pooling").mkdir()
    (directory / "1_Pooling/config.json").write_text(json.dumps({"pooling_mode_mean_tokens": True}))
    write_tokenizer(directory / "tokenizer.json")
    tensors = weights(kind=kind)
    write_safetensors(directory / "model.safetensors", tensors)
    return tensors


def reference(tensors: dict[str, np.ndarray], ids: list[int], kind: str = "bert") -> np.ndarray:
    """The unit vector that the encoder's definition gives, in floats."""
    first = 2 if kind == "xlm-roberta" else 0

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return x * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]

    def linear(x: np.ndarray, name: str) -> np.ndarray:
        return x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]

    x = tensors["embeddings.word_embeddings.weight"][ids]
    x = x + tensors["embeddings.position_embeddings.weight"][first : first + len(ids)]
    x = norm(x + tensors["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(LAYERS):
        base = f"encoder.layer.{layer}"
        q, k, v = (
            linear(x, f"{base}.attention.self.{part}").reshape(len(ids), HEADS, -1).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(HIDDEN // HEADS)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        seen = (shares / shares.sum(-1, keepdims=True)) @ v
        seen = seen.transpose(1, 0, 2).reshape(len(ids), HIDDEN)
        x = norm(x + linear(seen, f"{base}.attention.output.dense"), f"{base}.attention.output.LayerNorm")
        wide = linear(x, f"{base}.intermediate.dense")
        wide = wide * 0.5 * (1 + np.vectorize(erf)(wide / np.sqrt(2)))
        x = norm(x + linear(wide, f"{base}.output.dense"), f"{base}.output.LayerNorm")
    pooled = x.mean(0)
    return pooled / np.linalg.norm(pooled)


def write_letters(directory: Path, seed: int = 0, width: int = 64) -> None:
    """A model that adds up letters: like e5, it finds any two sentences much alike."""
    import onnx
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers

    directory.mkdir(parents=True)
    vocabulary = {letter: i for i, letter in enumerate(["[UNK]", *"abcdefghijklmnopqrstuvwxyz"])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex("[^a-z]"), "removed"), pre_tokenizers.Split(Regex("."), "isolated")]
    )
    tokenizer.save(str(directory / "tokenizer.json"))
    table = np.random.default_rng(seed).normal(size=(len(vocabulary), width)).astype(np.float32)
    make, kind = onnx.helper.make_tensor_value_info, onnx.TensorProto
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "letters",
        [make("input_ids", kind.INT64, ["b", "t"])],
        [make("last_hidden_state", kind.FLOAT, ["b", "t", width])],
        [onnx.numpy_helper.from_array(table, "table")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9)
    (directory / "model.onnx").write_bytes(model.SerializeToString())


def write_downloaded(directory: Path) -> None:
    """A model as it is downloaded, with a graph and files that nobody needs. Needs onnx and safetensors."""
    from memoryd.recall.models.bert_onnx import convert

    write_model(directory)
    (directory / "onnx").mkdir()
    graph = convert(directory / "model.safetensors", directory / "config.json")
    (directory / "onnx/model.onnx").write_bytes(graph)
    (directory / "pytorch_model.bin").write_bytes(b"pickled")
