"""The built wheel works in an environment of its own, without the source tree.

`make wheel` names the wheel to be tested (GOLDENSPIKE_WHEEL); otherwise a pure one is built.
"""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

import httpx
import pytest

from server_helpers import free_port, wait_for_port

pytestmark = pytest.mark.programs
ROOT = Path(__file__).resolve().parent.parent
WHERE = """
import goldenspike.cli.main, goldenspike.cli.admin, goldenspike.cli.demo, goldenspike.server.run
from importlib.util import find_spec
print(goldenspike.__file__, find_spec("pytest"))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if named := os.environ.get("GOLDENSPIKE_WHEEL"):
        return Path(named)
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL, timeout=300, env=clean())
    (found,) = folder.glob("goldenspike-*.whl")
    return found


def is_pure(wheel: Path) -> bool:
    return wheel.name.endswith("-none-any.whl")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel and what the lock file of the server names, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "venv", with_pip=False)
    programs = folder / "venv" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, timeout=300, env=clean())
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    names = re.findall(r"^([\w.-]+)==", (ROOT / "deploy" / "requirements.lock").read_text(), re.MULTILINE)
    for name in names if is_pure(wheel) else [*names, "mypy-extensions"]:
        found = distribution(name)
        tops = {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}
        for top in sorted(tops):
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(found.locate_file(top))).resolve())
    return programs


def clean() -> dict[str, str]:
    """An environment in which nothing leads to the source tree."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GOLDENSPIKE_"))}


def run(installed: Path, *words: str) -> str:
    command = [str(installed / words[0]), *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=installed, env=clean())
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_needs_only_what_the_lock_file_names(installed: Path) -> None:
    file, other = run(installed, "python", "-c", WHERE).split()
    assert Path(file).is_relative_to(installed.parent) and other == "None"


def test_the_core_is_compiled_if_the_wheel_is_for_one_platform(installed: Path, wheel: Path) -> None:
    file = run(installed, "python", "-c", "import goldenspike.core.game as game; print(game.__file__)").strip()
    assert Path(file).suffix == (".py" if is_pure(wheel) else ".so")


def test_the_installed_commands_work(installed: Path) -> None:
    version = re.search(r'__version__ = "(.*)"', (ROOT / "src" / "goldenspike" / "__init__.py").read_text())
    assert version is not None and run(installed, "goldenspike", "--version").strip() == version[1]
    assert "1862" in run(installed, "goldenspike", "titles")
    assert "$" in run(installed, "goldenspike", "demo", "--players", "3", "--seed", "1", "--seconds", "0")


def test_the_session_in_readme_runs_as_printed(installed: Path, tmp_path: Path) -> None:
    sessions = re.findall(r"^```pycon\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    (tmp_path / "session.txt").write_text("\n".join(sessions), encoding="utf-8")
    assert sessions and run(installed, "python", "-X", "utf8", "-m", "doctest", str(tmp_path / "session.txt")) == ""


@contextmanager
def serving(installed: Path, data: Path) -> Iterator[str]:
    port = free_port()
    command = [str(installed / "goldenspike"), "serve", "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=installed, env=clean())
    try:
        wait_for_port(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def test_the_installed_server_works(installed: Path, tmp_path: Path) -> None:
    with serving(installed, tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        for path in (
            "/",
            "/help",
            "/static/style.css",
            "/static/app.js",
            "/static/pictures.css",
            "/schema/openapi.json",
            "/readyz",
        ):
            assert client.get(path).status_code == 200, path
        assert "Eisenbahnen" in client.get("/", headers={"accept-language": "de"}).text
        token = client.post("/api/v1/guests", json={"name": "Ada"}).json()["token"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        table = client.post(
            "/api/v1/tables",
            headers={"authorization": f"Bearer {token}"},
            json={"title": "1830", "version": "classic", "seats": seats},
        )
        assert table.status_code == 201 and client.get(f"/t/{table.json()['id']}").status_code == 200
