"""The topics that a connection has subscribed to."""

from __future__ import annotations

TOPICS = "topics"
"""The key under which a connection's state holds them (see `Server.publish`)."""

_OF_ONE = "memory:"

WATCH = "watch"
"""Under which it holds what it wants to know of memories."""


def topic_of(connection_id: int) -> str:
    """What is told to that connection alone."""
    return f"{_OF_ONE}{connection_id}"


def connection_of(topic: str) -> int | None:
    """The only connection that can have subscribed to the topic; None where several can."""
    return int(topic[len(_OF_ONE) :]) if topic.startswith(_OF_ONE) else None
