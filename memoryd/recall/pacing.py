"""Batch sizes, pauses and time limits of recall's background work, each with its unit and its reason.

Indexing and encoding are done in a process of their own, at low priority. What is left in the daemon's interpreter (the
overlay, the backlog, frames, comparing vectors with memories) runs in slices of about a millisecond: no slice must hold
the GIL or the overlay's lock for longer than a query may wait.
"""

from __future__ import annotations

# --- Ingest: from the queue into the overlay -----------------------------------------------------------------------

INGEST_SLICE = 16
"""Documents tokenised under one hold of the overlay's lock, for which a query may have to wait."""
INGEST_SLICE_CHARS = 4_000
"""Characters after which a slice ends early; the terms of one long text take as long as those of many short ones."""
INGEST_QUEUE_LIMIT = 4_000
"""Queued documents from which `wait_for_room` blocks: a query takes in all that were queued before it."""
INGEST_POLL_SECONDS = 0.05
"""How often the indexer thread looks at the queue while it has other work; waking it costs the writer a switch."""

# --- Backlog: documents whose terms are made when there is time ----------------------------------------------------

BACKLOG_LIMIT = 60_000
"""Documents in the backlog from which `wait_for_room` blocks, so that it cannot grow without bound."""

# --- Commit: from the overlay to the disk --------------------------------------------------------------------------

COMMIT_SECONDS = 0.25
"""From the first change of an overlay to its commit. A commit costs about 12 ms whatever its size."""
RECORD_SECONDS = 5.0
"""How long a commit waits for the audit, which may be unable to write."""
COMMIT_DOCUMENTS = 5_000
"""Documents of one commit from the backlog; with so many in it there is one at once."""
FRAME_DOCUMENTS = 250
"""Documents encoded in one go for the process that commits them, about 1 ms."""
FRAME_CHARS = 1_000_000
"""Characters after which a frame ends early."""
INDEXER_REST_SECONDS = 3.0
"""After so long without work the indexer lets go of tantivy, which looks at its files twice a second otherwise."""
INDEXER_IDLE_SECONDS = 60.0
"""After so long without work the indexer ends, and its memory is free; starting it takes .3 s."""
WRITER_SECONDS = 4.0
"""How long a commit waits for another process to let go of the index."""
COMMIT_RETRY_SECONDS = 1.0
"""After a commit that failed."""
LAYER_LIMIT = 5_000
"""Changes of one overlay layer before it is committed early: queries look through it in Python."""
FLUSH_SECONDS = 60.0
"""How long a caller waits for a commit."""
CLOSE_SECONDS = 10.0
"""The same when the daemon stops; what is not committed is indexed again from the truth files."""
SWAP_SECONDS = 600.0
"""How long a rebuild waits for the commit of the new index."""
ROOM_SECONDS = 30.0
"""How long a writer waits for room in the queue."""

# --- Reading the index in bulk -------------------------------------------------------------------------------------

PAGE_HITS = 10_000
"""Hits of one tantivy call: each page scans all documents again, and a larger one holds the GIL too long."""
TERM_SET_KEYS = 5_000
"""Keys of one tantivy term set; a larger one holds the GIL too long."""

# --- Long texts: their beginning is found at once, the rest when it is on disk --------------------------------------

AT_ONCE_TEXT_CHARS = 16_384
"""Of one text, read into the overlay: for so much of another's write a query may have to wait, some 10 ms."""
AT_ONCE_CHANGE_CHARS = 131_072
"""Of all texts of one change together, in equal parts."""
AT_ONCE_LEAST_CHARS = 256
"""Of each of the texts of a change, however many they are."""
UNREAD_COMMIT_CHARS = 2_000_000
"""Of texts in one layer whose rest is not read yet, from which it is committed early: tantivy holds them meanwhile."""
UNREAD_LIMIT_CHARS = 8_000_000
"""The same in all layers, from which the next write of long texts waits, so that memory is bounded."""
UNREAD_SECONDS = 20.0
"""How long it waits at most: the texts are safe on disk whether or not they are indexed."""

# --- Terms prepared by the writer ----------------------------------------------------------------------------------

PREPARED_TEXT_CHARS = 4_096
"""Texts from this length on have their terms made by the caller's thread; shorter ones take well under 1 ms, unless
there are many of them."""
PREPARED_TOTAL_CHARS = 4 * 1024 * 1024
"""Of texts whose prepared terms are kept; beyond it the oldest are dropped, and made again when needed."""

# --- Embedding -----------------------------------------------------------------------------------------------------

EMBED_NICE = 10
"""Of the embedding thread (setpriority): the kernel gives it the processor time that others leave."""
EMBED_BATCH = 64
"""Texts given to the process that encodes at a time, and at most embedded between two durable writes of vectors."""
EMBED_BATCH_CHARS = 200_000
"""Characters after which a batch ends early."""
EMBED_TURN_SECONDS = 0.2
"""How long it encodes before it answers, so that a small change waits for no more, and short texts for no long one."""
EMBED_LOST_SECONDS = 1.0
"""Before the process that encodes is asked again when it gave no answer."""
EMBED_PARTIAL_LIMIT = 4
"""Long texts of which a part is encoded: the tokens of one take a dozen times its length."""
EMBED_RETRY_SECONDS = 5.0
"""After a failed write of vectors, as on a full disk."""
EMBED_QUEUE_LIMIT = 50_000
"""Texts that wait in memory; those beyond it are found by comparing the store with the memories again."""
EMBED_INTERACTIVE_CHANGE = 100
"""A change of at most so many memories is interactive: whoever wrote it may ask for it in a moment. More is bulk."""
EMBED_INTERACTIVE_LIMIT = 1_000
"""Interactive texts that wait; the oldest beyond it become bulk."""
EMBED_INTERACTIVE_TURNS = 4
"""Of so many turns one is for bulk and long texts, even if interactive changes never stop."""
RECONCILE_SLICE = 200
"""Memories compared with the vector store, or written anew after a purge, between two yields."""
TRIM_TURNS = 200
"""Batches after which freed memory is returned to the system."""
GIL_PAUSE_SECONDS = 0.0005
"""A pause that lets other threads have the GIL."""
LOAD_SLICE = 2_048
"""Vector rows or lines handled between two such pauses; under 5 ms."""
