"""A source of jobs for tests."""

from __future__ import annotations

from collections.abc import Iterator

from memoryd.errors import Conflict, InvalidParams
from memoryd.jobs.source import Answer, Work


class Pieces:
    """Numbered pieces that have to be done one after the other, as leaves have; results stay in memory."""

    has_fallback = True

    def __init__(self, count: int, kind: str = "leaf", step: str = "compress") -> None:
        self.kinds = (kind,)
        self.step = step
        self.count = count
        self.done: list[tuple[str, str]] = []
        """(job id, text), in order."""
        self.text = ""
        """What a job shows; empty: its number."""
        self.asked = 0
        """How often messages were asked for."""
        self.unread = 0
        """Pieces of reading that are left before work can be named."""

    @property
    def behind(self) -> bool:
        return self.unread > 0

    def read_on(self) -> bool:
        self.unread = max(0, self.unread - 1)
        return self.unread == 0

    def open_work(self, now: int) -> Iterator[Work]:
        if len(self.done) < self.count and not self.behind:
            yield self.piece(len(self.done))

    def piece(self, number: int) -> Work:
        work_id, slot = f"{self.kinds[0]}-{number}", "tree" if self.kinds[0] == "leaf" else self.kinds[0]
        return Work(kind=self.kinds[0], work_id=work_id, slot=slot, target_tokens=10, data={"number": number})

    def messages(self, work: Work) -> list[dict[str, str]]:
        self.asked += 1
        return [{"role": "user", "content": self.text or f"piece {work.data['number']}"}]

    def accept(self, work: Work, answer: Answer, job_id: str) -> str:
        known = self.accepted(job_id)
        if known is not None:
            return known
        if not answer.text:
            raise InvalidParams("the text is empty")
        if work.data["number"] != len(self.done):
            raise Conflict("that piece is done")
        self.done.append((job_id, answer.text))
        return f"L1/{len(self.done):04}"

    def accepted(self, job_id: str) -> str | None:
        ids = [done for done, _ in self.done]
        return f"L1/{ids.index(job_id) + 1:04}" if job_id in ids else None

    def fallback(self, work: Work) -> Answer | None:
        return Answer(text="by itself", by="builtin")
