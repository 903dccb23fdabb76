"""Carries purges out over all kinds and files, and offers them as `facts.purge` (rule 6)."""
