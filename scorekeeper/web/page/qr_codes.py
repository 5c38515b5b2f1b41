"""QR codes as images."""

from base64 import b64encode
from io import BytesIO

import qrcode
from qrcode.image.svg import SvgPathFillImage


def qr_data_url(address: str) -> str:
    """An address as a QR: the data of an image."""
    return "data:image/svg+xml;base64," + b64encode(qr_svg(address)).decode()


def qr_svg(text: str) -> bytes:
    """An SVG image of `text` as a QR code, readable on any page: dark modules on their own white ground."""
    image = qrcode.make(text, image_factory=SvgPathFillImage, border=3, box_size=10)
    written = BytesIO()
    image.save(written)
    return written.getvalue()
