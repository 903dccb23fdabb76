"""What plain speech asks of the memory, what it leaves alone, and how much of a long message is read (rule 16)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.kinds.notes.requests.directives import directives_in
from memoryd.kinds.notes.requests.spoken import layer_of, meant_by
from tests.bench.extraction import blind_directives, development_directives, directive_score


@pytest.mark.parametrize(
    ("message", "verb", "target"),
    [
        ("The build is green. Remember that ARM needs --no-simd! Next.", "remember", "ARM needs --no-simd"),
        ("Remember this:\n- one\n- two", "remember", "- one\n- two"),
        ("Let's go with Tailwind then. Remember that decision.", "remember", "Let's go with Tailwind then."),
        ("Remember this!", "remember", ""),
        ("Kannst du dir merken, dass meine Tochter Ylva heißt?", "remember", "meine Tochter Ylva heißt"),
        ("Vergiss bitte, was ich über das Büro in Leipzig gesagt habe.", "discard", "Büro in Leipzig"),
        ("Mara has the key. Write that down, not the code, just that she has it.", "remember", "Mara has the key."),
        ("Mara hat den Schlüssel. Merk dir das, aber nicht, wo er liegt.", "remember", "Mara hat den Schlüssel."),
        ("We met Mara. Remember that, only Mara may open the safe.", "remember", "only Mara may open the safe"),
        ("Remember that my dentist is Dr. Alvarez. Thanks!", "remember", "my dentist is Dr. Alvarez"),
        ("Remember that J. R. Tolkien lived at No. 20.", "remember", "J. R. Tolkien lived at No. 20"),
        ("Ok. Merk dir, dass Hr. Dr. Müller z. B. montags kommt.", "remember", "Hr. Dr. Müller z. B. montags kommt"),
        ("Dr. Who is on. Remember that we watch it at 8.", "remember", "we watch it at 8"),
        ("Can you delete the note about the old VPN?", "discard", "the old VPN"),
        ("Vergiss nicht, dass Anna am 3. Mai Geburtstag hat!", "remember", "Anna am 3. Mai Geburtstag hat"),
        ("Merk dir, dass die Miete zum 15. fällig ist. Danke!", "remember", "die Miete zum 15. fällig ist"),
        ("Remember that the shop has room for 30. Thanks!", "remember", "the shop has room for 30"),
    ],
)
def test_a_clause_that_asks_acts_wherever_it_stands(message: str, verb: str, target: str) -> None:
    assert [(one.verb, one.target) for one in directives_in(message)] == [(verb, target)]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("Keep in mind that Rex is a dog.", "Rex is a dog"),
        ("Please remember this:\n- one\n- two", "- one\n- two"),
        ("Dass die Tonne montags rausmuss, solltest du dir merken.", "die Tonne montags rausmuss"),
        ("Rex is a dog.", "Rex is a dog."),
        ("Keep in mind that Rex is a dog. He is five.", "Keep in mind that Rex is a dog. He is five."),
        ("Merk dir, dass Rex am 2. April kommt.", "Rex am 2. April kommt"),
        ("Rex is five. Keep in mind that he is a dog.", "Rex is five. Keep in mind that he is a dog."),
        ("Remember this!", "Remember this!"),
    ],
)
def test_what_a_message_says_without_the_request_to_remember_it(message: str, meant: str) -> None:
    assert meant_by(message) == meant


@pytest.mark.parametrize(
    ("message", "pins"),
    [
        ("[[restore:skills:knots]]", False),
        ("We need it again: [[restore:skills:knots]] and pin.", True),
        ("Please restore and pin [[restore:skills:knots]]", True),
        ("Restore and pin: [[restore:skills:knots]]", True),
        ("[[restore and pin:skills:knots]]", True),
        ("We restore and pin things. [[restore:skills:knots]]", False),
    ],
)
def test_restore_and_pin(message: str, pins: bool) -> None:
    ((verb, target, pin),) = [(one.verb, one.target, one.pin) for one in directives_in(message)]
    assert (verb, target, pin) == ("restore", "skills:knots", pins)
    assert directives_in(message.replace("[[restore:", "[[forget:").replace("[[restore and pin:", "[[forget:"))[
        0
    ].text == ("[[forget:skills:knots]]")


@pytest.mark.parametrize(
    "message",
    [
        "Do you remember that weird crash from March?",
        "She said: remember that the door is locked.",
        'Translate: "Don\'t forget that tomorrow is Sunday."',
        "```\nRemember that x is y.\n```",
        "> Remember that the door is locked.",
        "Remember to buy milk.",
        "Forget it.",
        "Man darf nicht vergessen, dass Testen Zeit kostet.",
    ],
)
def test_ordinary_speech_asks_nothing(message: str) -> None:
    assert directives_in(message) == []


@pytest.mark.parametrize(
    ("text", "layer"),
    [
        ("I take my coffee black", "preferences"),
        ("my daughter's name is Ylva", "user"),
        ("ich vertrage Haselnüsse nicht", "user"),
        ("I can't eat gluten", "user"),
        ("I think the server is slow", "knowledge"),
        ("my birthday is this month", "user"),
        ("I'm working on the parser's migration", "context"),
        ("ich bin gerade am Umbau der Küche", "context"),
        ("wir hier keine Mocks benutzen", "decisions"),
        ("the licence server is at 10.3.3.9", "knowledge"),
    ],
)
def test_what_is_said_chooses_the_layer(text: str, layer: str) -> None:
    assert layer_of(text) == layer


def test_the_aims_hold_on_phrasings_written_blind() -> None:
    """30 of 36 act, none of 100 ordinary sentences does, and none of our own 300."""
    acted, ordinary = directive_score(blind_directives())
    assert (acted >= 30, ordinary) == (True, 0)
    acted, ordinary = directive_score(development_directives())
    assert (acted >= 60, ordinary) == (True, 0)


@given(st.text(max_size=300), st.sampled_from(["remember that ", "merk dir, dass ", "forget about ", ""]))
def test_any_text_is_read(text: str, cue: str) -> None:
    for one in directives_in(f"{cue}{text}"):
        assert one.verb


@pytest.mark.parametrize("word", ["remember\n", "forget about ", "du merk dir ", "you to ", "`", '"', " "])
def test_a_megabyte_is_read_in_a_bounded_number_of_places(word: str) -> None:
    assert len(directives_in(word * ((1 << 20) // len(word)))) <= 40


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("Don't let me forget that the lease ends in August.", "the lease ends in August"),
        ("Please retain that the tenants pay in cash.", "the tenants pay in cash"),
        ("Write down somewhere that the class moved to room 12.", "the class moved to room 12"),
        ("It'd be great if you remembered that Hugo is my nephew.", "Hugo is my nephew"),
        ("Let it be noted that we only buy fair-trade coffee.", "we only buy fair-trade coffee"),
        ("Für später: Der Code steht auf dem Zettel, merk dir das bitte.", "Der Code steht auf dem Zettel"),
    ],
)
def test_other_words_ask_to_remember_as_well(message: str, what: str) -> None:
    assert [(one.verb, one.target) for one in directives_in(message)] == [("remember", what)]


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("Scrap what you noted about the Danes.", "the Danes"),
        ("Streich aus deinem Gedächtnis, dass wir uns duzen.", "wir uns duzen"),
        ("Die Notiz über den Zählerstand kannst du löschen.", "Zählerstand"),
    ],
)
def test_other_words_ask_to_forget_as_well(message: str, what: str) -> None:
    assert [(one.verb, one.target) for one in directives_in(message)] == [("discard", what)]


@pytest.mark.parametrize(
    "message",
    [
        "Remember, remember, the fifth of November.",
        "It's important to remember that correlation is not causation.",
        "It is essential to keep in mind that all models are wrong.",
    ],
)
def test_what_addresses_nobody_asks_for_nothing(message: str) -> None:
    assert directives_in(message) == []
