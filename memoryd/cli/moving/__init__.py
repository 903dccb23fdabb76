"""Import of other programs' memories, and export of ours."""
