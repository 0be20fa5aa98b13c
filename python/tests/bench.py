"""Time of a call beyond its work: `python bench.py` prints it. It is no test."""

from __future__ import annotations

import statistics
import time

from conftest import PROGRAM

import dtp


def main() -> None:
    started = time.perf_counter()
    plan = dtp.evaluate(PROGRAM)
    print(f"first evaluation with the start of Node: {1e3 * (time.perf_counter() - started):.0f} ms")
    quantity = plan["budget"]
    base = plan["base"]
    for name, call in (
        ("a call without work (a unit converted)", lambda: quantity.to("GiB")),
        ("a scenario read again", lambda: plan["base"]),
        ("a scenario with a change, evaluated", lambda: base.with_({"plan.tp": 2})),
        ("a program of three lines", lambda: dtp.evaluate("let a = 2 GiB\nlet b = a * 2\nshow b")),
    ):
        times = []
        for _ in range(200):
            at = time.perf_counter()
            call()
            times.append(1e3 * (time.perf_counter() - at))
        print(f"{name}: {statistics.median(times):.3f} ms")


if __name__ == "__main__":
    main()
