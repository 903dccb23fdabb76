"""Recall by words: tokens, the index on disk, and the ingest into it.

The index           index: an overlay (with prepared_terms) above view, which is what tantivy has on the disk
From text to terms  tokens (with russian); query_terms plans a query, bm25 scores what is not on the disk
Changes             ingest, over ingest_queue and backlog; writing, remote (tantivy's writer is in another process)
On the disk         disk, over layout, locks and sound; unpacked and snapshot for readers; elsewhere
Made anew           merging, rebuild, segment_purge
"""
