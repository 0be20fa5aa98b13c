"""The kernel as the wheel installs it: found by Jupyter, started by it, and JupyterLab's extension beside it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

client = pytest.importorskip("jupyter_client")


def jupyter(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "jupyter", *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout + done.stderr


def test_jupyter_lists_the_kernel() -> None:
    specs = json.loads(jupyter("kernelspec", "list", "--json").partition("{")[1] + jupyter("kernelspec", "list", "--json").partition("{")[2])
    spec = specs["kernelspecs"]["dtp"]
    assert spec["resource_dir"].startswith(sys.prefix)
    assert spec["spec"]["display_name"] == "DTP"
    assert spec["spec"]["argv"][:3] == ["python", "-m", "dtp.kernel"]


def test_jupyterlab_lists_the_extension() -> None:
    pytest.importorskip("jupyterlab")
    listed = jupyter("labextension", "list")
    (line,) = [line for line in listed.splitlines() if "dtplan" in line]
    assert "enabled" in line and "OK" in line


@pytest.fixture(scope="module")
def kernel() -> Any:
    manager, kernel = client.manager.start_new_kernel(kernel_name="dtp", startup_timeout=60)
    yield kernel
    kernel.stop_channels()
    manager.shutdown_kernel()


def ran(kernel: Any, text: str) -> tuple[str, list[dict[str, Any]]]:
    shown: list[dict[str, Any]] = []

    def take(message: dict[str, Any]) -> None:
        if message["msg_type"] in ("execute_result", "display_data"):
            shown.append(message["content"]["data"])

    reply = kernel.execute_interactive(text, output_hook=take, timeout=60)
    return reply["content"]["status"], shown


def test_a_cell_runs(kernel: Any) -> None:
    status, (shown, *_) = ran(kernel, "let a = 2 GiB\na * 3")
    assert status == "ok"
    assert "6 GiB" in shown["text/plain"]


def test_a_figure_is_drawn(kernel: Any) -> None:
    status, shown = ran(
        kernel,
        'import dgx_h100 from "std/clusters"\nimport llama3_8b from "std/models"\n'
        "plan p { dp = fill, zero = 2, seq_len = 8Ki, global_batch = 1_024 sequences }\n"
        "plot (llama3_8b on dgx_h100 with p).memory",
    )
    assert status == "ok"
    assert any("image/svg+xml" in one for one in shown)


def test_a_typescript_cell_runs(kernel: Any) -> None:
    status, shown = ran(kernel, "%%ts\nconst tripled: number = a.as('GiB') * 3;\ntripled")
    assert status == "ok"
    assert any("6" in one["text/plain"] for one in shown)


def test_pygments_knows_the_language() -> None:
    lexers = pytest.importorskip("pygments.lexers")
    assert lexers.get_lexer_by_name("dtp").name == "DTP"
