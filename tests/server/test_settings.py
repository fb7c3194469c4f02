"""Settings of the server: one object, read from a file, the environment and flags."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from goldenspike.cli.main import main
from goldenspike.cli.serve import description_of
from goldenspike.server.run import _make_folder
from goldenspike.server.settings import BadSettings, Settings, load_settings


@pytest.fixture(autouse=True)
def no_settings_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def load(flags: dict[str, Any] | None = None, environ: dict[str, str] | None = None, config: Path | None = None) -> Settings:
    return load_settings(flags or {}, config, environ or {}).settings


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "spike.toml"
    file.write_text("port = 1\nworkers = 1\nhost = 'file'\nsecure_cookies = true\n[programs]\nmine = 'python3 bot.py'\n")
    environ = {"GOLDENSPIKE_PORT": "2", "GOLDENSPIKE_HOST": "variable", "GOLDENSPIKE_LIMITS": "false"}
    loaded = load_settings({"port": 3}, file, environ)
    settings = loaded.settings
    assert (settings.port, settings.host, settings.secure_cookies, settings.limits) == (3, "variable", True, False)
    assert settings.programs == {"mine": "python3 bot.py"}
    wanted = {"port": "--port", "host": "GOLDENSPIKE_HOST", "secure_cookies": str(file), "redis": "default"}
    assert {name: loaded.sources[name] for name in wanted} == wanted


def test_the_file_may_be_named_in_the_environment_or_lie_in_its_usual_place(tmp_path: Path) -> None:
    file = tmp_path / "named.toml"
    file.write_text("port = 8080")
    assert load(environ={"GOLDENSPIKE_CONFIG": str(file)}).port == 8080
    default = tmp_path / "config" / "goldenspike" / "goldenspike.toml"
    default.parent.mkdir(parents=True)
    default.write_text("port = 8081")
    assert load().port == 8081


def test_without_a_database_the_data_directory_holds_one(tmp_path: Path) -> None:
    assert load().database == f"sqlite:///{tmp_path}/data/goldenspike/goldenspike.db"
    settings = load({"data": str(tmp_path / "a" / "b")})
    _make_folder(settings.database)
    assert (tmp_path / "a" / "b").is_dir() and settings.database == f"sqlite:///{tmp_path}/a/b/goldenspike.db"


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"data": "x", "database": "postgresql://h/d"}, "not both"),
        ({"database": "mysql://h/d"}, "--database"),
        ({"database": "nonsense"}, "--database"),
        ({"database": "sqlite:///x.db", "workers": 2, "redis": "redis://h"}, "several workers"),
        ({"database": "postgresql://h/d", "workers": 2}, "several workers"),
        ({"workers": 0}, "--workers"),
        ({"thinkers": -1}, "--thinkers"),
        ({"absence": -1.0}, "--absence"),
        ({"port": 70000}, "--port"),
        ({"heartbeat": 0.0}, "--set heartbeat"),
        ({"request_wait": 0.0}, "--set request_wait"),
        ({"bot_seconds": 0.0}, "--set bot_seconds"),
        ({"notice_retry": 0.0}, "--set notice_retry"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(flags: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSettings, match=said) as error:
        load(flags)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "prot"),
        ("port = 'x'", "port: .*int"),
        ("port = ", "spike.toml"),
        ("\xff", "spike.toml"),
        ("limits = 7", "limits: .*bool"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "spike.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadSettings, match=said) as error:
        load(config=file)
    assert str(file) in str(error.value)
    with pytest.raises(BadSettings, match="No such file"):
        load(config=tmp_path / "missing.toml")


@pytest.mark.parametrize("value", ["x", "", "1.5", "-1"])
def test_a_bad_variable_is_named(value: str) -> None:
    with pytest.raises(BadSettings, match="GOLDENSPIKE_PORT"):
        load(environ={"GOLDENSPIKE_PORT": value})


def test_a_short_secret_is_refused_and_not_repeated() -> None:
    with pytest.raises(BadSettings, match="GOLDENSPIKE_SECRET: at least 32 characters") as error:
        load(environ={"GOLDENSPIKE_SECRET": "qzq"})
    assert "qzq" not in str(error.value)
    assert load(environ={"GOLDENSPIKE_SECRET": "q" * 32}).secret == "q" * 32


def test_a_misspelled_variable_is_named() -> None:
    """It would be left out silently; those of other programs are left alone."""
    with pytest.raises(BadSettings, match=r"GOLDENSPIKE_TRUSTED_PROXY: .*; GOLDENSPIKE_TRUSTED_PROXIES is one"):
        load(environ={"GOLDENSPIKE_TRUSTED_PROXY": "10.0.0.0/8"})
    with pytest.raises(BadSettings, match="GOLDENSPIKE_PROT: "):
        load(environ={"GOLDENSPIKE_PROT": "8080"})
    others = ("CONFIG", "WORKER_SETTINGS", "COMPILE", "WHEEL", "KILLS")
    assert load(environ={f"GOLDENSPIKE_{name}": "" for name in others}) == load()


def test_an_ipv6_address_is_shown_in_brackets() -> None:
    assert load({"host": "::1"}).address == "http://[::1]:1830"


def test_only_the_operator_configures_programs() -> None:
    assert load({"programs": ["mine=python3 'my bot.py'"]}).programs == {"mine": "python3 'my bot.py'"}
    assert load(environ={"GOLDENSPIKE_PROGRAMS": "a=one\nb=two --x=1"}).programs == {"a": "one", "b": "two --x=1"}


@pytest.mark.parametrize("program", ["mine", "mine=", "=true", "baron=true", "Mine=true", "mine='open"])
def test_programs_that_cannot_be_offered(program: str) -> None:
    with pytest.raises(BadSettings, match="--programs"):
        load({"programs": [program]})


def test_settings_reach_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_WORKER_SETTINGS", "")
    settings = Settings(database="sqlite:///x.db", secret="s", redis="redis://h")
    settings.to_worker_environment()
    assert Settings.from_worker_environment() == settings


def test_the_command_lists_settings_with_their_source_and_no_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GOLDENSPIKE_DATABASE", "postgresql://spike:hush@db/spike")
    monkeypatch.setenv("GOLDENSPIKE_SECRET", "hush" * 8)
    assert main(["settings", "--json"]) == 0
    answer = capsys.readouterr().out
    rows = {row["name"]: row for row in json.loads(answer)}
    assert "hush" not in answer
    assert rows["database"]["source"] == "GOLDENSPIKE_DATABASE" and rows["port"]["value"] == 1830
    assert all(row["help"] for row in rows.values())
    assert main(["settings"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("database ")]
    assert "postgresql://spike:***@db/spike" in line and "GOLDENSPIKE_DATABASE" in line, "nothing is cut off"
    monkeypatch.setenv("GOLDENSPIKE_PORT", "x")
    assert main(["settings"]) == 2
    assert "GOLDENSPIKE_PORT" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("database", "postgresql://db/spike?user=spike&password=hush"),
        ("database", "postgresql://spike:hush@db/spike?sslpassword=hush&sslkey=k"),
        ("database", "postgresql://spike:pa/hush@db/spike"),
        ("redis", "redis://127.0.0.1:6379/0?password=hush"),
        ("redis", "rediss://127.0.0.1:6379/0?ssl_password=hush"),
        ("redis", "unix://:hush@/run/redis.sock?db=0"),
        ("mail_server", "smtps://spike:hush@mail.example.org?Password=hush"),
    ],
)
def test_passwords_in_urls_are_hidden_and_refused_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, url: str
) -> None:
    monkeypatch.setenv("GOLDENSPIKE_MAIL_FROM", "spike@example.org")
    with monkeypatch.context() as patch:
        patch.setenv(f"GOLDENSPIKE_{name.upper()}", url)
        assert main(["settings", "--json"]) == main(["settings"]) == 0
        shown = capsys.readouterr()
        assert "hush" not in shown.out + shown.err and ("***" in shown.out or "password=hidden" in shown.out)
    assert main(["settings", "--set", f"{name}={url}"]) == 2
    refused = capsys.readouterr()
    assert "hush" not in refused.out + refused.err and f"GOLDENSPIKE_{name.upper()}" in refused.err


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("database", "postgresql://spike:5432:hush/spike"),
        ("redis", "redis://:hush/x@127.0.0.1:6379/0"),
        ("redis", "hush"),
        ("public_url", "https://spike:hush@spike.example.org"),
    ],
)
def test_urls_that_cannot_be_used_are_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, url: str
) -> None:
    monkeypatch.setenv(f"GOLDENSPIKE_{name.upper()}", url)
    assert main(["settings"]) == 2
    refused = capsys.readouterr()
    assert "hush" not in refused.out + refused.err and f"GOLDENSPIKE_{name.upper()}" in refused.err


def test_the_hosting_page_lists_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    fields = msgspec.structs.fields(Settings)
    rows = {field.name: f"{description_of(field.type)} |" for field in fields}
    assert [name for name, help in rows.items() if f"| `{name}` |" not in page or help not in page] == []


def test_any_setting_can_be_given_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "--set", "slow_request=0.25", "--set", "access-log=true", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert (rows["slow_request"]["value"], rows["slow_request"]["source"]) == (0.25, "--set slow_request")
    assert rows["access_log"]["value"] is True
    for bad in ("slow_request", "slow_request=soon", "nonsense=1", "metrics_token=hush", "log_level=loud"):
        assert main(["settings", "--set", bad]) == 2
        said = capsys.readouterr().err
        assert bad.partition("=")[0] in said and len(said.splitlines()) == 1 and "hush" not in said


def test_a_public_address_with_tls_implies_secure_cookies() -> None:
    assert load({"public_url": "https://spike.example.org"}).secure_cookies
    assert load({"public_url": "HTTPS://Spike.example.org/"}).secure_cookies
    assert not load({"public_url": "http://spike.example.org"}).secure_cookies


BAD_ADDRESSES = ["spike.example.org", "ftp://x", "https://", "https://x/path", "https://x?y"]
BAD_ADDRESSES += ["https://x#y", "https://a b", "https://[::1", "https://x:99999", "https://x:y"]


@pytest.mark.parametrize("url", BAD_ADDRESSES)
def test_a_public_address_has_the_usual_form(url: str) -> None:
    with pytest.raises(BadSettings, match="--public-url"):
        load({"public_url": url})


def test_proxies_are_also_trusted_on_a_socket_for_ipv6() -> None:
    """There the proxy at 127.0.0.1 is ::ffff:127.0.0.1; if it were not trusted, everybody would share its limits."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        clients.append(scope["client"][0])

    clients: list[str] = []
    trusting = ProxyHeadersMiddleware(answer, load({"trusted_proxies": "127.0.0.1, 10.0.0.0/8, 2001:db8::/32"}).forwarders)
    for proxy in ("127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "2001:db8::7", "::ffff:127.0.0.2", "::1"):
        scope: Any = {"type": "http", "client": (proxy, 1), "headers": [(b"x-forwarded-for", b"203.0.113.9")]}
        asyncio.run(trusting(scope, cast(Any, None), cast(Any, None)))
    assert clients == ["203.0.113.9"] * 4 + ["::ffff:127.0.0.2", "::1"]
    assert load({"trusted_proxies": "*"}).forwarders == ["*"]


def test_proxies_may_be_named_in_the_variable_of_uvicorn() -> None:
    environ = {"FORWARDED_ALLOW_IPS": "10.0.0.0/8,::1"}
    loaded = load_settings({}, None, environ)
    assert loaded.settings.trusted_proxies == "10.0.0.0/8,::1"
    assert loaded.sources["trusted_proxies"] == "FORWARDED_ALLOW_IPS"
    assert load(environ={**environ, "GOLDENSPIKE_TRUSTED_PROXIES": "192.0.2.1"}).trusted_proxies == "192.0.2.1"
    with pytest.raises(BadSettings, match=r"FORWARDED_ALLOW_IPS: 'caddy'"):
        load(environ={"FORWARDED_ALLOW_IPS": "caddy"})
