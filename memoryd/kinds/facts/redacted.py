"""A fact without the secrets that a person typed into facts.jsonl (rule 22)."""

from __future__ import annotations

import msgspec

from memoryd.kinds.facts.fact import Fact
from memoryd.secrets import may_hold_secrets, redact


def without_secrets(fact: Fact) -> Fact:
    """The fact as we may write it into a file of ours: a person may have typed a secret into facts.jsonl (rule 22)."""
    parts = (fact.subject, fact.predicate, fact.object, fact.source)
    if not may_hold_secrets("\n".join(parts)):
        return fact
    subject, predicate, object_, source = (redact(part)[0] for part in parts)
    name = fact.predicate.replace("_", " ").split()[-1:]
    if object_ == fact.object and name:
        # `has_password` of `hunter2` is a secret where `hunter2` alone is none.
        object_ = redact(f"{name[0]}: {object_}")[0].removeprefix(f"{name[0]}: ")
    return msgspec.structs.replace(fact, subject=subject, predicate=predicate, object=object_, source=source)
