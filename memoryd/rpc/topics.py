"""The topics that a connection has subscribed to."""

from __future__ import annotations

TOPICS = "topics"
"""The key under which a connection's state holds them (see `Server.publish`)."""

WATCH = "watch"
"""Under which it holds what it wants to know of memories."""
