"""Sweeps and searches over a scenario that Python has."""

from __future__ import annotations

import keyword
import re
from typing import Any, Mapping, Sequence

from ._evaluated import Notebook
from ._text import text_of
from ._values import Scenario, Table

#: Values by path: `{"plan.tp": [1, 2, 4]}`; a tuple of paths varies together, over tuples of values.
Over = Mapping[Any, Any]


def sweep(
    base: Scenario,
    over: Over,
    *,
    where: str | Sequence[str] = (),
    derive: Mapping[str, str] | None = None,
) -> Table:
    """All combinations of values, a row each, as the language's `sweep` makes them. Iterate over it for its rows.

    `where` are conditions and `derive` further columns, as expressions over a row's scenario:
    `where="memory.fits != no"`, `derive={"per_token": "cost.per_token"}`. Raises `ProgramError` for a mistake in them.
    """
    clauses = [*_over(over), *_where(where)]
    clauses += [f"derive {name} = {text}" for name, text in (derive or {}).items()]
    return _table("sweep", base, clauses)


def search(
    base: Scenario,
    over: Over | None = None,
    *,
    minimize: str | None = None,
    maximize: str | None = None,
    pareto: Sequence[str] = (),
    where: str | Sequence[str] = (),
    keep: int | None = None,
) -> Table:
    """The best plans, best first, as the language's `search` finds them. Iterate over it for its rows.

    Without `over` it goes through all plans that the base's framework can run. The objective is `step_time` where none is
    given. Raises `ProgramError` for a mistake, and where no plan fits.
    """
    clauses = [*_over(over or {}), *_where(where)]
    if minimize is None and maximize is None and not pareto:
        minimize = "step_time"
    clauses += [f"minimize {minimize}"] if minimize is not None else []
    clauses += [f"maximize {maximize}"] if maximize is not None else []
    clauses += [f"pareto {', '.join(pareto)}"] if pareto else []
    clauses += [f"keep {keep}"] if keep is not None else []
    return _table("search", base, clauses)


def _over(over: Over) -> list[str]:
    return [
        f"for {paths if isinstance(paths, str) else '(' + ', '.join(paths) + ')'} in {text_of(values)}"
        for paths, values in over.items()
    ]


def _where(where: str | Sequence[str]) -> list[str]:
    return [f"where {one}" for one in ([where] if isinstance(where, str) else where)]


def _table(verb: str, base: Scenario, clauses: Sequence[str]) -> Table:
    notebook = Notebook(beside=base._handle)
    spelled = re.fullmatch(r"[A-Za-z_]\w*", base.name) is not None and not keyword.iskeyword(base.name)
    name = base.name if spelled and base.name != "found" else "base"
    notebook.bind(name, base)
    lines = [f"{verb} found = {name}", *(f"  {clause}" for clause in clauses)]
    return notebook.run("\n".join(lines), name=verb).table("found")
