"""Sweeps and searches over a scenario that Python has."""

from __future__ import annotations

import os
import re
from concurrent.futures import Executor
from typing import Any, Mapping, Sequence

from ._errors import DtpError
from ._evaluated import Notebook
from ._recipe import Recipe, made
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
    executor: Executor | None = None,
    parts: int | None = None,
) -> Table:
    """The best plans, best first, as the language's `search` finds them. Iterate over it for its rows.

    Without `over` it goes through all plans that the base's framework can run. The objective is `step_time` where none is
    given. Raises `ProgramError` for a mistake, and where no plan fits.

    With an `executor` of concurrent.futures (or any other whose `submit` takes what can be pickled), a search over all plans
    is evaluated in `parts`, by default one for each core. Its plans and their order are those of one process, whatever the
    number of parts; `skipped` counts fewer reasons. Raises `DtpError` for a base that another process cannot make.
    """
    clauses = [*_over(over or {}), *_where(where)]
    if minimize is None and maximize is None and not pareto:
        minimize = "step_time"
    clauses += [f"minimize {minimize}"] if minimize is not None else []
    clauses += [f"maximize {maximize}"] if maximize is not None else []
    clauses += [f"pareto {', '.join(pareto)}"] if pareto else []
    clauses += [f"keep {keep}"] if keep is not None else []
    if executor is None:
        return _table("search", base, clauses)
    if base._recipe is None:
        raise DtpError(f"another process cannot make {base.name}: read it from a program, or search without an executor")
    count = parts or os.cpu_count() or 1
    futures = [executor.submit(_part, base._recipe, clauses, index, count) for index in range(count)]
    known = [future.result() for future in futures]
    return _table("search", base, clauses, {"known": known})


def _part(recipe: Recipe, clauses: Sequence[str], index: int, of: int) -> Any:
    """Records of one part of a search, in whatever process the executor runs it."""
    notebook = _asked("search", made(recipe), clauses, {"share": {"index": index, "of": of}})
    return notebook._searched()


def _over(over: Over) -> list[str]:
    return [
        f"for {paths if isinstance(paths, str) else '(' + ', '.join(paths) + ')'} in {text_of(values)}"
        for paths, values in over.items()
    ]


def _where(where: str | Sequence[str]) -> list[str]:
    return [f"where {one}" for one in ([where] if isinstance(where, str) else where)]


def _table(
    verb: str, base: Scenario, clauses: Sequence[str], searches: Mapping[str, Any] | None = None
) -> Table:
    found = _asked(verb, base, clauses, searches)["found"]
    assert isinstance(found, Table)
    return found


def _asked(
    verb: str, base: Scenario, clauses: Sequence[str], searches: Mapping[str, Any] | None = None
) -> Notebook:
    """A notebook that has evaluated a statement over a scenario, as the table `found`."""
    notebook = Notebook(beside=base._handle, searches=searches)
    spelled = re.fullmatch(r"[A-Za-z_]\w*", base.name) is not None and base.name != "found"
    name = base.name if spelled else "base"
    notebook.bind(name, base)
    lines = [f"{verb} found = {name}", *(f"  {clause}" for clause in clauses)]
    notebook.run("\n".join(lines), name=verb)
    return notebook
