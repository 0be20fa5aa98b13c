"""Notebooks from top to bottom through nbclient, and nbconvert's formats. Every committed one: `npm run test:notebooks`."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import nbformat
import pypandoc
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
        NotebookClient(nb, kernel_name=KERNEL, timeout=120).execute()
        self.assertEqual([cell.execution_count for cell in nb.cells], [1, 2, 3])
        self.assertEqual(nb.cells[1].outputs[0].output_type, "display_data")
        self.assertIn("text/html", nb.cells[1].outputs[0].data)
        self.assertEqual(nb.cells[2].outputs[0].output_type, "execute_result")
        nbformat.validate(nb)
        self.assertEqual(nb.metadata.language_info.file_extension, ".dtp")

    def test_redefinition_reaches_later_cells(self):
        nb = notebook(PLAN, "base.cluster.nodes", "let base = gpt3_175b on selene with seqsel", "base.cluster.nodes")
        NotebookClient(nb, kernel_name=KERNEL, timeout=120).execute()
        results = [o.data["text/plain"] for c in nb.cells for o in c.outputs if o.output_type == "execute_result"]
        self.assertEqual([text.split()[-1] for text in results], ["8", "560"])
        said = [o.text for o in nb.cells[2].outputs if o.output_type == "stream"]
        self.assertIn("[2]", "".join(said), "the note names the outputs that are stale")

    def test_a_failed_cell_stops_the_run(self):
        nb = notebook("show nobody", "1 + 1")
        with self.assertRaises(CellExecutionError):
            NotebookClient(nb, kernel_name=KERNEL, timeout=120).execute()
        self.assertEqual(nb.cells[0].outputs[-1].output_type, "error")
        self.assertEqual(nb.cells[1].outputs, [])


    def test_a_bar_of_progress_leaves_nothing_behind(self):
        # seconds of work: the bar is drawn, then the table takes its place
        sweep = """\
sweep wide = base
  for plan.seq_len in range(1_000, 3_999)
  for cluster.nodes in range(8, 320, step = 8)
  keep 1"""
        shown = f"show base.step_time\n{sweep}\nshow wide {{ step_time }}"
        nb = notebook(PLAN, shown, sweep.replace("wide", "still"))
        NotebookClient(nb, kernel_name=KERNEL, timeout=120).execute()
        self.assertEqual(len(nb.cells[1].outputs), 2)
        self.assertEqual(nb.cells[2].outputs, [])
        self.assertNotIn("progress", nbformat.writes(nb))

    def test_two_runs_are_the_same_to_the_byte(self):
        def run() -> str:
            nb = notebook(PLAN, "show base", "plot base.memory\nplot base.time", "base.mfu", "show nobody")
            for at, cell in enumerate(nb.cells):
                cell.id = f"cell{at}"
            NotebookClient(nb, kernel_name=KERNEL, timeout=120, record_timing=False, allow_errors=True).execute()
            return nbformat.writes(nb)

        self.assertEqual(run(), run())


def convert(to: str, folder: str, source: Path, *options: str) -> Path:
    """The one file that `jupyter nbconvert` makes of a notebook."""
    command = ["-m", "nbconvert", "--to", to, "--output", "page", "--output-dir", folder, *options, str(source)]
    # nbconvert looks for pandoc on the path
    pandoc = str(Path(pypandoc.get_pandoc_path()).parent)
    env = {**os.environ, "PATH": os.pathsep.join([pandoc, os.environ["PATH"]])}
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300, env=env)
    if done.returncode != 0:
        raise AssertionError(done.stderr[-3000:])
    found = [path for path in Path(folder).glob("page.*") if path.suffix != ".ipynb" or to == "notebook"]
    return found[0]


class Nbconvert(unittest.TestCase):
    """The first notebook, run once, in every format that people print or post."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        source = ROOT / "notebooks" / "01-first-plan.ipynb"
        cls.executed = convert("notebook", cls.folder.name, source, "--execute")

    def convert(self, to: str, *options: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            return convert(to, folder, self.executed, *options).read_text(encoding="utf8")

    def has(self, page: str, *patterns: str):
        for pattern in patterns:
            self.assertTrue(re.search(pattern, page), f"no {pattern} in the page")

    def lacks(self, page: str, *texts: str):
        for text in texts:
            self.assertFalse(text in page, f"{text} is in the page")

    def test_html_has_tables_and_static_figures(self):
        page = self.convert("html")
        self.has(page, 'class="dtp-table"', "data:image/svg|<svg")
        # what cannot be drawn without a script from elsewhere is not kept either
        self.lacks(page, "application/vnd.plotly")
        self.assertLess(len(page), 1_000_000)

    def test_markdown_has_tables_and_figures_beside_it(self):
        page = self.convert("markdown")
        self.has(page, "```dtp", 'class="dtp-table"', r"!\[[^\]]*\]\(page_files/page_\d+_\d+\.svg\)")

    def test_latex_has_tables_and_figures(self):
        to_pdf = f'node "{Path(__file__).parent / "svgToPdf.mjs"}" {{from_filename}} {{to_filename}}'
        page = self.convert("latex", f"--SVG2PDFPreprocessor.command={to_pdf}")
        self.has(page, r"\\begin\{document\}", r"\\toprule", r"page_files/page_\d+_\d+\.pdf")
        self.lacks(page, "dtp-table")

    # in CI, which installs it, a missing one is a failure
    @unittest.skipUnless(
        shutil.which("xelatex") or os.environ.get("CI"), "xelatex is not installed: the LaTeX is made, but not compiled"
    )
    def test_pdf_is_compiled_and_nothing_runs_over_the_margin(self):
        to_pdf = f'node "{Path(__file__).parent / "svgToPdf.mjs"}" {{from_filename}} {{to_filename}}'
        with tempfile.TemporaryDirectory() as folder:
            page = convert("latex", folder, self.executed, f"--SVG2PDFPreprocessor.command={to_pdf}")
            command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", page.name]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=300)
            self.assertEqual(done.returncode, 0, done.stdout[-3000:])
            log = page.with_suffix(".log").read_text(encoding="utf8", errors="replace")
            self.assertNotIn("Missing character", log)
            self.assertNotIn("Overfull \\hbox", log)
            self.assertGreater(page.with_suffix(".pdf").stat().st_size, 20_000)


if __name__ == "__main__":
    unittest.main()
