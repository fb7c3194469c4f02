"""Packages import only from layers below, and core imports nothing but the standard library."""

import sys
from pathlib import Path

import grimp
from importlinter.cli import lint_imports

from helpers import needs_pure_core

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def test_import_contracts_hold() -> None:
    assert lint_imports(config_filename=str(PYPROJECT), no_cache=True) == 0, "see the broken contract above"


@needs_pure_core
def test_core_imports_only_the_standard_library() -> None:
    graph = grimp.build_graph("goldenspike", include_external_packages=True, cache_dir=None)
    foreign = [
        f"{module} imports {imported}"
        for module in sorted(graph.modules)
        if module == "goldenspike.core" or module.startswith("goldenspike.core.")
        for imported in sorted(graph.find_modules_directly_imported_by(module))
        if imported.partition(".")[0] not in sys.stdlib_module_names | {"goldenspike"}
    ]
    assert foreign == []
