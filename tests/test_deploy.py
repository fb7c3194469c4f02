"""What `deploy/` contains fits the program, as far as that can be checked without Docker."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from litestar import Litestar
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from goldenspike.cli.main import main
from goldenspike.server.app import create_app
from goldenspike.server.settings import Settings, load_settings
from server_helpers import free_port, need, served, wait_until

pytestmark = pytest.mark.programs
ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
VARIABLE = re.compile(r"\$\{(\w+)(?::[?-][^}]*)?\}")
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))


def read_env(text: str) -> dict[str, str]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


ENVIRONMENT = {name: value or "filledin" for name, value in read_env((DEPLOY / "example.env").read_text()).items()}


def compose() -> Any:
    text = (DEPLOY / "compose.yaml").read_text()
    return yaml.safe_load(Template(VARIABLE.sub(r"${\1}", text)).substitute(ENVIRONMENT))


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split(None, 1)[0], " ".join(line.split()[1:])) for line in text.splitlines() if line.strip()]


def image_environment() -> dict[str, str]:
    found = [shlex.split(rest) for word, rest in instructions() if word == "ENV"]
    return dict(pair.split("=", 1) for words in found for pair in words)


@pytest.fixture(scope="module")
def app() -> Litestar:
    return create_app(Settings(database="sqlite://", secret="s" * 40))


def has_route(app: Litestar, path: str) -> bool:
    return any(route.path == path for route in app.routes)


# --- the compose file


def test_the_settings_of_the_compose_file_are_valid() -> None:
    server = compose()["services"]["server"]
    environment = {**image_environment(), **server["environment"]}
    named = {name.removeprefix("GOLDENSPIKE_").lower() for name in environment if name.startswith("GOLDENSPIKE_")}
    assert named <= set(Settings.__struct_fields__)
    settings = load_settings({}, None, {name: str(value) for name, value in environment.items()}).settings
    assert settings.workers == 2 and settings.secure_cookies and settings.has_tls
    assert settings.metrics_token and settings.host == "0.0.0.0" and settings.log_format == "json"


def test_the_services_of_the_compose_file_fit_together() -> None:
    found = compose()
    services = found["services"]
    environment = services["server"]["environment"]
    for url in (environment["GOLDENSPIKE_DATABASE"], environment["GOLDENSPIKE_REDIS"]):
        assert urlsplit(url).hostname in services
    database, postgres = urlsplit(environment["GOLDENSPIKE_DATABASE"]), services["postgres"]["environment"]
    assert (database.username, database.password) == (postgres["POSTGRES_USER"], postgres["POSTGRES_PASSWORD"])
    assert database.path == f"/{postgres['POSTGRES_DB']}"
    upstream = services["caddy"]["environment"]["UPSTREAM"]
    assert upstream == f"server:{image_environment()['GOLDENSPIKE_PORT']}"
    (subnet,) = (entry["subnet"] for entry in found["networks"]["inside"]["ipam"]["config"])
    assert environment["GOLDENSPIKE_TRUSTED_PROXIES"] == subnet
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    for service in services.values():
        assert set(service.get("depends_on", [])) <= set(services) and set(service["networks"]) <= set(found["networks"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in found["volumes"]
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"


def test_no_secret_has_a_default() -> None:
    named = set(VARIABLE.findall((DEPLOY / "compose.yaml").read_text()))
    assert named == set(ENVIRONMENT)
    example = read_env((DEPLOY / "example.env").read_text())
    assert [name for name in example if name.endswith(("PASSWORD", "TOKEN")) and example[name]] == []
    for name in ("POSTGRES_PASSWORD", "METRICS_TOKEN", "DOMAIN"):
        assert f"${{{name}:?" in (DEPLOY / "compose.yaml").read_text()


# --- the image


def test_the_image_is_built_from_what_is_there() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    allowed = {line[1:] for line in ignored if line.startswith("!")}
    for word, rest in instructions():
        if word == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists() and source in allowed, source
    words = [word for word, _ in instructions()]
    assert words[-1] == "CMD" and dict(instructions())["USER"].isdecimal()
    assert dict(instructions())["EXPOSE"] == image_environment()["GOLDENSPIKE_PORT"]


def test_a_linter_finds_nothing_in_the_dockerfile() -> None:
    program = need("hadolint", str(Path(sys.executable).parent))
    run = subprocess.run([program, "--no-color", str(DEPLOY / "Dockerfile")], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_image_has_all_that_its_wheel_is_built_with() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    copied = {source for word, rest in instructions() if word == "COPY" for source in rest.split()[:-1]}
    assert {build["hooks"]["custom"]["path"], "pyproject.toml", "src"} <= copied


def test_the_health_check_of_the_image_works(tmp_path: Path) -> None:
    rest = dict(instructions())["HEALTHCHECK"]
    command = yaml.safe_load(rest.partition("CMD ")[2])
    assert command[:2] == ["python", "-c"]
    with served("--data", str(tmp_path)) as (address, _):
        code = command[2].replace("http://127.0.0.1:1830", address)
        assert code != command[2]
        assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
    gone = subprocess.run([sys.executable, "-c", code], timeout=60, stderr=subprocess.DEVNULL)
    assert gone.returncode != 0


def locked(file: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", file.read_text(), re.MULTILINE))


@pytest.mark.parametrize("file", [ROOT / "requirements.lock", DEPLOY / "requirements.lock"], ids=["all", "deploy"])
def test_lock_files_have_hashes(file: Path) -> None:
    blocks = re.split(r"^(?=[\w.-]+==)", file.read_text(), flags=re.MULTILINE)[1:]
    assert len(blocks) == len(locked(file)) > 30 and all("--hash=sha256:" in block for block in blocks)


def test_the_server_is_deployed_with_the_tested_versions() -> None:
    versions, tested = locked(DEPLOY / "requirements.lock"), locked(ROOT / "requirements.lock")
    assert {name: version for name, version in versions.items() if tested.get(name) != version} == {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["postgres"], *extras["redis"], *extras["push"]]
    names = [re.split(r"[\[><=; ]", line)[0].replace("_", "-").lower() for line in needed]
    assert [name for name in names if name not in versions] == []
    assert "pytest" not in versions and "playwright" not in versions


@pytest.mark.parametrize("python", ["3.11.2", "3.12.0", "3.13.0", "3.14.0"])
def test_the_lock_file_is_complete_for_every_python(python: str) -> None:
    """It is installed without looking for dependencies; Debian 12 has Python 3.11.2."""
    names = {canonicalize_name(name) for name in locked(DEPLOY / "requirements.lock")}
    place = {"python_full_version": python, "python_version": python.rpartition(".")[0], "sys_platform": "linux", "extra": ""}
    missing: list[str] = []
    for name in names:
        for line in distribution(name).requires or []:
            needed = Requirement(line)
            if (needed.marker is None or needed.marker.evaluate(place)) and canonicalize_name(needed.name) not in names:
                missing.append(f"{name} needs {needed.name}")
    assert missing == []


# --- Caddy


def test_caddy_hides_what_is_for_operators(app: Litestar) -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    (hidden,) = re.findall(r"@monitoring path (.*)", text)
    assert hidden.split() == ["/metrics", "/readyz"] and all(has_route(app, path) for path in hidden.split())
    assert any(route.path.endswith("/live") for route in app.routes)
    assert text.count("{") == text.count("}") and "127.0.0.1:1830" in text


def test_caddy_takes_its_configuration(tmp_path: Path) -> None:
    run = subprocess.run(
        [need("caddy"), "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")],
        env={**os.environ, "HOME": str(tmp_path), **ENVIRONMENT},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0 and '"level":"warn"' not in run.stderr, run.stderr


# --- systemd


def test_units_are_valid(tmp_path: Path) -> None:
    program = need("systemd-analyze")
    for unit in UNITS:
        # The program is not installed here.
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/goldenspike/bin/goldenspike", "/bin/true"))
    run = subprocess.run(
        [program, "verify", *(str(tmp_path / unit.name) for unit in UNITS)], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0 and run.stderr == "", run.stderr


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("*.service")), ids=lambda unit: unit.stem)
def test_services_are_confined(unit: Path) -> None:
    run = subprocess.run(
        [need("systemd-analyze"), "security", "--offline=yes", "--threshold=25", str(unit)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout[-2000:]


def test_bots_of_the_service_may_lower_their_priority() -> None:
    """What a filter has taken away a later one gives back."""
    filters = re.findall(r"^SystemCallFilter=(.*)", (DEPLOY / "goldenspike.service").read_text(), re.MULTILINE)
    assert "@resources" in filters[-2] and filters[-1].split() == ["nice", "setpriority"]


def commands() -> list[str]:
    lines = [line for unit in UNITS for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
    return [re.sub(r"\W+$", "", line.partition("/bin/goldenspike ")[2]) for line in lines if "/bin/goldenspike " in line]


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_units_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [word for word in command.split() if not word.startswith(("-", "/", '"', "$"))]
    assert main([*words, "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(flag in shown for flag in re.findall(r"--[a-z-]+", command))


def test_the_example_of_a_configuration_is_valid() -> None:
    settings = load_settings({}, DEPLOY / "goldenspike.toml", {}).settings
    assert settings.secure_cookies and settings.database == "sqlite:////var/lib/goldenspike/goldenspike.db"
    unit = (DEPLOY / "goldenspike.service").read_text()
    assert "StateDirectory=goldenspike\n" in unit and "/etc/goldenspike/goldenspike.toml" in unit


# --- behind TLS


@pytest.mark.parametrize(("url", "sent"), [("https://spike.example.org", True), ("http://spike.example.org", False)])
def test_browsers_are_told_to_use_tls_only(tmp_path: Path, url: str, sent: bool) -> None:
    port = free_port()
    with served("--data", str(tmp_path), "--public-url", url, port=port) as (address, _):
        for path in ("/", "/static/style.css", "/nowhere", "/healthz"):
            headers = httpx.get(address + path, timeout=60).headers
            assert headers.get("strict-transport-security") == ("max-age=31536000" if sent else None)
        cookies = httpx.get(address + "/account", timeout=60).headers.get_list("set-cookie")
        assert cookies and all(("secure" in cookie.lower()) is sent for cookie in cookies)


@pytest.mark.parametrize(("proxies", "believed"), [("10.0.0.0/8, 127.0.0.0/8", True), ("10.0.0.1", False)])
def test_only_trusted_proxies_are_believed(tmp_path: Path, proxies: str, believed: bool) -> None:
    log = (tmp_path / "log").open("w+")
    flags = ("--data", str(tmp_path), "--set", f"trusted_proxies={proxies}", "--set", "access_log=true")
    with log, served(*flags, errors=log) as (address, _):
        httpx.get(f"{address}/help", headers={"x-forwarded-for": "203.0.113.9"}, timeout=60)

        def lines() -> list[str]:
            log.seek(0)
            return [line for line in log.read().splitlines() if "goldenspike.access" in line and "route=/help" in line]

        wait_until(lambda: bool(lines()), "the request is logged")
        (line,) = lines()
        assert ("address=203.0.113.9" in line) is believed and ("address=127.0.0.1" in line) is not believed
