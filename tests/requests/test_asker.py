"""Whose a memory is that a request makes (design rule 17)."""

from __future__ import annotations

from typing import Any

import pytest

from memoryd.acting import MEMORYD
from memoryd.conversation.session import Session
from memoryd.errors import InvalidParams
from memoryd.origin import Origin
from memoryd.requests.asker import Asker
from memoryd.types import Audience, SessionAudience

NO_SESSION: tuple[None, None] = None, None
Whose = tuple[SessionAudience | None, str | None]
"""The audience and the project of the session."""


def asker(whose: Whose) -> Asker:
    audience, project = whose
    session = None
    if audience is not None:
        session = Session(id="s", agent=None, project=project, audience=audience, started=1)
    unused: Any = None
    return Asker(now=1, session=session, visibility=unused, call=unused, actor=MEMORYD)


@pytest.mark.parametrize(
    ("whose", "audience", "project", "made"),
    [
        (NO_SESSION, None, None, Origin("shared")),
        (NO_SESSION, "private", "quay", Origin("private", "quay")),
        (NO_SESSION, "group", "quay", Origin("group", "quay")),
        (("private", "quay"), None, None, Origin("private", "quay")),
        (("private", "quay"), None, "mole", Origin("private", "mole")),
        (("private", "quay"), "group", None, Origin("group", "quay")),
        (("private", None), "group", "quay", Origin("group", "quay")),
        (("private", None), "shared", None, Origin("shared")),
        (("group", "quay"), None, None, Origin("group", "quay")),
        (("group", None), None, None, Origin("group", None, "s")),
        (("group", "quay"), "shared", "mole", Origin("shared", "mole")),
    ],
)
def test_a_memory_is_of_those_that_its_session_is_of(
    whose: Whose, audience: Audience | None, project: str | None, made: Origin
) -> None:
    assert asker(whose).origin(audience, project) == made


@pytest.mark.parametrize(
    ("whose", "audience", "project", "why"),
    [
        (NO_SESSION, "group", None, "give the `project` whose groups it is for"),
        (("private", None), "group", None, "give the `project` whose groups it is for"),
        (("group", "quay"), "private", None, "what a group session makes is not private"),
        (("group", "quay"), None, "mole", "a group session makes memories of its own project"),
        (("group", None), "group", "mole", "a group session makes memories of its own project"),
    ],
)
def test_what_a_session_may_not_make_is_refused(
    whose: Whose, audience: Audience | None, project: str | None, why: str
) -> None:
    with pytest.raises(InvalidParams, match=why):
        asker(whose).origin(audience, project)


@pytest.mark.parametrize(("audience", "project"), [(None, None), ("group", "quay")])
def test_what_is_said_of_the_user_is_of_no_project_unless_it_is_for_a_group(
    audience: Audience | None, project: str | None
) -> None:
    made = asker(("private", "quay")).origin(audience, of_user=True)
    assert made == Origin(audience or "private", project)
