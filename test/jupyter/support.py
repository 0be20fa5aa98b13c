"""What the Jupyter tests share: a started kernel, the texts of its outputs, and a plan to work on."""

import json
import os
from pathlib import Path
from typing import Any

from jupyter_client.manager import KernelManager, start_new_kernel

ROOT = Path(os.environ.get("DTP_ROOT", Path(__file__).parents[2]))
KERNEL = "dtp"

PLAN = """\
import selene from "std/clusters"
import gpt3_175b from "std/models"
plan seqsel {
  tp = 8
  pp = 8
  vpp = 3
  sequence_parallel = true
  schedule = interleaved_1f1b
  recompute = selective(attention)
  seq_len = 2_048
  micro_batch = 1
  global_batch = 64 sequences
  precision = fp16
}
let base = gpt3_175b on (selene with { nodes = 8 }) with seqsel
"""

# 300 * 300 scenarios: minutes of work, and within the language's bound on sweep rows
ENDLESS = """\
sweep endless = base
  for plan.seq_len in range(1_000, 1_299)
  for cluster.nodes in range(8, 2_400, step = 8)
show endless
"""


def start():
    """A kernel and a client that has seen it answer."""
    return start_new_kernel(kernel_name=KERNEL)


def manager() -> KernelManager:
    return KernelManager(kernel_name=KERNEL)


def run(client, code: str, timeout: float = 60) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Executes a cell: the reply's content, and the output messages."""
    outputs: list[dict[str, Any]] = []
    reply = client.execute_interactive(code, timeout=timeout, output_hook=outputs.append, allow_stdin=False)
    return reply["content"], [m for m in outputs if m["msg_type"] not in ("status", "execute_input")]


def text(message: dict[str, Any]) -> str:
    content = message["content"]
    return content.get("text") or content.get("data", {}).get("text/plain") or json.dumps(content)
