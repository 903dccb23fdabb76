"""Recall by meaning: the vectors of passages, and how near documents are to a query."""
