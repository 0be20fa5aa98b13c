"""Values of a program: quantities, scenarios, tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, Union, overload

from . import _frames
from ._bridge import Handle, shared
from ._errors import DtpError
from .fields import Results, field_of, no_member

if TYPE_CHECKING:
    import pandas
    import polars

    from ._recipe import Recipe

    from .fields import Cluster, Model, Plan, ScenarioResults

    _ScenarioBase = ScenarioResults
else:
    _ScenarioBase = object

Plain = Union[float, int, str, bool, None]


@dataclass(frozen=True)
class Quantity:
    """A number with a unit."""

    #: The number in base units.
    value: float
    #: The base unit: `B`, `s`, `FLOP/s`, `token`, `$`.
    unit: str
    #: Printed form: `22.13 s`.
    text: str
    #: Quantiles and mean of an uncertain number (`p10`, `p50`, `p90`, `mean`), in base units; None for a certain one.
    draws: Mapping[str, float] | None = None

    def to(self, unit: str) -> float:
        """The number in another unit of the same kind. Raises `ProgramError` for a unit of another kind."""
        converted: float = shared().ask(do="convert", value=self.value, unit=self.unit, to=unit)
        return converted

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Breakdown:
    """A number that is the sum of its parts, such as memory or the time of a step. Values are in base units."""

    name: str
    label: str
    value: float
    unit: str
    text: str
    parts: tuple[Breakdown, ...] = ()

    def __getitem__(self, name: str) -> Breakdown:
        """Part by name (`weights` or `memory.weights`) or label. Raises `KeyError` for another one."""
        for part in self.parts:
            if name in (part.name, part.name.rpartition(".")[2], part.label):
                return part
        raise KeyError(no_member(self.label, name, [part.name for part in self.parts]))

    def to_pandas(self) -> pandas.DataFrame:
        """Parts as rows: `label`, `value` in base units, `unit`."""
        return _frames.pandas_of(_part_columns(self))

    def to_polars(self) -> polars.DataFrame:
        """Parts as rows: `label`, `value` in base units, `unit`."""
        return _frames.polars_of(_part_columns(self))

    def __str__(self) -> str:
        return f"{self.label}: {self.text}"


def _part_columns(breakdown: Breakdown) -> list[Column]:
    parts = breakdown.parts
    return [
        Column("label", None, [part.label for part in parts]),
        Column("value", breakdown.unit, [part.value for part in parts]),
        Column("unit", None, [part.unit for part in parts]),
    ]


@dataclass(frozen=True)
class Function:
    """A function of the program (`fn`). Call it in a text: `plan.eval("per_token(base)")`."""

    name: str
    parameters: tuple[str, ...]
    text: str


class Column(NamedTuple):
    """A column of a table. `unit` is the base unit of its numbers; None where they have none."""

    name: str
    unit: str | None
    values: Sequence[Any]


class Shown:
    """An object that the process can render as `show` prints it."""

    _handle: Handle | None

    def text(self) -> str:
        """Text for a terminal."""
        return self._rendered("text")

    def html(self) -> str:
        """HTML fragment without scripts; figures are SVG."""
        return self._rendered("html")

    def markdown(self) -> str:
        return self._rendered("markdown")

    def latex(self) -> str:
        """Tables for LaTeX (booktabs)."""
        return self._rendered("latex")

    def _rendered(self, form: str) -> str:
        if self._handle is None:
            raise DtpError(f"{self!r} was made in Python: `to_pandas()` shows it")
        shown: str = self._handle.ask("render", **{"as": form})
        return shown

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html(), "text/markdown": self.markdown()}


class Scenario(Shown, _ScenarioBase):
    """A model on a cluster under a plan, with its results: a snapshot of the moment it was read.

    Results are attributes, in base units: `base.step_time`, `base.memory.peak`, `base.mfu`.
    """

    def __init__(
        self, handle: Handle, name: str, results: Mapping[str, Any], recipe: Recipe | None = None
    ) -> None:
        self._handle: Handle = handle
        self._recipe = recipe
        self._results = Results(results)
        self._parts: dict[str, Any] = {}
        #: Name of the scenario in its program.
        self.name = name

    # Types know the results by name, so that a misspelt one is found.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            if name in self._results:
                return self._results[name]
            raise AttributeError(no_member(f"scenario {self.name}", name, self._results))

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self._results]

    def _part(self, name: str) -> Any:
        if name not in self._parts:
            self._parts[name] = field_of(self._handle.ask("part", name=name))
        return self._parts[name]

    @property
    def model(self) -> Model:
        model: Model = self._part("model")
        return model

    @property
    def cluster(self) -> Cluster:
        cluster: Cluster = self._part("cluster")
        return cluster

    @property
    def plan(self) -> Plan:
        """The plan, with all values that follow from the model and the cluster: `dp = fill` is a number here."""
        plan: Plan = self._part("plan")
        return plan

    @property
    def comm(self) -> Table:
        """All collective operations of a training step, a row each: bytes per call, seconds per step."""
        rows = [{_COMM_NAMES.get(name, name): value for name, value in one.items()} for one in self._part("comm")]
        return table_of_rows("comm", rows, _COMM_UNITS)

    def quantity(self, path: str) -> Quantity:
        """Result at a path, with its unit and its printed text: `quantity("step_time.high")`.

        Raises `ProgramError` where the path is no number.
        """
        quantity = value_of(self._handle, self._handle.ask("quantity", path=path))
        assert isinstance(quantity, Quantity)
        return quantity

    def breakdown(self, path: str) -> Breakdown:
        """Total and parts of `memory` (the fullest pipeline stage), `time` (a step) or `params`."""
        breakdown = value_of(self._handle, self._handle.ask("breakdown", path=path))
        assert isinstance(breakdown, Breakdown)
        return breakdown

    def with_(self, changes: Mapping[str, Any] | None = None, /, **parts: Mapping[str, Any]) -> Scenario:
        """Copy of the scenario with changed fields, by path: `with_({"plan.tp": 4})`, `with_(plan={"tp": 4})`.

        Numbers are in the field's base unit; texts are expressions of the language (`"80 GiB"`, `"bf16"`).
        Raises `ProgramError` for an invalid change.
        """
        from ._text import text_of

        fields = dict(changes or {})
        for part, inner in parts.items():
            fields.update({f"{part}.{name}": value for name, value in inner.items()})
        texts = {path: text_of(value) for path, value in fields.items()}
        recipe = self._recipe and self._recipe.then("with", tuple(texts.items()))
        made = value_of(self._handle, self._handle.ask("with", changes=texts), recipe)
        assert isinstance(made, Scenario)
        return made

    def to_pandas(self) -> pandas.DataFrame:
        """Results as rows: `result`, `value` in base units, `unit`."""
        return _frames.pandas_of(self._columns())

    def to_polars(self) -> polars.DataFrame:
        """Results as rows: `result`, `value` in base units, `unit`."""
        return _frames.polars_of(self._columns())

    def _columns(self) -> list[Column]:
        from ._units import RESULT_UNITS

        found = [(path, value) for path, value in _leaves(self._results, "") if _is_number(value)]
        return [
            Column("result", None, [path for path, _ in found]),
            Column("value", None, [value for _, value in found]),
            Column("unit", None, [RESULT_UNITS.get(path) for path, _ in found]),
        ]

    def __repr__(self) -> str:
        return f"<Scenario {self.name}: step_time {self.step_time:.6g} s, memory.fits {self.memory.fits}>"


_COMM_NAMES = {"groupSize": "group_size", "exposedSeconds": "exposed_seconds"}
_COMM_UNITS = {"bytes": "B", "seconds": "s", "exposed_seconds": "s"}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _leaves(results: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, value in results.items():
        if isinstance(value, Results):
            yield from _leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


class Row(Mapping[str, Plain]):
    """A row of a table: values by column, `row["plan.tp"]`, and as attributes, `row.step_time`."""

    __slots__ = ("_at", "_table")

    def __init__(self, table: Table, at: int) -> None:
        self._table = table
        self._at = at

    @property
    def scenario(self) -> Scenario:
        """The scenario of a row of a sweep or search. Raises `ProgramError` for a row of imported data."""
        return self._table._scenario(self._at)

    def __getitem__(self, name: str) -> Any:
        return self._table.column(name).values[self._at]

    def __iter__(self) -> Iterator[str]:
        return (column.name for column in self._table.columns)

    def __len__(self) -> int:
        return len(self._table.columns)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._table.column(name).values[self._at]
        except KeyError:
            raise AttributeError(no_member(f"a row of {self._table.name}", name, self)) from None

    def __repr__(self) -> str:
        return f"Row({', '.join(f'{name}={value!r}' for name, value in self.items())})"


@dataclass(frozen=True)
class Skipped:
    """Reason why combinations of a sweep or search have no row."""

    reason: str
    count: int
    example: str


@dataclass(repr=False, eq=False)
class Table(Shown, Sequence[Row]):
    """Rows of a sweep, of a search (best first) or of imported data. Numbers are in base units."""

    name: str
    columns: tuple[Column, ...]
    #: Reasons why combinations have no row, most frequent first.
    skipped: tuple[Skipped, ...] = ()
    _handle: Any = None
    _recipe: Recipe | None = None
    _scenarios: dict[int, Scenario] = field(default_factory=dict)

    @property
    def units(self) -> dict[str, str]:
        """Base units by column, for columns that have one."""
        return {column.name: column.unit for column in self.columns if column.unit is not None}

    def column(self, name: str) -> Column:
        """Column by name. Raises `KeyError` for another name."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(no_member(f"table {self.name}", name, [one.name for one in self.columns]))

    def _scenario(self, at: int) -> Scenario:
        if at not in self._scenarios:
            if self._handle is None:
                raise DtpError(f"rows of {self.name} have no scenario")
            recipe = self._recipe and self._recipe.then("row", at)
            made = value_of(self._handle, self._handle.ask("row", at=at), recipe)
            assert isinstance(made, Scenario)
            self._scenarios[at] = made
        return self._scenarios[at]

    def __len__(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    @overload
    def __getitem__(self, at: str) -> Sequence[Any]: ...

    def __getitem__(self, at: int | slice | str) -> Row | list[Row] | Sequence[Any]:
        """A row by number, rows by slice, or a column's values by name."""
        if isinstance(at, str):
            return self.column(at).values
        if isinstance(at, slice):
            return [Row(self, one) for one in range(*at.indices(len(self)))]
        place = at + len(self) if at < 0 else at
        if not 0 <= place < len(self):
            raise IndexError(f"{self.name} has {len(self)} rows, none at {at}")
        return Row(self, place)

    def __iter__(self) -> Iterator[Row]:
        return (Row(self, at) for at in range(len(self)))

    def to_pandas(self, *, units_in_names: bool = False) -> pandas.DataFrame:
        """The table as a frame of pandas. Units are in `frame.attrs["units"]`, or in the columns' names: `step_time [s]`."""
        return _frames.pandas_of(self.columns, units_in_names)

    def to_polars(self, *, units_in_names: bool = False) -> polars.DataFrame:
        """The table as a frame of polars. Units are in `table.units`, or in the columns' names: `step_time [s]`."""
        return _frames.polars_of(self.columns, units_in_names)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        if self._handle is not None:
            return super()._repr_mimebundle_(include, exclude)
        try:
            html: str = self.to_pandas(units_in_names=True).to_html(index=False)
        except DtpError:  # pandas is not installed
            return {"text/plain": repr(self)}
        return {"text/plain": repr(self), "text/html": html}

    def __repr__(self) -> str:
        names = ", ".join(column.name for column in self.columns)
        return f"<Table {self.name}: {len(self)} row{'' if len(self) == 1 else 's'} of {names}>"


def table_of_rows(name: str, rows: Iterable[Mapping[str, Any]], units: Mapping[str, str]) -> Table:
    """A table of rows that Python has, without scenarios."""
    found = list(rows)
    names = list(found[0]) if found else []
    columns = (Column(one, units.get(one), [row.get(one) for row in found]) for one in names)
    return Table(name, tuple(columns))


#: A value of a name: numbers without a unit, texts and booleans are Python's own.
Value = Any


def value_of(near: Handle, sent: Any, recipe: Recipe | None = None) -> Value:
    """A value as the process sends it. `near` is any object of the same process, `recipe` says how the value is made."""
    if isinstance(sent, list):
        return [value_of(near, one, recipe and recipe.then("item", at)) for at, one in enumerate(sent)]
    if not isinstance(sent, dict):
        return sent
    kind = sent.get("kind")
    if kind == "quantity":
        return Quantity(sent["value"], sent["unit"], sent["text"], sent.get("draws"))
    if kind == "breakdown":
        parts = tuple(value_of(near, part) for part in sent["parts"])
        return Breakdown(sent["name"], sent["label"], sent["value"], sent["unit"], sent["text"], parts)
    if kind == "scenario":
        return Scenario(Handle(near.bridge, sent["object"]), sent["name"], sent["results"], recipe)
    if kind == "table":
        columns = tuple(Column(one["name"], one["unit"], one["values"]) for one in sent["columns"])
        skipped = tuple(
            Skipped(one["reason"], one["count"], one["example"]) for one in sent["skipped"]
        )
        return Table(sent["name"], columns, skipped, Handle(near.bridge, sent["object"]), recipe)
    if kind == "function":
        return Function(sent["name"], tuple(sent["parameters"]), sent["text"])
    return field_of(sent)
