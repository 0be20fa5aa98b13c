"""Notebooks from top to bottom: through nbclient, and every committed one through nbconvert."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_notebook
from support import KERNEL, PLAN, ROOT


def notebook(*cells: str) -> nbformat.NotebookNode:
    made = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    made.metadata.kernelspec = {"name": KERNEL, "display_name": "DTP", "language": "dtp"}
    return made


class Nbclient(unittest.TestCase):
    def test_outputs_are_kept_with_their_formats(self):
        nb = notebook(PLAN, "show base.memory as GiB", "base.step_time")
        NotebookClient(nb, kernel_name=KERNEL, timeout=60).execute()
        self.assertEqual([cell.execution_count for cell in nb.cells], [1, 2, 3])
        self.assertEqual(nb.cells[1].outputs[0].output_type, "display_data")
        self.assertIn("text/html", nb.cells[1].outputs[0].data)
        self.assertEqual(nb.cells[2].outputs[0].output_type, "execute_result")
        nbformat.validate(nb)
        self.assertEqual(nb.metadata.language_info.file_extension, ".dtp")

    def test_redefinition_reaches_later_cells(self):
        nb = notebook(PLAN, "base.cluster.nodes", "let base = gpt3_175b on selene with seqsel", "base.cluster.nodes")
        NotebookClient(nb, kernel_name=KERNEL, timeout=60).execute()
        results = [o.data["text/plain"] for c in nb.cells for o in c.outputs if o.output_type == "execute_result"]
        self.assertEqual([text.split()[-1] for text in results], ["8", "560"])
        said = [o.text for o in nb.cells[2].outputs if o.output_type == "stream"]
        self.assertIn("[2]", "".join(said), "the note names the outputs that are stale")

    def test_a_failed_cell_stops_the_run(self):
        nb = notebook("show nobody", "1 + 1")
        with self.assertRaises(CellExecutionError):
            NotebookClient(nb, kernel_name=KERNEL, timeout=60).execute()
        self.assertEqual(nb.cells[0].outputs[-1].output_type, "error")
        self.assertEqual(nb.cells[1].outputs, [])


class Nbconvert(unittest.TestCase):
    def test_every_committed_notebook_runs(self):
        found = sorted((ROOT / "notebooks").glob("*.ipynb"))
        self.assertTrue(found, "there is no notebook")
        for path in found:
            with self.subTest(notebook=path.name), tempfile.TemporaryDirectory() as folder:
                command = ["-m", "nbconvert", "--execute", "--to", "notebook", "--output-dir", folder, str(path)]
                done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                executed = nbformat.read(Path(folder) / path.name, as_version=4)
                nbformat.validate(executed)
                outputs = [o for c in executed.cells if c.cell_type == "code" for o in c.outputs]
                self.assertTrue(outputs)
                self.assertFalse([o for o in outputs if o.output_type == "error"])
                page = ["-m", "nbconvert", "--to", "html", "--output-dir", folder, str(Path(folder) / path.name)]
                done = subprocess.run([sys.executable, *page], capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])


if __name__ == "__main__":
    unittest.main()
