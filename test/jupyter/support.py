"""What the Jupyter tests share: a started kernel, the texts of its outputs, and a plan to work on."""

import json
import os
from collections.abc import Callable
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

# 3,000 * 300 scenarios: near the language's bound on a sweep's rows, and more than a test waits for
ENDLESS = """\
sweep endless = base
  for plan.seq_len in range(1_000, 3_999)
  for cluster.nodes in range(8, 2_400, step = 8)
show endless
"""


def start():
    """A kernel and a client that has seen it answer."""
    return start_new_kernel(kernel_name=KERNEL)


def manager() -> KernelManager:
    return KernelManager(kernel_name=KERNEL)


def run(
    client, code: str, timeout: float = 60, at_first: Callable[[], None] | None = None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Executes a cell: the reply's content, and the outputs that it leaves on the page. `at_first`: called when it shows
    something for the first time, be it how far it is."""
    messages: list[dict[str, Any]] = []

    def hear(message: dict[str, Any]) -> None:
        if at_first and message["msg_type"] == "display_data" and not any(m["msg_type"] == "display_data" for m in messages):
            at_first()
        messages.append(message)

    reply = client.execute_interactive(code, timeout=timeout, output_hook=hear, allow_stdin=False)
    return reply["content"], left_on_page(messages)


def begin(client, code: str) -> str:
    """Asks for a cell and waits until it works: the request's id."""
    asked = client.execute(code)
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") == asked and message["msg_type"] == "execute_input":
            return asked


def left_on_page(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a front end shows once it has had all of them. A slow machine shows a bar of progress where a fast one has none."""
    page: list[dict[str, Any]] = []
    clear_at_next = False
    for message in messages:
        kind, content = message["msg_type"], message["content"]
        if kind == "clear_output":
            clear_at_next = content["wait"]
            if not clear_at_next:
                page = []
        elif kind == "update_display_data":
            page = [message if display_id(one) == display_id(message) else one for one in page]
        elif kind not in ("status", "execute_input"):
            page = [message] if clear_at_next else [*page, message]
            clear_at_next = False
    return page


def display_id(message: dict[str, Any]) -> str | None:
    return message["content"].get("transient", {}).get("display_id")


def text(message: dict[str, Any]) -> str:
    content = message["content"]
    return content.get("text") or content.get("data", {}).get("text/plain") or json.dumps(content)
