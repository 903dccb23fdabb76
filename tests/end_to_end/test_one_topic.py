"""Recall in a small memory in which nearly everything is about one thing."""

from __future__ import annotations

import pytest

from tests.support.bundled_model import with_bundled_model
from tests.support.daemon import Daemon
from tests.support.wait import until

SAID = (
    "We decided to move the label printer driver from CUPS to raw ZPL over TCP port 9100.",
    "Understood. I will write a ZPL driver that talks to port 9100.",
    "The label printer sits in the back office.",
    "The printer refuses connections. Port 9100 seems blocked.",
    "I called the network team about the printer; port 9100 is open now.",
    "Then the test page of the label printer can be printed. Shall I print one?",
    "The label printer makes strange noises.",
    "I'll have a look at the label printer's rollers.",
)
STATED = {"port": "9101", "IP address": "10.0.8.41", "paper": "62 mm rolls", "vendor": "Zebra"}


@pytest.fixture
def daemon_config() -> str:
    return with_bundled_model()


def test_a_fact_about_what_all_is_about_comes_first(daemon: Daemon) -> None:
    with daemon.connect() as wire:
        wire.call("sessions.start", {"session_id": "s"})
        messages = [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(SAID)]
        wire.call("sessions.append", {"session_id": "s", "messages": messages})
        for predicate, value in STATED.items():
            wire.call("facts.add", {"subject": "label printer", "predicate": predicate, "object": value})
        vectors = len(SAID) + len(STATED)
        until(lambda: wire.call("system.info")["embeddings"]["vectors"] == vectors, timeout=120)
        first = {
            predicate: wire.call("recall.search", {"query": query, "boost": False})["results"][0]["text"]
            for predicate in STATED
            for query in [f"what is the {predicate} of the label printer?"]
        }
        assert first == {name: f"label printer {name} {value}" for name, value in STATED.items()}
