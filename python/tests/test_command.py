from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest

import dtp


def test_the_command_is_the_wheels(tmp_path: Path) -> None:
    command = Path(sysconfig.get_path("scripts")) / "dtp"
    if not command.exists():
        pytest.skip("the package is not installed")
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.startswith(f"dtp {dtp.__version__}")
    (tmp_path / "a.dtp").write_text("show 1 + 1\nplot [1, 2]\n", encoding="utf-8")
    checked = subprocess.run([command, "run", "a.dtp"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert checked.stdout.startswith("1 + 1 = 2") and checked.returncode == 1


@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_pictures_have_their_libraries(kind: str, program_file: Path, tmp_path: Path) -> None:
    from dtp._node import find_node, script

    subprocess.run(
        [find_node(), script("dtp.js"), "run", str(program_file), "--figures", "pictures", "--format", kind],
        capture_output=True,
        cwd=tmp_path,
        check=True,
    )
    assert len(list((tmp_path / "pictures").glob(f"*.{kind}"))) == 2
