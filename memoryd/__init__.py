"""memoryd: memory for the AI agents on one Linux machine."""

__version__ = "0.1.0"
