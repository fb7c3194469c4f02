"""Editions of bots: results of a bot whose source, model or settings have changed since do not count as its own.

An edition is a fingerprint of all modules of this package that a bot uses, so that a change of the baron leaves the results of
`greedy` as they are. The engine does not count: it only becomes faster.
"""

import ast
from collections.abc import Iterator
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

from goldenspike import bots
from goldenspike.bots.roster import find_maker

PACKAGE = bots.__name__
FOLDER = Path(bots.__file__).parent
MODELS = "*.npz"
"""What a bot has learned, beside its modules."""


@cache
def edition_of(*names: str) -> str:
    """A name for some bots as they are now. KeyError if there is no such bot."""
    found = sha256()
    modules: set[str] = set()
    for name in sorted(set(names)):
        maker = find_maker(name)
        if maker is None:
            raise KeyError(name)
        settings = maker.keywords if isinstance(maker, partial) else {}
        found.update(f"{name} {sorted((key, str(value)) for key, value in settings.items())}".encode())
        modules |= modules_of((maker.func if isinstance(maker, partial) else maker).__module__)
    for file in sorted({file for module in modules for file in _files_of(module)}):
        found.update(file.relative_to(FOLDER).as_posix().encode() + file.read_bytes())
    return found.hexdigest()[:10]


def modules_of(module: str) -> set[str]:
    """A module and all that it imports from this package, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        one = waiting.pop()
        if one not in found and _file_of(one) is not None:
            found.add(one)
            waiting += _imports(one)
    return found


@cache
def _imports(module: str) -> tuple[str, ...]:
    file = _file_of(module)
    assert file is not None
    return tuple(_imported(ast.parse(file.read_text(encoding="utf-8"))))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _file_of(module: str) -> Path | None:
    """The source of a module of this package; None for others, and for what is no module."""
    if module != PACKAGE and not module.startswith(PACKAGE + "."):
        return None
    place = FOLDER.joinpath(*module.split(".")[PACKAGE.count(".") + 1 :])
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


def _files_of(module: str) -> Iterator[Path]:
    file = _file_of(module)
    assert file is not None
    yield file
    if file.parent != FOLDER:
        yield from file.parent.glob(MODELS)
