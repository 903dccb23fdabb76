"""Ranking: merges several lists into one order."""
