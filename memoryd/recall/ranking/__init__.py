"""Ranking: one order out of several lists."""
