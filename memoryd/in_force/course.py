"""How a talk went on after a message of it, as numbers by which `ended` judges what that told. Pure.

Most of what is asked for or does not work is over before the session is: somebody says at once what was done about it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from memoryd.in_force.lines import Message
from memoryd.text.assent import begins_to_agree
from memoryd.text.sentences import is_question

FEATURES = (
    "messages behind", "reply", "reply asks", "reply reports", "reports behind", "last of agent reports", "answer",
    "answer agrees", "answers", "begins",
)  # fmt: skip
"""Of each message, in this order."""
UNKNOWN = (-1.0,) * len(FEATURES)
"""Of a memory that no message tells."""
_KEPT = 4096
"""Texts of which it is kept what they show."""


class Course:
    """Of what was said in all sessions, in the order of time."""

    def __init__(self, messages: Sequence[Message], reports: Callable[[str], bool]) -> None:
        """`reports`: whether a text tells that something is done, and nothing open."""
        self._reports = reports
        self._messages = messages
        self._of_session: dict[str, list[int]] = defaultdict(list)
        self._rank: list[int] = []
        for number, message in enumerate(messages):
            self._rank.append(len(self._of_session[message.session]))
            self._of_session[message.session].append(number)

    def of(self, number: int | None) -> tuple[float, ...]:
        """The features of that message."""
        if number is None:
            return UNKNOWN
        message = self._messages[number]
        talk = [self._messages[at] for at in self._of_session[message.session]]
        rank = self._rank[number]
        behind = talk[rank + 1 :]
        reply = behind[0] if behind and behind[0].by_agent != message.by_agent else None
        answer = behind[1] if reply is not None and len(behind) > 1 and not behind[1].by_agent else None
        of_agent = [one for one in behind if one.by_agent]
        return (
            float(len(behind)),
            _length(reply),
            float(reply is not None and _asks(reply.text)),
            float(reply is not None and self._reports(reply.text)),
            float(self._count(of_agent)),
            float(self._count(of_agent[-1:])),
            _length(answer),
            float(answer is not None and begins_to_agree(answer.text)),
            float(rank > 0 and _asks(talk[rank - 1].text)),
            float(rank == 0),
        )

    def reported_behind(self, number: int | None) -> int:
        """The number of the first message behind that one in its session that reports something; -1 for none."""
        if number is None:
            return -1
        behind = self._of_session[self._messages[number].session][self._rank[number] + 1 :]
        return next((at for at in behind if self._reports(self._messages[at].text)), -1)

    def _count(self, said: Iterable[Message]) -> int:
        return sum(self._reports(one.text) for one in said)


def _length(message: Message | None) -> float:
    return -1.0 if message is None else float(len(message.text.split()))


@lru_cache(maxsize=_KEPT)
def _asks(text: str) -> bool:
    return is_question(text)
