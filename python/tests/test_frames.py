from __future__ import annotations

import pytest

import dtp

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")


def test_a_table_as_frames(plan: dtp.Evaluated) -> None:
    table = plan.table("wide")
    assert len(table) == 3
    frame = table.to_pandas()
    assert list(frame["plan.tp"]) == [1, 2, 4]
    assert frame.attrs["units"] == {"step_time": "s", "memory.peak": "B"} == table.units
    assert list(frame["step_time"]) == [row.scenario.step_time for row in table]
    assert "step_time [s]" in table.to_pandas(units_in_names=True).columns
    other = table.to_polars(units_in_names=True)
    assert other.columns == list(table.to_pandas(units_in_names=True).columns)
    assert other["memory.peak [B]"].to_list() == list(frame["memory.peak"])


def test_a_scenario_as_frames(base: dtp.Scenario) -> None:
    frame = base.to_pandas().set_index("result")
    assert frame.loc["step_time", "value"] == base.step_time
    assert frame.loc["step_time", "unit"] == "s"
    assert frame.loc["memory.peak", "unit"] == "B"
    assert base.to_polars().height == len(frame)
    parts = base.breakdown("time").to_pandas()
    assert parts["value"].sum() == pytest.approx(base.step_time)
    assert set(parts["unit"]) == {"s"}
    assert base.comm.to_pandas()["bytes"].min() > 0


def test_imported_data(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "runs.csv").write_text("name,step_time [s]\na,1.5\nb,\n", encoding="utf-8")
    data = dtp.evaluate('import runs from "./runs.csv"\nlet n = length(runs)', folder=folder).table("runs")
    assert data.units == {"step_time": "s"}
    assert data["name"] == ["a", "b"]
    assert data.to_pandas()["step_time"].isna().tolist() == [False, True]
    with pytest.raises(dtp.DtpError):
        data[0].scenario


def test_rows(plan: dtp.Evaluated) -> None:
    table = plan.table("wide")
    assert table[-1]["plan.tp"] == 4
    assert [row["plan.tp"] for row in table[1:]] == [2, 4]
    assert table[0].step_time == table["step_time"][0]
    assert dict(table[0]).keys() == {"plan.tp", "step_time", "mfu", "memory.peak"}
    with pytest.raises(IndexError):
        table[3]
    with pytest.raises(KeyError, match="did you mean `step_time`"):
        table["step_tim"]


def test_figures(plan: dtp.Evaluated) -> None:
    objects = pytest.importorskip("plotly.graph_objects")
    lines, bars = plan.figures
    assert isinstance(lines.plotly(), objects.Figure)
    drawn = lines.data()
    assert drawn.y_label == "step time (s)"
    (series,) = drawn.series
    assert list(series.x) == [1, 2, 4]
    assert list(series.y) == pytest.approx(plan.table("wide")["step_time"], rel=1e-4)
    assert bars.data().stacked
    total = sum(one.y[0] for one in bars.data().series if one.kind == "bar")
    assert total == pytest.approx(plan["base"].memory.peak / 2**30, rel=1e-3)
    assert lines.svg().startswith("<svg")
    assert "application/vnd.plotly.v1+json" in lines._repr_mimebundle_()
