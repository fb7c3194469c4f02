"""Templates stay readable."""

from pathlib import Path

import goldenspike.server

TEMPLATES = Path(goldenspike.server.__file__).parent / "templates"
LONGEST_LINE = 200


def test_lines_of_templates_are_short() -> None:
    """The formatter breaks no line within text or a macro, so somebody has to."""
    found = [
        f"{path.relative_to(TEMPLATES)}:{number}: {len(line)} characters"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert not found
