"""Programs evaluated."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence, Union

from ._bridge import Handle, shared
from ._errors import DtpError, NodeError, ProgramError
from ._figure import Figure
from ._recipe import Recipe
from ._values import Scenario, Shown, Table, Value, value_of
from .fields import no_member

#: A text of the language, or the path of a `.dtp` file.
Source = Union[str, "os.PathLike[str]"]
#: Changes of every scenario, by path: `{"plan.tp": 4}`, or `["plan.tp=4"]` as the command takes them.
Overrides = Union[Mapping[str, Any], Sequence[str]]


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a note on a text."""

    code: str
    severity: str
    message: str
    #: The diagnostic with its code frame, as `dtp` prints it.
    text: str
    file: str
    #: Place in the file, from 1; None for a diagnostic without one.
    line: int | None
    column: int | None
    help: str | None

    @staticmethod
    def of(sent: Mapping[str, Any]) -> Diagnostic:
        return Diagnostic(
            sent["code"],
            sent["severity"],
            sent["message"],
            sent["text"],
            sent["file"],
            sent.get("line"),
            sent.get("column"),
            sent.get("help"),
        )

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Output:
    """What one `show`, `plot`, `explain` or `expect` gave, or a cell's last expression."""

    kind: str
    #: Line of the statement, from 1.
    line: int
    #: Its content in base units, as `dtp run --json` prints it.
    data: Any


class Evaluated(Shown):
    """A program that was evaluated: its outputs, its diagnostics, and the values of its names."""

    def __init__(self, session: Handle, sent: Mapping[str, Any], recipe: Recipe | None) -> None:
        self._session = session
        self._recipe = recipe
        self._handle: Handle = Handle(session.bridge, sent["object"])
        self._figures: tuple[Figure, ...] | None = None
        self.outputs = tuple(Output(one["kind"], one["line"], one["data"]) for one in sent["outputs"])
        self.diagnostics = tuple(Diagnostic.of(one) for one in sent["diagnostics"])
        #: Names that the text defines, without its imports.
        self.defined: tuple[str, ...] = tuple(sent["defined"])
        #: Results of the text's `expect` checks.
        self.expectations: tuple[Mapping[str, Any], ...] = tuple(sent["expectations"])

    @property
    def ok(self) -> bool:
        """True where the text has no errors and every expectation holds."""
        return not any(one.severity == "error" for one in self.diagnostics)

    @property
    def names(self) -> tuple[str, ...]:
        """Names whose values can be read."""
        return _names(self._session)

    def __getitem__(self, name: str) -> Value:
        """Value of a name. Raises `ProgramError` for an unknown name or a value with errors."""
        return _read(self._session, name, self._recipe)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def scenario(self, name: str) -> Scenario:
        """Scenario with a name. Raises `ProgramError` where the name is something else."""
        value = self[name]
        if isinstance(value, Scenario):
            return value
        raise ProgramError(f"`{name}` is no scenario")

    def table(self, name: str) -> Table:
        """Sweep, search or data import with a name. Raises `ProgramError` where the name is something else."""
        value = self[name]
        if isinstance(value, Table):
            return value
        raise ProgramError(f"`{name}` is no table")

    def eval(self, expression: str) -> Value:
        """Value of an expression over the program's names. Raises `ProgramError` for a mistake in it."""
        return _eval(self._session, expression, self._recipe)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Figures of all `plot`s, in order."""
        if self._figures is None:
            sent = self._handle.ask("render", **{"as": "figures"})
            self._figures = tuple(Figure(one) for one in sent)
        return self._figures

    def bundles(self) -> list[dict[str, Any]]:
        """Mime bundles in which a notebook displays the outputs: texts and tables, and each figure by itself."""
        bundles: list[dict[str, Any]] = self._handle.ask("render", **{"as": "bundles"})
        return bundles

    def raise_for_errors(self) -> None:
        """Raises `ProgramError` with all errors where there are some."""
        errors = [one for one in self.diagnostics if one.severity == "error"]
        if errors:
            raise ProgramError("\n\n".join(one.text.rstrip("\n") for one in errors), self.diagnostics)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        state = "ok" if self.ok else "with errors"
        return f"<Evaluated {state}: {', '.join(self.names)}>"


def _names(session: Handle) -> tuple[str, ...]:
    return tuple(session.bridge.ask(do="names", session=session.number))


def _read(session: Handle, name: str, recipe: Recipe | None) -> Value:
    try:
        sent = session.bridge.ask(do="read", session=session.number, name=name)
        return value_of(session, sent, recipe and recipe.then("read", name))
    except ProgramError as error:
        names = _names(session)
        if error.diagnostics or name in names:
            raise
        raise ProgramError(no_member("the program", name, names)) from None


def _eval(session: Handle, expression: str, recipe: Recipe | None) -> Value:
    sent = session.bridge.ask(do="evaluate", session=session.number, text=expression, name="expression")
    return value_of(session, sent, recipe and recipe.then("eval", expression))


class Notebook:
    """Texts in which later ones see the names of earlier ones, as in the cells of a notebook.

    Imports start from `folder` (the current one by default) and may not leave its project.
    """

    def __init__(
        self,
        folder: Source | None = None,
        *,
        beside: Handle | None = None,
        searches: Mapping[str, Any] | None = None,
    ) -> None:
        bridge = shared() if beside is None else beside.bridge
        at = os.fspath(Path(folder or ".").resolve())
        self._session = Handle(bridge, bridge.ask(do="open", folder=at, **(searches or {})))
        self._count = 0
        #: How the names are made again in another process; None once they cannot be.
        self._recipe: Recipe | None = Recipe(at)

    def _searched(self) -> Any:
        """Records of the searches that this notebook has evaluated its part of."""
        return self._session.bridge.ask(do="searches", session=self._session.number)

    def run(
        self,
        text: str,
        *,
        name: str | None = None,
        overrides: Overrides | None = None,
        check: bool = True,
        mode: str = "cell",
    ) -> Evaluated:
        """Evaluates a text and keeps its names for later texts. A text with errors defines nothing.

        `name` is the text's name in messages. Raises `ProgramError` for errors, unless `check` is false.
        """
        self._count += 1
        called = name or f"text [{self._count}]"
        texts = _override_texts(overrides)
        sent = self._session.bridge.ask(
            do="run",
            session=self._session.number,
            text=text,
            name=called,
            mode=mode,
            overrides=texts,
        )
        if self._recipe is not None:
            run = ("run", text, called, mode, tuple(texts))
            self._recipe = replace(self._recipe, runs=(*self._recipe.runs, run))
        evaluated = Evaluated(self._session, sent, self._recipe)
        if check:
            evaluated.raise_for_errors()
        return evaluated

    @property
    def alive(self) -> bool:
        """False after the process that holds the names has ended."""
        return self._session.bridge.alive

    @property
    def names(self) -> tuple[str, ...]:
        """Names whose values can be read."""
        return _names(self._session)

    def __getitem__(self, name: str) -> Value:
        """Value of a name. Raises `ProgramError` for an unknown name or a value with errors."""
        return _read(self._session, name, self._recipe)

    def eval(self, expression: str) -> Value:
        """Value of an expression over the notebook's names. Raises `ProgramError` for a mistake in it."""
        return _eval(self._session, expression, self._recipe)

    def bind(self, name: str, value: Scenario | Table) -> None:
        """Defines a name as a scenario or table that Python has, such as the result of `with_`.

        Raises `NodeError` for a value of a process that has ended.
        """
        bridge = self._session.bridge
        if value._handle is None:
            raise DtpError(f"{value.name} is no table of a program")
        if value._handle.bridge is not bridge:
            raise NodeError(f"the process behind {value.name} has ended: evaluate its program again")
        bridge.ask(do="bind", session=self._session.number, name=name, object=value._handle.number)
        if self._recipe is None or value._recipe is None or isinstance(value, Table):
            self._recipe = None
        else:
            self._recipe = replace(self._recipe, runs=(*self._recipe.runs, ("bind", name, value._recipe)))


def evaluate(
    source: Source,
    *,
    folder: Source | None = None,
    overrides: Overrides | None = None,
    check: bool = True,
) -> Evaluated:
    """Evaluates a text of the language, or the file at a path.

    A string is a path where it is one line that ends in `.dtp`. Imports start from the file's folder, or from `folder`
    (the current one by default). Raises `ProgramError` for errors and expectations that do not hold, with the code frames
    that the command prints, unless `check` is false.
    """
    if not is_path(source):
        return Notebook(folder).run(str(source), overrides=overrides, check=check)
    path = Path(source)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DtpError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DtpError(f"{path} is no UTF-8 text: {error}") from error
    notebook = Notebook(folder or path.parent)
    return notebook.run(text, name=str(path), overrides=overrides, check=check, mode="file")


def is_path(source: Source) -> bool:
    return not isinstance(source, str) or re.fullmatch(r"[^\n{}]*\.dtp\s*", source) is not None


def _override_texts(overrides: Overrides | None) -> list[str]:
    from ._text import text_of

    if overrides is None:
        return []
    if isinstance(overrides, Mapping):
        return [f"{path}={text_of(value)}" for path, value in overrides.items()]
    return list(overrides)
