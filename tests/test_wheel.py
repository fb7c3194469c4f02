"""The built wheel works in an environment of its own, without the source tree."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from server_helpers import free_port, wait_for_port

ROOT = Path(__file__).resolve().parent.parent
DEPENDENCIES = """
import json, sys
from importlib.metadata import packages_distributions
import goldenspike.cli.main, goldenspike.cli.admin, goldenspike.cli.demo, goldenspike.server.run
names = packages_distributions()
tops = {name.partition(".")[0] for name in sys.modules}
print(json.dumps([goldenspike.__file__, sorted({found for top in tops for found in names.get(top, [])})]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel; its dependencies are those of the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL, timeout=300)
    (wheel,) = folder.glob("goldenspike-*.whl")
    venv.create(folder / "venv", with_pip=False)
    programs = folder / "venv" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, timeout=300, env=clean())
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return programs


def clean() -> dict[str, str]:
    """An environment in which nothing leads to the source tree."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GOLDENSPIKE_"))}


def run(installed: Path, *words: str) -> str:
    command = [str(installed / words[0]), *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=installed, env=clean())
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_brings_its_own_files_and_names_its_dependencies(installed: Path) -> None:
    file, used = json.loads(run(installed, "python", "-c", DEPENDENCIES))
    assert Path(file).is_relative_to(installed.parent)
    locked = (ROOT / "deploy" / "requirements.lock").read_text()
    names = {name.lower().replace("_", "-") for name in re.findall(r"^([\w.-]+)==", locked, re.MULTILINE)}
    assert {name for name in used if name.lower().replace("_", "-") not in {*names, "goldenspike"}} == set()


def test_the_installed_commands_work(installed: Path) -> None:
    version = re.search(r'__version__ = "(.*)"', (ROOT / "src" / "goldenspike" / "__init__.py").read_text())
    assert version is not None and run(installed, "goldenspike", "--version").strip() == version[1]
    assert "1862" in run(installed, "goldenspike", "titles")
    assert "$" in run(installed, "goldenspike", "demo", "--players", "3", "--seed", "1", "--seconds", "0")


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
