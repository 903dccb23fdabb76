"""When a cold note is archived (000 §Archive Triggers, rule 15). Pure; dates as ISO text."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

from memoryd.config.sections import Layers

ColdReason = Literal["cold", "demoted"]
UNUSED: ColdReason = "cold"
"""Nobody used it, and nobody wanted it gone."""


class Life(msgspec.Struct, frozen=True):
    """What ages a note: when it was first seen, last used, last demoted; `fixed`: hot, pinned or critical."""

    first_seen: str
    last_access: str | None
    demoted: str | None = None
    fixed: bool = False


def days_between(earlier: str, later: str) -> int:
    """Whole days; a day that cannot be read counts as `later`."""
    try:
        return (date.fromisoformat(later) - date.fromisoformat(earlier[:10])).days
    except ValueError:
        return 0


def unused_since(life: Life) -> str:
    """The day of its last use, else the one on which it was first seen."""
    return life.last_access or life.first_seen


def cold_because(life: Life, today: str, days: Layers) -> ColdReason | None:
    """Why the note goes to the archive today, if it does."""
    if life.fixed:
        return None
    # A day to come was written by a clock that was ahead.
    demoted = life.demoted if life.demoted is None or life.demoted[:10] <= today else None
    last = max(filter(None, (life.last_access, demoted)), default=life.first_seen)
    if demoted is not None and (life.last_access is None or life.last_access <= demoted):
        return "demoted" if days_between(last, today) >= days.archive_demoted_after_days else None
    return UNUSED if days_between(last, today) >= days.archive_after_days else None


def wants_review(archived: str, today: str, days: Layers) -> bool:
    """Whether a person should be asked about an archived note; nothing is ever deleted (rule 6)."""
    return days_between(archived, today) > days.archive_review_days
