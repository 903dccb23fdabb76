from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.recall.lexical.tokens import FOREIGN, LONGEST_TERM, fold_word, language_of, query_words, terms_of


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("ÉCLAIR", "eclair"),
        ("Straße", "strasse"),
        ("Ærø", "aero"),
        ("İstanbul", "istanbul"),
        ("Ελλάδα", "ελλαδα"),
        ("Ёлка", "елка"),
        ("Йод", "йод"),
        ("ﬁn", "fin"),
        ("Ｆｕｌｌ", "full"),
        ("が", "が"),
        ("한국", "한국"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_folds_case_and_accents_but_not_other_scripts(written: str, folded: str) -> None:
    assert fold_word(written) == folded


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("the cat", ["the", "cat"]),
        ("started_on of", ["started_on", "start", "on", "of"]),
        ("startedOn of", ["startedon", "start", "on", "of"]),
        ("HTTPServer of", ["httpserver", "http", "server", "of"]),
        ("on 2026-05-15 the", ["on", "2026-05-15", "2026", "05", "15", "the"]),
        ("the v1.2.3", ["the", "v1.2.3", "v1", "2", "3"]),
        ("the ann@mail.example", ["the", "ann@mail.example", "ann", "mail", "exampl"]),
        ("the /etc/hosts", ["the", "etc/hosts", "etc", "host"]),
        ("of well-known", ["of", "well-known", "well", "known"]),
        ("the C++ and C#", ["the", "c++", "c", "and", "c#", "c"]),
        ("Alice's the", ["alic", "the"]),
        ("东京", ["东京", "京"]),
        ("東京", ["东京", "京"]),
        ("东", ["东"]),
        ("🎉", ["🎉"]),
        ("…—!?", []),
        ("", []),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert terms_of(text) == terms


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the cat is here", "en"),
        ("die Katze und das Haus", "de"),
        ("Häuser", "de"),
        ("les amis de la maison", "fr"),
        ("el perro con las gatas", "es"),
        ("alice likes tea", "?"),
        ("The Müller family and the car", "en"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text, text.split()) == language


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_text_between_two_languages_has_the_same_terms_in_each_run(seed: str) -> None:
    said = "Solo im Chor singt das Kind, da redet keiner"
    asked = f"from memoryd.recall.lexical.tokens import terms_of; print(*terms_of({said!r}))"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    printed = subprocess.check_output([sys.executable, "-c", asked], env=environment, text=True)
    assert printed.startswith("de: ")


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("who is the king of tea", ["king", "tea"]),
        ("to be or not to be", ["to", "be", "or", "not"]),
        ("wo ist der Schlüssel", ["schlussel"]),
        ("!!!", []),
        ("tea tea TEA", ["tea"]),
    ],
)
def test_a_query_drops_stop_words_unless_there_is_nothing_else(query: str, kept: list[str]) -> None:
    assert [word.variants[0] for word in query_words(query)] == kept


def test_a_query_of_any_length_is_bounded() -> None:
    assert len(query_words(" ".join(f"word{number}x" for number in range(20_000)))) == 1024


@given(st.text())
def test_each_term_can_be_stored_and_found_again(text: str) -> None:
    languages = {f"{language}:" for language in FOREIGN}
    terms = [term for term in terms_of(text) if term not in languages]
    assert all(term and len(term) <= LONGEST_TERM + 8 and not any(char.isspace() for char in term) for term in terms)
    words = query_words(text)
    assert bool(words) == bool(terms)
    wanted = {variant for word in words for variant in word.variants}
    prefixes = tuple(word.prefix for word in words if word.prefix)
    assert not terms or any(term in wanted or (prefixes and term.startswith(prefixes)) for term in terms)


@given(st.text(alphabet="abcäöüéßñ AÄ'-_.", max_size=30))
def test_a_text_is_found_by_itself_whatever_its_language(text: str) -> None:
    terms = set(terms_of(text))
    for word in query_words(text, FOREIGN):
        assert terms.intersection(word.variants)


def test_threads_share_the_cache() -> None:
    texts = [f"Häuser{number} the word{number}" for number in range(2000)]
    expected = [terms_of(text) for text in texts]
    results: list[list[list[str]]] = []

    def work() -> None:
        results.append([terms_of(text) for text in texts])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


def test_a_long_text_is_taken_in_slices_without_loss() -> None:
    words = [f"word{number}" for number in range(30_000)]
    assert terms_of(" ".join(["the", *words])) == [
        term for word in ["the", *words] for term in terms_of(f"the {word}")[1:] or ["the"]
    ]
    assert set(terms_of("東京" * 50_000)) >= {"东京", "京东"}
