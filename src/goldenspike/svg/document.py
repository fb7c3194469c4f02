"""The outer element of every picture."""

from goldenspike.svg.paint import Attributes, Value, element
from goldenspike.svg.theme import THEMES, stylesheet


def document(
    width: float, height: float, body: str, theme: str, label: str, interactive: bool = False, more: Attributes | None = None
) -> str:
    """A whole picture. An interactive one is a group to screen readers, since the parts of an image are hidden from them."""
    if theme not in THEMES:
        raise ValueError(theme)
    attributes: dict[str, Value] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": _view(width, height),
        "width": width,
        "height": height,
        "class": f"gs gs-{theme}",
        "role": "group" if interactive else "img",
        "aria-label": label,
        **(more or {}),
    }
    style = "" if theme == "page" else f"<style>{stylesheet(theme)}</style>"
    return element("svg", attributes, style, body)


def _view(width: float, height: float) -> str:
    return f"0 0 {width:.2f} {height:.2f}"
