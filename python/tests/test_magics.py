from __future__ import annotations

from typing import Any, Iterator

import pytest

import dtp

pytest.importorskip("IPython")
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from conftest import PROGRAM


@pytest.fixture
def shell() -> Iterator[Any]:
    shell: Any = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "dtp")
    shell.run_line_magic("dtp", "--reset")
    yield shell
    InteractiveShell.clear_instance()


def run(shell: Any, text: str) -> Any:
    with capture_output() as shown:
        result = shell.run_cell(text)
    return result, shown


def test_names_go_both_ways(shell: Any) -> None:
    result, shown = run(shell, "%%dtp" + PROGRAM)
    assert result.success
    kinds = [set(one.data) for one in shown.outputs]
    assert any("text/html" in one for one in kinds)
    assert any("application/vnd.plotly.v1+json" in one for one in kinds)
    names = shell.user_ns
    assert isinstance(names["base"], dtp.Scenario)
    assert names["count"] == 3
    run(shell, "batch = 2\nfast = base.with_({'plan.tp': 2})")
    result, _ = run(shell, "%%dtp\nlet bigger = fast with { plan.micro_batch = {batch} }")
    assert not result.success  # `fast` is Python's: it has to be written in braces
    result, _ = run(shell, "%%dtp\nlet bigger = {fast} with { plan.micro_batch = {batch} }\nlet again = {fast}.step_time")
    assert result.success
    assert names["bigger"].plan.micro_batch == 2
    assert names["bigger"].plan.tp == 2
    assert names["again"].value == names["fast"].step_time


def test_braces_of_the_language_stay(shell: Any) -> None:
    run(shell, "tp = 5")
    result, _ = run(shell, "%%dtp\nplan q { tp = 4 }\nlet list = [{tp}, 1]\nshow q")
    assert result.success
    assert shell.user_ns["q"].tp == 4
    assert shell.user_ns["list"] == [5, 1]


def test_a_line_returns_a_value(shell: Any) -> None:
    run(shell, "%%dtp\nlet size = 3 GiB")
    result, _ = run(shell, "%dtp size * 2")
    assert result.result.to("GiB") == 6
    run(shell, "n = 4\nfour = %dtp size * {n}")
    assert shell.user_ns["four"].to("GiB") == 12
    run(shell, "%dtp --reset")
    result, shown = run(shell, "%dtp size")
    assert not result.success


def test_only_the_names_that_are_asked_for(shell: Any) -> None:
    shell.user_ns.pop("other", None)
    run(shell, "%%dtp wanted\nlet wanted = 1\nlet other = 2")
    assert shell.user_ns["wanted"] == 1
    assert "other" not in shell.user_ns


def test_a_mistake_shows_its_frame_alone(shell: Any) -> None:
    result, shown = run(shell, "%%dtp\nlet a = 80 GiB + 3 s\nshow a")
    assert isinstance(result.error_in_exec, dtp.ProgramError)
    assert "error[dimension-mismatch]" in shown.stdout
    assert "80 GiB + 3 s" in shown.stdout
    assert "_magics.py" not in shown.stdout


def test_a_mistake_names_its_cell_by_its_label(shell: Any) -> None:
    with capture_output() as shown:
        for text in ("1", "%%dtp\nlet a = 1 +"):
            number = shell.execution_count
            shell.run_cell(text, store_history=True)
    assert f"--> cell [{number}]:1:11" in shown.stdout


def test_a_redefinition_reaches_what_reads_it(shell: Any) -> None:
    run(shell, "%%dtp\nlet a = 1\nlet b = a + 1")
    run(shell, "%%dtp\nlet a = {a} + 4")
    result, _ = run(shell, "%dtp b")
    assert result.success is False or result.result == 6
