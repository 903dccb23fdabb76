"""Hooks of agent programs: they store what was said, and answer with relevant memories."""
