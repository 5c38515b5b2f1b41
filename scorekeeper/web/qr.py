"""QR codes as SVG that is readable on any page: dark modules on their own white ground."""

from io import BytesIO

import qrcode
from qrcode.image.svg import SvgPathFillImage


def qr_svg(text: str) -> bytes:
    """An SVG image of `text` as a QR code."""
    image = qrcode.make(text, image_factory=SvgPathFillImage, border=3, box_size=10)
    written = BytesIO()
    image.save(written)
    return written.getvalue()
