"""QR codes, for phones at the same table; they need the extra `lan`."""

import io


def picture_of(url: str) -> str:
    """A code as an SVG, empty without the extra."""
    try:
        import segno
    except ImportError:
        return ""
    return str(segno.make(url, error="m").svg_inline(scale=4, border=2, light="white", omitsize=True))


def letters_of(url: str) -> str:
    """A code for the terminal, empty without the extra."""
    try:
        import segno
    except ImportError:
        return ""
    written = io.StringIO()
    segno.make(url, error="m").terminal(written, compact=True)
    return written.getvalue()
