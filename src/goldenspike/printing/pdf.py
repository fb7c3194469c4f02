"""Pages as PDF: vectors, text that can be searched, and embedded subsets of the fonts. The only module that knows fpdf2."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO

from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fpdf import FPDF
from fpdf.drawing import ClippingPath, GraphicsContext, GraphicsStyle, PaintedPath, Renderable, Text, TextRun
from fpdf.drawing_primitives import Point, Transform
from fpdf.enums import IntersectionRule
from fpdf.fonts import TTFFont
from fpdf.output import ResourceCatalog
from fpdf.svg import svg_path_converter

from goldenspike.printing.fonts import Family, Fonts, MissingFont
from goldenspike.printing.picture import Line, Matrix, Picture, Shape, Style, read_picture
from goldenspike.printing.sheets import MARGIN, Box, Page, Placed
from goldenspike.svg.paint import width_of
from goldenspike.svg.theme import LIGHT

_EAST_ASIAN = range(0x2E80, 0xFFF0)
"""The letters without which a Japanese sheet cannot be read."""
_PLAIN = {"–": "-", "−": "-", "→": ">", "★": "*", "…": "...", "’": "'", "“": '"', "”": '"', "„": '"', "∞": "oo"}
"""What the fonts of every reader lack."""
_MARK_WIDTH = 0.15
_CAPTION_SIZE = 2.6


def write_pdf(pages: Iterable[Page], fonts: Fonts, title: str) -> bytes:
    return _Writer(fonts, title).write(pages)


class _Writer:
    def __init__(self, fonts: Fonts, title: str) -> None:
        self._pdf = FPDF(unit="mm")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(title)
        self._pdf.set_creator("Golden Spike")
        self._fonts = fonts
        self._stamps: dict[str, _Stamp] = {}
        self._loaded: dict[tuple[Family, str], tuple[str, TTFFont]] = {}

    def write(self, pages: Iterable[Page]) -> bytes:
        for page in pages:
            self._pdf.add_page(format=(page.width, page.height))
            with self._pdf.drawing_context() as context:
                for placed in page.placed:
                    context.add_item(self._placed(placed), clone=False)
                context.add_item(self._extras(page), clone=False)
        written = BytesIO()
        self._pdf.output(written)
        return written.getvalue()

    def _extras(self, page: Page) -> GraphicsContext:
        """Marks and the caption in the margin."""
        group = GraphicsContext()
        ways = "".join(f"M{mark.x1:.3f} {mark.y1:.3f}L{mark.x2:.3f} {mark.y2:.3f}" for mark in page.marks)
        if ways:
            group.add_item(_shape(Shape(ways, Matrix(), Style("", LIGHT["ink"], _MARK_WIDTH))), clone=False)
        if page.caption:
            line = Line(
                page.caption,
                page.width / 2,
                page.height - MARGIN / 2 + 1,
                _CAPTION_SIZE,
                "middle",
                is_serif=False,
                is_bold=False,
                is_italic=False,
                is_spoken=True,
                matrix=Matrix(),
                style=Style(LIGHT["faint"]),
            )
            group.add_item(self._line(line), clone=False)
        return group

    def _placed(self, placed: Placed) -> GraphicsContext:
        picture = read_picture(placed.svg)
        box = placed.box
        place = Matrix(box.width / picture.width, 0, 0, box.height / picture.height, box.x, box.y)
        if placed.clip is not None:
            group = GraphicsContext()
            group.clipping_path = _clip(placed.clip)
            group.add_item(self._drawn(_seen(picture, place, placed.clip), place), clone=False)
            return group
        if placed.svg not in self._stamps:
            self._stamps[placed.svg] = _Stamp(self._drawn(picture.pieces, Matrix()))
        group = GraphicsContext()
        group.transform = Transform(*place)
        group.add_item(self._stamps[placed.svg], clone=False)
        return group

    def _drawn(self, pieces: Iterable[Shape | Line], place: Matrix) -> GraphicsContext:
        group = GraphicsContext()
        for piece in pieces:
            if isinstance(piece, Shape):
                group.add_item(_shape(Shape(piece.path, place.after(piece.matrix), piece.style)), clone=False)
            elif piece.is_spoken:
                group.add_item(self._line(piece, place), clone=False)
            else:
                halo = self._halo(piece, place)
                if halo is not None:
                    group.add_item(_shape(halo), clone=False)
        return group

    def _line(self, line: Line, place: Matrix | None = None) -> GraphicsContext:
        group = GraphicsContext()
        matrix = line.matrix if place is None else place.after(line.matrix)
        group.transform = Transform(*matrix)
        _paint(group.style, Style(line.style.fill, fill_opacity=line.style.fill_opacity))
        runs = tuple(TextRun(content, name, style, line.size) for content, name, style, _ in self._runs(line))
        group.add_item(Text(line.x, line.y, runs, line.anchor), clone=False)
        return group

    def _halo(self, line: Line, place: Matrix) -> Shape | None:
        """Text behind other text is drawn as outlines, so that it is not found twice."""
        pen = SVGPathPen(None, ntos=lambda value: f"{value:.2f}")
        ahead = 0.0
        for content, _, _, font in self._runs(line):
            if font is None:
                return None
            glyphs = font.ttfont.getGlyphSet()
            scale = line.size / font.ttfont["head"].unitsPerEm
            for letter in content:
                glyph = glyphs[font.cmap[ord(letter)]]
                glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, ahead, 0)))
                ahead += glyph.width * scale
        left = line.x - {"middle": ahead / 2, "end": ahead}.get(line.anchor, 0)
        matrix = place.after(line.matrix).after(Matrix(e=left, f=line.y))
        outlines = pen.getCommands()
        return Shape(outlines, matrix, line.style) if outlines else None

    def _runs(self, line: Line) -> list[tuple[str, str, str, TTFFont | None]]:
        """The text in pieces of one font each: content, family, style and font."""
        families = self._fonts.serif if line.is_serif else self._fonts.sans
        emphasis = "B" if line.is_bold else "I" if line.is_italic else ""
        if not families:
            return [(_plain(line.content), "times" if line.is_serif else "helvetica", emphasis, None)]
        found: list[tuple[str, str, str, TTFFont | None]] = []
        for letter in line.content:
            name, style, font = self._font_for(letter, families, emphasis)
            known = letter if ord(letter) in font.cmap else "?"
            if found and found[-1][1:] == (name, style, font):
                found[-1] = (found[-1][0] + known, name, style, font)
            else:
                found.append((known, name, style, font))
        return found

    def _font_for(self, letter: str, families: tuple[Family, ...], emphasis: str) -> tuple[str, str, TTFFont]:
        for family in families:
            name, font = self._load(family, emphasis)
            if ord(letter) in font.cmap:
                return name, emphasis, font
        if ord(letter) in _EAST_ASIAN:
            raise MissingFont(letter)
        name, font = self._load(families[0], emphasis)
        return name, emphasis, font

    def _load(self, family: Family, emphasis: str) -> tuple[str, TTFFont]:
        key = family, emphasis
        if key not in self._loaded:
            name = f"f{len(self._loaded)}"
            face = {"B": family.bold, "I": family.italic}.get(emphasis, family.regular)
            self._pdf.add_font(name, emphasis, face.path, collection_font_number=face.number)
            font = self._pdf.fonts[f"{name}{emphasis}"]
            assert isinstance(font, TTFFont)
            self._loaded[key] = name, font
        return self._loaded[key]


class _Stamp(GraphicsContext):
    """A picture that is worked out once and printed many times, such as one of twenty notes."""

    __slots__ = ("_content", "_rendered")

    def __init__(self, content: GraphicsContext) -> None:
        super().__init__()
        self._content = content
        self._rendered = ""

    def render(
        self,
        resource_registry: ResourceCatalog,
        style: GraphicsStyle,
        last_item: Renderable,
        initial_point: Point,
        _push_stack: bool = True,
    ) -> tuple[str, Renderable, Point]:
        if not self._rendered:
            self._rendered, _, _ = self._content.render(resource_registry, style, last_item, initial_point)
        return self._rendered, last_item, initial_point


def _plain(text: str) -> str:
    """Text in the letters that the fonts of every reader have."""
    simple = "".join(_PLAIN.get(letter, letter) for letter in text)
    wanting = next((letter for letter in simple if ord(letter) in _EAST_ASIAN), "")
    if wanting:
        raise MissingFont(wanting)
    return simple.encode("latin-1", "replace").decode("latin-1")


def _shape(shape: Shape) -> PaintedPath:
    path = PaintedPath()
    svg_path_converter(path, shape.path)
    path.transform = Transform(*shape.matrix)
    _paint(path.style, shape.style)
    if shape.style.join == "round" and shape.path.endswith("Z"):
        # Some readers show the ends of a line there and back as ends, not as joins.
        path.style.stroke_cap_style = "round"
    return path


def _paint(style: GraphicsStyle, wanted: Style) -> None:
    style.auto_close = False
    style.intersection_rule = IntersectionRule.EVENODD if wanted.even_odd else IntersectionRule.NONZERO
    style.fill_color = wanted.fill or None
    style.stroke_color = wanted.stroke or None
    if wanted.fill and wanted.fill_opacity < 1:
        style.fill_opacity = wanted.fill_opacity
    if not wanted.stroke:
        return
    style.stroke_width = wanted.width
    style.stroke_cap_style = wanted.cap  # always: pages begin with square ends
    if wanted.join != "miter":
        style.stroke_join_style = wanted.join
    if wanted.dash:
        style.stroke_dash_pattern = wanted.dash
    if wanted.stroke_opacity < 1:
        style.stroke_opacity = wanted.stroke_opacity


def _seen(picture: Picture, place: Matrix, clip: Box | None) -> Iterator[Shape | Line]:
    """The pieces that are not wholly outside the clip."""
    for piece in picture.pieces:
        if clip is None or _touches(piece, place, clip):
            yield piece


def _touches(piece: Shape | Line, place: Matrix, clip: Box) -> bool:
    if isinstance(piece, Shape):
        left, top, right, bottom = _bounds(piece.path)
        more = piece.style.width if piece.style.stroke else 0.0
    else:
        wide = width_of(piece.content, piece.size, piece.is_bold)
        left, top, right, bottom = piece.x - wide, piece.y - piece.size, piece.x + wide, piece.y + piece.size
        more = 0.0
    matrix = place.after(piece.matrix)
    x1, y1 = matrix.map(left - more, top - more)
    x2, y2 = matrix.map(right + more, bottom + more)
    return x2 >= clip.x and x1 <= clip.x + clip.width and y2 >= clip.y and y1 <= clip.y + clip.height


@lru_cache(maxsize=1 << 14)
def _bounds(path: str) -> tuple[float, float, float, float]:
    pen = ControlBoundsPen(None)
    parse_path(path, pen)
    return pen.bounds or (0.0, 0.0, 0.0, 0.0)


def _clip(box: Box) -> ClippingPath:
    path = ClippingPath()
    path.rectangle(box.x, box.y, box.width, box.height)
    return path
