"""The command `dtp` of the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn, Sequence

from ._errors import NodeError
from ._node import find_node, script


def run_node(arguments: Sequence[str]) -> NoReturn:
    """Becomes a process of Node, with the same number where the system can do that."""
    try:
        command = [find_node(), *arguments]
    except NodeError as error:
        print(f"dtp: {error}", file=sys.stderr)
        sys.exit(2)
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)
    sys.exit(subprocess.call(command))


def main() -> NoReturn:
    try:
        run_node([script("dtp.js"), *sys.argv[1:]])
    except NodeError as error:
        print(f"dtp: {error}", file=sys.stderr)
        sys.exit(2)
