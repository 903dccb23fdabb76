"""Memories of other programs brought in, and ours taken out."""
