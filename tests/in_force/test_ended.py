"""What later messages end of what a project was told, by all of them together (rules 23, 26)."""

from __future__ import annotations

import itertools
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memoryd.brief.telling import lines_of
from memoryd.composition import tell_sections
from memoryd.conversation.message import Message
from memoryd.in_force import ended
from memoryd.in_force.lines import Line
from memoryd.in_force.looks import FEATURES
from memoryd.in_force.nearness import key_of
from memoryd.in_force.standing import in_force
from memoryd.recall.models.encoder import Encoder
from memoryd.recall.models.model import BUNDLED_MODEL, read_model
from memoryd.times import DAY
from tests.in_force.boosting import Tree, boosted, judged_by
from tests.in_force.said import line

_BEGAN = int(datetime(2026, 3, 2, 9, tzinfo=UTC).timestamp() * 1_000_000)
_WEEK = 7 * DAY
REGATTA = [
    [
        ("user", "Solvor here, I run the regatta at Brattholmen. 40 boats, two days, 6 and 7 June"),
        ("assistant", "Regatta at Brattholmen, 40 boats, 6 and 7 June."),
        ("user", "race officer is Halvard with the grey launch, he did it for ten years"),
        ("assistant", "Race officer Halvard, grey launch."),
        ("user", "results go on paper at the club house, never on the website before the protests are heard"),
        ("assistant", "Results on paper first, nothing on the website before protests are heard."),
    ],
    [
        ("user", "order the marker buoys please, six yellow ones from Lofthus"),
        ("assistant", "I will order six yellow marker buoys from Lofthus."),
        ("user", "entry fee 350 kroner per boat, juniors half"),
        ("assistant", "Entry fee 350 kroner, juniors half."),
        ("user", "dinner on saturday in the boat hall, fish soup, Ragna cooks"),
        ("assistant", "Saturday dinner in the boat hall, Ragna cooks fish soup."),
    ],
    [
        ("user", "the marker buoys came this morning, all six, so that's sorted"),
        ("assistant", "Good, the buoys are off the list."),
        ("user", "Halvard broke his hip. Torunn is race officer now, she has her own boat"),
        ("assistant", "Torunn is race officer."),
    ],
    [
        ("user", "the federation says 6 june collides with the nationals. we sail one week later, 13 and 14 June"),
        ("assistant", "Moved: 13 and 14 June. I tell the clubs."),
        ("user", "prizes: smoked salmon, Arne sponsors"),
        ("assistant", "Smoked salmon from Arne as prizes."),
    ],
    [
        ("user", "how many entries do we have"),
        ("assistant", "31 boats so far, 8 of them juniors."),
        ("user", "fine. insurance wants the list of skippers by friday, you send it"),
        ("assistant", "I send the list of skippers to the insurance by Friday."),
    ],
]


def told(sessions: list[list[tuple[str, str]]]) -> list[Line]:
    """What these sessions tell, a week between them."""
    lines: list[Line] = []
    for number, session in enumerate(sessions):
        said = []
        for place, (role, text) in enumerate(session):
            at = _BEGAN + number * _WEEK + 20_000_000 * place
            message = Message(session_id=str(number), role=role, content=text, at=at, received=at)
            said.append((f"sessions/{number}.jsonl:{place + 1}", message))
        lines += lines_of(said, tell_sections, UTC)[0]
    return lines


@pytest.mark.parametrize(
    ("words", "is_told"),
    [
        ("Halvard with the grey launch", False),
        ("order the marker buoys", False),
        ("13 and 14 June", True),
        ("Torunn is race officer", True),
        ("never on the website", True),
        ("350 kroner", True),
        ("Arne", True),
        ("list of skippers", True),
    ],
)
def test_a_project_tells_what_is_in_force(words: str, is_told: bool) -> None:
    assert any(words in line.text for line in in_force(told(REGATTA))) is is_told


@pytest.mark.parametrize(
    ("later", "stands"),
    [
        ("The tracker ran with 45 boats for three days and did not crash.", False),
        ("Ragna takes 60 plates of fish soup for the dinner.", True),
    ],
)
def test_what_says_little_is_about_what_was_said_before_it(later: str, stands: bool) -> None:
    first, second, third, *others = REGATTA
    asked = "can you get that stable please"
    trouble = [("assistant", "The tracker of the marks crashes with more than 20 boats."), ("user", asked)]
    project = [first, [*second, *trouble], [*third, ("assistant", later), ("user", "great")], *others]
    assert any(asked in line.text for line in in_force(told(project))) is stands


@pytest.mark.parametrize(
    ("former", "later", "stands"),
    [
        ("The crew dinner is on Thursday at 7 in the boathouse", "crew dinner won't happen, half have flu", False),
        ("Die Werft liefert das Ruder am 4. Mai", "Das Ruder kommt jetzt doch erst am 19. Mai, sagt die Werft", False),
        ("listen backlog is 128 for now", "listen backlog up to 1024, syn drops at 128", False),
        ("someone has to paint the start line tower", "the tower is red and white again", False),
        ("The crew dinner is on Thursday at 7 in the boathouse", "Who brings the plates for the crew dinner?", True),
        # Of whom something else is told, they are still what they were.
        ("Ragna is vegetarian", "Ragna has the new passport", True),
        ("Ragna ist Vegetarierin", "Ragna hat den neuen Pass", True),
        ("Ragna ist Vegetarierin", "Ragna isst jetzt wieder Fleisch, Vegetarierin ist sie nicht mehr", False),
    ],
)
def test_what_is_told_in_the_midst_of_a_project_ends_in_any_words(former: str, later: str, stands: bool) -> None:
    first, second, third, *others = REGATTA
    project = [first, [*second, ("user", former)], [*third, ("user", later)], *others]
    assert any(former in line.text for line in in_force(told(project))) is stands


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("the starting gun jams, somebody has to see to it", "new firing pin, and she bangs like in the old days"),
        ("we have to print the sailing instructions", "200 booklets are back from the copy shop"),
    ],
)
def test_what_shares_no_word_ends_what_it_means(former: str, later: str) -> None:
    model = Path(sys.prefix, "share/memoryd/models", BUNDLED_MODEL)
    if not model.is_dir():
        pytest.skip("setup made no model")
    encoder = Encoder(read_model(BUNDLED_MODEL, model))
    first, second, third, *others = REGATTA
    lines = told([first, [*second, ("user", former)], [*third, ("user", later)], *others])
    texts = {key_of(line): line.whole or line.text for line in reversed(lines)}
    vectors = {key: encoder.encode_tokens(encoder.token_ids(text)) for key, text in texts.items()}
    known, judged = ([one.text for one in in_force(lines, vectors=of)] for of in ({}, vectors))
    assert former in known and former not in judged


def test_who_introduces_themselves_at_first_is_not_over_by_what_is_merely_said() -> None:
    lines = told(REGATTA)
    first = lines[0].source
    made = replace(lines[1], key="fact-1", source=first, part="known")
    among = [lines[0], made, *lines[2:]]
    assert lines[0].text.startswith("Solvor here")
    assert ended.may_be_over(among) == list(range(2, len(among)))
    introduced = replace(lines[2], text="I'm Malte and build a boat with Svenja", part="open", key="note-1")
    assert ended.may_be_over([lines[0], introduced]) == []
    of_first = replace(lines[0], text="40 boats for two days")
    assert ended.may_be_over([of_first, made]) == [0]


def test_what_a_conversation_tells_of_the_user_may_be_over_but_not_who_that_is() -> None:
    said = ["Ada here.", "Ms Aydin is ill for two weeks, so I want no visits", "I'm Bo, I build boats", "I like tea"]
    lines = [replace(line(text, place, "user"), source=f"sessions/s.jsonl:{place}") for place, text in enumerate(said)]
    lines[3] = replace(lines[3], key="memory/preferences.md:tea")
    assert ended.may_be_over(lines) == [1]


@pytest.mark.parametrize(("answer", "stands"), [("Done: new firing pin, she bangs again.", False), ("No idea.", True)])
def test_trouble_is_over_when_the_talk_tells_at_once_what_was_done_about_it(answer: str, stands: bool) -> None:
    first, second, third, *others = REGATTA
    trouble = "the starting gun jams"
    lines = told([first, [*second, ("user", trouble), ("assistant", answer), ("user", "ok")], third, *others])
    assert any(trouble in line.text for line in in_force(lines)) is stands


def test_a_rule_that_is_said_back_stays() -> None:
    sessions = [
        [
            ("user", "Was mir wichtig ist: keine Fotos vom Steg."),
            ("assistant", "Gut. Keine Fotos vom Steg, von niemandem."),
            ("user", "Der Kran kommt im Mai zum Boot."),
        ],
        [("user", "Der Kran steht."), ("assistant", "Dann kann das Boot ins Wasser.")],
    ]
    assert any("keine Fotos" in line.text for line in in_force(told(sessions)))


def test_what_shares_no_word_must_look_more_like_an_end() -> None:
    message = ended.messages_of(told(REGATTA))[0]
    least = ended.fitted().least
    assert ended.End(message, least, is_met=True).is_certain
    assert not ended.End(message, least + 0.4, is_met=False).is_certain


def test_a_line_is_over_where_both_kinds_of_trees_say_so() -> None:
    assert ended.is_over(1.5, 0.1, least=1.0, is_met=True)
    assert not ended.is_over(9.0, -0.1, least=1.0, is_met=True)


def test_rows_are_judged_with_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, rests = told([*REGATTA, *REGATTA]), []
    for rows in (1_000, 1):
        monkeypatch.setattr(ended, "_ROWS_AT_ONCE", rows)
        count = itertools.count()
        ended.ends_of(lines, ended.messages_of(lines), {}, lambda counted=count: next(counted))
        rests.append(next(count))
    assert rests[1] > rests[0] + len(ended.may_be_over(lines)) / 2


def test_trees_find_what_two_features_tell_together() -> None:
    chance = np.random.default_rng(1)
    values = chance.random((400, 8))
    truth = ((values[:, 1] > 0.5) & (values[:, 2] > 0.5)).astype(float)
    trees = boosted(values, truth, np.ones(400))
    assert np.mean((judged_by(trees, values) > 0) == truth) > 0.9


@given(st.lists(st.floats(-6, 12), min_size=len(FEATURES), max_size=len(FEATURES)))
def test_a_brief_adds_trees_up_as_their_fit_does(features: list[float]) -> None:
    fitted = ended.fitted().ends
    tests = (zip(*both, strict=True) for both in zip(fitted.features.tolist(), fitted.edges.tolist(), strict=True))
    trees = [Tree(tuple(of), tuple(leaves)) for of, leaves in zip(tests, fitted.leaves.tolist(), strict=True)]
    assert fitted.odds([features]) == [pytest.approx(judged_by(trees, np.array([features]))[0])]


MEANWHILE = (
    "We paint the quay blue.",
    "The gulls came back.",
    "Lunch is at noon for the crew.",
    "Bo brings the ladders.",
    "The ferry leaves from pier 4.",
    "Ada orders the rope.",
    "The winch squeaks.",
    "The lamp got LEDs.",
    "Tom writes the rota.",
    "Rain is expected on Friday.",
    "The tide tables are printed.",
)


@pytest.mark.parametrize(("who", "stands"), [("assistant", False), ("user", True)])
def test_what_may_be_an_end_is_enough_for_what_an_agent_said_long_ago(who: str, stands: bool) -> None:
    crane = "The crane lifts 40 tons at 12 metres."
    said = ("I am Ada, we run the harbour.", crane, *MEANWHILE, "The crane is at the shipyard for repair.")
    lines = [replace(line(text, n, session=str(n // 3)), whole=text) for n, text in enumerate(said)]
    lines[1] = replace(lines[1], who=who)
    assert (crane in [one.text for one in in_force(lines)]) == stands


def test_now_and_euros_are_nothing_of_which_both_speak() -> None:
    chosen = "Wir nehmen jetzt Hansa-Trans, 3.100 Euro."
    other = "Falk kann nicht, also macht das jetzt Schulze, 900 Euro."
    said = ("Ich bin Jana, wir ziehen um.", chosen, *MEANWHILE, other)
    lines = [replace(line(text, n, session=str(n // 3)), whole=text) for n, text in enumerate(said)]
    assert chosen in [one.text for one in in_force(lines)]
