"""Recall by words: tokens, the index on disk, and the ingest into it."""
