"""One index over every kind of memory."""

import os

# Before numpy is imported: products here are small, and a second thread of the BLAS spins while others want the core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
