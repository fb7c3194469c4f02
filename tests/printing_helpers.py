"""Reading printed PDFs back."""

from collections import Counter
from typing import NamedTuple

import pypdfium2

MILLIMETERS = 25.4 / 72


class Printed(NamedTuple):
    sizes: list[tuple[float, float]]
    """Of each page, in millimeters."""
    texts: list[str]
    """Of each page."""

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    def words(self) -> Counter[str]:
        """How often each word is there."""
        return Counter(self.text.split())

    def captioned(self, name: str) -> "Printed":
        """The pages whose caption, their last line, ends like this."""
        chosen = [page for page, text in enumerate(self.texts) if text.rstrip().endswith(f"· {name}")]
        return Printed([self.sizes[page] for page in chosen], [self.texts[page] for page in chosen])


def read_pdf(file: bytes) -> Printed:
    document = pypdfium2.PdfDocument(file)
    try:
        sizes = [(round(width * MILLIMETERS, 1), round(height * MILLIMETERS, 1)) for width, height in map(_size, document)]
        # A hyphen at the end of a line is read as a mark of its own.
        return Printed(sizes, [page.get_textpage().get_text_range().replace("\ufffe", "-") for page in document])
    finally:
        document.close()


def _size(page: pypdfium2.PdfPage) -> tuple[float, float]:
    width, height = page.get_size()
    return width, height
