"""Notes: entries of layer files, and the rules of their life (000)."""
