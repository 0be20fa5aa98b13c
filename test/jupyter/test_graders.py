"""Notebooks of `dtp seal --format` in the graders that they are made for: nbgrader with the kernel, Otter without one.

Neither is in requirements.txt: nbgrader adds its extension to JupyterLab, and Otter brings a hundred packages. A test is skipped
where its grader is missing. Written for nbgrader 0.9.6 and otter-grader 7.0.0."""

import csv
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import nbformat
from support import ROOT

COURSE = ROOT / "notebooks/course"
LESSON = "01-memory-wall"
ANSWERED = {"state_of_one": "112 GB", "largest": "1B params"}


def has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def source(cell) -> str:
    return "".join(cell["source"]).strip()


class Graders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_in(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def dtp(self, *arguments: str) -> str:
        return self.run_in("node", str(ROOT / "dist/dtp.js"), *arguments)

    def seal(self, target: str, grader: str) -> None:
        (self.folder / target).parent.mkdir(parents=True, exist_ok=True)
        lesson, keys = str(COURSE / f"{LESSON}.ipynb"), str(COURSE / "keys")
        self.dtp("seal", lesson, "--key", keys, "--format", grader, "-o", target)

    def assert_is_lesson(self, path: Path, shown=lambda text: text) -> None:
        """The cells of a notebook are those of the lesson, in order."""
        lesson = json.loads((COURSE / f"{LESSON}.ipynb").read_text("utf-8"))["cells"]
        made = json.loads(path.read_text("utf-8"))["cells"]
        texts = [shown(source(cell)) for cell in made]
        self.assertEqual([text for text in texts if text], [source(cell) for cell in lesson])

    @unittest.skipUnless(has("nbgrader"), "nbgrader is not installed: pip install nbgrader==0.9.6")
    def test_nbgrader(self):
        from nbgrader.api import Gradebook
        from nbgrader.nbgraderformat import MetadataValidator

        page = (ROOT / "docs/how-to/class.md").read_text("utf-8")
        config, scores = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        (self.folder / "nbgrader_config.py").write_text(f"c = get_config()\n{config}", "utf-8")
        self.seal(f"source/ps1/{LESSON}.ipynb", "nbgrader")
        made = nbformat.read(self.folder / f"source/ps1/{LESSON}.ipynb", as_version=4)
        nbformat.validate(made)
        MetadataValidator().validate_nb(made)

        nbgrader = [sys.executable, "-m", "nbgrader"]
        self.run_in(*nbgrader, "generate_assignment", "ps1")
        released = self.folder / f"release/ps1/{LESSON}.ipynb"
        self.assert_is_lesson(released)

        for student, answers in {"ada": ANSWERED, "bob": {}}.items():
            handed_in = json.loads(released.read_text("utf-8"))
            for cell in handed_in["cells"]:
                for name, answer in answers.items():
                    if f"exercise {name} " in source(cell):
                        cell["source"] = source(cell).replace("answer = none", f"answer = {answer}")
            path = self.folder / f"submitted/{student}/ps1/{LESSON}.ipynb"
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps(handed_in), "utf-8")
        self.run_in(*nbgrader, "autograde", "ps1", "--create")

        def waits(student: str) -> set[str]:
            with Gradebook(f"sqlite:///{self.folder}/gradebook.db") as gradebook:
                (notebook,) = gradebook.find_submission("ps1", student).notebooks
                return {grade.name for grade in notebook.grades if grade.needs_manual_grade}

        self.assertEqual(waits("ada"), set(ANSWERED))
        self.assertEqual(waits("bob"), set())
        ran = nbformat.read(self.folder / f"autograded/ada/ps1/{LESSON}.ipynb", as_version=4)
        shown = [o.data["text/plain"] for c in ran.cells for o in c.get("outputs", []) if "data" in o]
        self.assertIn("right: 112 GB", "\n".join(shown))

        self.dtp("grade", ".", "--key", str(COURSE / "keys"), "--gradebook", "nbgrader")
        (self.folder / "scores.py").write_text(scores, "utf-8")
        self.run_in(sys.executable, "scores.py")
        self.assertEqual(waits("ada"), set())
        self.run_in(*nbgrader, "export")
        ours, theirs = (
            list(csv.DictReader((self.folder / name).read_text("utf-8").splitlines()))
            for name in ["grades/nbgrader.csv", "grades.csv"]
        )
        self.assertEqual([list(row) for row in ours], [list(row) for row in theirs])
        for row, other in zip(ours, theirs, strict=True):
            for column in ["assignment", "student_id"]:
                self.assertEqual(row[column], other[column])
            for column in ["raw_score", "late_submission_penalty", "score", "max_score"]:
                self.assertEqual(float(row[column]), float(other[column]), column)
        self.assertEqual([float(row["score"]) for row in ours], [1, 0])

        for student in ["ada", "bob"]:
            shutil.copytree(self.folder / "grades/feedback" / student, self.folder / "feedback" / student)
        self.assertTrue((self.folder / f"feedback/ada/ps1/{LESSON}.html").exists())

    @unittest.skipUnless(has("otter"), "Otter is not installed: pip install otter-grader==7.0.0")
    def test_otter(self):
        self.seal(f"{LESSON}.ipynb", "otter")
        nbformat.validate(nbformat.read(self.folder / f"{LESSON}.ipynb", as_version=4))
        self.run_in(sys.executable, "-m", "otter", "assign", f"{LESSON}.ipynb", "dist")
        student = self.folder / f"dist/student/{LESSON}.ipynb"
        # Otter puts comments around its questions.
        self.assert_is_lesson(student, lambda text: re.sub(r"<!-- \w+ QUESTION -->", "", text).strip())
        made = nbformat.read(student, as_version=4)
        self.assertEqual(made.metadata.otter.assignment_name, LESSON)
        answers = [cell for cell in made.cells if "otter_answer_cell" in cell.metadata.get("tags", [])]
        self.assertEqual([bool(re.search(r"^exercise \w+ ", source(cell), re.M)) for cell in answers], [True] * 4)


if __name__ == "__main__":
    unittest.main()
