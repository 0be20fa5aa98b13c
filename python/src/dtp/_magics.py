"""`%%dtp` and `%dtp` for notebooks and consoles of IPython."""

from __future__ import annotations

import re
import sys
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand
from IPython.display import display

from ._errors import ProgramError
from ._evaluated import Notebook
from ._text import text_of
from ._values import Scenario, Table


class CellError(ProgramError):
    """A mistake in a `%%dtp` cell. IPython shows its code frames alone: Python's own lines say nothing of the text."""

    def _render_traceback_(self) -> list[str]:
        return str(self).split("\n")


#: `{x}`, `{x.y}`, `{x[0]}` without blanks: a value of Python. Braces of the language have a blank or a `=` in them.
_VALUE = re.compile(r"\{([A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[[^\[\]{}\n]*\])*)\}")


@magics_class
class DtpMagics(Magics):
    """One notebook of the language beside the Python one, with names shared both ways."""

    shell: Any

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self._notebook: Notebook | None = None
        #: Values that cells have given to Python, by name.
        self._given: dict[str, Any] = {}

    @no_var_expand
    @line_cell_magic
    def dtp(self, line: str, cell: str | None = None) -> Any:
        """`%%dtp` evaluates a cell of the language; `%dtp EXPRESSION` returns the value of an expression.

        `{x}`, written without blanks, is Python's `x`. Every name that a cell defines is a variable of Python afterwards;
        with names after `%%dtp`, only these. `%dtp --reset` forgets the names of all cells.
        """
        if cell is None:
            return self._line(line.strip())
        notebook = self._opened()
        # The number that the cell's label has: `execution_count` may already be the next cell's.
        number = len(self.shell.user_ns.get("In", ["", ""])) - 1
        evaluated = notebook.run(self._expanded(cell, notebook), name=f"cell [{number}]", check=False)
        for bundle in evaluated.bundles():
            display(bundle, raw=True)  # type: ignore[no-untyped-call]
        for one in evaluated.diagnostics:
            if one.severity != "error":
                print(one.text, file=sys.stderr)
        self._give(notebook, evaluated.defined, line.replace(",", " ").split())
        try:
            evaluated.raise_for_errors()
        except ProgramError as error:
            raise CellError(str(error), error.diagnostics) from None
        return None

    def _line(self, text: str) -> Any:
        if text == "--reset":
            self._notebook = None
            self._given = {}
            return None
        notebook = self._opened()
        try:
            return notebook.eval(self._expanded(text, notebook))
        except ProgramError as error:
            raise CellError(str(error), error.diagnostics) from None

    def _opened(self) -> Notebook:
        if self._notebook is None or not self._notebook.alive:
            self._notebook = Notebook()
            self._given = {}
        return self._notebook

    def _expanded(self, text: str, notebook: Notebook) -> str:
        """The text with Python's values. A name that Python does not have is left as it is."""

        def written(match: re.Match[str]) -> str:
            expression = match[1]
            names: dict[str, Any] = self.shell.user_ns
            if re.split(r"[.\[]", expression)[0] not in names:
                return match[0]
            value = eval(expression, {"__builtins__": {}}, names)
            if not isinstance(value, (Scenario, Table)):
                return text_of(value)
            if self._given.get(expression) is value:
                return expression
            name = re.sub(r"\W+", "_", expression).strip("_")
            notebook.bind(name, value)
            self._given[name] = value
            return name

        return _VALUE.sub(written, text)

    def _give(self, notebook: Notebook, defined: tuple[str, ...], wanted: list[str]) -> None:
        for name in wanted or defined:
            try:
                value = notebook[name]
            except ProgramError:
                # Its error has been shown. A name that was asked for by itself is a mistake of the caller.
                if wanted and name not in defined:
                    raise
                continue
            self._given[name] = value
            self.shell.user_ns[name] = value


def load(shell: Any) -> None:
    shell.register_magics(DtpMagics)
