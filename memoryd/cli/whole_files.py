"""Files that memoryctl writes for others to read: whole, or as they were."""

from __future__ import annotations

import os
import tempfile


def replace_file(path: str, data: bytes, mode: int) -> None:
    """Write the file anew, with these rights, and bring it to the disk. Raises OSError; then it is as it was.

    A link is replaced, not followed: in a shared directory somebody else may have planted it.
    """
    directory, name = os.path.split(os.path.abspath(path))
    handle, part = tempfile.mkstemp(prefix=f".{name}.", dir=directory)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        os.replace(part, os.path.join(directory, name))
    except BaseException:
        os.unlink(part)
        raise
