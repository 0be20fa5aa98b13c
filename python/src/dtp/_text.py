"""Python's values as text of the language."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, Mapping

from ._errors import DtpError
from ._values import Quantity


def text_of(value: Any) -> str:
    """A value as an expression. A text is taken as it is: a word, a number with its unit, or any expression.

    Raises `DtpError` for a value that has no text, such as a scenario.
    """
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Quantity):
        return f"{_number(value.value)} {value.unit}"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{path} = {text_of(one)}" for path, one in value.items()) + " }"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(text_of(one) for one in value) + "]"
    if hasattr(value, "tolist"):  # numpy's arrays and scalars, pandas' columns
        return text_of(value.tolist())
    raise DtpError(f"a {type(value).__name__} has no text in the language: {value!r}")


def _number(value: float) -> str:
    if not math.isfinite(value):
        raise DtpError(f"{value} is no number of the language")
    # The language has no exponents.
    return format(Decimal(repr(value)), "f").removesuffix(".0")
