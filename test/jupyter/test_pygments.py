"""The lexer for Pygments, and the pages that nbconvert makes with it."""

import tempfile
import unittest
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Error, Keyword, Name, Number, String
from support import KERNEL, PLAN, ROOT
from test_notebooks import convert


class Lexer(unittest.TestCase):
    def tokens(self, text: str) -> dict[str, object]:
        return {value: kind for kind, value in get_lexer_by_name("dtp").get_tokens(text)}

    def test_words_numbers_and_units_have_kinds(self):
        found = self.tokens('import a from "std/devices"\nplan p {\n  tp = 8  # degree\n  nic = 400 Gb/s\n}\n%live on\n')
        self.assertEqual(found["import"], Keyword)
        self.assertEqual(found['"std/devices"'], String)
        self.assertEqual(found["plan"], Keyword.Declaration)
        self.assertEqual(found["p"], Name.Class)
        self.assertEqual(found["tp"], Name.Attribute)
        self.assertEqual(found["400"], Number)
        self.assertEqual(found["Gb/s"], Keyword.Type)
        self.assertEqual(found["# degree"], Comment.Single)
        self.assertEqual(found["%live on"], Comment.Preproc)

    def test_no_shipped_file_has_a_token_that_is_none(self):
        lexer = get_lexer_by_name("dtp")
        for path in sorted((ROOT / "src" / "std").glob("*.dtp")) + sorted((ROOT / "examples").glob("*.dtp")):
            wrong = [value for kind, value in lexer.get_tokens(path.read_text("utf8")) if kind is Error]
            self.assertEqual(wrong, [], path.name)


class Page(unittest.TestCase):
    def test_cells_are_coloured_and_figures_have_their_numbers_as_text(self):
        nb = new_notebook(cells=[new_code_cell(PLAN), new_code_cell("plot base.memory")])
        nb.metadata.kernelspec = {"name": KERNEL, "display_name": "DTP", "language": "dtp"}
        NotebookClient(nb, kernel_name=KERNEL, timeout=120).execute()
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "source.ipynb"
            nbformat.write(nb, source)
            page = convert("html", folder, source, "--template", "dtp").read_text("utf8")
        self.assertIn('<span class="kd">plan</span>', page)
        self.assertRegex(page, r'<img alt="Memory per device\. [^"]*stage 0 [\d.]+ GiB')
        self.assertNotIn("No description has been provided", page)


if __name__ == "__main__":
    unittest.main()
