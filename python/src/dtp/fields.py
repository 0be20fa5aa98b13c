"""Definitions as Python reads them. Their fields are typed in `fields.pyi`, which the schema generates."""

from __future__ import annotations

import keyword
from typing import Any, Iterable, Iterator, Mapping


class Record(Mapping[str, Any]):
    """A definition: its fields by name, in base units, as attributes or as items.

    A field is None where it is `none`, or needs a scenario that the definition is not in (`dp = fill`).
    """

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = {name: field_of(value) for name, value in fields.items()}

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __getattr__(self, name: str) -> Any:
        fields = object.__getattribute__(self, "_fields")
        if name in fields:
            return fields[name]
        if name.endswith("_") and keyword.iskeyword(name[:-1]) and name[:-1] in fields:
            return fields[name[:-1]]
        raise AttributeError(no_member(type(self).__name__, name, fields))

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self._fields]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._fields.items() if value is not None)
        return f"{type(self).__name__}({shown})"


class Tagged(Record):
    """A value with a tag and arguments: `mha(heads = 96)` has `tag == "mha"` and `heads == 96`."""

    __slots__ = ()


class Model(Record):
    __slots__ = ()


class Device(Record):
    __slots__ = ()


class Cluster(Record):
    __slots__ = ()


class Plan(Record):
    __slots__ = ()


class Queue(Record):
    __slots__ = ()


class Run(Record):
    __slots__ = ()


class Results(Record):
    """Results of a scenario below a path: `memory` has `peak`, `weights` and others."""

    __slots__ = ()


KINDS: Mapping[str, type[Record]] = {
    "model": Model,
    "device": Device,
    "cluster": Cluster,
    "plan": Plan,
    "queue": Queue,
    "run": Run,
}


def field_of(value: Any) -> Any:
    """A field as the process sends it: records become objects."""
    if isinstance(value, list):
        return [field_of(one) for one in value]
    if isinstance(value, dict):
        if "tag" in value:
            return Tagged(value)
        return KINDS.get(value.get("kind", ""), Results)(value)
    return value


def no_member(owner: str, name: str, names: Iterable[str]) -> str:
    """Message for a name that is not there, with the nearest name that is."""
    import difflib

    near = difflib.get_close_matches(name, list(names), 1)
    did = f": did you mean `{near[0]}`?" if near else ""
    return f"{owner} has no `{name}`{did}"
