"""Recall: one index over the documents of all kinds of memory.

`lexical/` finds by words, `vectors/` by meaning with the encoders of `models/`; `ranking/` makes one order of both.

The namespace       methods (search, check), files (get, grep), with their shapes
A search            search shows what service finds for a query; past and asked_words (what was changed or archived
                    since), sieve (what of a file a group may read)
Files               get, grep, globs
In the background   indexer, a child process; pacing
Shared              hashing; feeding (changes that bring the documents of a file)
"""

import os

# Before numpy is imported: products here are small, and a second BLAS thread would spin on a core that others need.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
