"""How likely a result answers, and where a list of results ends (rule 2)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memoryd.client import Client
from memoryd.errors import InvalidParams
from memoryd.recall.lexical.bm25 import Term, idf
from memoryd.recall.lexical.tokens import query_words
from memoryd.recall.ranking.confidence import (
    LEAST,
    NOTHING,
    SAID,
    SHARE,
    STATED,
    Placed,
    answering,
    confidences,
    sought,
)
from memoryd.recall.ranking.echo import Echo
from memoryd.recall.ranking.fusion import Candidate, Question
from memoryd.text.dates import read_time_words
from memoryd.types import Document
from tests.support.bundled_model import with_bundled_model
from tests.support.daemon import Daemon
from tests.support.wait import until

DOCUMENTS = 40


def candidate(text: str, cosine: float | None = None, who: str | None = None, bm25: float = 1.0) -> Candidate:
    maxsim = None if cosine is None else cosine / 2
    return Candidate(
        key=text, text=text, time_words=read_time_words(text), bm25=bm25, cosine=cosine, maxsim=maxsim, who=who,
        plain=maxsim or 0.0, rest=maxsim or 0.0,
    )  # fmt: skip


def confidence(query: str, text: str, known: str = "", speakers: frozenset[str] = frozenset(), **fields: Any) -> float:
    """Of the only result, where memory has the words of `text` and of `known`."""
    plan = [
        Term(word.variants[0], idf(DOCUMENTS, 1), 1.0, word.variants[0])
        for word in query_words(query)
        if word.folded in f"{text} {known}".casefold()
    ]
    one = candidate(text, **fields)
    others = [candidate(f"other {n}", cosine=None if one.cosine is None else n * 0.05) for n in range(10)]
    asked = sought(Question(query, date(2026, 5, 1), speakers), plan, DOCUMENTS)
    return confidences(asked, [Placed(one, 1.0)], [one, *others])[0][0]


TEA = "what kind of tea does Anna drink"


@pytest.mark.parametrize("cosine", [None, 0.6])
@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        (TEA, "Anna drinks oolong tea", "Bert drinks oolong tea"),
        ("when does the ferry leave", "the ferry leaves on Monday", "the ferry leaves from pier four"),
        ("how many decks has the ferry", "the ferry has 3 decks", "the ferry has decks"),
        ("where is the ferry", "the ferry is in the dock", "where is the ferry?"),
    ],
)
def test_what_answers_is_likelier(query: str, better: str, worse: str, cosine: float | None) -> None:
    known = f"{better} {worse}"
    assert confidence(query, better, known, cosine=cosine) > confidence(query, worse, known, cosine=cosine)


def test_who_is_asked_about_said_it() -> None:
    asked = {"query": "what did Anna paint", "text": "I painted a lake", "speakers": frozenset({"anna lee"})}
    for cosine in (None, 0.5):
        of_her = confidence(**asked, who="Anna Lee", cosine=cosine)
        of_another = confidence(**asked, who="Bert", cosine=cosine)
        assert of_her > of_another + 0.1


def test_what_somebody_else_said_is_not_known_of_who_is_asked_about() -> None:
    asked = sought(Question("what did Anna paint", date(2026, 5, 1), frozenset({"anna lee"})), [], DOCUMENTS)

    def odds(hers: float, anothers: float) -> float:
        said = [
            replace(candidate("a lake", 0.3, who="Anna Lee"), role="user", plain=hers),
            replace(candidate("a boat", 0.3, who="Bert"), role="user", plain=anothers),
        ]
        return confidences(asked, [Placed(one, 1.0) for one in said], said)[0][1]["known"]

    assert odds(0.5, 0.2) > odds(0.2, 0.5) + 0.5


def test_a_word_that_nothing_has_makes_it_unlikely() -> None:
    text = "the ferry has a kiosk"
    for cosine in (None, 0.2):
        known = confidence("ferry kiosk", text, cosine=cosine)
        assert confidence("ferry kiosk trombone", text, cosine=cosine) < known


def test_the_nearer_the_likelier() -> None:
    found = [confidence(TEA, "Anna drinks oolong tea", cosine=cosine) for cosine in (0.3, 0.5, 0.7, 0.9)]
    assert found == sorted(found)
    assert found[0] < 0.25
    assert found[-1] > 0.7


def test_nothing_is_asked_of_no_result() -> None:
    assert confidences(sought(Question("", date(2026, 5, 1)), [], 0), [], []) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(-9, 9))
def test_what_all_results_say_decides_whether_there_is_a_list(likely: list[float], known: float) -> None:
    places = answering(likely, known)
    assert (places == []) == (known < NOTHING)
    assert places == [n for n, value in enumerate(likely) if places and value >= SHARE * max(likely)]


@given(st.lists(st.floats(0, 1), max_size=20))
def test_the_list_ends(likely: list[float]) -> None:
    places = answering(likely)
    best = max(likely, default=0.0)
    assert (places == []) == (best < LEAST)
    assert all(likely[place] >= max(LEAST, SHARE * best) for place in places)
    assert places == [n for n, value in enumerate(likely) if places and value >= max(LEAST, SHARE * best)]


# --- through the socket ---------------------------------------------------------------------------------------------


def _are_vectors_made(state: dict[str, Any]) -> bool:
    """Two searches give the same only when no vector comes in between."""
    return state["state"] == "off" or (state["state"] == "ready" and state["vectors"] > 0 and not state["waiting"])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    daemon = Daemon(tmp_path_factory.mktemp("precision"))
    daemon.start()
    with Client(daemon.socket) as connected:
        for text in (
            "The ferry to Amrum leaves at noon from pier four",
            "Anna Berger keeps bees behind the greenhouse",
            "The greenhouse roof leaks near the door",
            "Invoices are due within fourteen days",
            "The label printer jams with yellow rolls",
        ):
            connected.notes.write(layer="decisions", text=f"Decision: {text}")
        connected.facts.add(subject="the ferry", predicate="is called", object="Adler")
        key = connected.notes.write(layer="decisions", text="The kiosk on the ferry sells tickets")["key"]
        connected.notes.archive(key=key)
        # The daily log tells of the archiving, too, and is read in a little later.
        until(lambda: connected.recall.search(query="kiosk", kinds=["log"], boost=False)["results"])
        until(lambda: _are_vectors_made(connected.system.info()["embeddings"]))
        yield connected
    daemon.kill()


METHODS = [("recall.search", "query"), ("recall.query", "query"), ("recall.check", "action")]


def ask(client: Client, method: str, name: str, text: str, **params: Any) -> list[dict[str, Any]]:
    return list(client.call(method, {name: text, "boost": False, **params})["results"])


@pytest.mark.parametrize(("method", "name"), METHODS)
def test_every_result_says_how_likely_it_is(client: Client, method: str, name: str) -> None:
    found = ask(client, method, name, "the ferry")
    assert found
    assert all(0.0 < one["confidence"] < 1.0 for one in found)


@pytest.mark.parametrize(("method", "name"), METHODS)
def test_high_precision_keeps_what_answers(client: Client, method: str, name: str) -> None:
    asked = "what is the ferry called" if method == "recall.query" else "when does the ferry to Amrum leave"
    everything, precise, normal = (
        [one["key"] for one in ask(client, method, name, asked, **precision)]
        for precision in ({}, {"precision": "high"}, {"precision": "normal"})
    )
    assert precise
    assert set(precise) <= set(everything)
    assert normal == everything


@pytest.mark.parametrize(("method", "name"), METHODS)
def test_high_precision_is_silent_where_nothing_is_known(client: Client, method: str, name: str) -> None:
    asked = "who repaired the brakes of Gregor's ferry locomotive in Kyoto?"
    assert ask(client, method, name, asked)
    assert ask(client, method, name, asked, precision="high") == []


ASKED = "When does the ferry to Amrum leave?"


@pytest.mark.parametrize(
    ("role", "said", "stays"),
    [
        ("user", ASKED, False),
        ("user", "when does the ferry to amrum leave", False),
        ("user", "And when does it leave to Amrum, the ferry?", False),
        ("user", "When does the ferry to Amrum leave on Mondays?", True),
        ("user", "The ferry to Amrum leaves when the bell rings.", True),
        ("assistant", ASKED, True),
    ],
)
def test_a_question_that_was_asked_before_answers_nothing(role: str, said: str, stays: bool) -> None:
    document = Document(key="sessions/x.jsonl:1", kind="message", text=said, source="", path="", role=role)
    assert Echo(ASKED).is_in(document) is not stays
    assert not Echo(ASKED).is_in(replace(document, kind="note"))


def test_an_answer_is_found_by_who_asks_again(client: Client) -> None:
    client.sessions.start(session_id="asked")
    client.sessions.append(session_id="asked", messages=[{"role": "user", "content": ASKED}])
    found = ask(client, "recall.search", "query", ASKED, k=50)
    assert ASKED in [one["text"] for one in found]
    precise = [one["text"] for one in ask(client, "recall.search", "query", ASKED, precision="high")]
    assert precise and ASKED not in precise
    unknown = "Who repaired the brakes of Gregor's ferry locomotive in Kyoto?"
    client.sessions.append(session_id="asked", messages=[{"role": "user", "content": unknown}])
    # Once it is known by its vector that it was asked before.
    until(lambda: ask(client, "recall.search", "query", unknown, precision="high") == [], 120)


def test_what_is_archived_stays_out(client: Client) -> None:
    asked = {"query": "kiosk tickets", "boost": False}
    assert client.recall.search(**asked)["archived"]
    assert not client.recall.search(**asked, precision="high").get("archived")


def test_what_told_it_is_explained(client: Client) -> None:
    (first, *_) = ask(client, "recall.search", "query", "when does the ferry leave", explain=True)
    assert first["why"]["confidence:first"] == 1.0
    assert not any(name.startswith("confidence:") for name in ask(client, *METHODS[0], "ferry")[0].get("why", {}))


def test_the_only_note_answers_by_words_only_what_it_is_about(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path, '[memory_oracle]\nembedding_model = "none"\n').start()
    with Client(daemon.socket) as client:
        client.notes.write(layer="decisions", text="The office printer takes blue toner from the cellar")
        poem = "a poem about the blue evening and the quiet sea before winter"
        assert ask(client, *METHODS[0], poem)
        assert ask(client, *METHODS[0], poem, precision="high") == []
        assert ask(client, *METHODS[0], "which toner does the office printer take", precision="high")
    daemon.kill()


@pytest.mark.long
def test_high_precision_reads_the_first_results_again(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path, with_bundled_model()).start()
    with Client(daemon.socket) as client:
        for text in (
            "Anna teaches Ben the violin", "Ben teaches Anna to swim", "Anna drives Ben to school",
            "Ben walks Anna's dog", "Anna waters Ben's plants", "Ben pays Anna for the lessons",
            "The violin belongs to Ben's aunt", "Anna's dog is afraid of the violin", "Ben's school has no pool",
            "The pool is closed on Sundays", "The plants want water on Sundays", "Ben's aunt lives above the school",
        ):  # fmt: skip
            client.notes.write(layer="knowledge", text=text)
        until(lambda: _are_vectors_made(client.system.info()["embeddings"]))
        asked = "how does Ben get to school"
        first, again = (ask(client, *METHODS[0], asked, precision="high", kinds=["note"])[0] for _ in range(2))
        assert first["text"].startswith("Anna drives Ben to school")
        assert (again["key"], again["score"], again["confidence"]) == (
            first["key"],
            first["score"],
            first["confidence"],
        )
    daemon.kill()


def test_another_word_is_refused(client: Client) -> None:
    with pytest.raises(InvalidParams, match="precision"):
        ask(client, "recall.search", "query", "ferry", precision="highest")


def test_what_looks_sure_by_itself_is_trusted_less() -> None:
    for one in (STATED.judged, SAID.judged):
        assert one.odds(2.0, 0.0) - one.odds(1.0, 0.0) < one.odds(-1.0, 0.0) - one.odds(-2.0, 0.0)


def test_the_score_of_the_first_message_counts() -> None:
    asked = sought(Question("what did Anna paint", date(2026, 5, 1), frozenset()), [], DOCUMENTS)
    one = replace(candidate("a lake", 0.3), role="user")

    def odds(score: float) -> float:
        return float(confidences(asked, [Placed(one, score)], [one])[0][1]["known"])

    assert odds(1.5) > odds(1.0) + 0.5
