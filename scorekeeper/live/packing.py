"""Packing what many phones read alike into one gzip stream for each of them, the same bytes for all.

A gzip stream is a head and blocks. A block that ends at a byte may follow any other, and may refer to what came before
it: so whatever is new is packed once, as a block that refers to what all phones of a channel were told last.
"""

import zlib

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""What a gzip stream begins with: no name, no time."""

RAW = -zlib.MAX_WBITS
LEVEL = 4


def block(data: bytes, told: bytes = b"") -> bytes:
    """`data` as a block, which may refer to `told`: that must be the last that its reader has unpacked."""
    if told:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, zdict=told)
    else:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


def unpacked(alone: bytes) -> bytes:
    """What a block that refers to nothing holds."""
    return zlib.decompressobj(RAW).decompress(alone)
