"""Portraits of the bots: heads drawn from a few parts, like the engravings of an old share certificate.

A bot of unknown name gets a head that its name chooses, so that it always looks the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from goldenspike.svg.paint import Value, element, group

SIZE: Final = 96


@dataclass(frozen=True, slots=True)
class Head:
    ground: str
    skin: str
    coat: str
    hat: str
    beard: str
    extra: str = ""


_HATS: Final[Mapping[str, str]] = {
    "top": "M30 30V6H66V30H76V36H20V30Z",
    "bowler": "M28 32C28 4 68 4 68 32H76V37H20V32Z",
    "cap": "M28 34C26 12 70 12 68 34L82 38V42L66 39H28Z",
    "fez": "M34 32L38 8H58L62 32Z",
    "none": "M30 40C28 16 68 16 66 40C62 28 52 26 48 26C44 26 34 28 30 40Z",
}
_BEARDS: Final[Mapping[str, str]] = {
    "none": "",
    "moustache": "M34 57C40 51 46 53 48 55C50 53 56 51 62 57C56 61 50 59 48 58C46 59 40 61 34 57Z",
    "full": "M30 48C30 82 66 82 66 48C64 60 56 56 48 56C40 56 32 60 30 48Z",
    "sideburns": "M29 40C28 56 31 66 38 70C35 60 34 50 33 40ZM67 40C68 56 65 66 58 70C61 60 62 50 63 40Z",
    "goatee": "M42 62C44 60 52 60 54 62C54 72 50 76 48 76C46 76 42 72 42 62Z",
}
_HEADS: Final[Mapping[str, Head]] = {
    "random": Head("#d7c9a8", "#e8bf98", "#5b4f8a", "fez", "none", "dice"),
    "gentle": Head("#d9e2c8", "#f0cba8", "#7a8f5a", "none", "none"),
    "foreman": Head("#ddd3bd", "#c08a62", "#6b5a3a", "cap", "full"),
    "rusher": Head("#e3d2c0", "#8a5a3c", "#a2452f", "fez", "moustache"),
    "raider": Head("#c7c3d0", "#e3b48c", "#3a2d4a", "bowler", "goatee", "monocle"),
    "greedy": Head("#c9d4b4", "#e3b48c", "#3f5d3a", "bowler", "moustache", "coin"),
    "baron-easy": Head("#cfd8de", "#f0cba8", "#4a6a86", "cap", "none"),
    "baron": Head("#e0c8b8", "#dcae86", "#5a2a22", "top", "sideburns"),
    "magnate": Head("#bcc8cf", "#c08a62", "#2f3a52", "top", "goatee", "coin"),
    "magnate-hard": Head("#c2bccb", "#b07c56", "#3a2f4f", "top", "goatee", "monocle"),
    "baron-hard": Head("#c4bcb4", "#d3a37c", "#22252b", "top", "full", "monocle"),
}
_GROUNDS: Final = ("#d9cfb8", "#cfd8de", "#d6c6d0", "#c9d4b4")
_SKINS: Final = ("#f0cba8", "#e3b48c", "#c08a62", "#8a5a3c")
_COATS: Final = ("#4a6a86", "#5a2a22", "#3f5d3a", "#5b4f8a", "#22252b")


def portrait(name: str) -> str:
    """The head of a bot, decorative: the name stands beside it."""
    head = _HEADS.get(name) or _chosen_by(name)
    ink = "#1d1a16"
    shoulders = {"d": "M8 96C10 76 30 72 48 72C66 72 86 76 88 96Z", "fill": head.coat}
    lapels = {"d": "M40 72L48 90L56 72Z", "fill": "#fffdf8"}
    face: dict[str, Value] = {"cx": 48, "cy": 46, "rx": 19, "ry": 24, "fill": head.skin}
    hat = {"d": _HATS[head.hat], "fill": ink if head.hat in ("top", "bowler") else head.coat if head.hat != "none" else ink}
    parts = [
        element("rect", {"width": SIZE, "height": SIZE, "rx": 10, "fill": head.ground}),
        element("path", shoulders),
        element("path", lapels),
        element("ellipse", face),
        element("path", {"d": _BEARDS[head.beard], "fill": ink}) if head.beard != "none" else "",
        element("circle", {"cx": 41, "cy": 45, "r": 2.1, "fill": ink}),
        element("circle", {"cx": 55, "cy": 45, "r": 2.1, "fill": ink}),
        element("path", {"d": "M48 46L46 53H50", "fill": "none", "stroke": ink, "stroke-width": 1.1}),
        element("path", {"d": "M43 63C46 65 50 65 53 63", "fill": "none", "stroke": ink, "stroke-width": 1.3}),
        element("path", hat),
        _extra(head.extra, ink),
    ]
    attributes: dict[str, Value] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {SIZE} {SIZE}",
        "role": "img",
        "aria-hidden": "true",
    }
    return element("svg", attributes, *parts)


def _extra(kind: str, ink: str) -> str:
    if kind == "monocle":
        ring: dict[str, Value] = {"cx": 55, "cy": 45, "r": 6, "fill": "none", "stroke": "#c9a227", "stroke-width": 1.6}
        return element("circle", ring) + element("path", {"d": "M60 49L64 70", "stroke": "#c9a227", "stroke-width": 1})
    if kind == "coin":
        return element("circle", {"cx": 74, "cy": 82, "r": 9, "fill": "#d9b43a", "stroke": ink, "stroke-width": 1.2})
    if kind == "dice":
        die = element("rect", {"x": 66, "y": 72, "width": 18, "height": 18, "rx": 3, "fill": "#fffdf8", "stroke": ink})
        dots = (element("circle", {"cx": x, "cy": y, "r": 2, "fill": ink}) for x, y in ((71, 77), (75, 81), (79, 85)))
        return group({}, die, *dots)
    return ""


def _chosen_by(name: str) -> Head:
    """A head for any other name, always the same for the same name."""
    number = crc32(name.encode())

    def pick(options: tuple[str, ...]) -> str:
        nonlocal number
        number, chosen = divmod(number, len(options))
        return options[chosen]

    return Head(pick(_GROUNDS), pick(_SKINS), pick(_COATS), pick(tuple(_HATS)), pick(tuple(_BEARDS)))
