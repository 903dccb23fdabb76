"""What is decided when one side agrees to what the other proposed."""

from __future__ import annotations

import pytest

from memoryd.text.assent import agreed, agrees, proposes


@pytest.mark.parametrize(
    ("proposal", "answer", "decided"),
    [
        ("Should I switch the DNS to Hetzner?", "yes, do that", "Agreed: switch the DNS to Hetzner"),
        (
            "I'd suggest that boxes are numbered by year.",
            "by year, like my father did. do that",
            "Agreed: boxes are numbered by year",
        ),
        (
            "I'd propose that we never resell ropes.",
            "What I told him, too. Yes, make that the rule",
            "Agreed: never resell ropes",
        ),
        ("Shall I move the backups to the second disk?", "go ahead", "Agreed: move the backups to the second disk"),
        ("I could move the backups.", "sounds good, do it", "Agreed: move the backups"),
        ("Would you like me to rename the package to foo?", "Yep.", "Agreed: rename the package to foo"),
        ("How about we freeze the branch on Friday?", "works for me", "Agreed: freeze the branch on Friday"),
        ("Shall we drop Python 3.9?", "yes, but keep it in CI", "Agreed: drop Python 3.9; but keep it in CI"),
        ("Soll ich den Cronjob auf 4 Uhr legen?", "ja, mach das", "Vereinbart: den Cronjob auf 4 Uhr legen"),
        ("Ich würde den Cronjob auf 4 Uhr legen.", "passt so", "Vereinbart: den Cronjob auf 4 Uhr legen"),
        ("Wollen wir auf Donnerstag verschieben?", "genau so", "Vereinbart: auf Donnerstag verschieben"),
        ("Then I'll use Caddy instead of nginx, ok?", "ok", "Agreed: Then I'll use Caddy instead of nginx"),
        ("Should the timeout be 30 s?", "yes", "Agreed: the timeout should be 30 s"),
        ("Then AVIF in three widths?", "sure", "Agreed: AVIF in three widths"),
        (
            "I'd suggest: 1) a client in queue/nats.py 2) dual write for a week 3) cut over, 4) remove streams.",
            "skip the dual write, we can drain. Do it Sunday 22:00 when traffic is lowest",
            "Agreed: a client in queue/nats.py, cut over, remove streams; Sunday 22:00 when traffic is lowest",
        ),
        (
            "Ich schlage vor: 1) Fenster ausbauen 2) Rahmen schleifen 3) lackieren.",
            "ja, so machen wir das, aber lass das Schleifen weg",
            "Vereinbart: Fenster ausbauen, lackieren; aber lass das Schleifen weg",
        ),
        (
            "Ich schlage vor: 1) Fenster ausbauen 2) Rahmen schleifen 3) lackieren.",
            "gut, mach das, ohne lackieren",
            "Vereinbart: Fenster ausbauen, Rahmen schleifen; ohne lackieren",
        ),
        (
            "I'd suggest: 1) paint the hull 2) oil the deck.",
            "sounds good, without rush",
            "Agreed: 1) paint the hull 2) oil the deck; without rush",
        ),
        (
            "I'd suggest: 1) paint the hull 2) oil the deck.",
            "ok, do that, but without the deck and without the hull",
            "Agreed: 1) paint the hull 2) oil the deck; but without the deck and without the hull",
        ),
        ("Shall I drain node06?", "yes, but not before Friday", "Agreed: drain node06; but not before Friday"),
        ("Shall I drain node06?", "ok, as long as Chidi agrees", "Agreed: drain node06; as long as Chidi agrees"),
        (
            "I'd send an idempotency key.",
            "fine by me, but not before Sunday, Saturday is our big day and nobody here has time to look at it then",
            "Agreed: send an idempotency key; but not before Sunday",
        ),
        (
            "Soll ich den Server umstellen?",
            "gern, aber nicht vor dem 12. Mai",
            "Vereinbart: den Server umstellen; aber nicht vor dem 12. Mai",
        ),
    ],
)
def test_an_agreed_proposal_is_told_as_a_decision(proposal: str, answer: str, decided: str) -> None:
    found = agreed([proposal], answer, by_worker=True)
    assert found is not None and found[0] == decided


def test_the_sentence_before_says_what_is_meant_and_both_are_agreed_to() -> None:
    said = ["PR 42 is ready.", "Shall I merge it?", "Should I delete the branch?"]
    assert agreed(said, "yes, both", by_worker=True) == (
        "Agreed: merge it (PR 42 is ready); delete the branch",
        "yes, both",
    )
    assert agreed(said[:2], "yes. And call Ada", by_worker=True) == ("Agreed: merge it (PR 42 is ready)", "yes.")


def test_what_points_back_is_told_with_what_it_points_at() -> None:
    told = agreed(["Die Miete ist am 3. fällig.", "Soll ich am Mittwoch daran erinnern?"], "Ja", by_worker=True)
    assert told == ("Vereinbart: am Mittwoch daran erinnern (Die Miete ist am 3. fällig)", "Ja")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Did it run?", "yes"),
        ("Is the server in Falkenstein?", "yes, do that"),
        ("I'd suggest that boxes are numbered by year.", "Not sure about the year. do that"),
        ("I'd suggest that boxes are numbered by year.", "The labels came. Ask Ann how they do that"),
        ("Lief der Job durch?", "ja"),
        ("Should I explain how DNS works?", "yes please"),
        ("Soll ich dir das erklären?", "ja bitte"),
        ("Shall I continue?", "yes"),
        ("Should I be worried?", "yes"),
        ("I could move the backups.", "yes"),
        ("Shall I move the backups?", "no"),
        ("Shall I move the backups?", "yes, but not today"),
        ("Shall I move the backups?", "ok, but maybe not"),
        ("Then it ran?", "no"),
        ("So did it run?", "yes"),
        ("Shall I move the backups?", "yes?"),
        ("Shall I keep or delete the backups?", "yes"),
        ("Shall I move the backups?", "thanks"),
        ("Shall I move the backups?", "ok the disk hums"),
    ],
)
def test_other_questions_and_answers_decide_nothing(said: str, answer: str) -> None:
    assert agreed([said], answer, by_worker=True) is None


@pytest.mark.parametrize("proposal", ["Should I wipe the disk?", "Soll ich die Platte löschen?", "I could wipe it."])
@pytest.mark.parametrize(
    "answer",
    [
        "Absolutely not.", "Certainly not, it's my only copy", "of course not", "yeah, no", "please don't", "sure, no",
        "good idea but no", "ok don't", "perfect, no thanks", "yes, not at all", "Natürlich nicht", "Bitte nicht",
        "bitte lieber nicht", "danke, nein", "ja, nein",
    ],
)  # fmt: skip
def test_what_refuses_in_words_that_agree_decides_nothing(proposal: str, answer: str) -> None:
    assert agreed([proposal], answer, by_worker=True) is None


@pytest.mark.parametrize(
    "said",
    [
        "I can't make it on Friday.",
        "ich kann nicht, wir haben im August Inventur",
        "Nehmen wir an, ein Fotograf kauft eine Lizenz in Irland.",
        "In general you would rather:",
    ],
)
def test_what_is_not_to_be_done_proposes_nothing(said: str) -> None:
    assert agreed([said], "ok do that", by_worker=True) is None


@pytest.mark.parametrize(
    ("proposal", "answer", "decided"),
    [
        ("Sollten wir nicht lieber den Zug nehmen?", "ja", "Vereinbart: den Zug nehmen"),
        ("Ich schlage den 23. Oktober vor.", "so machen wir das", "Vereinbart: den 23. Oktober"),
        ("Wollen wir nicht an die Ostsee?", "Klingt gut.", "Vereinbart: an die Ostsee"),
        ("Soll ich die Logs nicht mehr löschen?", "ja", "Vereinbart: die Logs nicht mehr löschen"),
        ("Shall I send one each morning until then?", "yes", "Agreed: send one each morning until then"),
        (
            "Soll ich es als Dauerauftrag anlegen?",
            "jo mach ich in der App",
            "Vereinbart: es als Dauerauftrag anlegen; in der App",
        ),
    ],
)
def test_what_is_agreed_to_is_told_whole(proposal: str, answer: str, decided: str) -> None:
    told = agreed([proposal], answer, by_worker=True)
    assert told is not None
    assert told[0] == decided


CACHE = ("For the cache we could take Redis or Memcached.", "Which one?")
LIST = ("Two ways:", "keep the cron job on the host", "move it into a container", "Which do you prefer?")


@pytest.mark.parametrize(
    ("said", "answer", "decided"),
    [
        (CACHE, "Redis", " ".join((*CACHE, "Redis"))),
        (CACHE, "the second one", " ".join((*CACHE, "Memcached"))),
        (LIST, "the second one", " ".join((*LIST, "move it into a container"))),
        (LIST, "2", " ".join((*LIST, "move it into a container"))),
        (["Should I use tabs or spaces?"], "both", "Should I use tabs or spaces? both"),
        (["Nehmen wir Eiche oder Esche?"], "lieber die zweite", "Nehmen wir Eiche oder Esche? Esche"),
        (
            ["a) a nightly dump b) a replica.", "Which one?"],
            "b please",
            "a) a nightly dump b) a replica. Which one? a replica",
        ),
        (["Which port should the proxy listen on?"], "8443", "Which port should the proxy listen on? 8443"),
        (["Auf welchen Tag soll ich es legen?"], "Donnerstag", "Auf welchen Tag soll ich es legen? Donnerstag"),
        (["E5 oder Karwendel?"], "Karwendel ist schöner", "E5 oder Karwendel? Karwendel ist schöner"),
        (["ICE oder Nachtzug?"], "Nachtzug, ist gebucht", "ICE oder Nachtzug? Nachtzug, ist gebucht"),
        (["Redis or Valkey?"], "Valkey is fine", "Redis or Valkey? Valkey is fine"),
        (["Redis or Valkey?"], "Valkey it is", "Redis or Valkey? Valkey"),
    ],
)
def test_what_a_short_answer_chooses_is_told_with_what_was_asked(said: list[str], answer: str, decided: str) -> None:
    found = agreed(said, answer, by_worker=True)
    assert found is not None and found[0] == decided


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (["Is the server in Falkenstein or in Helsinki?"], "Helsinki"),
        (["Which one did you mean, the old or the new?"], "the old one"),
        (["Redis or Memcached?"], "not sure"),
        (["Redis or Memcached?"], "whatever"),
        (["Redis or Memcached?"], "neither"),
        (["Redis or Memcached?"], "the wind turned"),
        (["Redis or Memcached?"], "the third one"),
        (["It rained.", "Which one?"], "the second one"),
        (["Which port should the proxy listen on?"], "no idea"),
        (["Redis is fast."], "Redis"),
        (["How can I help?"], "The order form drops umlauts in names."),
        (["Was darf ich für dich tun?"], "Die Rechnungen von Huber sortieren."),
        (["Should we stay on Zephyr or go bare metal?"], "Bare metal scares me"),
        (["Should we raise the pool or cap the job?"], "bigger pool just hides it imo"),
        (["E5 oder die Route übers Karwendel?"], "E5 ist halt so voll"),
    ],
)
def test_what_chooses_nothing_decides_nothing(said: list[str], answer: str) -> None:
    assert agreed(said, answer, by_worker=True) is None


def test_who_asks_the_one_that_knows_decides_nothing() -> None:
    assert agreed(["Should the button be red?"], "Yes, red marks errors.", by_worker=False) is None


def test_who_says_more_does_more_than_agree() -> None:
    assert agrees("ok, so machen wir's mit der Kasse") and not agrees(
        "yes, and the server is in Falkenstein by the way now"
    )


WORDS = "so ok then and also or well now next yes go do it that passt das mach gut dann und bitte let's agreed should"


@pytest.mark.parametrize("word", [*WORDS.split(), "then also", "mach das so", "how about", "in that case", "do it so"])
def test_words_said_again_and_again_take_no_time(word: str) -> None:
    said = f"{word} " * (800 // len(word))
    for sentence in (f"{said}x", f"{said}?", f"should we {said}?", f"I would {said}x"):
        agreed([sentence] * 3, f"yes, do it {said}", by_worker=True)
        agreed([sentence], f"{said}x", by_worker=True)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            "Should I switch the DNS to Hetzner?",
            "Yes, but maybe only after the people from accounting have had the time to look through all the old mails",
        ),
        ("Redis or Memcached?", "the f\u0131rst one"),
    ],
)
def test_a_condition_that_is_not_understood_decides_nothing(said: str, answer: str) -> None:
    assert agreed([said], answer, by_worker=True) is None


@pytest.mark.parametrize(
    "question",
    [
        "Shall we turn to the tomatoes?",
        "Should we return to the budget?",
        "Shall I draft a short message?",
        "Soll ich den ganzen Entwurf ausschreiben?",
    ],
)
def test_what_is_only_told_next_is_no_proposal(question: str) -> None:
    assert not proposes(question)
