"""Recall: one index over the documents of all kinds of memory."""

import os

# Before numpy is imported: products here are small, and a second BLAS thread would spin on a core that others need.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
