"""Papermill with parameters: the cell tagged `parameters` is followed by one that holds the given values."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import nbformat
import papermill
from nbformat.v4 import new_code_cell, new_notebook
from papermill.exceptions import PapermillExecutionError
from support import KERNEL, PLAN


def notebook(*cells: str) -> nbformat.NotebookNode:
    """The first cell holds the parameters."""
    made = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    made.cells[0].metadata.tags = ["parameters"]
    made.metadata.kernelspec = {"name": KERNEL, "display_name": "DTP", "language": "dtp"}
    return made


class Papermill(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = Path(folder.name) / "in.ipynb"
        self.result = Path(folder.name) / "out.ipynb"

    def execute(self, made: nbformat.NotebookNode, **parameters) -> list[str]:
        nbformat.write(made, self.source)
        done = papermill.execute_notebook(
            self.source, self.result, parameters=parameters, progress_bar=False, cwd=self.source.parent
        )
        nbformat.validate(nbformat.read(self.result, as_version=4))
        return [o.data["text/plain"] for c in done.cells for o in c.get("outputs", []) if "data" in o]

    def test_values_of_every_kind(self):
        made = notebook(
            "let nodes = 8  # machines\nlet memory = 40 GiB\nlet degrees = [1]\nlet fast = false\nlet ratio = 1",
            "show nodes, memory, degrees, fast, ratio",
        )
        shown = self.execute(made, nodes=16, memory="80 GiB", degrees=[2, 4], fast=True, ratio=0.5)
        self.assertEqual(len(shown), 1)
        for text in ["16", "80 GiB", "[2, 4]", "true", "0.5"]:
            self.assertIn(text, shown[0])

    def test_a_plan_follows_its_parameters(self):
        plan = PLAN.replace("nodes = 8 }", "nodes = machines }")
        before = self.execute(notebook("let machines = 8", plan, "base.cluster.devices"))
        after = self.execute(notebook("let machines = 8", plan, "base.cluster.devices"), machines=32)
        self.assertIn("64", before[-1])
        self.assertIn("256", after[-1])

    def test_a_mistake_in_a_parameter_is_the_cell_s_error(self):
        with self.assertRaises(PapermillExecutionError) as caught:
            self.execute(notebook("let a = 1", "a"), a="80 quux")
        self.assertIn("80 quux", str(caught.exception))

    def test_the_command_lists_parameters(self):
        nbformat.write(notebook("let nodes = 8  # machines", "nodes"), self.source)
        done = subprocess.run(
            [sys.executable, "-m", "papermill", "--help-notebook", str(self.source)],
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.assertIn("nodes: Unknown type (default 8)", done.stdout, done.stderr[-2000:])
        self.assertIn("machines", done.stdout)


if __name__ == "__main__":
    unittest.main()
