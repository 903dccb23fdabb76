"""Recall by meaning: the vectors of passages, and the similarity of documents to a query.

A query             semantic, over serving; contextual (with text_states) and alignment compare token by token
New texts           embedding, over embed_queue; encoding (in another process); entry
The store           store: rows and columns in memory; file, lines and snapshot are its files; load reads them
Another model       model_change, opened
"""
