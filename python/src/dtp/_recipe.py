"""How a scenario was made, so that another process can make it again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Hashable

if TYPE_CHECKING:
    from ._values import Scenario


@dataclass(frozen=True)
class Recipe:
    """The texts that were run, and the way from their names to a value. It is plain data, which can be pickled."""

    folder: str
    #: `("run", text, name, mode, overrides)` or `("bind", name, recipe)`.
    runs: tuple[tuple[Hashable, ...], ...] = ()
    #: `("read", name)`, `("eval", expression)`, `("with", changes)`, `("row", at)` or `("item", at)`.
    steps: tuple[tuple[str, Hashable], ...] = ()

    def then(self, what: str, value: Hashable) -> Recipe:
        return replace(self, steps=(*self.steps, (what, value)))


@lru_cache(maxsize=16)
def made(recipe: Recipe) -> Scenario:
    """The scenario of a recipe, made in this process. Raises `ProgramError` where it cannot be made."""
    from ._evaluated import Notebook
    from ._values import Scenario

    notebook = Notebook(recipe.folder)
    for kind, *how in recipe.runs:
        if kind == "bind":
            name, inner = how
            notebook.bind(str(name), made(inner))  # type: ignore[arg-type, unused-ignore]
        else:
            text, name, mode, overrides = how
            notebook.run(str(text), name=str(name), mode=str(mode), overrides=overrides, check=False)  # type: ignore[arg-type, unused-ignore]
    value: Any = notebook
    for what, step in recipe.steps:
        if what in ("read", "item"):
            value = value[step]
        elif what == "eval":
            value = value.eval(step)
        elif what == "with":
            value = value.with_(dict(step))  # type: ignore[call-overload, unused-ignore]
        else:
            value = value[step].scenario
    assert isinstance(value, Scenario)
    return value
