"""Batch sizes, pauses and time limits of recall's background work, each with its unit and its reason.

Queries, ingest and embedding share one interpreter. Work in the background therefore runs in slices of a few
milliseconds, and yields to queries between two of them. A slice must not hold the GIL longer than a query may wait.
"""

from __future__ import annotations

# --- Backpressure -------------------------------------------------------------------------------------------------

QUERY_IDLE_SECONDS = 0.02
"""Without a query for so long, no client is querying: one that sends query after query pauses for less."""
YIELD_POLL_SECONDS = 0.004
"""How often a thread that yields looks whether queries have stopped."""

# --- Ingest: from the queue into the overlay -----------------------------------------------------------------------

INGEST_SLICE = 16
"""Documents tokenised under one hold of the overlay's lock, for which a query may have to wait."""
INGEST_SLICE_CHARS = 4_000
"""Characters after which a slice ends early; the terms of one long text take as long as those of many short ones."""
INGEST_QUEUE_LIMIT = 4_000
"""Queued documents from which `wait_for_room` blocks: a query takes in all that were queued before it."""
INGEST_POLL_SECONDS = 0.05
"""How often the indexer thread looks at the queue while it has other work; waking it costs the writer a switch."""
INGEST_YIELD_SECONDS = 0.008
"""How long the indexer thread yields to continuous queries before each slice."""
INGEST_YIELD_WRITING_SECONDS = 0.004
"""The same while writes come in, which make the backlog grow."""

# --- Backlog: documents whose terms are made when there is time ----------------------------------------------------

BACKLOG_LIMIT = 120_000
"""Documents in the backlog from which `wait_for_room` blocks, so that it cannot grow without bound."""
BACKLOG_URGENT = 60_000
"""Documents from which the backlog is worked off although writes come in, the faster the longer it is."""
BACKLOG_AGE_SECONDS = 10.0
"""After so long the oldest batch is worked off although writes come in."""
BACKLOG_REST_FACTOR = 3.0
"""While writes come in, the indexer thread sleeps for so many times as long as it worked."""
BACKLOG_QUERY_SHARE = 128
"""Documents of the backlog that each query takes in while nothing is written: a long backlog slows the next query."""
WRITE_IDLE_SECONDS = 0.03
"""Without a write for so long, the backlog is worked off at full speed."""
WRITE_GAP_SECONDS = 0.3
"""Writes further apart than this are no stream of writes."""
WRITE_GAP_DECAY = 0.7
"""The longest recent gap between writes is kept, and shrinks by this factor with each write."""

# --- Commit: from the overlay to the disk --------------------------------------------------------------------------

COMMIT_SECONDS = 0.25
"""From the first change of an overlay to its commit. A commit costs about 12 ms whatever its size."""
RECORD_SECONDS = 5.0
"""How long a commit waits for the audit, which may be unable to write."""
COMMIT_RETRY_SECONDS = 1.0
"""After a commit that failed."""
LAYER_LIMIT = 5_000
"""Changes of one overlay layer before it is committed early: queries look through it in Python."""
LAYER_LIMIT_QUERIED = 1_000
"""The same while clients only query."""
COMMIT_ADD_SLICE = 250
"""Documents handed to tantivy between two yields, some 4 ms: a commit must be faster than the queries' own ingest."""
COMMIT_DELETE_SLICE = 1_000
"""Deletions handed to tantivy between two yields."""
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
AT_ONCE_CHANGE_CHARS = 262_144
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
"""Texts from this length on have their terms made by the caller's thread; shorter ones take well under 1 ms."""
PREPARED_TOTAL_CHARS = 4 * 1024 * 1024
"""Of texts whose prepared terms are kept; beyond it the oldest are dropped, and made again when needed."""

# --- Embedding -----------------------------------------------------------------------------------------------------

EMBED_NICE = 10
"""Of the embedding thread (setpriority): the kernel gives it the processor time that others leave."""
EMBED_BATCH = 64
"""Texts embedded between two durable writes of their vectors."""
EMBED_BATCH_BUSY = 16
"""The same while clients query or write."""
EMBED_BATCH_MIN = 4
"""Texts of a bulk batch before an interactive change interrupts it."""
EMBED_BATCH_SECONDS = 0.5
"""A batch ends after so long, so that vectors of slow texts are written, too."""
EMBED_PASSAGES = 4
"""Passages of a long text that are embedded before another text has its turn."""
EMBED_YIELD_SECONDS = 0.03
"""How long the thread yields to continuous queries before each passage."""
EMBED_WAIT_SECONDS = 1.0
"""How long a bulk batch is put off while writes come in."""
EMBED_WAIT_INTERACTIVE_SECONDS = 0.1
"""The same for interactive changes."""
EMBED_POLL_SECONDS = 0.02
"""How often a batch that is put off looks again."""
EMBED_PARTIAL_LIMIT = 4
"""Long texts that are embedded in turn: the tokens of one take a dozen times its length."""
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
"""Memories compared with the vector store between two yields."""
TRIM_TURNS = 200
"""Batches after which freed memory is returned to the system."""
GIL_PAUSE_SECONDS = 0.0005
"""A pause that lets other threads have the GIL."""
LOAD_SLICE = 2_048
"""Vector rows or lines handled between two such pauses; under 5 ms."""
