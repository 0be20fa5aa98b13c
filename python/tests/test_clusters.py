"""Searches on the workers of Dask and Ray, of which one is lost. Skipped where these are not installed."""

from __future__ import annotations

import os
import re
import signal
import uuid
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, Callable

import pytest

import dtp

PARTS = 4
PAGE = Path(__file__).resolve().parents[2] / "docs/how-to/python.md"


class Losing(Executor):
    """An executor whose first piece of work takes its worker process with it."""

    def __init__(self, inner: Any, folder: Path) -> None:
        self.inner = inner
        self.folder = folder

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        folder = str(self.folder)

        # Defined here, so that it reaches the workers by value: they cannot import this file.
        def counted(*args: Any) -> Any:
            (Path(folder) / f"start-{uuid.uuid4().hex}").touch()
            try:
                (Path(folder) / "lost").touch(exist_ok=False)
            except FileExistsError:
                return work(*args)
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError("a killed process goes on")

        made: Future[Any] = self.inner.submit(counted, *args)
        return made

    def starts(self) -> int:
        return len(list(self.folder.glob("start-*")))


def everything(table: dtp.Table) -> bytes:
    return repr([(column.name, column.unit, list(column.values)) for column in table.columns]).encode()


def block_with(text: str) -> str:
    """Block of the documentation's page that has a text."""
    blocks: list[str] = re.findall(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (found,) = [block for block in blocks if text in block]
    return found


def searched(start: dtp.Scenario, names: dict[str, Any], executor: Any, folder: Path) -> None:
    """The page's answer is that of one process, and so is the answer where a lost worker's part is evaluated again."""
    alone = everything(dtp.search(start, keep=5))
    assert everything(names["best"]) == alone
    folder.mkdir()
    losing = Losing(executor, folder)
    again = dtp.search(start, keep=5, executor=losing, parts=PARTS)
    assert (folder / "lost").exists()
    assert losing.starts() == PARTS + 1
    assert everything(again) == alone


@pytest.fixture
def start(base: dtp.Scenario) -> dtp.Scenario:
    return base.with_({"cluster.nodes": 1, "plan.global_batch": "16 sequences"})


def test_dask(start: dtp.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"dtp": dtp, "base": start}
    exec(compile(block_with("distributed"), str(PAGE), "exec"), names)
    try:
        searched(start, names, names["executor"], tmp_path / "seen")
    finally:
        names["client"].shutdown()


def test_ray(start: dtp.Scenario, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    names: dict[str, Any] = {"dtp": dtp, "base": start}
    try:
        exec(compile(block_with("import ray"), str(PAGE), "exec"), names)
        searched(start, names, names["OnRay"](), tmp_path / "seen")
    finally:
        ray.shutdown()
