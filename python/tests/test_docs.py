"""Every block of Python on the documentation's page runs, in order and in one namespace."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["docs/how-to/python.md", "python/README.md"])
def test_the_blocks_of_a_page_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    printed = capsys.readouterr().out
    assert printed
    if "ProgramError" in (ROOT / page).read_text(encoding="utf-8"):
        assert "error[dimension-mismatch]" in printed


def test_the_cells_of_the_page_run() -> None:
    pytest.importorskip("IPython")
    from IPython.core.interactiveshell import InteractiveShell

    text = (ROOT / "docs/how-to/python.md").read_text(encoding="utf-8")
    setup, cell = re.findall(r"```text\n(%.*?)```", text, re.DOTALL)
    shell: Any = InteractiveShell.instance()
    try:
        assert shell.run_cell(setup).success
        imports = '%%dtp\nimport dgx_h100 from "std/clusters"\nimport llama3_8b from "std/models"'
        assert shell.run_cell(imports).success
        assert shell.run_cell(cell).success
        assert shell.user_ns["mine"].global_batch == 512
        assert shell.user_ns["run"].mfu > 0
    finally:
        InteractiveShell.clear_instance()
