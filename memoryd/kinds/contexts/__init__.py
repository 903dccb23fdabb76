"""Contexts: saved snapshots of work in a project, with access tiers (003)."""
