"""What a connection wants to be told of without asking."""

from __future__ import annotations

TOPICS = "topics"
"""Where a connection's state keeps the names (`Server.publish`)."""
