from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from pathlib import Path

import pytest

import dtp
from dtp._node import find_node, script


def test_values_of_names(plan: dtp.Evaluated) -> None:
    assert plan.ok
    assert plan["budget"].value == 80 * 2**30
    assert plan["budget"].to("GiB") == 80
    assert plan["budget"].text == "80 GiB"
    assert plan["count"] == 3
    assert plan["double"].parameters == ("x",)
    assert isinstance(plan["p"], dtp.Plan)
    assert plan["p"].zero == 2
    assert set(plan.defined) == {"p", "base", "budget", "count", "double", "wide"}
    assert plan.eval("double(base.step_time)").value == pytest.approx(2 * plan["base"].step_time)


def test_a_scenario_is_what_the_command_says(base: dtp.Scenario, program_file: Path) -> None:
    printed = subprocess.run(
        [find_node(), script("dtp.js"), "run", str(program_file), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    (shown, *_) = json.loads(printed.stdout)["outputs"]
    assert shown["data"]["value"] == base.step_time
    assert base.quantity("step_time").value == base.step_time
    assert base.quantity("step_time.high").value > base.step_time
    assert base.memory.fits == "yes"
    assert base.memory.peak == base.breakdown("memory").value
    assert base.breakdown("memory").value == pytest.approx(sum(part.value for part in base.breakdown("memory").parts))
    assert base.plan.dp == 256 and base.cluster.nodes == 32 and base.cluster.devices_per_node == 8
    assert base.model.attention is not None and base.model.attention.tag == "gqa"
    assert base.cluster.device is not None and base.cluster.device.name == "h100_sxm"


def test_with_changes(base: dtp.Scenario) -> None:
    split = base.with_({"plan.tp": 2, "plan.precision": "bf16"})
    assert split.plan.tp == 2
    assert split.memory.peak < base.memory.peak
    assert base.with_(plan={"tp": 2}).step_time == split.step_time
    assert split.with_({"plan.tp": 1}).step_time == base.step_time
    halved = base.with_({"cluster.device.memory": dtp.Quantity(40 * 2**30, "B", "40 GiB")})
    assert halved.cluster.device is not None and halved.cluster.device.memory == 40 * 2**30
    assert base.with_({"plan.overlap": ["dp"]}).plan.overlap == ["dp"]


def test_files_and_folders(program_file: Path, tmp_path: Path) -> None:
    assert dtp.evaluate(program_file).ok
    assert dtp.evaluate(str(program_file)).ok
    (tmp_path / "user.dtp").write_text('import base from "./plan.dtp"\nshow base.mfu\n', encoding="utf-8")
    assert dtp.evaluate(tmp_path / "user.dtp").outputs[0].kind == "show"
    within = dtp.evaluate('import base from "./plan.dtp"\nlet t = base.step_time', folder=tmp_path)
    assert within["t"].unit == "s"
    with pytest.raises(dtp.DtpError, match="No such file"):
        dtp.evaluate(tmp_path / "missing.dtp")
    (tmp_path / "latin.dtp").write_bytes(b"# caf\xe9")
    with pytest.raises(dtp.DtpError, match="UTF-8"):
        dtp.evaluate(tmp_path / "latin.dtp")


def test_overrides(plan: dtp.Evaluated, program_file: Path) -> None:
    wide = dtp.evaluate(program_file, overrides={"plan.tp": 2})
    assert wide.scenario("base").plan.tp == 2
    assert dtp.evaluate(program_file, overrides=["plan.tp=2"]).scenario("base").plan.tp == 2


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("let a = 1 +", "syntax", "an expression belongs here"),
        ("let a = 80 GiB + 3 s\nshow a", "dimension-mismatch", "cannot add bytes (B) to time (s)"),
        ("plan p { tpp = 1 }\nshow p", "unknown-field", "did you mean `tp`?"),
    ],
)
def test_errors_have_the_frame_of_the_command(text: str, code: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.dtp"
    path.write_text(text, encoding="utf-8")
    printed = subprocess.run(
        [find_node(), script("dtp.js"), "run", str(path)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        with pytest.raises(dtp.ProgramError) as caught:
            dtp.evaluate("wrong.dtp")
    finally:
        os.chdir(before)
    assert str(caught.value).strip() == printed.stderr.strip()
    assert says in str(caught.value)
    assert caught.value.diagnostics[0].code == code
    assert caught.value.diagnostics[0].line == 1


def test_errors_of_values(plan: dtp.Evaluated, base: dtp.Scenario) -> None:
    with pytest.raises(dtp.ProgramError, match="did you mean `budget`"):
        plan["budgt"]
    with pytest.raises(AttributeError, match="did you mean `step_time`"):
        base.step_tim  # type: ignore[attr-defined]
    with pytest.raises(dtp.ProgramError, match=r"unknown-field"):
        base.with_({"plan.tq": 1})
    with pytest.raises(dtp.ProgramError, match="cannot be converted"):
        plan["budget"].to("s")
    with pytest.raises(dtp.ProgramError, match="no table"):
        plan.table("base")
    with pytest.raises(dtp.DtpError, match="no text in the language"):
        base.with_({"plan.tp": object()})
    with pytest.raises(dtp.ProgramError, match="expect failed"):
        dtp.evaluate("expect 1 == 2")
    failed = dtp.evaluate("expect 1 == 2", check=False)
    assert not failed.ok and failed.expectations[0]["pass"] is False


def test_renderings(plan: dtp.Evaluated, base: dtp.Scenario) -> None:
    assert "step_time" in str(plan)
    assert "<svg" in plan.html()
    assert "**step time over tensor-parallel degree**" in plan.markdown()
    assert "✓ fits" in base.text()
    assert base._repr_mimebundle_()["text/html"].startswith("<div")
    assert r"\begin{tabular}" in base.latex()


def test_a_table_of_python_shows_itself_without_the_process(base: dtp.Scenario) -> None:
    shown = base.comm._repr_mimebundle_()
    assert shown["text/plain"] == repr(base.comm)
    if importlib.util.find_spec("pandas") is not None:
        assert "<th>exposed_seconds [s]</th>" in shown["text/html"]
    with pytest.raises(dtp.DtpError, match="to_pandas"):
        base.comm.html()
    with pytest.raises(dtp.DtpError, match="no scenario"):
        base.comm[0].scenario


def test_notebook_keeps_names() -> None:
    notebook = dtp.Notebook()
    notebook.run("let a = 2 GiB")
    assert notebook.run("let b = a * 2")["b"].to("GiB") == 4
    notebook.run("let a = 3 GiB")
    assert notebook["b"].to("GiB") == 6
    with pytest.raises(dtp.ProgramError):
        notebook.run("let c = a +")
    assert "c" not in notebook.names
    assert notebook.eval("a + b").to("GiB") == 9
