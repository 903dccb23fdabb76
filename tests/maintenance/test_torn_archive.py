"""An archive that was not copied whole is refused as such, wherever it ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import zstandard

from memoryd.errors import InvalidParams
from memoryd.maintenance.archive_file import backup, read_digests
from memoryd.maintenance.restore import restore


def test_wherever_it_ends_it_is_called_torn(tmp_path: Path) -> None:
    data, archive, torn = tmp_path / "data", tmp_path / "a.tar.zst", tmp_path / "torn.tar.zst"
    (data / ".memoryd").mkdir(parents=True)
    (data / ".memoryd" / "version").write_text("1\n")
    (data / "large.md").write_bytes(os.urandom(300_000))  # several blocks, and more than one read
    (data / "small.md").write_text("- one\n")
    backup({"root": str(data), "path": str(archive), "gid": None, "about": None}, lambda *_: None)
    whole = archive.read_bytes()
    with archive.open("rb") as file:
        assert set(read_digests(file)) == {".memoryd/version", "large.md", "small.md"}
    # Just before the end there is the checksum alone: all members are there, and still it is not whole.
    for length in (1, 5, 100, 4096, 4097, len(whole) // 2, len(whole) - 30, len(whole) - 4, len(whole) - 1):
        torn.write_bytes(whole[:length])
        with pytest.raises(InvalidParams, match=f"it is torn: it ends after {length:,} bytes"):
            restore(str(torn), str(tmp_path / "restored"))
        assert not (tmp_path / "restored").exists()
    torn.write_bytes(b"")
    with pytest.raises(InvalidParams, match="it is empty"):
        restore(str(torn), str(tmp_path / "restored"))
    assert restore(str(archive), str(tmp_path / "restored")).files == 3


def test_a_header_that_is_none_is_not_its_end(tmp_path: Path) -> None:
    data, archive = tmp_path / "data", tmp_path / "a.tar.zst"
    (data / ".memoryd").mkdir(parents=True)
    (data / ".memoryd" / "version").write_text("1\n")
    (data / "small.md").write_text("- one\n")
    backup({"root": str(data), "path": str(archive), "gid": None, "about": None}, lambda *_: None)
    tar = bytearray(zstandard.ZstdDecompressor().stream_reader(archive.read_bytes()).read())
    tar[tar.index(b"small.md")] ^= 1
    archive.write_bytes(zstandard.ZstdCompressor().compress(tar))
    with pytest.raises(InvalidParams, match="cannot be restored"):
        restore(str(archive), str(tmp_path / "restored"))
