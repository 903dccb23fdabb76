"""Timed work, health and repair."""
