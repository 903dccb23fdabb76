"""The tag of a hot bullet: `↑YYYY-MM-DD(reason)←memory/<layer>.md:<slug>[pin]` (000, design rule 10)."""

from __future__ import annotations

import functools
import re
from datetime import date

import msgspec

USER_REQUEST = "user request"
CRITICAL = "critical"
SYNC = "sync"
NEW_LAYER = "new layer"
RE_ACCESS = "re-access"

_TAG = re.compile(
    r"↑(?P<day>\d{4}-\d{2}-\d{2})\((?P<reason>[^()]{1,40})\)"
    r"←memory/(?P<layer>[^/:\[\]]+?)\.md(?::(?P<slug>[^\s\[\]]+))?(?:\s*(?P<pin>\[pin\]))?",
)
_REASON = re.compile(r"\d+ sessions?|user request|critical|sync|new layer|re-access")


class Tag(msgspec.Struct, frozen=True):
    """Where a hot bullet comes from; without `slug` it is the seed's short form."""

    day: str
    reason: str
    layer: str
    slug: str | None
    pinned: bool = False

    def __str__(self) -> str:
        slug = f":{self.slug}" if self.slug else ""
        return f"↑{self.day}({self.reason})←memory/{self.layer}.md{slug}{'[pin]' if self.pinned else ''}"


def sessions_reason(count: int) -> str:
    """`3 sessions`."""
    return f"{count} sessions"


@functools.lru_cache(maxsize=1 << 12)
def split_tag(text: str) -> tuple[str, Tag | None]:
    """A bullet's text, and its tag when it has a valid one."""
    text = text.strip()
    begin = text.rfind("↑")
    match = _TAG.fullmatch(text, begin) if begin >= 0 else None
    if match is None or not _is_day(match["day"]) or _REASON.fullmatch(match["reason"].strip()) is None:
        return text, None
    tag = Tag(match["day"], match["reason"].strip(), match["layer"], match["slug"], match["pin"] is not None)
    return text[:begin].rstrip(), tag


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
