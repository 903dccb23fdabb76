"""Headers of a tar archive. tarfile takes one that it cannot read for the end, and says nothing."""

from __future__ import annotations

import tarfile
from typing import Self


class TarMember(tarfile.TarInfo):
    """Of an archive that ends only where it says so."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Raises ReadError where the archive is damaged."""
        try:
            return super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            is_end = bool(buf) and not any(buf)
            raise error if is_end else tarfile.ReadError(f"no header of a file: {error}") from error
