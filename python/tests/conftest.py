from __future__ import annotations

from pathlib import Path

import pytest

import dtp

PROGRAM = """
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"

plan p {
  dp = fill
  zero = 2
  seq_len = 8Ki
  global_batch = 1_024 sequences
}
let base = llama3_8b on dgx_h100 with p
let budget = 80 GiB
let count = 3
fn double(x) = 2 * x
sweep wide = base for plan.tp in [1, 2, 4]
show base.step_time
plot wide
plot base.memory
"""


@pytest.fixture
def plan() -> dtp.Evaluated:
    return dtp.evaluate(PROGRAM)


@pytest.fixture
def base(plan: dtp.Evaluated) -> dtp.Scenario:
    return plan.scenario("base")


@pytest.fixture
def program_file(tmp_path: Path) -> Path:
    path = tmp_path / "plan.dtp"
    path.write_text(PROGRAM, encoding="utf-8")
    return path
