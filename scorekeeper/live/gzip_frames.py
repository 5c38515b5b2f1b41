"""Packing what many phones read alike into one gzip stream for each of them, the same bytes for all.

A gzip stream is a head and blocks. A block that ends at a byte may follow any other, and may refer to what came before
it: so whatever is new is packed once, as a block that refers to what all phones of a channel were told last.
"""

import zlib
from functools import lru_cache

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""What a gzip stream begins with: no name, no time."""

RAW = -zlib.MAX_WBITS
LEVEL, LEVEL_OF_NEWS = 4, 3
"""Of these small pieces the higher ones make a tenth less, and take half as long again. Beside what was told before the
third makes no more than the fourth, in three quarters of the time."""

SHORT = 100


def compress_block(data: bytes, told: bytes = b"") -> bytes:
    """`data` as a block, which may refer to `told`: that must be the last that its reader has unpacked."""
    if not told:
        return (
            compress_short_block(data)
            if len(data) <= SHORT
            else flush_compressor(zlib.compressobj(LEVEL, zlib.DEFLATED, RAW), data)
        )
    return flush_compressor(zlib.compressobj(LEVEL_OF_NEWS, zlib.DEFLATED, RAW, zdict=told), data)


@lru_cache(maxsize=1_000)
def compress_short_block(data: bytes) -> bytes:
    """A block that refers to nothing. All tables are told the same pings and counts."""
    return flush_compressor(zlib.compressobj(LEVEL, zlib.DEFLATED, RAW), data)


def flush_compressor(packer: "zlib._Compress", data: bytes) -> bytes:
    """Everything that `data` comes to."""
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


def decompress_block(alone: bytes) -> bytes:
    """Return the content of a block that refers to no other."""
    return zlib.decompressobj(RAW).decompress(alone)
