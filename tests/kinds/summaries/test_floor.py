"""What is refused as a summary, with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memoryd.jobs.source import MARK
from memoryd.kinds.summaries.floor import refusal
from memoryd.text.tokens import tokens_of
from tests.bench.month import month

MADE_OF = (
    "Yesterday Ada said hello to everyone when deployment finished early because Bob of port 8085 fixed those flaky "
    "tests, then they talked with Ada and Bob about plans for staging, release dates, renewed certificates, backups, "
    "dashboards"
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \n ...", "empty"),
        (f"{MARK} This part", "own words"),
        ("word " * 5000, "at most"),
        ("x", "too little"),
        ("ok " * 300, "again and again"),
        ("Ada and Bob fixed the flaky tests. " * 20, "again and again"),
        ("we did it, and so it is", "nothing of what"),
        ("nochmal", "nothing of what"),
        ("Summary: completed", "nothing of what"),
        ("Zusammenfassung folgt", "nothing of what"),
        ("placeholder text", "nothing of what"),
        ("see above, please", "nothing of what"),
        ("Ada said hello", None),
        ("renewed certificates", None),
        ("I'm sorry, but I can't help with summarising this conversation.", "refuses"),
        ("As an AI language model I have no memory of it.", "refuses"),
        (
            "Bananas grow slowly beneath purple mountains while seven giraffes discuss ancient poetry quietly "
            "without listening, nodding gently, forever.",
            "stand in what it is made of",
        ),
        ("I remember that Ada said hello.", None),
        ("昨天我们谈了部署。", None),
        (
            "They talked about staging and renewed 14 licences with Carol for 7,200 euros, since Trudy from Lisbon "
            "asked early for dashboards and plans.",
            "names and numbers do not stand",
        ),
        (
            "Ada grüßte alle, die Ausrollung war früh fertig, weil Bob die wackligen Prüfungen reparierte; es ging "
            "um Pläne, Zertifikate und Sicherungen.",
            None,
        ),
    ],
)
def test_what_is_no_summary_is_refused_with_a_reason(text: str, reason: str | None) -> None:
    found = refusal(text, 60, MADE_OF, "")
    assert found is None if reason is None else found is not None and reason in found


def test_a_name_may_come_from_the_earlier_summaries_that_the_job_shows() -> None:
    text = "They renewed certificates for Carol and Trudy from Lisbon, and talked about staging, plans and dashboards."
    assert refusal(text, 60, MADE_OF, "") is not None
    assert refusal(text, 60, MADE_OF, "Carol and Trudy moved to Lisbon.") is None


def test_plausible_summaries_in_other_words_or_another_language_are_taken() -> None:
    """Twenty that were written by hand, freely, of sessions of the scripted months, before the floor judged them."""
    refused = []
    for one in json.loads(Path(__file__).with_name("plausible.json").read_text()):
        (day,) = (day for day in month(one["month"])["days"] if day["day"] == one["day"])
        said = day["sessions"][0]["messages"]
        made_of = " ".join(f"{message['role']} {message['content']}" for message in said)
        target = min(2000, tokens_of(made_of) // 3)
        if (why := refusal(one["text"], target, made_of, made_of)) is not None:
            refused.append((one["text"][:40], why))
    assert refused == []
