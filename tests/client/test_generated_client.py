"""The OpenAPI document is good enough for a generator: the client that it writes plays a move."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from server_helpers import served

pytestmark = pytest.mark.programs


def test_a_generated_client_plays_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served("--data", str(tmp_path / "data"), "--unlimited") as (address, _):
        (tmp_path / "document.json").write_bytes(httpx.get(f"{address}/schema/openapi.json", timeout=60).content)
        (tmp_path / "config.json").write_text(json.dumps({"post_hooks": []}))
        command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
        files = ["--path", "document.json", "--config", "config.json", "--output-path", "generated"]
        run = subprocess.run([*command, *files], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stdout + run.stderr
        monkeypatch.syspath_prepend(str(tmp_path))

        def operation(tag: str, name: str) -> Any:
            return importlib.import_module(f"generated.api.{tag}.{name}").sync

        client: Any = importlib.import_module("generated.client")
        models: Any = importlib.import_module("generated.models")
        with client.Client(address) as stranger:
            token = operation("people", "guest")(client=stranger, body=models.GuestRequest(name="Ada")).token
        with client.AuthenticatedClient(address, token) as ada:
            seats = [models.SeatRequest.from_dict({"kind": kind}) for kind in ("me", "local", "local")]
            wanted = models.TableRequest(title="1830", version="classic", seats=seats)
            created = operation("tables", "create")(client=ada, body=wanted)
            legal = operation("tables", "legal")(created.id, client=ada)
            request = models.ActionRequest(ply=legal.ply, undos=legal.undos, action=legal.actions[0])
            position = operation("tables", "act")(created.id, client=ada, body=request)
            assert position.ply == legal.ply + 1
            assert operation("tables", "table")(created.id, client=ada).status == "running"
            problem = operation("tables", "act")(created.id, client=ada, body=request)
            assert (problem.status, problem.code) == (409, "stale")
