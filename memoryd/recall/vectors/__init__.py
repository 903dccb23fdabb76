"""Recall by meaning: the vectors of passages, and the similarity of documents to a query."""
