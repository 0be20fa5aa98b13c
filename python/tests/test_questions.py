from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import dtp


def test_a_sweep_is_iterated(base: dtp.Scenario) -> None:
    start = base.with_({"plan.zero": 1})
    rows = iter(dtp.sweep(start, {"plan.tp": [1, 2], "plan.micro_batch": [1, 2]}, derive={"twice": "2 * step_time"}))
    first = next(rows)
    assert (first["plan.tp"], first["plan.micro_batch"]) == (1, 1)
    assert first.scenario.plan.zero == 1
    assert first["step_time"] == start.step_time
    assert first["twice"] == 2 * start.step_time
    assert [row["plan.tp"] for row in rows] == [1, 2, 2]


def test_paths_that_vary_together(base: dtp.Scenario) -> None:
    table = dtp.sweep(base, {("plan.tp", "plan.pp"): [(1, 1), (2, 1)]})
    assert [(row["plan.tp"], row["plan.pp"]) for row in table] == [(1, 1), (2, 1)]


def test_conditions(base: dtp.Scenario) -> None:
    table = dtp.sweep(base, {"plan.tp": [1, 2, 4]}, where=["plan.tp > 1", "mfu > 0.4"])
    assert table["plan.tp"] == [2]
    assert sum(one.count for one in table.skipped) == 2


def test_a_search_is_the_languages(base: dtp.Scenario) -> None:
    over = {"plan.tp": [1, 2, 4], "plan.zero": [1, 2]}
    found = dtp.search(base, over, keep=3)
    times = [row.step_time for row in found]
    assert times == sorted(times)
    best = next(iter(found)).scenario
    swept = dtp.sweep(base, over, where="memory.fits == yes")
    assert best.step_time == min(swept["step_time"])


def test_a_mistake_in_a_question(base: dtp.Scenario) -> None:
    with pytest.raises(dtp.ProgramError, match="did you mean `step_time`"):
        dtp.search(base, {"plan.tp": [1]}, minimize="step_tim")
    with pytest.raises(dtp.ProgramError, match="unknown-field"):
        dtp.sweep(base, {"plan.tq": [1]})


def everything(table: dtp.Table) -> bytes:
    return repr([(column.name, column.unit, list(column.values)) for column in table.columns]).encode()


def test_executors_find_the_same_to_the_byte(base: dtp.Scenario) -> None:
    start = base.with_({"cluster.nodes": 1, "plan.global_batch": "16 sequences"})
    alone = dtp.search(start, keep=5)
    with ThreadPoolExecutor(2) as threads:
        assert everything(dtp.search(start, keep=5, executor=threads, parts=3)) == everything(alone)
    # Processes that share nothing with this one: they make the scenario again from its program.
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        table = dtp.search(start, keep=5, executor=processes, parts=2)
    assert everything(table) == everything(alone)
    assert table[0].scenario.step_time == alone[0].scenario.step_time


def test_a_part_is_only_a_part(base: dtp.Scenario) -> None:
    from dtp._questions import _part

    start = base.with_({"cluster.nodes": 1, "plan.global_batch": "16 sequences"})
    assert start._recipe is not None
    parts = [_part(start._recipe, ["minimize step_time", "keep 5"], at, 3) for at in range(3)]
    kept = [[one["at"] if "at" in one else str(one) for one in part[0]["best"]] for part in parts]
    assert len({str(one) for one in kept}) == 3
    assert not any(part[0]["partial"] for part in parts)
