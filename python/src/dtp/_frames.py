"""Columns as frames of pandas and polars, which load only when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable

from ._errors import DtpError

if TYPE_CHECKING:
    import pandas
    import polars

    from ._values import Column


def pandas_of(columns: Iterable[Column], units_in_names: bool = False) -> pandas.DataFrame:
    frames = needed("pandas")
    found = list(columns)
    frame: pandas.DataFrame = frames.DataFrame({_title(one, units_in_names): one.values for one in found})
    frame.attrs["units"] = {
        _title(one, units_in_names): one.unit for one in found if one.unit is not None
    }
    return frame


def polars_of(columns: Iterable[Column], units_in_names: bool = False) -> polars.DataFrame:
    frames = needed("polars")
    data = {_title(one, units_in_names): one.values for one in columns}
    frame: polars.DataFrame = frames.DataFrame(data, strict=False)
    return frame


def needed(package: str) -> Any:
    """A package that is not a dependency. Raises `DtpError` where it is not installed."""
    import importlib

    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise DtpError(f"this needs {package}: pip install {package.split('.')[0]}") from error


def _title(column: Column, with_unit: bool) -> str:
    return f"{column.name} [{column.unit}]" if with_unit and column.unit is not None else column.name
