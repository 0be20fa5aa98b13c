"""Runs every committed notebook with the real kernel and compares its outputs with the committed ones, to the byte.

`--write` writes the new outputs instead. Names: only those files.
"""

import difflib
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
KERNEL = {"display_name": "DTP", "language": "dtp", "name": "dtp"}


def executed(path: Path) -> str:
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata = {"kernelspec": KERNEL}
    client = NotebookClient(
        notebook, kernel_name="dtp", timeout=120, record_timing=False, resources={"metadata": {"path": str(path.parent)}}
    )
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    nbformat.validate(notebook)
    return f"{nbformat.writes(notebook).rstrip()}\n"


def main() -> int:
    write = "--write" in sys.argv
    wanted = [word for word in sys.argv[1:] if word != "--write"]
    paths = sorted((ROOT / "notebooks").rglob("*.ipynb"))
    paths = [path for path in paths if not wanted or any(word in path.name for word in wanted)]
    different = 0
    for path in paths:
        name = path.relative_to(ROOT)
        started = time.monotonic()
        before, after = path.read_text("utf8"), executed(path)
        seconds = time.monotonic() - started
        same = before == after
        print(f"  {'ok  ' if same else 'new ' if write else 'FAIL'}  {str(name):44} {seconds:5.1f} s  {len(after) / 1000:6.0f} kB", flush=True)
        if same:
            continue
        if write:
            path.write_text(after, "utf8")
            continue
        different += 1
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "committed", "executed", lineterm="", n=1)
        for line, _ in zip(lines, range(24)):
            print(f"        {line[:160]}")
    print(f"{len(paths) - different} passed, {different} failed")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
