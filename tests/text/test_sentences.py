"""Where sentences end that are typed fast."""

from __future__ import annotations

import pytest

from memoryd.text.sentences import sentences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("adler paid 2290. lumen is silent", ["adler paid 2290.", "lumen is silent"]),
        ("versand 4,90. nach kent 9,90", ["versand 4,90.", "nach kent 9,90"]),
        ("48k haben wir. nach kent geht es", ["48k haben wir.", "nach kent geht es"]),
        ("wir fahren am 3. november nach kent", ["wir fahren am 3. november nach kent"]),
        ("48 Kisten haben wir bzgl. kent bestellt", ["48 Kisten haben wir bzgl. kent bestellt"]),
    ],
)
def test_lower_case_begins_a_sentence_where_the_text_does(text: str, found: list[str]) -> None:
    assert list(sentences(text)) == found
